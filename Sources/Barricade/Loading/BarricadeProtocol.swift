import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A URL protocol that answers the requests of sessions with a barricade installed.
///
/// It accepts every request that may reach a server, so that none reaches the network by accident;
/// the decision comes when the load starts. ``LoadState`` has the state of the load. Only
/// ``tell()`` calls the client, and only on the platform's ``ClientQueue``.
class BarricadeProtocol: URLProtocol {
    struct Content: Sendable {
        var state = LoadState<LoadEvent, LoadWork>()
        package var place: LogPlace?
        /// The request while its body is being read, before it has a place in the log.
        var unread: (BarricadeRequest, RequestLog)?
        /// The status sent to the client.
        package var status: HTTP.Status?
        /// When the load began to wait, on its barricade's clock.
        var start: Duration?
        /// Where the load has set an alarm.
        var timeline: Timeline?

        /// Takes the next event for the client, and records its status.
        package mutating func next() -> LoadState<LoadEvent, LoadWork>.Action {
            let action = state.next()
            if case .tell(.response(let response as HTTPURLResponse)) = action {
                status = HTTP.Status(response.statusCode)
            }
            return action
        }
    }

    let content = Locked(Content())
    /// The state of the platform's driver, used only where the client is called.
    @exclusivity(unchecked) var driver = LoadDriver()

    override class func canInit(with request: URLRequest) -> Bool {
        accepts(request)
    }

    /// Returns whether the barricade decides a request: all except those with a local scheme,
    /// unless a set names the scheme.
    static func claims(_ request: URLRequest) -> Bool {
        // Reading the scheme of every URL would take as long as routing.
        guard let url = request.url, Routing.mayBeLocal(url.absoluteString),
            let scheme = url.scheme?.lowercased(),
            Routing.localSchemes.contains(scheme)
        else { return true }
        let barricade = ProtocolRegistry.answeringBarricade(of: self)
        return barricade?.store.routing.names(scheme: scheme) ?? false
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest {
        request
    }

    override class func requestIsCacheEquivalent(_ left: URLRequest, to right: URLRequest) -> Bool {
        false
    }

    override func startLoading() {
        switch content.withLock({ $0.state.start() }) {
        case .begin: begin()
        case .forward: forwardStart()
        default: break
        }
        tell()
    }

    override func stopLoading() {
        switch reasonToStop {
        case .none:
            break
        case .suspension:
            rest()
            if case .forward = content.withLock({ $0.state.suspend() }) { forwardStop() }
        case .end:
            let (action, timeline) = content.withLock { ($0.state.stop(), $0.timeline) }
            if case .forward = action { forwardStop() }
            timeline?.cancelAlarm(of: ObjectIdentifier(self))
            if case .letGo(let work) = action { work?.stop?() }
            endRecord(.cancelled)
        }
    }

    private func begin() {
        guard let queue = ClientQueue() else {
            return fail(URLError(.cannotLoadFromNetwork))
        }
        guard let session = ProtocolRegistry.session(of: type(of: self)) else {
            return fail(BarricadeError.released(before: request))
        }
        Load(
            loader: self, queue: queue, barricade: session.barricade,
            mayAddHeaders: session.configuration.mayAddHeaders,
            decidedHeaders: session.decidedHeaders
        ).begin()
    }

    private func fail(_ error: any Error) {
        _ = content.withLock { $0.state.add([.fail(error)]) }
    }

    /// Sends pending events to the client; call it only on the platform's client queue.
    func tell() {
        guard case .tellIfRunning = content.withLock({ $0.state.news() }) else { return }
        guard isRunning else { return rest() }
        while true {
            switch content.withLock({ $0.next() }) {
            case .tell(let event):
                if case .redirect(let next, _) = event, let url = next.url {
                    endRecord(.redirected(to: url))
                }
                tell(event)
            case .end(let event, let work):
                end(with: event, work)
                tell(event)
                // Last, since a clock that steps goes on now.
                content.withLock { $0.timeline }?.cancelAlarm(of: ObjectIdentifier(self))
            default:
                return
            }
        }
    }

    /// Notes that the load waits until the task is resumed, whatever its clock says.
    private func rest() {
        content.withLock { $0.timeline }?.rest(ObjectIdentifier(self))
    }

    // MARK: The log

    /// Records the end of the load in the log, before the client learns of it.
    private func end(with event: LoadEvent, _ work: LoadWork?) {
        let (status, known) = content.withLock { ($0.status, $0.place) }
        let place = known ?? takePlace()
        switch event {
        case .handOver:
            place?.end(.passedThrough)
        case .fail(let error):
            place?.end(failedWith: error)
            // After a timeout, the work has not ended by itself.
            work?.stop?()
        default:
            place?.end(.answered(status ?? .ok))
        }
    }

    /// Records the outcome of the request, or that another loader has it.
    func endRecord(_ outcome: LoggedRequest.Outcome) {
        takePlace()?.end(outcome)
    }

    /// Takes the request's place in the log; makes one if its body was never read to the end.
    private func takePlace() -> LogPlace? {
        if let place = content.withLock({ $0.place }) { return place }
        let unread = content.withLock { content in
            defer { content.unread = nil }
            return content.unread
        }
        return unread.map { request, log in log.begin(request, set: nil, response: nil) }
    }
}

extension BarricadeError {
    fileprivate static func released(before request: URLRequest) -> BarricadeError {
        BarricadeError(
            .barricadeReleased,
            """
            The barricade of this session no longer exists, so \((request.url?.host ?? "its server").shortened) \
            is not asked either.

            To fix: keep a reference to the barricade for as long as the session is used.
            """)
    }
}

/// The reason why the platform stops a load.
enum StopReason {
    /// The task is suspended, and may be resumed.
    case suspension
    case end
}
