import Foundation

/// What somebody typed, understood.
enum MenuCommand: Equatable {
    case choose(MenuEntry)
    /// As launch arguments name a response: `Sign In=Offline`.
    case select(response: String, set: String)
    case openWishList
    case reset
    case again
    case quit
    /// Not understood; says what would be.
    case unknown(String)

    init(_ line: String, entries: [MenuEntry]) {
        let text = line.trimmingCharacters(in: .whitespaces)
        let noise = CharacterSet.punctuationCharacters.union(.symbols).union(.whitespaces)
        let word = text.trimmingCharacters(in: noise).lowercased()
        switch word {
        case "" where text.isEmpty: self = .again
        case "q", "quit", "exit", "bye": self = .quit
        case "r", "reset": self = .reset
        case "w", "wish", "wishlist", "wish list": self = .openWishList
        default: self = Self.entry(text, word, entries)
        }
    }

    private static func entry(
        _ text: String, _ word: String, _ entries: [MenuEntry]
    ) -> MenuCommand {
        if let number = Int(word) {
            guard entries.indices.contains(number - 1) else {
                return .unknown("There is no \(number); the numbers go from 1 to \(entries.count).")
            }
            return .choose(entries[number - 1])
        }
        let names = text.split(separator: "=", maxSplits: 1).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        if names.count == 2 { return .select(response: names[1], set: names[0]) }
        return named(text, word, entries)
    }

    /// Finds entries by name; a slip of the hand gets a suggestion, not an action.
    private static func named(
        _ text: String, _ word: String, _ entries: [MenuEntry]
    ) -> MenuCommand {
        let numbered = Array(zip(1..., entries))
        let exact = numbered.filter { $0.1.name.lowercased() == word }
        if exact.count == 1 { return .choose(exact[0].1) }
        let near = exact.isEmpty ? numbered.filter { isSlip(word, of: $0.1.name) } : exact
        guard !near.isEmpty else {
            return .unknown("Nothing is called \"\(text)\"; type a number or one of the letters.")
        }
        let places = near.map { "\($0.0) \($0.1.name) in \($0.1.place)" }
        return .unknown("Did you mean \(places.joined(separator: ", "))?")
    }

    private static func isSlip(_ word: String, of name: String) -> Bool {
        guard word.count >= 3 else { return false }
        let name = name.lowercased()
        return name.hasPrefix(word) || name.difference(from: word).count <= 2
    }
}
