import Barricade

extension SecretFinder {
    /// Finds the number of a payment card, by the first digits and length of a known network and
    /// a correct check digit (ISO/IEC 7812).
    func cardNumber(at start: Int) -> Secrets.Finding? {
        guard (UInt8(ascii: "2")...UInt8(ascii: "6")).contains(text[start]), isFree(before: start)
        else { return nil }
        // Groups have four digits at least, except the last one: a drawing has shorter ones.
        return end(
            ofGroupsFrom: start, least: 4, most: 19, between: " -", while: \.isDigit,
            if: Self.isCard
        ).map { Secrets.Finding(.cardNumber, start..<$0) }
    }

    /// Returns the end of the longest run of groups that together are a number.
    ///
    /// - Parameters:
    ///   - least: The least number of characters in a group that another one follows.
    ///   - most: The most characters of the number.
    ///   - separators: The characters between two groups.
    private func end(
        ofGroupsFrom start: Int, least: Int = 0, most: Int, between separators: String,
        while isPart: (UInt8) -> Bool, if isNumber: ([UInt8]) -> Bool
    ) -> Int? {
        var characters: [UInt8] = []
        var best: Int?
        var index = start
        while index < text.count, characters.count <= most {
            let group = end(from: index, while: isPart)
            let isWhole = group - index >= least
            characters += text[index..<group]
            index = group
            guard isEnd(index) else { break }
            if isNumber(characters) { best = index }
            guard isWhole, index + 1 < text.count, separators.utf8.contains(text[index]),
                isPart(text[index + 1])
            else { break }
            index += 1
        }
        return best
    }

    /// Returns whether no number with a point or dash precedes.
    private func isFree(before start: Int) -> Bool {
        guard start >= 2 else { return true }
        let isJoint = [".", "-", "_"].contains { text[start - 1] == UInt8(ascii: $0) }
        return !isJoint || !text[start - 2].isAlphanumeric
    }

    private static func isCard(_ digits: [UInt8]) -> Bool {
        guard (14...19).contains(digits.count) else { return false }
        let prefix = digits.prefix(4).reduce(0) { $0 * 10 + Int($1 & 15) }
        let isLength =
            switch prefix {
            case 4000...4999, 5100...5599, 2221...2720, 6011, 6440...6599, 3528...3589:
                digits.count == 16
            case 3400...3499, 3700...3799: digits.count == 15
            case 3000...3059, 3600...3699, 3800...3999: digits.count == 14
            case 6200...6299: digits.count >= 16
            default: false
            }
        return isLength && Secrets.luhnSum(digits) % 10 == 0
    }

    /// Finds a social security number of the United States: `123-45-6789`.
    func socialSecurityNumber(at start: Int) -> Secrets.Finding? {
        let end = start + 11
        guard end <= text.count, isEnd(end), isFree(before: start),
            end == text.count || text[end] != UInt8(ascii: "-"),
            zip(start..<end, "000-00-0000".utf8).allSatisfy({
                $1 == UInt8(ascii: "-") ? text[$0] == $1 : text[$0].isDigit
            }), text[start] != UInt8(ascii: "9"), !has("000", at: start)
        else { return nil }
        return Secrets.Finding(.socialSecurityNumber, start..<end)
    }

    /// Finds an international bank account number with a correct check sum (ISO 13616).
    func iban(at start: Int) -> Secrets.Finding? {
        guard start + 15 <= text.count, text[start].isCapital, text[start + 1].isCapital,
            text[start + 2].isDigit, text[start + 3].isDigit
        else { return nil }
        return end(
            ofGroupsFrom: start, most: 34, between: " ", while: { $0.isCapital || $0.isDigit },
            if: { (15...34).contains($0.count) && Secrets.ibanRemainder($0) == 1 }
        ).map { Secrets.Finding(.iban, start..<$0) }
    }

    /// Finds a phone number with its country code: `+49 30 1234-567`.
    func phoneNumber(at start: Int) -> Secrets.Finding? {
        guard start + 1 < text.count, text[start + 1].isDigit, text[start + 1] != 0x30 else {
            return nil
        }
        var digits = 0
        var end = start
        var index = start + 1
        while index < text.count {
            if text[index].isDigit {
                digits += 1
                end = index + 1
            } else if !" -.()/".utf8.contains(text[index]) || index - end > 1 {
                break
            }
            index += 1
        }
        guard (8...15).contains(digits), isEnd(end) else { return nil }
        return Secrets.Finding(.phoneNumber, start..<end)
    }
}

extension Secrets {
    /// Returns the remainder of a number with letters, its first four characters moved to the end.
    static func ibanRemainder(_ characters: [UInt8]) -> Int {
        (characters.dropFirst(4) + characters.prefix(4)).reduce(0) { remainder, character in
            character.isDigit
                ? (remainder * 10 + Int(character &- 0x30)) % 97
                : (remainder * 100 + Int(character | 0x20) - 87) % 97
        }
    }
}
