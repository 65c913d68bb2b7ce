import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A URL protocol that answers the requests of sessions with a barricade installed.
///
/// It accepts every request that may reach a server, so that none reaches the network by accident;
/// the decision comes when the load starts. ``LoadState`` has the state of the load. Only
/// ``tell(_:)`` calls the client, and only on the platform's ``ClientQueue``.
class BarricadeProtocol: URLProtocol {
    /// The content of a load, behind its one lock.
    struct Content: Sendable {
        var state = LoadState()
        /// The request's place in the log; `nil` until it is decided.
        var place: LogPlace?
        /// The place of a request that the log gets only if the load ends before it is decided.
        var undecided: Deferred<LogPlace>?
        /// The timeline on which the load has waited, or that steps; it may have an alarm there.
        var timeline: Timeline?
    }

    let content = Locked(Content())
    /// The state of the platform's driver, used only where the client is called.
    @exclusivity(unchecked) var driver = LoadDriver()
    /// Whether the platform has started or stopped the load, used only where the client is called.
    @exclusivity(unchecked) private var hasStarted = false
    /// Whether the platform has stopped the load, used only where the client is called.
    @exclusivity(unchecked) private var isStopped = false
    /// The status sent to the client, used only where the client is called.
    @exclusivity(unchecked) private var status = HTTP.Status.ok

    /// Accepts all requests except those with a local scheme, which reach no server, unless a set
    /// names the scheme.
    override class func canInit(with request: URLRequest) -> Bool {
        if request.hasPassed(self) { return false }
        // Checks the first letter first, since reading every scheme would take as long as routing.
        guard let url = request.url, let first = url.absoluteString.utf8.first,
            "dDfF".utf8.contains(first), let scheme = url.scheme?.lowercased(),
            scheme == "data" || scheme == "file"
        else { return true }
        return ProtocolRegistry.session(of: self)?.barricade.store.snapshot.names(scheme: scheme)
            ?? false
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest {
        request
    }

    override class func requestIsCacheEquivalent(_ left: URLRequest, to right: URLRequest) -> Bool {
        false
    }

    override func startLoading() {
        guard !startNextLoader() else { return }
        guard !hasStarted else { return tell() }
        hasStarted = true
        tell(LoadEvent.events(begin))
    }

    override func stopLoading() {
        if isSuspended {
            stopNextLoader(isOver: false)
            return suspend()
        }
        guard isOver else { return }
        stopNextLoader(isOver: true)
        (hasStarted, isStopped) = (true, true)
        let (stop, timeline) = content.withLock { ($0.state.stop(), $0.timeline) }
        timeline?.cancelAlarm(of: ObjectIdentifier(self))
        stop?()
        endRecord(.cancelled)
    }

    /// The configuration of the task's session; on Apple platforms, as passed to the session.
    var sessionConfiguration: URLSessionConfiguration? {
        task.flatMap { TaskReflection.configuration(of: $0) }
            ?? ProtocolRegistry.owner(of: type(of: self))?.configuration
    }

    private func begin() throws -> [LoadEvent] {
        guard let queue = ClientQueue() else { throw URLError(.cannotLoadFromNetwork) }
        guard let session = ProtocolRegistry.session(of: type(of: self)) else {
            throw BarricadeError.released(before: request)
        }
        return try Load(self, queue, session).begin()
    }

    /// Sends the pending events and further ones to the client; call it only on the client queue.
    func tell(_ added: [LoadEvent] = []) {
        // Looked at first, since asking whether the task runs costs as much as routing.
        guard !added.isEmpty || content.withLock({ $0.state.beginVisit() }) else { return }
        guard isRunning else {
            // When the task is resumed, it starts the load again, which tells them.
            _ = content.withLock { $0.state.add(added) }
            return suspend()
        }
        var added = added
        while let (visit, place, undecided, timeline) = content.withLock({ content in
            content.state.visit(adding: added)
                .map { ($0, content.place, content.undecided, content.timeline) }
        }) {
            added = []
            for event in visit.events where !isStopped {
                if case .response(let response as HTTPURLResponse) = event {
                    status = HTTP.Status(response.statusCode)
                }
                if let place, !place.observers.isEmpty { event.part.map(place.tell) }
                // After a timeout, the work has not ended by itself.
                if case .fail = event { visit.stop?() }
                if event.isLast { endRecord(by: event, place ?? undecided?.value) }
                tell(event)
            }
            // Last, since a stepped clock continues now.
            if visit.isLast { return timeline?.cancelAlarm(of: ObjectIdentifier(self)) ?? () }
        }
    }

    /// Tells a stepped clock that the load waits until the task is resumed.
    private func suspend() {
        content.withLock { $0.timeline }?.schedule?.suspend(ObjectIdentifier(self))
    }

    // MARK: The log

    /// Records the end of the load in the log, before the client learns of it.
    private func endRecord(by last: LoadEvent, _ place: LogPlace?) {
        switch last {
        case .fail(let error): place?.end(failedWith: error)
        case .handOver: place?.end(.passedThrough)
        case .finish: place?.end(.answered(status))
        case .response, .data, .piece, .visit: break
        }
    }

    /// Records the outcome of the request, or that another loader has it.
    func endRecord(_ outcome: LoggedRequest.Outcome) {
        let (place, undecided) = content.withLock { ($0.place, $0.undecided) }
        (place ?? undecided?.value)?.end(outcome)
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
