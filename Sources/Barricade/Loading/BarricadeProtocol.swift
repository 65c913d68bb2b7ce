import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers the requests of the sessions that a barricade is installed in.
///
/// It accepts every request, so that none falls through to the network; what a request gets is
/// decided when its load starts. The client is called in ``drain()`` and nowhere else: within
/// `startLoading` where nothing has to wait, otherwise by way of the ``ClientGate``.
class BarricadeProtocol: URLProtocol {
    /// What works for a load in the background.
    private struct Work {
        let reader: BodyReader?
        let waiting: Task<Void, Never>?
        let live: LiveSession?

        func stop() {
            reader?.stop()
            waiting?.cancel()
            live?.stop()
        }
    }

    private struct Load {
        var exchange = Exchange()
        var record: LogRecord?
        var status: HTTPStatus?
        var reader: BodyReader?
        var waiting: Task<Void, Never>?
        var live: LiveSession?

        /// Lets go of what works for the load, each of which holds on to it until then.
        mutating func takeWork() -> Work {
            defer { (reader, waiting, live) = (nil, nil, nil) }
            return Work(reader: reader, waiting: waiting, live: live)
        }
    }

    private let load = Mutex(Load())
    #if !canImport(Darwin)
    /// The platform's own loader of this task; touched on the session's work queue only.
    private var native: NativeLoad?
    #endif

