import Barricade
import BarricadeFolder

/// What tells a request apart from others of its set, so that it gets its own replies again.
struct RecordedRequest: Sendable, Hashable {
    /// The matcher of requests like it; `nil` for any request of the set.
    let matcher: RequestMatcher?
    /// Whether it has the time of its query, which is another one when it is asked again.
    let hasMoment: Bool
    private let text: String

    init(_ matcher: RequestMatcher? = nil, hasMoment: Bool = false) {
        (self.matcher, self.hasMoment) = (matcher, hasMoment)
        // Spellings of the same text are the same request; a description leaves JSON out.
        let bodies = (matcher?.writtenClauses ?? [])
            .compactMap { ($0 as? JSONClause).map { "\($0.value)" } }
        text = matcher.map { PercentEncoding.readable("\($0)"[...]) + bodies.joined() } ?? ""
    }

    static func == (left: Self, right: Self) -> Bool { left.text == right.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Exchange.Request {
    /// Returns what tells it apart from others that a set's matcher matches.
    ///
    /// - Returns: Its path and query, if the set is for several or spells them in another way; and
    ///   the same with what matters only if replies differ by it: moments, and the header fields of
    ///   `Vary`.
    func recorded(in matcher: RequestMatcher) -> (usual: RecordedRequest, exact: RecordedRequest) {
        // Most sets are for one URL, as it is written.
        if target ?? url == url, moments == nil, varying.isEmpty,
            matcher.written.endpoint?.text == url, !url.has("/:")
        {
            return (RecordedRequest(), RecordedRequest())
        }
        let (path, own) = (RequestPattern.target(target ?? url), matcher.recordedTarget ?? "")
        let isOneOfSeveral =
            !matcher.written.pathNames.isEmpty || target != nil && target != url
            || own != path && own == RequestPattern.target(url, isCompared: true)
        let usual = RecordedRequest(isOneOfSeveral ? .recorded(path) : nil)
        guard moments != nil || !varying.isEmpty else { return (usual, usual) }
        let exact = moments.map { .recorded(RequestPattern.target($0)) } ?? usual.matcher
        let parts = [exact].compactMap(\.self) + varying.map { .header($0.name, $0.value) }
        let whole = parts.count == 1 ? parts[0] : .joined(.and, parts)
        return (usual, RecordedRequest(whole, hasMoment: moments != nil))
    }
}
