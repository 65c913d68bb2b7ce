/// A whole URL, character by character.
package struct URLClause: Clause {
    package let url: String

    package func matches(_ request: BarricadeRequest) -> Bool { request.target.text == url }
    package var subject: String { "URL" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(subject, Secrets.masked(url: url), got: request.maskedURL)
    }

    package func described(isMasked: Bool) -> String {
        "URL is \(isMasked ? Secrets.masked(url: url) : url)"
    }

    package var weight: Double { 0.7 }
    package func names(scheme: String) -> Bool { url.hasPrefix("\(scheme):") }
    package var place: ClausePlace { .absolute }
}

extension RequestMatcher {
    /// Matches the whole URL, character by character.
    public static func url(_ url: String) -> RequestMatcher {
        RequestMatcher(URLClause(url: url))
    }
}
