import Barricade
import Foundation

/// A file or folder name for any file system: ASCII, lower case, at most 60 characters.
struct FileName: Sendable, Hashable {
    let text: String

    private static let longest = 60

    /// Makes a name of words, joined by hyphens; `response` if no character is allowed.
    init(_ words: [String]) {
        var plain = words.joined(separator: "-")
        if plain.utf8.count != plain.utf16.count {
            plain = plain.folding(options: .diacriticInsensitive, locale: nil)
        }
        var text: [UInt8] = []
        for byte in plain.lowercased().utf8 {
            if byte.isAlphanumeric {
                text.append(byte)
            } else if let last = text.last, last != UInt8(ascii: "-") {
                text.append(UInt8(ascii: "-"))
            }
        }
        text = Array(text.prefix(Self.longest))
        if text.last == UInt8(ascii: "-") { text.removeLast() }
        self.text = text.isEmpty ? "response" : String(decoding: text, as: UTF8.self)
    }

    /// Returns the text with a number from 2 on: `books-2`.
    func numbered(_ number: Int) -> String {
        let suffix = number > 1 ? "-\(number)" : ""
        return text.prefix(Self.longest - suffix.utf8.count) + suffix
    }
}

/// Unique names, with numbers for repeated titles.
struct UniqueNames: Sendable {
    private var taken: Set<String>
    /// The last number of each title.
    private var lastNumbers: [String: Int] = [:]

    init(taken: Set<String> = []) {
        self.taken = taken
    }

    /// Returns the first name of a title that is not taken: `200`, then `200 (2)`.
    mutating func next(_ title: String) -> String {
        next(title) { $0 == 1 ? title : "\(title) (\($0))" }
    }

    /// Returns the first name of a title that is not taken.
    ///
    /// - Parameter spelled: Returns the title with a number, from 1.
    mutating func next(_ title: String, spelled: (Int) -> String) -> String {
        var number = lastNumbers[title] ?? 0
        var name: String
        repeat {
            number += 1
            name = spelled(number)
        } while !taken.insert(name).inserted
        lastNumbers[title] = number
        return name
    }
}
