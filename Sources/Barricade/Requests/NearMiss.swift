/// Why no set answers a request: the sets that come nearest, with all that keeps them from it.
struct NearMiss {
    /// A set and the clauses that the request does not meet.
    struct Candidate {
        let set: ResponseSet
        let mismatches: [Mismatch]
        /// Whether the set would let the request go to the real server, did it match.
        let isLive: Bool
    }

    let request: BarricadeRequest
    /// The nearest sets, at most three.
    let candidates: [Candidate]

    init(_ request: BarricadeRequest, in state: StoreState) {
        self.request = request
        let all = state.orderedSets.map { set in
            Candidate(
                set: set.definition,
                mismatches: set.definition.matcher.mismatches(with: request),
                isLive: state.routing.modes[set.name] == .live)
        }
        // Stable: of equally near ones, the one that is asked first.
        let nearestFirst = all.enumerated().sorted {
            ($0.element.mismatches.distance, $0.offset) < (
                $1.element.mismatches.distance, $1.offset
            )
        }
        candidates = nearestFirst.prefix(3).map(\.element)
    }

    var error: BarricadeError {
        BarricadeError(.unmatchedRequest, message)
    }

    /// The whole text, at most twelve lines.
    var message: String {
        """
        No response set matches \(request).

        \(nearest)

        To fix:
          ResponseSet("…", on: \(suggestion)) { CannedResponse("…", json: "{}") }
          or let it through: barricade.unmatchedPolicy = .passThrough
        """
    }

    private var nearest: String {
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
        let path = target.path.split(separator: "/").map(Self.escaped).joined(separator: "/")
        // Not every URL can be written as a pattern: one without `//`, or with a host like `**`.
        guard target.text.contains("://"),
            RequestMatcher.path("\(origin)/\(path)").matches(request)
        else { return ".url(\(request.maskedURL.debugDescription))" }
        let pattern = "\(origin)/\(path)".debugDescription
        let factories: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
        return factories.contains(request.method)
            ? ".\(request.method.rawValue.lowercased())(\(pattern))"
            : ".method(\(request.method.rawValue.debugDescription)) && .path(\(pattern))"
    }

    /// A segment as a pattern has to spell it: what means something there is percent-encoded.
    private static func escaped(_ segment: Substring) -> String {
        let plain = segment.replacing("*", with: "%2A")
        return plain.hasPrefix(":") ? "%3A\(plain.dropFirst())" : String(plain)
    }
}
