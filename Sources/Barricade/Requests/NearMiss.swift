/// Why no set answers a request: the sets that come nearest, with all that keeps them from it.
///
/// It is cheap to make; ``message`` does the work.
struct NearMiss: Sendable {
    /// A set and the clauses that the request does not meet.
    private struct Candidate {
        let set: ResponseSet
        let mismatches: [Mismatch]
        /// Whether the set would let the request go to the real server, did it match.
        let isLive: Bool
    }

    private let request: BarricadeRequest
    private let state: StoreState

    init(_ request: BarricadeRequest, in state: StoreState) {
        self.request = request
        self.state = state
    }

    var error: BarricadeError {
        BarricadeError(.unmatchedRequest, message)
    }

    /// The whole text, at most twelve lines.
    var message: String {
        """
        No response set matches \(request.method) \(request.shortURL).

        \(nearest)

        To fix:
          ResponseSet("…", on: \(suggestion)) { CannedResponse("…", json: "{}") }
          or let it through: barricade.unmatchedPolicy = .passThrough
        """
    }

    /// The nearest sets, at most three; of equally near ones, the one that is asked first.
    ///
    /// All are measured, but only those that are shown are explained.
    private var candidates: [Candidate] {
        var measure = MatchDistance(to: request)
        var nearest: [(distance: Double, set: RegisteredSet)] = []
        for set in state.orderedSets {
            let limit = nearest.count < 3 ? Double.infinity : nearest[2].distance
            let distance = measure.distance(to: set.definition.matcher.clause, limit: limit)
            guard distance < limit else { continue }
            let place = nearest.firstIndex { $0.distance > distance }
            nearest.insert((distance, set), at: place ?? nearest.endIndex)
            if nearest.count > 3 { nearest.removeLast() }
        }
        return nearest.map { _, set in
            Candidate(
                set: set.definition,
                mismatches: set.definition.matcher.mismatches(with: request),
                isLive: state.routing.modes[set.name] == .live)
        }
    }

    private var nearest: String {
        let candidates = candidates
        guard !candidates.isEmpty else { return "No sets are registered." }
        let names = candidates.map { "\"\($0.set.name)\" (\($0.set.origin.text))" }
        let width = names.map(\.count).max() ?? 0
        let lines = zip(candidates, names).map { candidate, name in
            let padding = String(repeating: " ", count: width - name.count + 3)
            let reasons =
                (candidate.mismatches.map(\.descriptionOfSet)
                + (candidate.isLive ? ["is live"] : [])).joined(separator: "; ")
            return "  \(name)\(padding)\(reasons)"
        }
        return (["Nearest:"] + lines).joined(separator: "\n")
    }

    /// The matcher that would claim the request, as Swift source.
    private var suggestion: String {
        let target = request.target
        let isWeb = target.scheme == "http" || target.scheme == "https"
        let origin = isWeb ? "" : "\(target.scheme)://\(target.hostAndPort)"
        // Not every URL can be written as a pattern: one without `//`, or with a host like `**`.
        let path = pathPattern
        guard target.text.contains("://"),
            RequestMatcher.path("\(origin)\(path)").matches(request)
        else { return ".url(\(request.shortURL.debugDescription))" }
        let pattern = "\(origin)\(path)".debugDescription
        let factories: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
        return factories.contains(request.method)
            ? ".\(request.method.rawValue.lowercased())(\(pattern))"
            : ".method(\(request.method.rawValue.debugDescription)) && .path(\(pattern))"
    }

    /// The path as a pattern; of one that nobody would paste, as much as fits and `**`.
    private var pathPattern: String {
        let target = request.target
        let limit = 1_000
        guard target.pathSize > limit else {
            return "/" + target.path.split(separator: "/").map(Self.escaped).joined(separator: "/")
        }
        let start = String(decoding: target.path.utf8.prefix(limit), as: UTF8.self)
        // The last piece may be a part of a segment.
        let pieces = start.split(separator: "/").dropLast().map(Self.escaped)
        return "/" + (pieces + ["**"]).joined(separator: "/")
    }

    /// A segment as a pattern has to spell it: what means something there is percent-encoded.
    ///
    /// A secret is any segment.
    private static func escaped(_ segment: Substring) -> String {
        if Secrets.masked(segment: segment) != segment { return "*" }
        let plain = segment.replacing("*", with: "%2A")
        return plain.hasPrefix(":") ? "%3A\(plain.dropFirst())" : String(plain)
    }
}
