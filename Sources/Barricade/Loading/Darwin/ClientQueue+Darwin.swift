#if canImport(Darwin)
import CoreFoundation
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The run loop on which a load's client may be called: the one that called `startLoading`, in its
/// mode.
struct ClientQueue: @unchecked Sendable {
    // Unchecked because a run loop is not Sendable; it takes blocks and wake-ups from any thread.
    private let loop: CFRunLoop
    private let mode: CFRunLoopMode

    /// Finds it, on the thread that starts the load.
    init?() {
        guard let loop = CFRunLoopGetCurrent() else { return nil }
        self.loop = loop
        mode = CFRunLoopCopyCurrentMode(loop) ?? .defaultMode
    }

    /// Runs a block there soon, from any thread.
    func run(for task: URLSessionTask?, _ block: @escaping @Sendable () -> Void) {
        CFRunLoopPerformBlock(loop, mode.rawValue, block)
        CFRunLoopWakeUp(loop)
    }
}
#endif
