import Foundation
#if canImport(Darwin)
import CoreFoundation
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The way back to where the platform wants a load's client to be called.
///
/// On Apple platforms that is the run loop that called `startLoading`, in its mode. On Linux it is
/// the session's work queue, which is reached by resuming the task: `startLoading` is called again.
struct ClientGate: @unchecked Sendable {
    // Unchecked because neither a URLProtocol nor a run loop is Sendable. The protocol's own state
    // is behind a lock, and it calls its client inside of `drain` only, which this gate alone asks
    // for; a run loop takes blocks and wake-ups from any thread.
    private let load: BarricadeProtocol
    #if canImport(Darwin)
    private let loop: CFRunLoop
    private let mode: CFRunLoopMode

    /// Makes the gate for a load, on the thread that starts it.
    init?(_ load: BarricadeProtocol) {
        guard let loop = CFRunLoopGetCurrent() else { return nil }
        self.load = load
        self.loop = loop
        mode = CFRunLoopCopyCurrentMode(loop) ?? .defaultMode
    }

    /// Has the load drained soon; from any thread.
    func requestDrain() {
        CFRunLoopPerformBlock(loop, mode.rawValue) { load.drain() }
        CFRunLoopWakeUp(loop)
    }
    #else

    /// Makes the gate for a load, on the thread that starts it.
    init?(_ load: BarricadeProtocol) {
        self.load = load
    }

    /// Has the load drained soon; from any thread but a session's work queue.
    ///
    /// A task that its user has suspended stays so: what is pending goes out when it is resumed.
    func requestDrain() {
        guard let task = load.task else { return }
        var isMissing = true
        while isMissing, load.beginHop() {
            if task.state == .running { task.resume() }
            isMissing = load.endHop()
        }
    }
    #endif

    /// Takes events in and sees that they are told.
    func send(_ events: [Exchange.Event]) {
        if load.add(events) { requestDrain() }
    }

    /// Goes on with the load when the rest of its body has been read.
    func proceedAfterReading(_ step: LoadStep, body: RequestBody) {
        load.proceedAfterReading(step, body: body)
    }

    /// Goes on with the load when its wait is over, or its handler has returned.
    func deliver(
        _ answer: PreparedResponse.Answer, to step: LoadStep, _ request: BarricadeRequest
    ) {
        load.deliver(answer, to: step, request)
    }

    /// Gives a response when its cookies have been stored, or its redirect was refused.
    func answer(
        _ response: HTTPURLResponse, _ content: PreparedResponse.Content, _ step: LoadStep
    ) {
        load.answer(response, content, step)
    }

    #if !canImport(Darwin)
    /// Goes on with the load when a redirect is allowed.
    func follow(_ next: URLRequest, _ offer: RedirectOffer) {
        load.follow(next, offer)
    }
    #endif
}
