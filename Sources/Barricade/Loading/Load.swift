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
/// - Any thread may use ``state``, which is behind the load's one lock. So it may call ``send(_:)``
///   and what is in `Load+Waiting.swift`.
/// - Only the client's queue may call the client, ``begin()``, ``deliver(_:)``, ``suspend()`` and
///   ``stop()``, and use the variables of the delivery. Nothing blocks it but a file that changes
///   meanwhile, for a moment.
/// - The variables of the request change in steps only. One step runs at a time: a step uses none of
///   them once it has arranged to continue later.
///
/// Whatever works for a load has its own lock, calls the load without holding it, and is stopped by the
/// load's end: a body's sender, a session of a real server, a task of users' code.
package final class Load: @unchecked Sendable {
    // Unchecked because a client is not Sendable, and for the variables; see the rules above.

    /// The state of a load that any thread may use.
    struct State: Sendable {
        var load: LoadState
        /// The writer into the log, for a request that has been decided.
        var logWriter: LogWriter?
        /// A request that is logged only if the load ends before it is decided.
        var undecided: BarricadeRequest?
        /// The observers of the exchange; usually `nil`.
        var observers: ExchangeObservers?
        /// The timeline on which the load has waited, or that steps; it may have an alarm there.
        var timeline: Timeline?
    }

    let client: any LoadClient
    let barricade: Barricade
    let state: Locked<State>

    // The delivery.
    private var isStopped = false
    /// The status that the client has got.
    private var status = HTTP.Status.ok

    // The request: the first one, or one after redirects.
    var urlRequest: URLRequest
    /// Whether its body is that of an upload task.
    var isUpload = false
    /// Whether its body is, or was, a stream.
    var isStream = false
    /// The number of redirects followed so far.
    var redirects = 0
    /// The request whose redirect was followed last, for messages; `nil` if there was none.
    var redirecting: String?
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

    /// Makes a load, which begins with ``begin()``.
    package init(for client: any LoadClient, at barricade: Barricade) {
        self.client = client
        self.barricade = barricade
        urlRequest = client.requestToLoad
        let limits = Self.limits(of: urlRequest, in: client.sessionConfiguration)
        state = Locked(State(load: LoadState(limits: limits)))
    }

    // MARK: Beginning

    /// Begins the load.
    package func begin() {
        if barricade.timeline.isStepped { beginOnSteppedClock() }
        switch Step.catching({ try routeFirst() }) {
        case .now(let events): deliver(events)
        case .later: deliver()
        }
    }

    /// Routes the client's request, whose body is known, hidden or a stream.
    private func routeFirst() throws -> Step {
        isUpload = client.isUpload
        if let body = try client.hiddenBody { return try route(body: body) }
        if let data = urlRequest.httpBody { return try route(body: .data(data)) }
        guard let stream = urlRequest.httpBodyStream else { return try route(body: .none) }
        isStream = true
        hasUnreadStream = true
        var unread = try barricadeRequest(body: .unreadable("its stream was left untouched"))
        unread.isBodyUnread = true
        return try route(unread, stream)
    }

    /// Makes the request that matchers get.
    func barricadeRequest(body: RequestBody) throws -> BarricadeRequest {
        guard let url = urlRequest.url else { throw URLError(.badURL) }
        var added = client.additionalHeaders
        if hasLeftOrigin { added.removeAll { Redirection.isOfOrigin($0.name) } }
        var sent = urlRequest
        let sending =
            client.isLoader
            ? SendingFields(sent, body, isUpload: isUpload, isStream: isStream) : nil
        if let length = sending?.length {
            // A loader counts a body that is data by itself, whatever an app says.
            added.removeAll { $0.isNamed("Content-Length") }
            if sent.value(forHTTPHeaderField: "Content-Length") != nil {
                sent.setValue("\(length)", forHTTPHeaderField: "Content-Length")
            }
        }
        return BarricadeRequest(
            sent, to: url, body: body, additionalHeaders: added, sending: sending)
    }

    /// Fails and logs a request that an app's loader would not send: a GET with a body.
    private func checkMayHaveBody(_ request: BarricadeRequest, hasStream: Bool) throws {
        guard hasStream || request.sentBody.data?.isEmpty == false, client.isLoader,
            urlRequest.httpMethod ?? "GET" == "GET"
        else { return }
        noteUndecided(request)
        let reason = [NSDebugDescriptionErrorKey: "A GET request must not have a body."]
        throw URLError(.dataLengthExceedsMaximum, userInfo: reason).located(at: urlRequest.url)
    }

    // MARK: Deciding

    /// Routes the request with a known body.
    func route(body: RequestBody) throws -> Step {
        try route(barricadeRequest(body: body))
    }

    /// Routes a request: decides on it, logs it, and carries out the decision.
    ///
    /// - Parameter stream: Its body, which is read only if the decision needs it.
    private func route(_ request: BarricadeRequest, _ stream: InputStream? = nil) throws -> Step {
        try checkMayHaveBody(request, hasStream: stream != nil)
        let router = barricade.store.router()
        policy = router.state.routing.unmatchedPolicy
        switch router.rule(on: request, keepsStream: client.handOver == .impossible) {
        case .needsBody:
            guard let stream else { throw URLError(.requestBodyStreamExhausted) }
            return try read(stream)
        case .waits(let other):
            noteUndecided(request)
            return run { [self] in
                await other()
                return beginDecision() ? try route(request) : .later
            }
        case .decided(let decision):
            guard beginExchange(request, decision, router.state.routing.plugins) else {
                return .later
            }
            traffic = decision.traffic
            return try sendUp(request, for: decision)
        }
    }

    /// Notes a request that is logged only if the load ends before it is decided.
    func noteUndecided(_ request: BarricadeRequest) {
        state.withLock { ($0.logWriter, $0.undecided) = (nil, request) }
    }

    /// Notes that a request is decided now; returns false if the load has ended meanwhile, and is
    /// already in the log.
    func beginDecision() -> Bool {
        state.withLock { state in
            if state.load.isLoading { state.undecided = nil }
            return state.load.isLoading
        }
    }

    /// Logs a decided request, and tells plugins of it; returns false if the load has ended since.
    private func beginExchange(
        _ request: BarricadeRequest, _ decision: Decision, _ plugins: [any Plugin]
    ) -> Bool {
        let writer = barricade.log.begin(
            request, set: decision.set, response: decision.response, plugins: plugins)
        let decided = DecidedRequest(
            request: request, id: writer.id, set: decision.set?.name, mode: decision.mode)
        let observers =
            plugins.isEmpty && decision.observer == nil
            ? nil : ExchangeObservers(of: decided, plugins, decision.observer)
        let isLoading = state.withLock { state in
            (state.logWriter, state.observers) = (writer, observers)
            return state.load.isLoading
        }
        if !isLoading { writer.end(.cancelled) }
        return isLoading
    }

    // MARK: Carrying out

    /// Reports how a request's body is sent, waits for the time that it takes to the server, and
    /// carries out the decision.
    private func sendUp(_ request: BarricadeRequest, for decision: Decision) throws -> Step {
        if let traffic { return try upload(request, over: traffic, for: decision) }
        guard case .data(let data) = request.sentBody, !data.isEmpty, client.isLoader,
            !decision.outcome.reachesServer
        else { return try carryOut(decision, for: request) }
        let proceed: @Sendable () -> Void = { [self] in
            send { try carryOut(decision, for: request) }
        }
        // If the client's owner cancels the load when it is told, it gets nothing more.
        return .now([
            .sent(0..<data.count, of: data.count),
            .perform { [self] in client.afterEarlierEvents(proceed) },
        ])
    }

    /// Carries out a decision on a request that has been sent up.
    func carryOut(_ decision: Decision, for request: BarricadeRequest) throws -> Step {
        if let gate = decision.gate, let response = decision.response, let logWriter {
            return hold(request, at: gate, logWriter, then: response, for: decision)
        }
        // Without a closure, which each plain request would have to allocate.
        return traffic == nil && decision.delay == .zero
            ? try answer(decision.outcome, to: request)
            : try answer(decision.outcome, after: decision.delay, to: request)
    }

    /// Answers with an outcome after a delay.
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
    /// - Parameters:
    ///   - name: The name for the log; `nil` keeps that of the other response.
    ///   - counted: The response of the set that has this name.
    func answer(
        with made: CannedResponse, inPlaceOf response: PreparedResponse,
        to request: BarricadeRequest, as name: String? = nil, counted: PreparedResponse? = nil
    ) throws -> Step {
        let prepared = response.prepared(made, as: name)
        // A response made now has answered no request, so its sequence has not ended.
        guard let next = try prepared.next(for: request, using: barricade.random)
        else { throw URLError(.badServerResponse) }
        if name != nil { logWriter?.noteResponse(next.shownName, counted: counted) }
        if let note = made.note { logWriter?.add(note: note) }
        let delay = next.definition.delay?.duration(using: barricade.random) ?? .zero
        return try answer(next.outcome, after: delay, to: request)
    }

    private func answer(_ outcome: Decision.Outcome, to request: BarricadeRequest) throws -> Step {
        switch outcome {
        case .reply(let prepared):
            let (response, content) = try prepared.reply(to: request)
            return try respond(with: response, content, requestBody: request.sentBody)
        case .handler(let response):
            return run { [self] in
                let made = try await response.make(for: request, at: barricade)
                return try answer(with: made, inPlaceOf: response, to: request)
            }
        case .never: return pauseForever()
        case .fail(let error): throw error.located(at: urlRequest.url)
        case .passThrough: return try passThrough(body: request.sentBody)
        case .change(let response): return try passThrough(request, changedBy: response)
        case .unmatched(let nearMiss):
            // Not on the thread that starts loads, since no other load would start meanwhile.
            return nearMiss.isLong
                ? inBackground { try self.miss(request, nearMiss) }
                : try miss(request, nearMiss)
        }
    }

    /// Fails a request that no set claims, or lets it pass through with a report.
    private func miss(_ request: BarricadeRequest, _ nearMiss: NearMiss) throws -> Step {
        let jar = CookieJar(client.sessionConfiguration)
        let message = nearMiss.message(after: redirecting) { jar?.remedy(for: urlRequest, $0) }
        let error = BarricadeError(.unmatchedRequest, message)
        guard nearMiss.passesThrough else { throw error }
        logWriter?.explain(error.message)
        barricade.report(error)
        return try passThrough(body: request.sentBody)
    }

    // MARK: Responding

    /// Gives the client a response, or follows its redirect.
    func respond(
        with response: HTTPURLResponse, _ content: PreparedResponse.Content,
        requestBody: RequestBody
    ) throws -> Step {
        if HTTP.Status(response.statusCode).isRedirection,
            let next = Redirection.next(after: urlRequest, response)
        {
            return try redirect(to: next, response, content, requestBody: requestBody)
        }
        return try give(response, content)
    }

    /// Gives the client a response as a loader shows it, after its cookies are stored.
    func give(
        _ response: HTTPURLResponse, _ content: PreparedResponse.Content, storesCookies: Bool = true
    ) throws -> Step {
        if client.handOver == .required { throw BarricadeError.downloadsUnsupported }
        let jar =
            storesCookies && !content.cookies.isEmpty
            ? CookieJar(client.sessionConfiguration) : nil
        let isAsLoaded = content.isPlain || !client.isLoader
        if jar == nil, isAsLoaded { return try events(of: response, content) }
        // Not on the thread that starts loads, since a storage may write a file, and a large body
        // be inflated.
        return inBackground { [self] in
            jar?.store(content.cookies, from: urlRequest)
            return try events(of: response, isAsLoaded ? content : content.received())
        }
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
        let last = content.last(at: urlRequest.url)
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
        guard !events.isEmpty, state.withLock({ $0.load.add(events) }) else { return }
        client.run { self.deliver() }
    }

    /// Sends the pending events and further ones to the client.
    func deliver(_ added: [LoadEvent] = []) {
        // Looked at first, since asking whether the task runs costs as much as routing.
        guard !added.isEmpty || state.withLock({ $0.load.continueDelivery() }) else { return }
        guard client.isRunning else {
            // When the client runs again, it calls this.
            _ = state.withLock { $0.load.add(added) }
            return suspend()
        }
        var added = added
        while let (delivery, current) = state.withLock({ state in
            state.load.deliver(adding: added).map { ($0, state) }
        }) {
            added = []
            for event in delivery.events {
                // The client's owner may stop the load while it gets one of the last events.
                if isStopped {
                    if delivery.isLast { writerAtEnd(current)?.end(.cancelled) }
                    break
                }
                current.observers?.tellDelivery(of: event)
                // After a timeout, the work has not ended by itself.
                if case .fail = event { delivery.stop?() }
                if event.isLast { logEnd(by: event, to: writerAtEnd(current)) }
                hand(event)
            }
            // Last, since a stepped clock continues now.
            if delivery.isLast { return current.timeline?.end(owner) ?? () }
        }
    }

    /// Hands an event to the client.
    private func hand(_ event: LoadEvent) {
        switch event {
        case .perform(let work): return work()
        case .response(let response as HTTPURLResponse, _):
            status = HTTP.Status(response.statusCode)
        default: break
        }
        client.receive(event)
    }

    /// Notes that the client takes no events until it runs again.
    func suspend() {
        // A stepped clock does not wait for it meanwhile.
        state.withLock { $0.timeline }?.schedule?.suspend(owner)
    }

    /// Ends the load, since the client wants no more events.
    package func stop() {
        isStopped = true
        let (before, stop) = state.withLock { ($0, $0.load.stop()) }
        before.timeline?.end(owner)
        stop?()
        if before.load.isLoading { writerAtEnd(before)?.end(.cancelled) }
    }

    // MARK: The log

    /// Notes in the log that the client did not get the reply as it is, and perhaps why; also after
    /// the end.
    package func note(
        _ note: String, because explanation: (LoggedRequest) -> String? = { _ in nil }
    ) {
        guard let logWriter, let entry = logWriter.record?.entry else { return }
        logWriter.add(note: note, explanation: explanation(entry))
    }

    /// The writer into the log of the request; `nil` until the request is decided.
    var logWriter: LogWriter? { state.withLock { $0.logWriter } }

    /// Returns what writes about the end of the load; logs a request that has not been decided.
    private func writerAtEnd(_ state: State) -> LogWriter? {
        state.logWriter
            ?? state.undecided.map { barricade.log.begin($0, set: nil, response: nil) }
    }

    /// Records the end of the load in the log, before the client learns of it.
    private func logEnd(by last: LoadEvent, to writer: LogWriter?) {
        if let note = client.note(on: last) { writer?.add(note: note) }
        switch last {
        case .fail(let error): writer?.end(failedWith: error)
        case .handOver: writer?.end(.passedThrough)
        case .finish: writer?.end(.answered(status))
        case .response, .data, .piece, .sent, .perform: break
        }
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
