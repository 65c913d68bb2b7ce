import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What a load does between its start and what its client is told.
extension BarricadeProtocol {
    // MARK: Routing

    /// Reads the body first, unless the request goes to the real server whatever it holds.
    func proceed(_ step: LoadStep, reading stream: InputStream) {
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
        let unread = barricadeRequest(
            step, body: .unreadable("its stream had not come to an end"))
        load.withLock { load in
            load.work.reader = reader
            load.unread = unread.map { ($0, step.barricade.log) }
        }
        perform(step) { try await $0.pause(for: nil) }
        reader.readRest { body in
            step.gate.proceedAfterReading(step.carrying(body), body: body)
        }
    }

    /// Goes on when the rest of a body that had to be waited for has been read.
    func proceedAfterReading(_ step: LoadStep, body: RequestBody) {
        load.withLock { $0.work.task }?.cancel()
        proceed(step, body: body)
    }

    /// Routes a request whose body is known: the load's own, or one that a redirect leads to.
    func proceed(_ step: LoadStep, body: RequestBody) {
        guard let request = barricadeRequest(step, body: body) else { return }
        follow(step.barricade.route(request), for: request, step)
    }

    /// The request as matchers see it; one without a URL fails the load.
    private func barricadeRequest(_ step: LoadStep, body: RequestBody) -> BarricadeRequest? {
        guard let url = step.request.url else {
            step.gate.send([.fail(URLError(.badURL))])
            return nil
        }
        return BarricadeRequest(
            step.request, to: url, body: body, additionalHeaders: additionalHeaders(for: step))
    }

    private func follow(
        _ route: Barricade.Route, for request: consuming BarricadeRequest, _ step: LoadStep
    ) {
        let request = request.claimed(by: route.set)
        let (decision, place) = step.barricade.decide(request, route)
        let isOpen = load.withLock { load in
            load.place = place
            return load.exchange.isOpen
        }
        // Cancelled since it was begun to be routed.
        guard isOpen else { return endRecord(.cancelled) }
        switch decision {
        case .fail(let error):
            step.gate.send([.fail(error)])
        case .passThrough:
            deliver(.live, to: step, request)
        case .hold(let gate, let response, let delay, let traffic):
            hold(
                at: gate, request, step.going(over: traffic), place.record, then: response,
                delay: delay)
        case .respond(let response, .zero, nil):
            deliver(response.answer(to: request), to: step, request)
        case .respond(let response, let delay, let traffic):
            let step = step.going(over: traffic)
            perform(step) { performance in
                try await performance.sendUp(request)
                try await performance.pause(for: delay)
                step.gate.deliver(response.answer(to: request), to: step, request)
            }
        }
    }

    private func hold(
        at gate: HeldRequests, _ request: BarricadeRequest, _ step: LoadStep, _ record: LogRecord,
        then response: PreparedResponse, delay: Duration
    ) {
        record.hold(true)
        perform(step) { performance in
            try await performance.sendUp(request)
            let release = try await performance.watching { try await gate.wait(request) }
            record.hold(false)
            switch release {
            case .asSelected:
                try await performance.pause(for: delay)
                step.gate.deliver(response.answer(to: request), to: step, request)
            case .with(let other):
                let other = try response.sibling(other).next(using: step.barricade.random)
                try await performance.pause(for: other, of: step.barricade)
                step.gate.deliver(other.answer(to: request), to: step, request)
            }
        }
    }

    // MARK: Answering

    private func additionalHeaders(for step: LoadStep) -> AdditionalHeaders? {
        #if canImport(Darwin)
        nil
        #else
        task.map { AdditionalHeaders(of: $0, hasLeftOrigin: step.hasLeftOrigin) }
        #endif
    }

    func deliver(
        _ answer: PreparedResponse.Answer, to step: LoadStep, _ request: BarricadeRequest
    ) {
        switch answer {
        case .failure(let error):
            step.gate.send([.fail(error)])
        case .live:
            passThrough(step)
        case .never:
            perform(step) { try await $0.pause(for: nil) }
        case .handler(let handler, let maker):
            perform(step) { performance in
                let made = try await performance.watching { try await handler(request) }
                let response = try maker.sibling(made).next(using: step.barricade.random)
                try await performance.pause(for: response, of: step.barricade)
                step.gate.deliver(response.answer(to: request), to: step, request)
            }
        case .response(let response, let content):
            if let next = Redirection.next(after: step.request, response) {
                return redirect(to: next, response, content, step, body: request.body)
            }
            self.answer(response, content, step)
        }
    }

    /// Works for the load in a task of its own; an error that it throws fails the load.
    func perform(
        _ step: LoadStep, _ work: @escaping @Sendable (Performance) async throws -> Void
    ) {
        let performance = Performance(
            gate: step.gate, clock: step.barricade.clock,
            timeout: RequestTimeout(of: self),
            traffic: step.traffic)
        let task = Task {
            do {
                try await work(performance)
            } catch  where !Task.isCancelled {
                performance.send([.fail(error)])
            } catch {
                // The load has ended or gone on; nobody is waiting for this.
            }
        }
        let isOpen = load.withLock { load in
            load.work.task = task
            return load.exchange.isOpen
        }
        if !isOpen { task.cancel() }
    }

    /// What the task's session was made with; on Apple platforms as it was given to the session.
    var sessionConfiguration: URLSessionConfiguration? {
        Self.configuration(of: task)
    }

    static func configuration(of task: URLSessionTask?) -> URLSessionConfiguration? {
        task.flatMap { TaskReflection.configuration(of: $0) }
            ?? ProtocolRegistry.configuration(of: self)
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
        endRecord(.passedThrough)
        let live = LiveSession(
            step.request, configuration: sessionConfiguration,
            hasLeftOrigin: step.hasLeftOrigin, gate: step.gate)
        let isToStart = load.withLock { load in
            guard load.exchange.isOpen else { return false }
            load.work.live = live
            return !load.exchange.isSuspended
        }
        if isToStart { live.start() }
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
