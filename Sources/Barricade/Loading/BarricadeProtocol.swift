import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The client of a load that the URL loading system knows: a URL protocol.
///
/// It accepts every request that may reach a server, so that none reaches the network by accident;
/// the decision comes when the load starts.
class BarricadeProtocol: URLProtocol {
    // The variables are used only on the client's queue.

    /// The state of the platform's driver.
    @exclusivity(unchecked) var driver = LoadDriver()
    /// The load; `nil` before its start and after its end.
    @exclusivity(unchecked) private var load: Load?
    @exclusivity(unchecked) private var hasEnded = false

    /// Accepts all requests except those with a local scheme, which reach no server, unless a set
    /// names the scheme.
    override class func canInit(with request: URLRequest) -> Bool {
        if request.hasPassed(self) { return false }
        // Checks the first letter first, since reading every scheme would take as long as routing.
        guard let url = request.url, let first = url.absoluteString.utf8.first,
            "dDfF".utf8.contains(first), let scheme = url.scheme?.lowercased(),
            scheme == "data" || scheme == "file"
        else { return true }
        return ProtocolRegistry.barricade(of: self)?.store.state.names(scheme: scheme) ?? false
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest {
        request
    }

    override class func requestIsCacheEquivalent(_ left: URLRequest, to right: URLRequest) -> Bool {
        false
    }

    /// Begins the load, or continues it after a suspension of the task.
    override func startLoading() {
        // A load that has ended may have handed the request over.
        if resumeNextLoader() || hasEnded { return }
        if let load { return load.deliver() }
        if postponeStart() { return }
        guard let barricade = ProtocolRegistry.barricade(of: type(of: self)) else {
            hasEnded = true
            client?.urlProtocol(
                self, didFailWithError: BarricadeError.released(before: request))
            return
        }
        driver.start()
        let load = Load(for: self, at: barricade)
        self.load = load
        load.begin()
    }

    /// Ends the load, or suspends it with its task.
    override func stopLoading() {
        if isSuspended {
            stopNextLoader(isOver: false)
            load?.suspend()
            return
        }
        guard isOver else { return }
        stopNextLoader(isOver: true)
        hasEnded = true
        load?.stop()
        load = nil
    }
}

extension BarricadeProtocol: LoadClient {
    var isLoader: Bool { true }
    var isUpload: Bool { task is URLSessionUploadTask }
    func note(on last: LoadEvent) -> String? { nil }

    /// The configuration of the task's session; on Apple platforms, as passed to the session.
    var sessionConfiguration: URLSessionConfiguration? {
        driver.sessionConfiguration
            ?? ProtocolRegistry.owner(of: type(of: self))?.configuration
    }

    func passing(_ request: URLRequest) -> (URLRequest, URLSessionConfiguration) {
        let copy = sessionConfiguration?.copy() as? URLSessionConfiguration ?? .default
        copy.protocolClasses = copy.classes(after: type(of: self))
        return (request.passed(by: type(of: self)), copy)
    }

    func receive(_ event: LoadEvent) {
        // Before the client is told, since it may then stop or start the load again.
        if event.isLast {
            hasEnded = true
            load = nil
        }
        tell(event)
    }
}

extension URLSessionConfiguration {
    /// Returns the protocol classes after one; all of them if that one is not installed.
    func classes(after protocolClass: BarricadeProtocol.Type) -> [AnyClass] {
        let classes = protocolClasses ?? []
        let index = classes.lastIndex { $0 == protocolClass }
        return Array(classes[(index.map { $0 + 1 } ?? 0)...])
    }
}

extension BarricadeError {
    fileprivate static func released(before request: URLRequest) -> BarricadeError {
        BarricadeError(
            .barricadeReleased,
            """
            The barricade of this session no longer exists, so \((request.url?.host ?? "its server").shortened) \
            is not asked either.

            To fix: in a test, make the session for each test, from the test's own barricade; \
            elsewhere, keep a reference to the barricade for as long as the session is used.
            """)
    }
}
