/// What is wrong with a command line.
package struct Misuse: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// A word that is not known, with the nearest one that is, if it is near.
    ///
    /// - Parameter what: What it was taken for: `an option`.
    package init(_ word: String, isNot what: String, known: [String]) {
        // The nearest is the one with the fewest letters to add and to take away.
        let nearest = known.map { (word: $0, edits: $0.difference(from: word).count) }
            .filter { $0.edits <= word.count / 2 }.min { $0.edits < $1.edits }
        let meant = nearest.map { " Do you mean \($0.word)?" } ?? ""
        self.init("\(word) is not \(what).\(meant)")
    }

    /// An option that a program does not have, with the nearest one in its usage.
    package init(unknownOption option: String, usage: String) {
        let words = usage.split { " \n;,".contains($0) }.filter { $0.hasPrefix("--") }
        self.init(option, isNot: "an option", known: words.map { String($0) })
    }
}
