import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The current request of a load: the first one, or one after redirects; for use on any thread.
///
/// Each step returns the events that it has for the client, or throws the error that the load fails
/// with. A step that continues later returns none, and sends its events itself.
final class Load: @unchecked Sendable {
    // Unchecked because a URLProtocol is not Sendable. Its content is behind a lock, its initial
    // values do not change, and only `tell` uses its client and driver, on the platform's queue.
    // The variables here change only until a decision has been carried out, on one thread at a time.
    let loader: BarricadeProtocol
    let queue: ClientQueue
    let session: ProtocolRegistry.Session
    private(set) var request: URLRequest
    /// The number of redirects followed so far.
    private(set) var redirects = 0
    /// Whether the request is the task's own, so that the platform can load it.
    private(set) var isUntouched = true
    /// Whether a redirect has led to another origin, which must not get the first one's
    /// credentials.
    private(set) var hasLeftOrigin = false
    /// The reason why the body cannot be sent to the real server; `nil` if it can.
    private(set) var lostBody: String?
    /// The policy for unmatched requests at the time of the decision.
    private(set) var policy = UnmatchedPolicy.fail
    /// The simulated network; `nil` if there is none.
    private(set) var traffic: NetworkTraffic?
    /// Begins to observe the real server's reply; `nil` if it is not observed.
    private(set) var observe: (@Sendable () -> [any LiveObservation])?

    init(_ loader: BarricadeProtocol, _ queue: ClientQueue, _ session: ProtocolRegistry.Session) {
        (self.loader, self.queue, self.session) = (loader, queue, session)
        request = loader.request
    }

    var barricade: Barricade { session.barricade }

    /// Gives the request another body, or the one that has been read from the task's stream.
    func carry(_ body: RequestBody) {
        request.httpBodyStream = nil
        request.httpBody = body.data
        isUntouched = false
        lostBody = if case .unreadable(let reason) = body { reason } else { nil }
    }

    /// Continues with the request that follows a redirect.
    func follow(_ next: URLRequest, body: RequestBody) throws -> [LoadEvent] {
        if let from = request.url, let to = next.url, !Redirection.isSameOrigin(from, to) {
            hasLeftOrigin = true
        }
        redirects += 1
        request = next
        carry(body)
        return try proceed(body: body)
    }

    // MARK: Deciding

    /// Begins the load, on the thread on which the platform starts it.
    func begin() throws -> [LoadEvent] {
        if barricade.timeline.isStepped { beginOnSteppedClock() }
        request = requestToLoad
        let upload = loader.task as? URLSessionUploadTask
        if let body = upload.flatMap(TaskReflection.uploadBody) { return try proceed(body: body) }
        if let data = loader.request.httpBody { return try proceed(body: .data(data)) }
        if let stream = loader.request.httpBodyStream { return try proceed(with: stream) }
        return try proceed(body: .none)
    }

    /// Decides on a request with a known body.
    func proceed(body: RequestBody) throws -> [LoadEvent] {
        // No stream is left to read, so there is a decision.
        try decide(on: barricadeRequest(body: body)) ?? []
    }

    /// Decides on a request with a body stream, and reads the stream if the decision needs the
    /// body.
    private func proceed(with stream: InputStream) throws -> [LoadEvent] {
        var unread = try barricadeRequest(body: .unreadable("its stream was left untouched"))
        unread.isBodyWanted = Locked(false)
        if let events = try decide(on: unread) { return events }
        recordAtEnd(try barricadeRequest(body: .unreadable("its stream had not ended")))
        let reader = BodyReader(stream, progress: progress)
        wait(for: .work, stop: reader.stop)
        reader.read { [self] body in
            guard beginDecision() else { return }
            carry(body)
            send { try proceed(body: body) }
        }
        return []
    }

    /// Records a request in the log if the load ends before it is decided.
    // It is made once, since only the client queue reads it.
    private func recordAtEnd(_ request: BarricadeRequest) {
        let undecided = Deferred { [log = barricade.log] in
            log.begin(request, set: nil, response: nil)
        }
        loader.content.withLock { ($0.place, $0.undecided) = (nil, undecided) }
    }

    /// Notes that a request is decided now; returns false if the load has ended meanwhile, and is
    /// already in the log.
    private func beginDecision() -> Bool {
        loader.content.withLock { content in
            if content.state.isLoading { content.undecided = nil }
            return content.state.isLoading
        }
    }

    /// Makes the request that matchers get.
    private func barricadeRequest(body: RequestBody) throws -> BarricadeRequest {
        guard let url = request.url else { throw URLError(.badURL) }
        return BarricadeRequest(request, to: url, body: body, additionalHeaders: additionalHeaders)
    }

