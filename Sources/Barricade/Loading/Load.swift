import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One load: everything that happens to a request, in the order in which it happens.
///
/// A load begins, decides on its request, logs it, carries out the decision, and delivers events to
/// its client. Extensions in files of their own have what most requests do not need: reading a body
/// first, uploading over a slow network, holding, redirects, passing through. ``LoadState`` has the
/// state of the load, and `Load+Waiting.swift` the time between its steps.
///
/// Three rules about threads hold for all of this:
///
/// - Any thread may use ``content``, which is behind the load's one lock. So it may call ``send(_:)``
///   and what is in `Load+Waiting.swift`.
/// - Only the client's queue may call the client, ``begin()``, ``deliver(_:)``, ``suspend()`` and
///   ``stop()``, and use the variables of the delivery. It is blocked by nothing.
/// - The variables of the request change in steps only. One step runs at a time: a step that
///   continues later has returned before it continues.
///
/// Whatever works for a load has its own lock, calls the load without holding it, and is stopped by the
/// load's end: a body's sender, a session of a real server, a task of users' code.
package final class Load: @unchecked Sendable {
    // Unchecked because a client is not Sendable, and for the variables; see the rules above.

    /// The content of a load that any thread may use.
    struct Content: Sendable {
        var state = LoadState()
        /// The request's place in the log; `nil` until it is decided.
        var place: LogPlace?
        /// The observers of the exchange; usually `nil`.
        var observers: ExchangeObservers?
        /// The place of a request that the log gets only if the load ends before it is decided.
        var undecided: Deferred<LogPlace>?
        /// The timeline on which the load has waited, or that steps; it may have an alarm there.
        var timeline: Timeline?

        var end: End { End(decided: place, undecided: undecided, timeline: timeline) }
    }

    /// Those that are told of the end of a load.
    struct End {
        fileprivate let decided: LogPlace?
        fileprivate let undecided: Deferred<LogPlace>?
        let timeline: Timeline?

        /// The request's place in the log, which it gets now if it has not been decided.
        var place: LogPlace? { decided ?? undecided?.value }
    }

    let client: any LoadClient
    let barricade: Barricade
    let content = Locked(Content())

    // The delivery.
    private var isStopped = false
    /// The status that the client has got.
    private var status = HTTP.Status.ok

    // The request: the first one, or one after redirects.
    var request: URLRequest
    /// Whether its body is that of an upload task.
    var isUpload = false
    /// Whether its body is, or was, a stream.
    var isStream = false
    /// The number of redirects followed so far.
    var redirects = 0
    /// Whether the request is the client's own, so that another loader can take it over.
    var isUntouched = true
    /// Whether the request has a stream that nobody has read.
    var hasUnreadStream = false
    /// Whether a redirect has led to another origin, which must not get the first one's
    /// credentials.
    var hasLeftOrigin = false
    /// The reason why the body cannot be sent to the real server; `nil` if it can.
    var lostBody: String?
    /// The policy for unmatched requests at the time of the decision.
    var policy = UnmatchedPolicy.fail
    /// The simulated network; `nil` if there is none.
    var traffic: NetworkTraffic?
    /// Whether the reply is observed, so that a real server's must come through here.
    var isReplyObserved = false

    /// Makes a load, which begins with ``begin()``.
    package init(for client: any LoadClient, at barricade: Barricade) {
        self.client = client
        self.barricade = barricade
        request = client.requestToLoad
    }

    // MARK: Beginning

    /// Begins the load.
    package func begin() {
        if barricade.timeline.isStepped { beginOnSteppedClock() }
        switch Step.catching({ try readBody() }) {
        case .now(let events): deliver(events)
        case .later: deliver()
        }
    }

    private func readBody() throws -> Step {
        isUpload = client.isUpload
        if let body = try client.hiddenBody { return try proceed(body: body) }
        if let data = request.httpBody { return try proceed(body: .data(data)) }
        guard let stream = request.httpBodyStream else { return try proceed(body: .none) }
        try checkSendable(hasBody: true)
        isStream = true
        hasUnreadStream = true
        var unread = try barricadeRequest(body: .unreadable("its stream was left untouched"))
        unread.isBodyUnread = true
        return try proceed(with: unread, unread: stream)
    }

    /// Makes the request that matchers get.
    func barricadeRequest(body: RequestBody) throws -> BarricadeRequest {
        guard let url = request.url else { throw URLError(.badURL) }
        var added = client.additionalHeaders
        if hasLeftOrigin { added.removeAll { Redirection.isOfOrigin($0.name) } }
        let sending =
            client.isLoader
            ? SendingFields(request, body, isUpload: isUpload, isStream: isStream) : nil
        return BarricadeRequest(
            request, to: url, body: body, additionalHeaders: added, sending: sending)
    }

    /// Fails a request that an app's loader would not send: a GET with a body.
    private func checkSendable(hasBody: Bool) throws {
        guard hasBody, client.isLoader, request.httpMethod ?? "GET" == "GET" else { return }
        let reason = [NSDebugDescriptionErrorKey: "A GET request must not have a body."]
        throw URLError(.dataLengthExceedsMaximum, userInfo: reason).located(at: request.url)
    }

    // MARK: Deciding

    /// Decides on a request with a known body, logs it, and carries out the decision.
    func proceed(body: RequestBody) throws -> Step {
        try checkSendable(hasBody: body.data?.isEmpty == false)
        return try proceed(with: barricadeRequest(body: body))
    }

    /// Decides on a request, logs it, and carries out the decision.
    ///
    /// - Parameter stream: Its body, which is read only if the decision needs it.
    func proceed(
        with request: BarricadeRequest, unread stream: InputStream? = nil
    ) throws -> Step {
        let snapshot = barricade.store.beginRouting()
        policy = snapshot.state.routing.unmatchedPolicy
        let plugins = snapshot.state.routing.plugins
        let isReady =
            stream == nil
            || leavesStreamAlone && !plugins.contains { $0.observationLevel != .none }
        switch isReady ? snapshot.decide(request) : .needsBody {
        case .needsBody:
            guard let stream else { throw URLError(.requestBodyStreamExhausted) }
            return try read(stream)
        case .waits(let other):
            recordAtEnd(request)
            return run { [self] in
                await other()
                return beginDecision() ? try proceed(with: request) : .later
            }
        case .decided(let decision):
            guard log(request, decision, plugins) else { return .later }
            traffic = decision.traffic
            return try sendUp(request, for: decision)
        }
    }

    /// Records a decided request in the log, and tells plugins of it; returns false if the load has
    /// ended since.
    private func log(
        _ request: BarricadeRequest, _ decision: Decision, _ plugins: [any Plugin]
    ) -> Bool {
        let place = barricade.log.begin(
            request, set: decision.set, response: decision.response, plugins: plugins)
        let decided = DecidedRequest(
            request: request, id: place.id, set: decision.set?.name, mode: decision.mode)
        let observers =
            plugins.isEmpty && decision.observer == nil
            ? nil : ExchangeObservers(of: decided, plugins, decision.observer)
        isReplyObserved = observers != nil
        let isLoading = content.withLock { content in
            (content.place, content.observers) = (place, observers)
            return content.state.isLoading
        }
        if !isLoading { place.end(.cancelled) }
        return isLoading
    }

    // MARK: Carrying out

    /// Reports how a request's body is sent, waits for the time that it takes to the server, and
    /// carries out the decision.
    private func sendUp(_ request: BarricadeRequest, for decision: Decision) throws -> Step {
        if let traffic { return try upload(request, over: traffic, for: decision) }
        guard case .data(let data) = request.sentBody, !data.isEmpty, !decision.outcome.isLive
        else { return try carryOut(decision, for: request) }
        let goOn: @Sendable () -> Void = { [self] in
            send { try carryOut(decision, for: request) }
        }
        // If the client's owner cancels the load when it is told, it gets nothing more.
        return .now([
            .sent(0..<data.count, of: data.count),
            .perform { [self] in client.tellsSent ? client.afterEarlierEvents(goOn) : goOn() },
        ])
    }

    /// Carries out a decision on a request that has been sent up.
    func carryOut(_ decision: Decision, for request: BarricadeRequest) throws -> Step {
        if let gate = decision.gate, let response = decision.response, let place {
            return hold(request, at: gate, place, then: response, after: decision.delay)
        }
        // Without a closure, which each plain request would have to allocate.
        return traffic == nil && decision.delay == .zero
            ? try answer(decision.outcome, to: request)
            : try answer(decision.outcome, after: decision.delay, to: request)
    }

    func answer(
        _ outcome: Decision.Outcome, after delay: Duration, to request: BarricadeRequest
    ) throws -> Step {
        try pause(for: delay) { [self] in
            guard case .reply(let response) = outcome, response.file != nil else {
                return try answer(outcome, to: request)
            }
            // Not on the queue where pauses end, since a slow disk would delay other loads.
            return inBackground { try self.answer(outcome, to: request) }
        }
    }

    /// Answers with a response made now, after its own delay, in place of another response.
    ///
    /// - Parameter name: The name for the log; `nil` keeps that of the other response.
    func answer(
        with made: CannedResponse, inPlaceOf response: PreparedResponse,
        to request: BarricadeRequest, as name: String? = nil
    ) throws -> Step {
        let prepared = response.prepared(made, as: name)
        // A response made now has answered no request, so its sequence has not ended.
        guard let next = try prepared.next(for: request, using: barricade.random)
        else { throw URLError(.badServerResponse) }
        if name != nil { place?.answer(with: next.shownName) }
        let delay = next.response.delay?.duration(using: barricade.random) ?? .zero
        return try answer(next.outcome, after: delay, to: request)
    }

    private func answer(_ outcome: Decision.Outcome, to request: BarricadeRequest) throws -> Step {
        switch outcome {
        case .reply(let prepared):
            let (response, content) = try prepared.reply(to: request)
            return try respond(with: response, content, body: request.sentBody)
        case .handler(let response):
            return run { [self] in
                let made = try await response.make(for: request, at: barricade)
                return try answer(with: made, inPlaceOf: response, to: request)
            }
        case .never: return pauseForever()
        case .fail(let error): throw error.located(at: request.url)
        case .passThrough: return try passThrough(body: request.sentBody)
        case .change(let response): return try passThrough(request, changedBy: response)
        case .unmatched(let nearMiss):
            // Not on the thread that starts loads, since no other load would start meanwhile.
            return nearMiss.isLong
                ? inBackground { try self.explain(nearMiss, request) }
                : try explain(nearMiss, request)
        }
    }

    /// Fails a request that no set claims, or lets it pass through with a report.
    private func explain(_ nearMiss: NearMiss, _ request: BarricadeRequest) throws -> Step {
        let error = BarricadeError(.unmatchedRequest, nearMiss.message)
        guard nearMiss.passesThrough else { throw error }
        place?.note(error.message)
        barricade.report(error)
        return try passThrough(body: request.sentBody)
    }

    // MARK: Responding

    /// Gives the client a response, or follows its redirect.
    func respond(
        with response: HTTPURLResponse, _ content: PreparedResponse.Content, body: RequestBody
    ) throws -> Step {
        if HTTP.Status(response.statusCode).isRedirection,
            let next = Redirection.next(after: request, response)
        {
            return try redirect(to: next, response, content, body: body)
        }
        return try give(response, content)
    }

    /// Gives the client a response after its cookies are stored.
    ///
    /// It stores them in the background, since a storage may write a file, which must not block the
    /// thread that starts loads.
    func give(
        _ response: HTTPURLResponse, _ content: PreparedResponse.Content, storesCookies: Bool = true
    ) throws -> Step {
        if client.handOver == .required { throw BarricadeError.downloadsUnsupported }
        guard storesCookies, !content.cookies.isEmpty,
            let jar = CookieJar(client.sessionConfiguration)
        else { return try receive(response, content) }
        return inBackground { [self] in
            jar.store(content.cookies, from: request)
            return try receive(response, content)
        }
    }

    /// Returns the events of a response as the client sees it.
    private func receive(
        _ response: HTTPURLResponse, _ content: PreparedResponse.Content
    ) throws -> Step {
        if content.isPlain || !client.isLoader { return try events(of: response, content) }
        // Not on the thread that starts loads, since it may inflate a large body.
        return inBackground { [self] in try events(of: response, content.received()) }
    }

    /// Returns the events of a response if it can be sent at once; otherwise sends it over time.
    private func events(
        of response: HTTPURLResponse, _ content: PreparedResponse.Content
    ) throws -> Step {
        switch content.body {
        case .whole(let data) where traffic == nil:
            return events(of: response, data, content)
        case .file(let part) where traffic == nil && part.isLarge:
            // Only on the client's queue can the task be asked.
            return .now([
                .perform { [self] in
                    let sender = BodySender(content, of: response, load: self)
                    send {
                        client.takesPieces
                            ? sender.start() : events(of: response, try part.data(), content)
                    }
                }
            ])
        case .file(let part) where traffic == nil:
            return events(of: response, try part.data(), content)
        case .whole, .file, .pieces:
            return BodySender(content, of: response, load: self).start()
        }
    }

    private func events(
        of response: HTTPURLResponse, _ data: Data, _ content: PreparedResponse.Content
    ) -> Step {
        let limit = content.limits.bytes
        // Data that is not cut is shared, not copied.
        let part = data.count > limit ? data.prefix(limit) : data
        let last = content.last(at: request.url)
        let head = LoadEvent.response(response, head: content.head)
        return .now(part.isEmpty ? [head, last] : [head, .data(part), last])
    }

    // MARK: Delivering

    /// Takes a step, and has its events sent to the client.
    func send(_ step: () throws -> Step) {
        if case .now(let events) = Step.catching(step) { send(events) }
    }

    /// Adds events, and has them sent to the client.
    func send(_ events: [LoadEvent]) {
        guard !events.isEmpty, content.withLock({ $0.state.add(events) }) else { return }
        client.run { self.deliver() }
    }

    /// Sends the pending events and further ones to the client.
    func deliver(_ added: [LoadEvent] = []) {
        // Looked at first, since asking whether the task runs costs as much as routing.
        guard !added.isEmpty || content.withLock({ $0.state.beginDelivery() }) else { return }
        guard client.isRunning else {
            // When the client runs again, it calls this.
            _ = content.withLock { $0.state.add(added) }
            return suspend()
        }
        var added = added
        while let (delivery, end, observers) = content.withLock({ content in
            content.state.deliver(adding: added).map { ($0, content.end, content.observers) }
        }) {
            added = []
            for event in delivery.events where !isStopped {
                if case .response(let response as HTTPURLResponse, _) = event {
                    status = HTTP.Status(response.statusCode)
                }
                observers?.tellDelivery(of: event)
                // After a timeout, the work has not ended by itself.
                if case .fail = event { delivery.stop?() }
                if event.isLast { endRecord(by: event, end.place) }
                if case .perform(let work) = event { work() } else { client.receive(event) }
            }
            // Last, since a stepped clock continues now.
            if delivery.isLast { return end.timeline?.cancelAlarm(of: owner) ?? () }
        }
    }

    /// Notes that the client takes no events until it runs again.
    func suspend() {
        // A stepped clock does not wait for it meanwhile.
        content.withLock { $0.timeline }?.schedule?.suspend(owner)
    }

    /// Ends the load, since the client wants no more events.
    package func stop() {
        isStopped = true
        let (stop, end) = content.withLock { ($0.state.stop(), $0.end) }
        end.timeline?.cancelAlarm(of: owner)
        stop?()
        end.place?.end(.cancelled)
    }

    // MARK: The log

    /// Notes in the log that the client did not get the reply as it is, and perhaps why; also after
    /// the end.
    package func note(
        _ note: String, because explanation: (LoggedRequest) -> String? = { _ in nil }
    ) {
        guard let place, let entry = place.record?.entry else { return }
        place.add(note: note, explanation: explanation(entry))
    }

    /// The request's place in the log; `nil` if the log does not have it yet.
    var place: LogPlace? { content.withLock { $0.place } }

    /// Records the end of the load in the log, before the client learns of it.
    private func endRecord(by last: LoadEvent, _ place: LogPlace?) {
        if let note = client.note(on: last) { place?.add(note: note) }
        switch last {
        case .fail(let error): place?.end(failedWith: error)
        case .handOver: place?.end(.passedThrough)
        case .finish: place?.end(.answered(status))
        case .response, .data, .piece, .sent, .perform: break
        }
    }

    /// Records the outcome of the request, or that another loader has it.
    func endRecord(_ outcome: LoggedRequest.Outcome) {
        content.withLock { $0.end }.place?.end(outcome)
    }
}

/// The result of a step of a load.
///
/// A step fails the load by an error that it throws.
enum Step {
    /// The step is over, with these events for the client.
    case now([LoadEvent])
    /// The step continues later and sends its events then, or the load has ended.
    case later

    /// Takes a step; an error fails the load.
    static func catching(_ step: () throws -> Step) -> Step {
        do { return try step() } catch { return .now([.fail(error)]) }
    }
}

extension PreparedResponse.Content {
    /// Returns the event after the body, or after the part of it to send.
    func last(at url: URL?) -> LoadEvent {
        failure.map { .fail($0.error.located(at: url)) } ?? .finish
    }
}
