import Foundation

/// The signal that ends the tool: Control-C, `kill`, or a closed terminal.
///
/// Make it before there is anything to save. The same signal again ends the process at once.
struct EndSignal {
    private let signals: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            let isRegistered = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { isRegistered.signal() }
            source.setEventHandler {
                signal(number, SIG_DFL)
                continuation.finish()
            }
            source.resume()
            // Until then, the default action ends the process; to ignore the signal would lose it.
            isRegistered.wait()
            #if canImport(Darwin)
            // On Linux, Dispatch has a handler of its own in place of the default action.
            signal(number, SIG_IGN)
            #endif
            return source
        }
    }

    /// Waits for the first signal.
    func wait() async {
        for await _ in signals {}
        withExtendedLifetime(sources) {}
    }
}
