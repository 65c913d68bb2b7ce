import Barricade

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking

/// Tasks with completion handlers that are suspended and resumed just when they are answered, one at
/// a time; for a process of its own, which this may end.
enum CompletionStorm {
    /// Written to the standard output for each task that has ended.
    static let mark = UInt8(ascii: "#")

    static func run(_ count: Int) {
        // A trap is told on the standard error first; anything else is no success.
        for trap in [SIGILL, SIGTRAP] { signal(trap) { _ in _exit(EXIT_SUCCESS) } }
        let barricade = Barricade(
            ResponseSet("Set", on: .get("/delayed")) {
                CannedResponse("OK", text: "delayed", delay: .milliseconds(1))
            })
        let session = barricade.patientSession
        guard let url = URL(string: "\(api)/delayed") else { exit(EXIT_FAILURE) }
        for number in 0..<count {
            let (end, ends) = (DispatchSemaphore(value: 0), Locked(0))
            let task = session.dataTask(with: url) { data, _, _ in
                ends.withLock { $0 += data == Data("delayed".utf8) ? 1 : 100 }
                end.signal()
            }
            task.resume()
            usleep(UInt32(800 + number * 7 % 600))
            task.suspend()
            task.resume()
            guard end.wait(timeout: .now() + 60) == .success, ends.current == 1 else {
                exit(EXIT_FAILURE)
            }
            var mark = mark
            write(STDOUT_FILENO, &mark, 1)
        }
    }
}
#endif
