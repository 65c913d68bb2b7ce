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
        package let mode: ResponseSet.Mode
    }

    package let request: BarricadeRequest
    let state: StoreState
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
        let candidates = candidates
        return """
            No response set matches \(request)\(state.routing.place)\
            \(passesThrough ? ", so it passes through" : "").

            \(request.target.isRelative ? relativeness : nearest(candidates))

            To fix:
              \(fixes(by: candidates).joined(separator: "\n  or "))
            """
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
                    mode: state.routing.mode(of: set)),
                at: place ?? nearest.endIndex)
            if nearest.count > 3 { nearest.removeLast() }
        }
        return nearest
    }

    private func nearest(_ candidates: [Candidate]) -> String {
        guard !candidates.isEmpty else { return "No sets are registered." }
        let names = TextColumn.padded(
            candidates.map { "\"\($0.set.name.shortened)\" (\($0.set.origin.text))" })
        let lines = zip(candidates, names).map { candidate, name in
            let mismatches = candidate.leaves.compactMap {
                $0.mismatch(with: request)?.description
            }
            let reasons =
                (mismatches.isEmpty ? ["matches, but its sequence is used up"] : mismatches)
                + (candidate.mode == .barricaded ? [] : ["is \(candidate.mode)"])
            return "  \(name)   \(reasons.joined(separator: "; "))"
        }
        return (["Nearest:"] + lines).joined(separator: "\n")
    }

    private var relativeness: String {
        let target = request.target
        let ofRelative = target.host.isEmpty ? "no scheme and no host" : "no scheme"
        let lack = target.scheme.isEmpty ? ofRelative : "no host"
        return "The URL has \(lack): it was made without its base, so no set is asked."
    }
}
