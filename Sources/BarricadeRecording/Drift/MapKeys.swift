import Barricade

/// The keys of an object that are data, such as dates and identifiers.
enum MapKeys {
    /// Returns whether an object maps data to values, rather than having members of its own.
    static func areData(_ members: [String: JSONValue]) -> Bool {
        guard !members.isEmpty else { return false }
        if members.keys.allSatisfy(isIdentifier) { return true }
        let kinds = Set(members.values.map { Shape.Kind($0) })
        if members.count > 1, kinds.count == 1, members.keys.allSatisfy(isCode) { return true }
        return members.count > 2 && areAlike(members.values.map(\.object))
    }

    /// Returns whether keys may be data, whatever their values.
    static func areLikeData(_ keys: Set<String>) -> Bool {
        keys.allSatisfy(isIdentifier) || keys.allSatisfy(isCode)
    }

    /// Returns whether all are objects with the same keys.
    private static func areAlike(_ objects: [[String: JSONValue]?]) -> Bool {
        guard let first = objects.first, let keys = first.map({ Set($0.keys) }), keys.count > 1
        else { return false }
        return objects.allSatisfy { $0.map { Set($0.keys) } == keys }
    }

    private static func isIdentifier(_ key: String) -> Bool {
        switch TextFormat(key) {
        case .date, .dateAndTime, .preciseDateAndTime, .localDateAndTime, .uuid, .email, .url:
            return true
        case .empty, .time, .httpDate, .other:
            break
        }
        let digits = key.utf8.first == UInt8(ascii: "-") ? key.utf8.dropFirst() : key.utf8[...]
        if !digits.isEmpty, digits.allSatisfy(\.isDigit) { return true }
        // An identifier of letters and digits, such as 5f2b8a9c or order-1042.
        return key.utf8.count >= 6 && key.utf8.count(where: \.isDigit) >= 3
    }

    /// Returns whether it is a code of a country, currency or language: `EUR`, `de-AT`.
    private static func isCode(_ key: String) -> Bool {
        let parts = key.split { $0 == "-" || $0 == "_" }
        guard let first = parts.first, (2...3).contains(key.utf8.count) || parts.count == 2 else {
            return false
        }
        let isUpper = { (part: Substring) in
            (2...3).contains(part.utf8.count) && part.utf8.allSatisfy(\.isCapital)
        }
        guard parts.count == 2 else { return isUpper(first) }
        return first.utf8.count == 2 && isUpper(parts[1])
    }
}

extension UInt8 {
    /// Whether it is a digit in ASCII.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it is a letter in ASCII.
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// Whether it is a capital letter in ASCII.
    var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
