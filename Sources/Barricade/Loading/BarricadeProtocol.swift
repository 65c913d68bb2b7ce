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
    struct Work: Sendable {
        var reader: BodyReader?
        var task: Task<Void, Never>?
        var live: LiveSession?

        /// Stops all of it, on another thread than the caller's.
        ///
        /// A handler may load something itself, and Linux traps where a task is cancelled on the
        /// queue that all loads start and stop on.
        func stop() {
            guard reader != nil || task != nil || live != nil else { return }
            DispatchQueue.global().async {
                reader?.stop()
                task?.cancel()
                live?.stop()
            }
        }
    }

    /// What is known of a load when it ends.
    struct End {
        let status: HTTPStatus?
        let work: Work
    }

    struct Load {
        var exchange = Exchange()
        var place: LogPlace?
        /// The request while its body is still being read, before it has a place in the log.
        var unread: (BarricadeRequest, RequestLog)?
        var status: HTTPStatus?
        var work = Work()

        /// The next event to tell, and what the load lets go of with the last one.
        mutating func next() -> (event: Exchange.Event, end: End?)? {
            guard let event = exchange.next() else { return nil }
            if case .response(let response) = event {
                status = (response as? HTTPURLResponse).map { HTTPStatus($0.statusCode) }
            }
            return (event, event.isLast ? End(status: status, work: takeWork()) : nil)
        }

        /// Lets go of what works for the load, each of which holds on to it until then.
        mutating func takeWork() -> Work {
            defer { work = Work() }
            return work
        }
    }

    let load = Mutex(Load())
    #if !canImport(Darwin)
    /// The platform's own loader of this task; touched on the session's work queue only.
    private var native: NativeLoad?
    /// Whether the task's owner takes a body piece by piece; likewise.
    private(set) lazy var takesPieces = task.map(TaskReflection.hasDataDelegate) == true
    /// The pieces of a body that the task's owner can only be given whole; likewise.
    private var pieces = Data()
    /// The response that was told, where it is one that must not be challenged; likewise.
    private var unchallenging: UnchallengingResponse?
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
        switch load.withLock({ $0.exchange.start() }) {
        case .begin: begin()
        case .resume where isWanted: resume()
        case .resume: break
        case .drain: awaitHop()
        }
        drain()
    }

    /// Waits a moment for the resume that brought this call to return, as it is about to; else the
    /// drain would have to be put off, and cost another trip through the queue.
    private func awaitHop() {
        var patience = 100
        while patience > 0, load.withLock({ $0.exchange.isHopping }) {
            patience -= 1
            sched_yield()
        }
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
        let work = load.withLock { load in
            load.exchange.stop()
            return load.takeWork()
        }
        endRecord(.cancelled)
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
        let live = load.withLock { load in
            load.exchange.resume()
            return load.work.live
        }
        live?.start()
    }

    /// Whether the task is neither suspended nor cancelled.
    ///
    /// Linux may have been told so by the user while this call was on its way. A resume will start
    /// the load again then, or a cancellation stop it, which traps where a load has ended. To ask
    /// costs as much as routing, so it is done when there is something to tell.
    private var isWanted: Bool {
        #if canImport(Darwin)
        true
        #else
        task?.state == .running
        #endif
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
        #if !canImport(Darwin)
        let request = requestWithItsCookies
        #endif
        let step = LoadStep(request: request, barricade: barricade, gate: gate)
        switch BodySource(request, of: task) {
        case .ready(let body): proceed(step, body: body)
        case .stream(let stream): proceed(step, reading: stream)
        }
    }

    private func fail(_ error: any Error) {
        _ = add([.fail(error)])
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
        guard load.withLock({ $0.exchange.hasNext() }), isWanted else { return }
        while let (event, end) = load.withLock({ $0.next() }) {
            if case .redirect(let next, _) = event, let url = next.url {
                endRecord(.redirected(to: url))
            }
            if let end { note(end, by: event) }
            switch event {
            case .response(let response):
                client?.urlProtocol(
                    self, didReceive: deliverable(response), cacheStoragePolicy: .notAllowed)
            case .data(let data):
                client?.urlProtocol(self, didLoad: data)
            case .piece(let data):
                tell(piece: data)
            case .mark(let callBack):
                mark(callBack)
            case .redirect(let next, let response):
                client?.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
            case .callBack(let goOn):
                goOn(self)
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
    private func note(_ end: End, by event: Exchange.Event) {
        // What answered has ended by itself; what was too slow for the timeout has not.
        if case .fail = event { end.work.stop() }
        switch event {
        case .native: endRecord(.passedThrough)
        case .finish: endRecord(.answered(end.status ?? .ok))
        case .fail(let error):
            takePlace()?.end(failedWith: error)
        default: break
        }
    }

    /// Notes how the request ended, or that it is out of the barricade's hands.
    func endRecord(_ outcome: LoggedRequest.Outcome) {
        takePlace()?.end(outcome)
    }

    /// The request's place in the log; one whose body was never read to its end is given it now.
    private func takePlace() -> LogPlace? {
        if let place = load.withLock({ $0.place }) { return place }
        let unread = load.withLock { load in
            defer { load.unread = nil }
            return load.unread
        }
        return unread.map { request, log in log.begin(request, set: nil, response: nil) }
    }

    private func deliverable(_ response: URLResponse) -> URLResponse {
        #if canImport(Darwin)
        response
        #else
        let response = UnchallengingResponse.replacing(response)
        unchallenging = response as? UnchallengingResponse
        return response
        #endif
    }

    private func tell(piece: Data) {
        #if canImport(Darwin)
        client?.urlProtocol(self, didLoad: piece)
        #else
        // Of several pieces, tasks without a data delegate would keep the last one only.
        if takesPieces {
            client?.urlProtocol(self, didLoad: piece)
        } else {
            pieces.append(piece)
        }
        #endif
    }

    private func mark(_ callBack: @escaping @Sendable () -> Void) {
        #if !canImport(Darwin)
        // The delegate is called there, behind what it has been sent before.
        if let task, let session = TaskReflection.session(of: task) {
            return session.delegateQueue.addOperation(callBack)
        }
        #endif
        callBack()
    }

    private func finish() {
        #if !canImport(Darwin)
        if !pieces.isEmpty { client?.urlProtocol(self, didLoad: pieces) }
        if let unchallenging {
            return unchallenging.withoutURL { client?.urlProtocolDidFinishLoading(self) }
        }
        #endif
        client?.urlProtocolDidFinishLoading(self)
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
