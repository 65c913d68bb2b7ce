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
        var entry = LogEntry.none
        /// The status sent to the client.
        var status: HTTP.Status?
        /// The timeline on which the load has set an alarm.
        var timeline: Timeline?

        /// Takes the next events for the client, with the content at that moment.
        mutating func visit(adding added: [LoadEvent]) -> (LoadState.Visit, Content)? {
            guard let visit = state.visit(adding: added) else { return nil }
            for case .response(let response as HTTPURLResponse) in visit.events {
                status = HTTP.Status(response.statusCode)
            }
            let content = self
            if visit.isLast { _ = takeEntry() }
            return (visit, content)
        }

        /// Returns the entry; an unread one is returned only to the first caller.
        mutating func takeEntry() -> LogEntry {
            defer { if case .unread = entry { entry = .none } }
            return entry
        }
    }

    /// A load's entry in the log.
    enum LogEntry: Sendable {
        case none
        /// The log has no entry while the request's body is being read.
        indirect case unread(BarricadeRequest, RequestLog)
        case place(LogPlace)

        /// The entry's place; made now if the body was never read to the end.
        var place: LogPlace? {
            switch self {
            case .none: nil
            case .unread(let request, let log): log.begin(request, set: nil, response: nil)
            case .place(let place): place
            }
        }
    }

    /// The latest call of the platform.
    private enum Phase {
        case idle
        case started
        case stopped
    }

    let content = Locked(Content())
    /// The state of the platform's driver, used only where the client is called.
    @exclusivity(unchecked) var driver = LoadDriver()
    /// The latest call of the platform, used only where the client is called.
    @exclusivity(unchecked) private var phase = Phase.idle

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
        guard case .idle = phase else { return tell() }
        phase = .started
        tell(begin())
    }

    override func stopLoading() {
        guard let reason = reasonToStop else { return }
        stopNextLoader(for: reason)
        switch reason {
        case .suspension:
            suspend()
        case .end:
            phase = .stopped
            let (work, timeline) = content.withLock { ($0.state.stop(), $0.timeline) }
            timeline?.cancelAlarm(of: ObjectIdentifier(self))
            work?.stop?()
            endRecord(.cancelled)
        }
    }

    /// The configuration of the task's session; on Apple platforms, as passed to the session.
    var sessionConfiguration: URLSessionConfiguration? {
        task.flatMap { TaskReflection.configuration(of: $0) }
            ?? ProtocolRegistry.owner(of: type(of: self))?.configuration
    }

    private func begin() -> [LoadEvent] {
        guard let queue = ClientQueue() else { return [.fail(.cannotLoadFromNetwork)] }
        guard let session = ProtocolRegistry.session(of: type(of: self)) else {
            return [.fail(BarricadeError.released(before: request))]
        }
        return Load(self, queue, session).begin()
    }

    /// Sends the pending events and further ones to the client; call it only on the client queue.
    func tell(_ added: [LoadEvent] = []) {
        // Asking the task costs as much as routing.
        guard !added.isEmpty || content.withLock({ $0.state.hasPendingEvents() }) else { return }
        guard isRunning else {
            _ = content.withLock { $0.state.add(added) }
            return suspend()
        }
        var added = added
        while let (visit, content) = content.withLock({ $0.visit(adding: added) }) {
            added = []
            for event in visit.events where phase != .stopped {
                if case .place(let place) = content.entry, !place.observers.isEmpty {
                    event.part.map(place.tell)
                }
                if event.isLast { endRecord(by: event, content, visit.work) }
                tell(event)
            }
            // Last, since a stepped clock continues now.
            if visit.isLast {
                return content.timeline?.cancelAlarm(of: ObjectIdentifier(self)) ?? ()
            }
        }
    }

    /// Tells a stepped clock that the load waits until the task is resumed.
    private func suspend() {
        content.withLock { $0.timeline }?.schedule?.suspend(ObjectIdentifier(self))
    }

    // MARK: The log

    /// Records the end of the load in the log, before the client learns of it.
    private func endRecord(by last: LoadEvent, _ content: Content, _ work: LoadWork?) {
        let place = content.entry.place
        switch last {
        case .fail(let error):
            place?.end(failedWith: error)
            // After a timeout, the work has not ended by itself.
            work?.stop?()
        case .handOver:
            place?.end(.passedThrough)
        case .finish:
            place?.end(.answered(content.status ?? .ok))
        case .response, .data, .piece, .mark, .visit:
            break
        }
    }

    /// Records the outcome of the request, or that another loader has it.
    func endRecord(_ outcome: LoggedRequest.Outcome) {
        content.withLock { $0.takeEntry() }.place?.end(outcome)
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
