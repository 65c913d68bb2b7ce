import Foundation

/// The signal that ends the tool: Control-C, `kill`, or a closed terminal.
///
/// Make it before there is anything to save. A second signal ends the process at once.
struct EndSignal {
    private let signals: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            // The default action would end the process before the source gets the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                continuation.finish()
            }
            source.resume()
            return source
        }
    }

    /// Waits for the first signal.
    func wait() async {
        for await _ in signals {}
        withExtendedLifetime(sources) {}
    }
}
