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
    /// The name of the selected response; `nil` if no set answered.
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

    init(_ entry: LoggedRequest) {
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
    let pathValues: [String: String]
    let explanation: String?
    /// Why the nearest sets do not match; `nil` if one claimed it.
    let match: MatchExplanation?
    /// The reply that the caller got; `nil` if it was not kept.
    let reply: ReplyContent?

    init(_ entry: LoggedRequest, in barricade: Barricade) {
        request = RequestSummary(entry)
        curl = entry.request.curl
        let detail = LogDetail(entry, in: nil, isMasked: true)
        (url, message) = (detail.url, detail.request)
        pathValues = entry.request.pathValues
        explanation = entry.explanation
        match = entry.set == nil ? barricade.explanation(of: entry.request) : nil
        reply = barricade.reply(to: entry).map { ReplyContent($0) }
    }
}

/// The reply to a request in the log, with secrets masked.
struct ReplyContent: Encodable {
    let message: MessageContent
    /// The milliseconds until the head came, and until the first byte of the body.
    let waited: Double
    let firstByte: Double?

    init(_ reply: LoggedReply) {
        message = MessageContent(reply, isMasked: true)
        waited = reply.waited / .milliseconds(1)
        firstByte = reply.firstByte.map { $0 / .milliseconds(1) }
    }
}
