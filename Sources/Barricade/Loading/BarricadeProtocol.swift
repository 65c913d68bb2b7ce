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
    private struct Load {
        var exchange = Exchange()
        var waiting: Task<Void, Never>?
        var live: LiveSession?

        mutating func next() -> Exchange.Event? {
            let event = exchange.next()
            // Both hold on to the load, for as long as they have to tell it something.
            if event?.isLast ?? false { (waiting, live) = (nil, nil) }
            return event
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
        let (waiting, live) = load.withLock { load in
            load.exchange.stop()
            defer { (load.waiting, load.live) = (nil, nil) }
            return (load.waiting, load.live)
        }
        waiting?.cancel()
        live?.stop()
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
        proceed(step)
    }

    private func fail(_ error: any Error) {
        _ = add([.fail(error)])
    }

    // MARK: Answering

    /// Routes a request, the load's own or one that a redirect leads to.
    func proceed(_ step: LoadStep) {
        guard let request = BarricadeRequest(step.request, additionalHeaders: additionalHeaders)
        else {
            return step.gate.send([.fail(URLError(.badURL))])
        }
        switch step.barricade.decide(request) {
        case .fail(let error):
            step.gate.send([.fail(error)])
        case .passThrough:
            deliver(.live, to: step)
        case .respond(let response, let delay) where delay == .zero:
            deliver(response.answer(to: request), to: step)
        case .respond(let response, let delay):
            wait(for: delay, step) { response.answer(to: request) }
        }
    }

    private var additionalHeaders: AdditionalHeaders? {
        #if canImport(Darwin)
        nil
        #else
        task.map { task in AdditionalHeaders { TaskReflection.additionalHeaders(of: task) } }
        #endif
    }

    func deliver(_ answer: PreparedResponse.Answer, to step: LoadStep) {
        switch answer {
        case .failure(let error):
            step.gate.send([.fail(error)])
        case .live:
            passThrough(step)
        case .response(let response, let body):
            if let next = Redirection.next(after: step.request, response) {
                return redirect(to: next, response, step)
            }
            #if !canImport(Darwin)
            if task is URLSessionDownloadTask {
                return step.gate.send([.fail(BarricadeError.downloadsUnsupported)])
            }
            #endif
            let data = body.map { $0.isEmpty ? [] : [Exchange.Event.data($0)] } ?? []
            step.gate.send([.response(response)] + data + [.finish])
        }
    }

    private func redirect(to next: URLRequest, _ response: HTTPURLResponse, _ step: LoadStep) {
        #if canImport(Darwin)
        step.gate.send([.redirect(next, response)])
        #else
        // Linux's loader cannot be told of a redirect (it traps), so it is followed here.
        guard step.redirects < Redirection.limit else {
            return step.gate.send([.fail(URLError(.httpTooManyRedirects))])
        }
        proceed(step.following(next))
        #endif
    }

    private func wait(
        for delay: Duration, _ step: LoadStep,
        then answer: @escaping @Sendable () -> PreparedResponse.Answer
    ) {
        let timeout = timeout
        let (gate, clock) = (step.gate, step.barricade.clock)
        let task = Task {
            do {
                try await clock.sleep(for: min(delay, timeout))
            } catch {
                // The load was stopped; nobody is waiting for an answer.
                return
            }
            gate.deliver(
                delay < timeout ? answer() : .failure(URLError(.timedOut)), to: step)
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
        while let event = load.withLock({ $0.next() }) {
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
        var request = step.request
        #if !canImport(Darwin)
        // The platform's loader can take over this task, but only with the request it was made with.
        if step.redirects == 0 { return step.gate.send([.native]) }
        if task is URLSessionDownloadTask {
            return step.gate.send([.fail(BarricadeError.downloadsUnsupported)])
        }
        if let task = task as? URLSessionUploadTask,
            task.originalRequest?.httpMethod == request.httpMethod
        {
            // What is uploaded is the task's there, not the request's.
            request.httpBody = TaskReflection.body(of: task)
            guard request.httpBody != nil else {
                return step.gate.send([.fail(BarricadeError.uploadUnreadable)])
            }
        }
        #endif
        let live = LiveSession(
            request, configuration: task.flatMap { TaskReflection.configuration(of: $0) },
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

    /// What upload tasks get on Linux that a redirect leads to a real server, where their body
    /// cannot be sent again.
    static let uploadUnreadable = BarricadeError(
        .unsupported,
        """
        A redirect leads an upload to a real server, and on Linux what it uploads cannot be read \
        here to be sent there.

        To fix: upload data or a file rather than a stream, or answer the redirect's target too.
        """)
}