    override class func canInit(with request: URLRequest) -> Bool {
        !LiveSession.isMarked(request)
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest {
        request
    }

    override class func requestIsCacheEquivalent(_ left: URLRequest, to right: URLRequest) -> Bool {
        false
    }

    // MARK: Starting and stopping

    override func startLoading() {
        #if !canImport(Darwin)
        // The user has been faster: a resume will start the load again, or a cancellation end it,
        // whose client call would trap if the load had ended before.
        guard task?.state == .running else { return }
        #endif
        switch load.withLock({ $0.exchange.start() }) {
        case .begin: begin()
        case .resume: resume()
        case .drain: break
        }
        drain()
    }

    override func stopLoading() {
        #if !canImport(Darwin)
        // Linux stops a load for a suspension too, and starts it again afterwards.
        switch task?.state {
        case .suspended: return suspend()
        case .running: return  // Resumed since then, before the suspension took effect.
        default: native?.stopLoading()
        }
        #endif
        let (work, record) = load.withLock { load in
            load.exchange.stop()
            return (load.takeWork(), load.record)
        }
        record?.end(.cancelled)
        work.stop()
    }

    private func suspend() {
        guard load.withLock({ $0.exchange.suspend() }) else { return }
        #if !canImport(Darwin)
        native?.stopLoading()
        #endif
    }

    private func resume() {
        #if !canImport(Darwin)
        native?.startLoading()
        #endif
        load.withLock { $0.live }?.start()
    }

    private func begin() {
        guard let gate = ClientGate(self) else {
            return fail(URLError(.cannotLoadFromNetwork))
        }
        guard let barricade = ProtocolRegistry.barricade(of: type(of: self)) else {
            return fail(
                BarricadeError(
                    .barricadeReleased,
                    """
                    The barricade of this session no longer exists, so \(request.url?.host ?? "its server") \
                    is not asked either.

                    To fix: keep a reference to the barricade for as long as the session is used.
                    """))
        }
        let step = LoadStep(request: request, barricade: barricade, gate: gate)
        switch BodySource(request, of: task) {
        case .ready(let body): proceed(step, body: body)
        case .stream(let stream): proceed(step, reading: stream)
        }
    }

    private func fail(_ error: any Error) {
        _ = add([.fail(error)])
    }

    // MARK: Routing

    /// Reads the body first, unless the request goes to the real server whatever it holds.
    private func proceed(_ step: LoadStep, reading stream: InputStream) {
        let probe = BodyProbe()
        guard
            var request = barricadeRequest(step, body: .unreadable("its stream was left untouched"))
        else { return }
        request.bodyProbe = probe
        let route = step.barricade.route(request)
        if route.passesThrough, !probe.isWanted {
            request.bodyProbe = nil
            return follow(route, for: request, step)
        }
        let reader = BodyReader(stream)
        if let body = reader.readAtOnce() {
            return proceed(step.carrying(body), body: body)
        }
        load.withLock { $0.reader = reader }
        wait(for: nil, step, body: .none) { .failure(URLError(.timedOut)) }
        reader.readRest { body in
            step.gate.proceedAfterReading(step.carrying(body), body: body)
        }
    }

    /// Goes on when the rest of a body that had to be waited for has been read.
    func proceedAfterReading(_ step: LoadStep, body: RequestBody) {
        load.withLock { $0.waiting }?.cancel()
        proceed(step, body: body)
    }

    /// Routes a request whose body is known: the load's own, or one that a redirect leads to.
    private func proceed(_ step: LoadStep, body: RequestBody) {
        guard let request = barricadeRequest(step, body: body) else { return }
        follow(step.barricade.route(request), for: request, step)
    }

    /// The request as matchers see it; one without a URL fails the load.
    private func barricadeRequest(_ step: LoadStep, body: RequestBody) -> BarricadeRequest? {
        let request = BarricadeRequest(
            step.request, body: body, additionalHeaders: additionalHeaders)
        if request == nil { step.gate.send([.fail(URLError(.badURL))]) }
        return request
    }

    private func follow(
        _ route: Barricade.Route, for request: BarricadeRequest, _ step: LoadStep
    ) {
        let (decision, record) = step.barricade.decide(request, route)
        load.withLock { $0.record = record }
        switch decision {
        case .fail(let error):
            step.gate.send([.fail(error)])
        case .passThrough:
            deliver(.live, to: step, body: request.body)
        case .respond(let response, let delay) where delay == .zero:
            deliver(response.answer(to: request), to: step, body: request.body)
        case .respond(let response, let delay):
            wait(for: delay, step, body: request.body) { response.answer(to: request) }
        }
    }

    // MARK: Answering

    private var additionalHeaders: AdditionalHeaders? {
        #if canImport(Darwin)
        nil
        #else
        task.map { task in AdditionalHeaders { TaskReflection.additionalHeaders(of: task) } }
        #endif
    }

    func deliver(_ answer: PreparedResponse.Answer, to step: LoadStep, body: RequestBody) {
        switch answer {
        case .failure(let error):
            step.gate.send([.fail(error)])
        case .live:
            passThrough(step)
        case .response(let response, let data):
            if let next = Redirection.next(after: step.request, response) {
                return redirect(to: next, response, step, body: body)
            }
            #if !canImport(Darwin)
            if task is URLSessionDownloadTask {
                return step.gate.send([.fail(BarricadeError.downloadsUnsupported)])
            }
            #endif
            let data = data.map { $0.isEmpty ? [] : [Exchange.Event.data($0)] } ?? []
            step.gate.send([.response(response)] + data + [.finish])
        }
    }

    private func redirect(
        to next: URLRequest, _ response: HTTPURLResponse, _ step: LoadStep, body: RequestBody
    ) {
        #if canImport(Darwin)
        step.gate.send([.redirect(next, response)])
        #else
        // Linux's loader cannot be told of a redirect (it traps), so it is followed here.
        guard step.redirects < Redirection.limit else {
            return step.gate.send([.fail(URLError(.httpTooManyRedirects))])
        }
        if let url = next.url {
            load.withLock { $0.record }?.end(.redirected(to: url))
        }
        let body = next.httpMethod == step.request.httpMethod ? body : .none
        proceed(step.following(next, body: body), body: body)
        #endif
    }

    /// Answers after a delay, or lets the request time out where that is sooner, or `nil` is given.
    private func wait(
        for delay: Duration?, _ step: LoadStep, body: RequestBody,
        then answer: @escaping @Sendable () -> PreparedResponse.Answer
    ) {
        let timeout = timeout
        let delay = delay.flatMap { $0 < timeout ? $0 : nil }
        let (gate, clock) = (step.gate, step.barricade.clock)
        let task = Task {
            do {
                try await clock.sleep(for: delay ?? timeout)
            } catch {
                // The load has ended or gone on; nobody is waiting for this answer.
                return
            }
            gate.deliver(
                delay == nil ? .failure(URLError(.timedOut)) : answer(), to: step, body: body)
        }
        let isOpen = load.withLock { load in
            load.waiting = task
            return load.exchange.isOpen
        }
        if !isOpen { task.cancel() }
    }

    /// How long the request may take to be answered; no platform applies it to a URLProtocol.
    private var timeout: Duration {
        // 60 s is what a request says that says nothing; its session's word counts then.
        let isUnset = request.timeoutInterval == 60 || request.timeoutInterval <= 0
        let configured = task.flatMap { TaskReflection.configuration(of: $0) }
        let seconds =
            isUnset ? configured?.timeoutIntervalForRequest ?? 60 : request.timeoutInterval
        return .seconds(min(seconds, configured?.timeoutIntervalForResource ?? .infinity, 1e9))
    }

    // MARK: Telling the client

    /// Takes events in; true where the caller must see to a drain.
    func add(_ events: [Exchange.Event]) -> Bool {
        load.withLock { $0.exchange.add(events) }
    }

    func beginHop() -> Bool { load.withLock { $0.exchange.beginHop() } }
    func endHop() -> Bool { load.withLock { $0.exchange.endHop() } }

    /// Tells the client what is pending; only where the platform wants the client to be called.
    func drain() {
        while let event = load.withLock({ $0.exchange.next() }) {
            note(event)
            switch event {
            case .response(let response):
                client?.urlProtocol(
                    self, didReceive: deliverable(response), cacheStoragePolicy: .notAllowed)
            case .data(let data):
                client?.urlProtocol(self, didLoad: data)
            case .redirect(let next, let response):
                client?.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
                // The platform loads the next request by itself; this load only has to end.
                client?.urlProtocol(
                    self, didFailWithError: CocoaError(.userCancelled))
            case .native:
                startNativeLoad()
            case .finish:
                finish()
            case .fail(let error):
                client?.urlProtocol(self, didFailWithError: error)
            }
        }
    }

    /// Notes in the log how the load ends, before the client learns of it.
    private func note(_ event: Exchange.Event) {
        if case .response(let response) = event {
            let status = (response as? HTTPURLResponse).map { HTTPStatus($0.statusCode) }
            load.withLock { $0.status = status }
        }
        guard event.isLast else { return }
        let (record, status, work) = load.withLock { ($0.record, $0.status, $0.takeWork()) }
        // A wait or a live session that got here has ended; a body may still be read.
        work.reader?.stop()
        switch event {
        case .response, .data: break
        case .native: record?.end(.passedThrough)
        case .finish: record?.end(.answered(status ?? .ok))
        case .redirect(let next, _):
            if let url = next.url { record?.end(.redirected(to: url)) }
        case .fail(let error): record?.end(failedWith: error)
        }
    }

    private func deliverable(_ response: URLResponse) -> URLResponse {
        #if canImport(Darwin)
        response
        #else
        UnchallengingResponse.replacing(response)
        #endif
    }

    private func finish() {
        #if !canImport(Darwin)
        if let response = task?.response as? UnchallengingResponse {
            return response.withoutURL { client?.urlProtocolDidFinishLoading(self) }
        }
        #endif
        client?.urlProtocolDidFinishLoading(self)
    }

    // MARK: Passing through

    /// Lets a request go to the real server.
    private func passThrough(_ step: LoadStep) {
        #if !canImport(Darwin)
        // The platform's loader can take over this task, but only with the request it was made with.
        if step.isUntouched { return step.gate.send([.native]) }
        if task is URLSessionDownloadTask {
            return step.gate.send([.fail(BarricadeError.downloadsUnsupported)])
        }
        #endif
        if let reason = step.lostBody {
            return step.gate.send([.fail(BarricadeError.bodyLost(reason))])
        }
        load.withLock { $0.record }?.end(.passedThrough)
        let live = LiveSession(
            step.request, configuration: task.flatMap { TaskReflection.configuration(of: $0) },
            gate: step.gate)
        let isToStart = load.withLock { load in
            guard load.exchange.isOpen else { return false }
            load.live = live
            return !load.exchange.isSuspended
        }
        if isToStart { live.start() }
    }

    private func startNativeLoad() {
        #if !canImport(Darwin)
        guard let task, let client, let native = NativeLoad(task: task, client: client) else {
            client?.urlProtocol(self, didFailWithError: URLError(.unsupportedURL))
            return
        }
        self.native = native
        native.startLoading()
        #endif
    }
}

extension BarricadeError {
    /// What download tasks get on Linux, where a custom protocol cannot complete them.
    static let downloadsUnsupported = BarricadeError(
        .unsupported,
        """
        A download task cannot be given a canned response on Linux: its URL loading system has no \
        way to hand a file over.

        To fix: use a data task, let the set go live, or run this test on an Apple platform.
        """)

    /// What a request gets that is to go to a real server without the body it came with.
    static func bodyLost(_ reason: String) -> BarricadeError {
        BarricadeError(
            .unsupported,
            """
            The request cannot go to the real server, since its body cannot be sent again: \(reason).

            To fix: send data or a file rather than a stream, or answer the request here.
            """)
    }
}
