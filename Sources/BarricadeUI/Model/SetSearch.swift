import Barricade
import BarricadeSurfaces
import Foundation

/// A search over sets: words to find, and properties that a set must have.
struct SetSearch: Sendable, Hashable {
    /// A property of sets to search for.
    enum Token: String, Sendable, CaseIterable, Identifiable {
        /// The set's selection or mode differs from its default.
        case changed
        /// The set lets its requests go to the real server.
        case live
        /// The set has never had a request.
        case unused

        var id: String { rawValue }
        var title: String { rawValue.capitalized }

        func accepts(_ set: BarricadeOverview.SetSummary) -> Bool {
            switch self {
            case .changed: set.isChanged
            case .live: [.live, .recording].contains(set.mode) || set.selected?.kind == .live
            case .unused: !set.isUsed
            }
        }
    }

    var text = ""
    var tokens: [Token] = []

    init() {}

    /// Whether every set is found.
    var isEmpty: Bool { words.isEmpty && tokens.isEmpty }

    /// The tokens that can still be added.
    var suggestedTokens: [Token] {
        Token.allCases.filter { !tokens.contains($0) }
    }

    private var words: [Substring] { text.split(whereSeparator: \.isWhitespace) }

    /// Returns the sets that match every token and contain each word in a name, path or response.
    func found(
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
