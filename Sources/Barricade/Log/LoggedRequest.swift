public import Foundation

/// The beginning or the end of a request, or a difference found later.
public indirect enum RequestEvent: Sendable {
    /// The request arrived, and its response is decided.
    case began(LoggedRequest)
    /// The request ended.
    case ended(LoggedRequest)
    /// The real server's reply was found to differ from the set's responses, or what the client of
    /// a port got to differ from the reply.
    ///
    /// ``LoggedRequest/drift`` or ``LoggedRequest/note`` says how. It may come before the end, or
    /// long after it.
    case differed(LoggedRequest)
}

/// A request that reached a barricade, with its outcome.
public struct LoggedRequest: Sendable, Identifiable {
    /// The outcome of a request, or its state until it ends.
    public enum Outcome: Sendable, Equatable {
        /// It is waiting for its response.
        case pending
        /// Its set holds it.
        case held
        /// It got a response with this status.
        case answered(HTTP.Status)
        /// It failed with an error of this domain and code.
        case failed(domain: String, code: Int)
        /// It was redirected to another URL, whose request has its own entry.
        case redirected(to: URL)
        /// It was cancelled.
        case cancelled
        /// It went to the real server.
        case passedThrough
        /// No set claimed it, so it failed.
        case unmatched
    }

    /// Its number among all requests of its barricade, from 0.
    public let id: Int
    /// The request; its body is cut to the log's limit.
    public internal(set) var request: BarricadeRequest
    /// The name of the set that claimed it; `nil` if none did.
    public let set: String?
    /// The name of the response that answered; `nil` if no set did.
    ///
    /// Of a sequence or a random choice, it is the name of the one response that answered, if that
    /// has one.
    public internal(set) var response: String?
    /// The time of its arrival.
    public let date: Date
    /// A remark on the answer: `recorded for /books/2`, if it was recorded for another request; the
    /// reason why a resource refused it; or `the client got 501`, if the client of a port got another
    /// answer.
    public internal(set) var note: String?
    /// Its outcome so far.
    public internal(set) var outcome = Outcome.pending
    /// The status of the real server's reply; `nil` if none has come through the barricade.
    var liveStatus: HTTP.Status?
    /// The time that it took; `nil` until it ends, and if another loader has taken it over.
    public internal(set) var duration: Duration?
    /// The reason why the barricade failed it or warned about it: no set matches, a file is
    /// missing.
    ///
    /// `nil` if it got a response, or an error that was selected.
    public internal(set) var explanation: String?
    /// The differences of the real server's reply from all responses of the set, in a sentence
    /// each; only the first of several such replies has them.
    public internal(set) var drift: [String] = []
}

extension LoggedRequest {
    /// The method of the request.
    public var method: HTTP.Method { request.method }
    /// The URL of the request.
    public var url: URL { request.url }
    /// The status that it got; `nil` until then, if it failed, or was redirected, and if another
    /// loader has taken it over.
    public var status: HTTP.Status? {
        if case .answered(let status) = outcome { status } else { liveStatus }
    }

    /// The method and the target, to compare: `GET /profile?full=1`; see ``BarricadeRequest/line``.
    public var line: String { request.line }
}

extension LoggedRequest: CustomStringConvertible {
    /// One line, secrets masked, long values shortened: `GET https://a.com/b  "Set" / "Name"  200`.
    public var description: String {
        var line = "\(request)"
        if let set { line += "  \"\(set.shortened)\"" }
        if let response { line += " / \"\(response.shortened)\"" }
        if let note { line += " (\(note))" }
        line += "  \(outcome)" + (liveStatus.map { ", \($0)" } ?? "")
        if let duration { line += " in \(duration.milliseconds) ms" }
        return line
    }
}

extension LoggedRequest.Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .pending: "pending"
        case .held: "held"
        case .answered(let status): "\(status)"
        case .failed(NSURLErrorDomain, let code):
            "failed with \(URLError.Code.named.first { $0.value.rawValue == code }?.name ?? "\(code)")"
        case .failed(BarricadeError.errorDomain, let code):
            "failed with \(BarricadeError.Code(rawValue: code))"
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
