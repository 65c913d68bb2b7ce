import Barricade
import Foundation

/// A search over sets: words to find, and properties that a set must have.
package struct SetSearch: Sendable, Hashable {
    /// A property of sets to search for.
    package enum Token: String, Sendable, CaseIterable, Identifiable {
        /// The set's selection or mode differs from its default.
        case changed
        /// The set lets its requests go to the real server.
        case live
        /// The set has never had a request.
        case unused

        package var id: String { rawValue }
        package var title: String { rawValue.capitalized }

        package func accepts(_ set: BarricadeOverview.SetSummary) -> Bool {
            switch self {
            case .changed: set.isChanged
            case .live: [.live, .recording].contains(set.mode) || set.selected?.kind == .live
            case .unused: !set.isUsed
            }
        }
    }

    package var text = ""
    package var tokens: [Token] = []

    package init() {}

    /// Whether every set is found.
    package var isEmpty: Bool { words.isEmpty && tokens.isEmpty }

    /// The tokens that can still be added.
    package var suggestedTokens: [Token] {
        Token.allCases.filter { !tokens.contains($0) }
    }

    private var words: [Substring] { text.split(whereSeparator: \.isWhitespace) }

    /// Returns the sets that match every token and contain each word in a name, path or response.
    package func found(
        in sets: [BarricadeOverview.SetSummary]
    ) -> [BarricadeOverview.SetSummary] {
        let words = words
        return sets.filter { set in
            tokens.allSatisfy { $0.accepts(set) } && words.allSatisfy { Self.has($0, in: set) }
        }
    }

    private static func has(_ word: Substring, in set: BarricadeOverview.SetSummary) -> Bool {
        func isFound(in text: String) -> Bool {
            text.localizedStandardContains(word)
        }
        return isFound(in: set.name) || isFound(in: set.matcher)
            || set.group.map(isFound) ?? false || set.responses.contains { isFound(in: $0.name) }
    }
}
