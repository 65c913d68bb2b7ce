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