    /// Decides on a request, records it in the log, and carries out the decision; `nil` if its
    /// stream has to be read first.
    private func decide(on request: BarricadeRequest) throws -> [LoadEvent]? {
        let snapshot = barricade.store.beginRouting()
        policy = snapshot.state.routing.unmatchedPolicy
        var observers = snapshot.state.routing.observers
        let isUnread = request.isBodyWanted != nil
        if isUnread, !observers.isEmpty || !leavesStreamAlone { return nil }
        guard let decision = snapshot.decide(request) else { return nil }
        if let keeper = policy.keeper, decision.set == nil,
            case .passThrough = decision.outcome
        {
            guard let observer = keeper.begin(request, at: barricade) else {
                return decide(on: request, afterAnotherBy: keeper)
            }
            observers.append(observer)
        }
        var request = request
        if isUnread { request.isBodyWanted = nil }
        let place = barricade.log.begin(
            request, set: decision.set, response: decision.response?.name,
            note: decision.response?.note(on: request),
            readsHeaders: session.configuration.mayAddHeaders,
            plugins: snapshot.state.routing.plugins, observers: observers)
        let isLoading = loader.content.withLock { content in
            content.place = place
            return content.state.isLoading
        }
        guard isLoading else {
            // Cancelled since the decision began.
            place.end(.cancelled)
            return []
        }
        if !observers.isEmpty {
            let live = LiveRequest(
                request: request, set: decision.set?.name, mode: decision.mode, id: place.id)
            observe = { [observers] in observers.compactMap { $0.observation(of: live) } }
        }
        traffic = decision.traffic
        return try sendUp(request, for: decision)
    }

    /// Decides on a request when the keeper has the reply to another one for the same.
    private func decide(
        on request: BarricadeRequest, afterAnotherBy keeper: any MissKeeper
    ) -> [LoadEvent] {
        recordAtEnd(request)
        return run { [self] in
            await keeper.wait(for: request)
            return beginDecision() ? try decide(on: request) ?? [] : []
        }
    }

    // MARK: Answering

    /// The request's place in the log; `nil` if the log does not have it yet.
    var place: LogPlace? { loader.content.withLock { $0.place } }

    /// Reports how a request's body is sent, waits for the time that it takes to the server, and
    /// carries out the decision.
    private func sendUp(
        _ request: BarricadeRequest, for decision: Decision
    ) throws -> [LoadEvent] {
        let size = request.sentBody.data?.count ?? 0
        guard let traffic else {
            if size > 0, !decision.outcome.isLive { tellSent(0..<size, of: size) }
            return try carryOut(decision, for: request)
        }
        return try pause(for: traffic.dnsDelay(to: request.target.host)) { [self] in
            try sendUp(0..<size, after: nil, over: traffic, request, for: decision)
        }
    }

    /// Carries out a decision on a request that has been sent up.
    func carryOut(_ decision: Decision, for request: BarricadeRequest) throws -> [LoadEvent] {
        if let gate = decision.gate, let response = decision.response, let place {
            hold(request, at: gate, place, then: response, after: decision.delay)
            return []
        }
        // Without a closure, which each plain request would have to allocate.
        return traffic == nil && decision.delay == .zero
            ? try answer(decision.outcome, to: request)
            : try answer(decision.outcome, after: decision.delay, to: request)
    }

    private func hold(
        _ request: BarricadeRequest, at gate: HeldRequests, _ place: LogPlace,
        then response: PreparedResponse, after delay: Duration
    ) {
        place.hold(true)
        let held = HeldRequests.Held(
            id: place.id, request: place.record?.entry.request ?? request,
            response: response.name, timeout: timeout
        ) { [self] other in
            place.hold(false, answersOtherwise: other != nil)
            endSuspension()
            send {
                if let other {
                    return try answer(with: other, inPlaceOf: response, to: request)
                }
                return try answer(response.outcome, after: delay, to: request)
            }
        }
        pause(for: nil, then: { [] }, stop: { gate.leave(held) })
        gate.wait(held)
        // It may have ended before.
        if !isLoading { gate.leave(held) }
    }

    private func answer(
        _ outcome: Decision.Outcome, after delay: Duration, to request: BarricadeRequest
    ) throws -> [LoadEvent] {
        try pause(for: delay) { [self] in
            guard case .reply(let response) = outcome, response.file != nil else {
                return try answer(outcome, to: request)
            }
            // Not on the queue where pauses end, since a slow disk would delay other loads.
            return inBackground { try self.answer(outcome, to: request) }
        }
    }

