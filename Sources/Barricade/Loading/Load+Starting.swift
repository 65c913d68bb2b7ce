import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The steps of a load until the decision.
extension Load {
    /// Begins the load, on the thread on which the platform starts it.
    func begin() {
        if barricade.timeline.isStepped { beginOnSteppedClock() }
        let step = LoadStep(self, requestToLoad)
        switch bodySource {
        case .ready(let body): step.proceed(body: body)
        case .stream(let stream): step.proceed(reading: stream)
        }
    }

    /// Tells a clock that steps of the load, which tells it of its end too.
    private func beginOnSteppedClock() {
        let content = loader.content
        content.withLock { $0.timeline = barricade.timeline }
        barricade.timeline.begin(ObjectIdentifier(loader)) { [request = loader.request] in
            guard let record = content.withLock({ $0.place })?.record else {
                return request.httpMethod ?? "A request"
            }
            return record.set?.name ?? "\(record.request)"
        }
    }

    /// The source of the body when the load starts.
    private var bodySource: BodySource {
        if let upload = loader.task as? URLSessionUploadTask,
            let body = TaskReflection.uploadBody(of: upload)
        {
            return .ready(body)
        }
        return BodySource(loader.request)
    }
}

extension LoadStep {
    /// Reads the body first, unless the request passes through with any body.
    func proceed(reading stream: InputStream) {
        let probe = BodyProbe()
        guard let url = requestedURL else { return }
        var request = barricadeRequest(to: url, body: .unreadable("its stream was left untouched"))
        request.bodyProbe = probe
        let snapshot = barricade.store.beginRouting()
        let step = passing(by: snapshot)
        if snapshot.routing.passesThrough(request), !probe.isWanted, step.leavesStreamAlone,
            snapshot.routing.observers.isEmpty
        {
            request.bodyProbe = nil
            return step.follow(snapshot.decide(request), for: request, snapshot)
        }
        let unread = barricadeRequest(
            to: url, body: .unreadable("its stream had not ended"))
        load.loader.content.withLock { $0.unread = (unread, barricade.log) }
        let reader = BodyReader(stream, progress: load.progress)
        load.wait(for: LoadWork(stop: reader.stop))
        reader.read { body in
            // A load that has ended meanwhile is already in the log.
            let goesOn = load.loader.content.withLock { content in
                content.unread = nil
                return content.state.isLoading
            }
            if goesOn { carrying(body).proceed(body: body) }
        }
    }

    /// Decides on a request with a known body: the load's own, or that of a redirect.
    func proceed(body: RequestBody) {
        guard let url = requestedURL else { return }
        let request = barricadeRequest(to: url, body: body)
        let snapshot = barricade.store.beginRouting()
        passing(by: snapshot).follow(snapshot.decide(request), for: request, snapshot)
    }

    /// Returns the step with what the unmatched policy says of other hosts.
    private func passing(by snapshot: ResponseStore.Snapshot) -> LoadStep {
        let isOpen = snapshot.routing.unmatchedPolicy.isOpen
        return isOpen == isEveryHostOpen ? self : passing(toEveryHost: isOpen)
    }

    /// The request's URL; a request without one fails the load.
    private var requestedURL: URL? {
        if let url = request.url { return url }
        load.fail(URLError(.badURL))
        return nil
    }

    /// Makes the request that matchers get.
    private func barricadeRequest(to url: URL, body: RequestBody) -> BarricadeRequest {
        BarricadeRequest(request, to: url, body: body, additionalHeaders: additionalHeaders)
    }

    /// Records a request in the log, and carries out the decision.
    private func follow(
        _ decision: Decision, for request: BarricadeRequest, _ snapshot: ResponseStore.Snapshot
    ) {
        let place = barricade.log.begin(
            request, set: decision.set, response: decision.response,
            readsHeaders: load.mayAddHeaders)
        let isLoading = load.loader.content.withLock { content in
            content.place = place
            return content.state.isLoading
        }
        // Cancelled since the decision began.
        guard isLoading else { return load.loader.endRecord(.cancelled) }
        let observers = snapshot.routing.observers
        guard observers.isEmpty, audience == nil else {
            let live = LiveRequest(
                request: request, set: decision.set?.name, mode: decision.mode, id: place.id)
            let audience = LiveAudience(observers: observers, request: live)
            return observed(by: observers.isEmpty ? nil : audience)
                .carryOut(decision, for: request, place)
        }
        carryOut(decision, for: request, place)
    }

    private func carryOut(
        _ decision: Decision, for request: BarricadeRequest, _ place: LogPlace
    ) {
        switch decision.outcome {
        case .fail(let error):
            load.fail(error.located(at: request.url))
        case .failUnmatched:
            explain(request) { load.fail($0) }
        case .passThrough:
            passThrough(body: request.body)
        case .passThroughUnmatched:
            explain(request, passesThrough: true) { error in
                place.warn(of: error)
                barricade.report(error)
                passThrough(body: request.body)
            }
        case .hold(let gate, let response, let delay, let traffic):
            going(over: traffic)
                .hold(at: gate, request, place, then: response, delay: delay)
        case .respond(let response, .zero, nil):
            deliver(response.answer(to: request), to: request)
        case .respond(let response, let delay, let traffic):
            let step = going(over: traffic)
            step.sendUp(request) { step.deliver(response, after: delay, to: request) }
        }
    }

    /// Makes the error that explains why no set matches a request.
    private func explain(
        _ request: BarricadeRequest, passesThrough: Bool = false,
        then goOn: @escaping @Sendable (BarricadeError) -> Void
    ) {
        let nearMiss = NearMiss(
            request, in: barricade.store.snapshot, passesThrough: passesThrough)
        guard nearMiss.isLong else { return goOn(nearMiss.error) }
        // Not on the thread that starts loads, since no other load would start meanwhile.
        load.inBackground { goOn(nearMiss.error) }
    }

    private func hold(
        at gate: HeldRequests, _ request: BarricadeRequest, _ place: LogPlace,
        then response: PreparedResponse, delay: Duration
    ) {
        place.hold(true)
        sendUp(request) {
            let turn = gate.takePlace()
            load.rest(for: LoadWork(stop: { gate.leave(turn) }))
            let held = HeldRequests.Held(
                id: place.id, request: place.record?.entry.request ?? request,
                response: response.name, arrival: Date(), timeout: load.timeout)
            gate.wait(at: turn, held) { release in
                switch release {
                case .asSelected:
                    place.hold(false)
                    load.endRest()
                    deliver(response, after: delay, to: request)
                case .with(let other):
                    place.hold(false, answersOtherwise: true)
                    load.endRest()
                    deliver(other, inPlaceOf: response, to: request)
                }
            }
        }
    }
}
