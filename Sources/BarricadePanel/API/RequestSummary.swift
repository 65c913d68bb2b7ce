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
        (symbol, filter) = (entry.outcome.symbol, LogFilter(entry.outcome))
        id = entry.id
        method = entry.request.method.rawValue.shortened
        url = entry.request.maskedURL
        set = entry.set
        setID = entry.set?.identifierForURLs
        response = entry.response
        date = entry.date
        outcome = Outcome(entry.outcome)
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
        /// The status of an answer; `nil` for other outcomes.
        public let status: Int?

        init(_ outcome: LoggedRequest.Outcome) {
            switch outcome {
            case .pending: kind = .pending
            case .held: kind = .held
            case .answered: kind = .answered
            case .failed: kind = .failed
            case .redirected: kind = .redirected
            case .cancelled: kind = .cancelled
            case .passedThrough: kind = .passedThrough
            case .unmatched: kind = .unmatched
            }
            words = outcome.words
            status = if case .answered(let status) = outcome { status.rawValue } else { nil }
        }
    }
}

extension RequestSummary: CustomStringConvertible {
    /// The method, the URL and the outcome.
    public var description: String { "\(method) \(url)  \(outcome.words)" }
}

/// A request in the log with all its details.
struct RequestDetail: Encodable {
    let request: RequestSummary
    /// The request as a `curl` command, with secrets masked.
    let curl: String
    /// The whole URL, with secrets masked.
    let url: String
    let message: MessageContent
    /// The reply that the caller got; `nil` if it was not kept.
    let reply: MessageContent?
    /// When it came, how long it took, and what answered it.
    let facts: [MessageContent.Field]
    let pathValues: [String: String]
    let explanation: String?
    /// Why the claiming set matches; or why the nearest sets do not, if none claimed it.
    let match: MatchExplanation?
    /// The title of the action that makes a response of it.
    let makingTitle: String
    /// The Swift code of a response with the reply; empty if there is none, or it is too large.
    let responseCode: String
    /// The title of the choice of its set's next response; `nil` if that set is not registered.
    let choiceTitle: String?

    init(_ entry: LoggedRequest, in barricade: Barricade) {
        let detail = LogDetail(entry, in: barricade, isMasked: true)
        request = RequestSummary(entry)
        curl = entry.request.curlCommand
        (url, message, reply) = (detail.url, detail.request, detail.reply)
        (facts, match) = (detail.facts, detail.match)
        (makingTitle, responseCode) = (detail.makingTitle, detail.responseCode)
        pathValues = entry.request.pathValues
        explanation = entry.explanation
        choiceTitle = entry.set.flatMap { barricade.row(of: $0)?.choiceTitle }
    }
}