    /// Answers with a response made now, after its own delay, under the name of another response.
    func answer(
        with made: CannedResponse, inPlaceOf response: PreparedResponse,
        to request: BarricadeRequest
    ) throws -> [LoadEvent] {
        // A response made now has answered no request, so its sequence has not ended.
        guard
            let next = try response.prepared(made).next(for: request, using: barricade.random)
        else { throw URLError(.badServerResponse) }
        let delay = next.response.delay?.duration(using: barricade.random) ?? .zero
        return try answer(next.outcome, after: delay, to: request)
    }

    private func answer(
        _ outcome: Decision.Outcome, to request: BarricadeRequest
    ) throws -> [LoadEvent] {
        switch outcome {
        case .reply(let prepared):
            let (response, content) = try prepared.reply(to: request)
            return try respond(with: response, content, body: request.sentBody)
        case .handler(let response):
            return run { [self] in
                let made = try await response.make(for: request)
                return try answer(with: made, inPlaceOf: response, to: request)
            }
        case .never: return pause(for: nil) { [] }
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
    private func explain(_ nearMiss: NearMiss, _ request: BarricadeRequest) throws -> [LoadEvent] {
        let error = BarricadeError(.unmatchedRequest, nearMiss.message)
        guard nearMiss.passesThrough else { throw error }
        place?.note(error.message, isKept: true)
        barricade.report(error)
        return try passThrough(body: request.sentBody)
    }

    /// Delivers a response, or follows its redirect.
    func respond(
        with response: HTTPURLResponse, _ content: PreparedResponse.Content, body: RequestBody
    ) throws -> [LoadEvent] {
        if HTTP.Status(response.statusCode).isRedirection,
            let next = Redirection.next(after: request, response)
        {
            return try redirect(to: next, response, content, body: body)
        }
        return try give(response, content)
    }

    /// Delivers a response after its cookies are stored.
    ///
    /// It stores them in the background, since a storage may write a file, which must not block the
    /// thread that starts loads.
    func give(
        _ response: HTTPURLResponse, _ content: PreparedResponse.Content, storesCookies: Bool = true
    ) throws -> [LoadEvent] {
        try checkDeliverable()
        if let head = content.head, session.keep != nil || observe != nil {
            let place = place
            place?.tell(.fields(head.fields))
            if let keep = session.keep, let task = loader.task {
                keep(DecidedResponse(headers: head.fields, place: place), task)
            }
        }
        guard storesCookies, !content.cookies.isEmpty,
            let jar = CookieJar(loader.sessionConfiguration)
        else { return try events(of: response, content) }
        return inBackground { [self] in
            jar.store(content.cookies, from: request)
            return try events(of: response, content)
        }
    }

    /// Returns the events of a response if it can be sent at once; otherwise sends it over time.
    private func events(
        of response: HTTPURLResponse, _ content: PreparedResponse.Content
    ) throws -> [LoadEvent] {
        switch content.body {
        case .whole(let data) where traffic == nil: events(of: response, data, content)
        case .file(let part) where traffic == nil && part.isLarge:
            // Only on the client's queue can the task be asked.
            [
                .visit { [self] in
                    let sender = BodySender(content, of: response, load: self)
                    send {
                        loader.takesPieces
                            ? sender.start() : events(of: response, try part.data(), content)
                    }
                }
            ]
        case .file(let part) where traffic == nil: events(of: response, try part.data(), content)
        case .whole, .file, .pieces: BodySender(content, of: response, load: self).start()
        }
    }

    private func events(
        of response: HTTPURLResponse, _ data: Data, _ content: PreparedResponse.Content
    ) -> [LoadEvent] {
        let limit = content.limits.bytes
        // Data that is not cut is shared, not copied.
        let part = data.count > limit ? data.prefix(limit) : data
        let last = content.last(at: request.url)
        return part.isEmpty
            ? [.response(response), last] : [.response(response), .data(part), last]
    }
}

extension PreparedResponse.Content {
    /// Returns the event after the body, or after the part of it to send.
    func last(at url: URL?) -> LoadEvent {
        failure.map { .fail($0.error.located(at: url)) } ?? .finish
    }

    /// The number of bytes of the body to send, and of pieces if it comes in pieces.
    var limits: (bytes: Int, pieces: Int) {
        switch failure?.point {
        case .headers: (0, .max)
        case .bytes(let count): (count, .max)
        case .chunks(let count), .events(let count): (.max, count)
        case nil: (.max, .max)
        }
    }
}

extension Error {
    /// Returns the error with its URL, as in errors of the URL loading system.
    func located(at url: URL?) -> any Error {
        guard let url, let error = self as? URLError, error.failingURL == nil else { return self }
        var userInfo = error.userInfo
        userInfo[NSURLErrorFailingURLErrorKey] = url
        return URLError(error.code, userInfo: userInfo)
    }
}
