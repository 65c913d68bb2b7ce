public import Barricade
import BarricadeCommon
import BarricadeSurfaces
public import Foundation

/// A summary of a request in the log, with secrets masked.
public struct RequestSummary: Sendable, Codable, Hashable, Identifiable {
    /// The number of the request, the same as `LoggedRequest.id`.
    public let id: LoggedRequest.ID
    /// The method.
    public let method: String
    /// The URL, shortened to 200 characters.
    public let url: String
    /// The name of the set that claimed it; `nil` if none did.
    public let set: String?
    /// The identifier of that set in paths of the API.
    let setID: String?
    /// The name of the response that answered; `nil` if no set did.
    public let response: String?
    /// The time of its arrival.
    public let date: Date
    /// Its outcome so far.
    public let outcome: Outcome
    /// The time that it took, in milliseconds; `nil` until it ends.
    public let duration: Double?
    /// Whether there is an explanation why it failed, or why it should not have passed through.
    public let isExplained: Bool
    /// The differences of the real server's reply from all responses of the set, in a sentence
    /// each; only the first reply with the same differences has them.
    public let drift: [String]
    /// The time of its arrival, as people write it where the app runs.
    let time: String
    /// The parts of the line below the request.
    let parts: [String]
    /// The row in one sentence.
    let sentence: String
    /// The symbol of its outcome, by its name in SF Symbols.
    let symbol: String
    /// The filter of the log, besides `all`, that accepts it.
    let filter: LogFilter

    init(_ entry: LoggedRequest) {
        let row = LogRow(entry)
        (time, parts, sentence) = (row.time, row.parts, row.sentence)
        (symbol, filter) = (entry.outcome.kind.symbol, entry.outcome.kind.filter)
        id = entry.id
        method = entry.request.method.rawValue.shortened
        url = entry.request.maskedURL
        (set, setID) = (entry.set, entry.set?.identifierForURLs)
        (response, date) = (entry.response, entry.date)
        outcome = Outcome(entry)
        duration = entry.duration.map { $0 / .milliseconds(1) }
        isExplained = entry.explanation != nil
        drift = entry.drift
    }
}

extension RequestSummary {
    /// The outcome of a request, or its state until it ends.
    public struct Outcome: Sendable, Codable, Hashable {
        /// The kind of an outcome; see `LoggedRequest.Outcome`.
        public enum Kind: String, Sendable, Codable {
            case pending, held, answered, failed, redirected, cancelled, passedThrough, unmatched
        }

        /// The kind.
        public let kind: Kind
        /// The outcome in words: `200 OK`, `failed with notConnectedToInternet`.
        public let words: String
        /// The status of an answer, or of the real server's reply; `nil` for other outcomes.
        public let status: Int?

        init(_ entry: LoggedRequest) {
            (words, status) = (entry.outcomeWords, entry.status?.rawValue)
            kind =
                switch entry.outcome {
                case .pending: .pending
                case .held: .held
                case .answered: .answered
                case .failed: .failed
                case .redirected: .redirected
                case .cancelled: .cancelled
                case .passedThrough: .passedThrough
                case .unmatched: .unmatched
                }
        }
    }
}

extension RequestSummary: CustomStringConvertible {
    /// The method, the URL and the outcome.
    public var description: String { "\(method) \(url)  \(outcome.words)" }
}

extension LoggedRequest {
    /// It with all its details.
    func detail(in barricade: Barricade) -> JSONObject {
        let detail = LogDetail(self, in: barricade, isMasked: true)
        return [
            "request": RequestSummary(self), "url": detail.url, "curl": request.curlCommand,
            "message": detail.request, "reply": detail.reply, "facts": detail.facts,
            "match": detail.match, "pathValues": request.pathValues, "explanation": explanation,
            "makingTitle": detail.makingTitle, "responseCode": detail.responseCode,
            "choiceTitle": set.flatMap { barricade.row(of: $0)?.choiceTitle },
        ]
    }
}
