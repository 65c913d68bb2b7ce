import Barricade
import Foundation

/// Prints a line when a real server's reply ends: its status, or why there is none.
final class ReplyTeller: LiveObserver {
    let isRecorder = false
    private let output: Output

    init(_ output: Output) {
        self.output = output
    }

    func observation(of request: LiveRequest) -> (any LiveObservation)? {
        Observation(request: request, output: output)
    }

    private struct Observation: LiveObservation {
        let request: LiveRequest
        let output: Output
        private let status = Locked<HTTP.Status?>(nil)

        init(request: LiveRequest, output: Output) {
            (self.request, self.output) = (request, output)
        }

        func receive(_ head: LiveReply) {
            status.withLock { $0 = head.status }
        }

        func receive(_ data: Data) {}

        func end(_ ending: LiveEnding) {
            let status = status.withLock { $0 }
            let result =
                switch (ending, status) {
                case (.finished, let status): status.map { "\($0)" } ?? "no status"
                case (.cancelled, _): "cancelled by the client"
                case (.failed, let status?): "\(status), cut off in the middle: not recorded"
                case (.failed(let error), nil): "no reply: \(error.localizedDescription)"
                }
            output.tell("\(request.request)  \(result)")
        }
    }
}
