public import Foundation

/// A request that reached a barricade, and what became of it.
public struct LoggedRequest: Sendable, Identifiable {
    /// How a request ended, or that it has not yet.
    public enum Outcome: Sendable, Hashable {
        /// It is still waiting for its answer.
        case pending
        /// Its set keeps it waiting.
        case held
        /// It got a response of this status.
        case answered(HTTP.Status)
        /// It failed, with the error's domain and code.
        case failed(domain: String, code: Int)
        /// It was sent on to another URL, whose request has an entry of its own.
        case redirected(to: URL)
        /// Whoever sent it gave up on it.
        case cancelled
        /// It went to the real server.
        case passedThrough
        /// No set claimed it, so it failed.
        case unmatched
    }

    /// Its place among all requests of its barricade, from 0.
    public let id: Int
    /// The request; its body is cut to what the log keeps.
    public let request: BarricadeRequest
    /// The name of the set that claimed it; `nil` where none did.
    public let set: String?
    /// The name of the response that was selected; `nil` where no set answered.
    public let response: String?
    /// When it arrived.
    public let date: Date
    /// How it ended so far.
    public let outcome: Outcome
    /// How long it took; `nil` while it is pending.
    public let duration: Duration?
    /// Why the barricade failed it, or should not have let it pass through: no set matches, a file is
    /// missing.
    ///
    /// `nil` for what was answered, and for errors that were selected to be its answer.
    public let explanation: String?
}

extension LoggedRequest: CustomStringConvertible {
    /// One line, secrets masked and what is long shortened: `POST https://api.example.com/login  "Login" / "Success"  200`.
    public var description: String {
        let names = [set, response].compactMap { $0.map { "\"\($0.shortened)\"" } }.joined(
            separator: " / ")
        let took = duration.map { " in \($0.milliseconds) ms" } ?? ""
        return ["\(request)", names, "\(outcome)\(took)"].filter { !$0.isEmpty }
            .joined(separator: "  ")
    }
}

extension LoggedRequest.Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .pending: "pending"
        case .held: "held"
        case .answered(let status): "\(status)"
        case .failed(let domain, let code): "failed with \(domain) \(code)"
        case .redirected(let url):
            "redirected to \(Secrets.masked(url: url.absoluteString).shortened)"
        case .cancelled: "cancelled"
        case .passedThrough: "passed through"
        case .unmatched: "unmatched"
        }
    }
}

extension Duration {
    fileprivate var milliseconds: String {
        let (seconds, attoseconds) = components
        let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
