import Foundation

/// The error about an unmatched request, with the nearest sets and their mismatches.
///
/// It is cheap to make; ``message`` does the work.
package final class NearMiss: Sendable {
    /// A set and the clauses of its matcher, compared with the request.
    package struct Candidate {
        package let set: ResponseSet
        package let leaves: [MatchComparison.Leaf]
        fileprivate let distance: Double
        /// Whether the set, if it matched, would let the request pass through.
        package let isLive: Bool
    }

    package let request: BarricadeRequest
    private let state: StoreState
    /// Whether the request passes through nevertheless.
    let passesThrough: Bool

    package init(_ request: BarricadeRequest, in state: StoreState, passesThrough: Bool = false) {
        self.request = request
        self.state = state
        self.passesThrough = passesThrough
    }

    /// Whether the message takes long to make.
    var isLong: Bool {
        state.sets.count > 100 || request.target.text.utf8.count > 10_000
            || request.headers.fields.count > 100
            || request.content.body.data.map { $0.count > 10_000 } ?? false
    }

    package var error: BarricadeError {
        BarricadeError(.unmatchedRequest, message)
    }

    /// The whole message, at most twelve lines.
    var message: String {
        """
        No response set matches \(request)\(passesThrough ? ", so it passes through" : "").

        \(nearest)

        To fix:
          \(suggestedLine)
        """
            + (passesThrough
                ? "" : "\n  or let it pass through: barricade.unmatchedPolicy = .passThrough")
    }

    /// The nearest sets, at most three; among equally near ones, those that are asked first.
    package var candidates: [Candidate] {
        let comparison = MatchComparison(request)
        var nearest: [Candidate] = []
        for set in state.orderedSets {
            let limit = nearest.count < 3 ? Double.infinity : nearest[2].distance
            comparison.compare(with: set.definition.matcher.clause, limit: limit)
            guard comparison.distance < limit else { continue }
            let place = nearest.firstIndex { $0.distance > comparison.distance }
            nearest.insert(
                Candidate(
                    set: set.definition, leaves: comparison.leaves, distance: comparison.distance,
                    isLive: state.routing.modes[set.name]?.isLive ?? false),
                at: place ?? nearest.endIndex)
            if nearest.count > 3 { nearest.removeLast() }
        }
        return nearest
    }

    private var nearest: String {
        let candidates = candidates
        guard !candidates.isEmpty else { return "No sets are registered." }
        let names = TextColumn.padded(
            candidates.map { "\"\($0.set.name.shortened)\" (\($0.set.origin.text))" })
        let lines = zip(candidates, names).map { candidate, name in
            let reasons =
                (candidate.leaves.compactMap { $0.mismatch(with: request)?.description }
                + (candidate.isLive ? ["is live"] : [])).joined(separator: "; ")
            return "  \(name)   \(reasons)"
        }
        return (["Nearest:"] + lines).joined(separator: "\n")
    }

    /// A line of Swift that makes a set for the request.
    package var suggestedLine: String {
        // The matcher would claim the request, and little more.
        let matcher = ([targetSuggestion] + graphQLSuggestions).joined(separator: " && ")
        return "ResponseSet(\"…\", on: \(matcher)) { CannedResponse(\"…\", json: [:]) }"
    }

    /// The operations of a request that its URL does not name.
    private var graphQLSuggestions: [String] {
        let names = (try? request.graphQLOperationNames()) ?? []
        var shown: [String] = []
        for name in names where !shown.contains(name) && shown.count < 3 {
            if GraphQLDocument.isName(name), name.utf8.count <= 100 { shown.append(name) }
        }
        return shown.map { ".graphQL(\($0.debugDescription))" }
    }

    private var targetSuggestion: String {
        let target = request.target
        let origin = target.isWeb ? "" : "\(target.scheme)://\(target.hostAndPort)"
        let pattern = "\(origin)/\(Self.pattern(of: target.path))"
        // A URL without `//`, or with a host like `**`, cannot be written as a pattern.
        guard target.text.contains("://"), origin.utf8.count <= Self.longest,
            RequestMatcher.path(pattern).matches(request)
        else { return urlSuggestion }
        let source = pattern.debugDescription
        let method = request.method.rawValue
        let factories: [HTTP.Method] = [.get, .head, .post, .put, .patch, .delete, .options]
        if factories.contains(request.method) { return ".\(method.lowercased())(\(source))" }
        return method.utf8.count > Self.longest
            ? ".path(\(source))" : ".method(\(method.debugDescription)) && .path(\(source))"
    }

    /// The matcher of the URL, or of its beginning if the rest is long or secret.
    private var urlSuggestion: String {
        let (text, shown) = (request.target.text, request.target.maskedText)
        if shown == text, text.utf8.count <= Self.longest {
            return ".url(\(text.debugDescription))"
        }
        let start = zip(text.unicodeScalars, shown.unicodeScalars).prefix(100)
            .prefix { $0 == $1 }.reduce(into: "") { $0.unicodeScalars.append($1.0) }
        let pattern = "^\(NSRegularExpression.escapedPattern(for: start))"
        return ".regex(\(pattern.debugDescription), on: .url)"
    }

    /// The most bytes of a URL in a suggestion.
    private static let longest = 200

    /// Returns a path as a pattern, without its first slash.
    ///
    /// In a long path, `*` replaces long segments, and `**` the last ones.
    private static func pattern(of path: String) -> String {
        guard path.utf8.count > longest else {
            return path.split(separator: "/").map(escaped).joined(separator: "/")
        }
        var pattern = ""
        for segment in path.split(separator: "/", maxSplits: longest) {
            let next = segment.utf8.count > longest / 4 ? "*" : escaped(segment)
            guard pattern.utf8.count + next.utf8.count < longest - 15 else {
                return "\(pattern)**"
            }
            pattern += "\(next)/"
        }
        return String(pattern.dropLast())
    }

    /// Returns a segment for a pattern, with special characters percent-encoded.
    ///
    /// A secret becomes `*`.
    private static func escaped(_ segment: Substring) -> String {
        if Secrets.masked(segment: segment) != segment { return "*" }
        let plain = segment.replacing("*", with: "%2A")
        return plain.hasPrefix(":") ? "%3A\(plain.dropFirst())" : String(plain)
    }
}
