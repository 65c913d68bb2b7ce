import Barricade
import BarricadeRecording
import Foundation

/// Prints a line when a real server's reply ends: its status, or why there is none.
final class ReplyPrinter: Plugin {
    let observationLevel = ObservationLevel.replies
    private let output: Output

    init(_ output: Output) {
        self.output = output
    }

    func began(_ request: DecidedRequest) -> (any ExchangeObserver)? {
        ReplyDraft(upTo: 0) { [output] reply in
            let result =
                switch (reply.ending, reply.head?.status) {
                case (.finished, let status): status.map { "\($0)" } ?? "no status"
                case (_, let status?) where reply.isEventStream:
                    "\(status), left before its end: its whole events are recorded"
                case (.cancelled, _): "cancelled by the client: not recorded"
                case (.failed, let status?): "\(status), cut off in the middle: not recorded"
                case (.failed(let error as URLError), nil)
                where error.code == .dataLengthExceedsMaximum:
                    "no reply: URLSession sends no GET with a body"
                case (.failed(let error), nil): "no reply: \(error.localizedDescription)"
                }
            output.say("\(request.request)  \(result)")
        }
    }
}
