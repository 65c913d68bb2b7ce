import Foundation

/// A date in a cookie, in any order and punctuation (RFC 6265, 5.1.1).
struct CookieDate {
    let date: Date

    /// Reads a date; `nil` if a part is missing, or the day or time does not exist.
    init?(parsing text: String) {
        var time: [Int]?
        var (day, month, year): (Int?, Int?, Int?)
        for token in text.utf8.split(whereSeparator: Self.isDelimiter) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let found = Self.number(token, ofDigits: 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = Self.number(token, ofDigits: 2...4) {
                year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
            }
        }
        guard let time, let day, let month, let year, year >= 1601 else { return nil }
        let parts = DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: year, month: month,
            day: day, hour: time[0], minute: time[1], second: time[2])
        guard parts.isValidDate, let date = parts.date else { return nil }
        self.date = date
    }

    static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Returns the number at the start of a token, if it has the right number of digits.
    private static func number(
        _ token: Substring.UTF8View, ofDigits count: ClosedRange<Int>
    ) -> Int? {
        let digits = token.prefix(while: isDigit)
        return count.contains(digits.count) ? Int(String(Substring(digits))) : nil
    }

    private static func time(_ token: Substring.UTF8View) -> [Int]? {
        let parts = token.split(
            separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        // Only the last number may be followed by other characters.
        guard parts.count == 3, parts.dropLast().allSatisfy({ $0.allSatisfy(isDigit) }) else {
            return nil
        }
        let numbers = parts.compactMap { number($0, ofDigits: 1...2) }
        return numbers.count == 3 ? numbers : nil
    }

    private static func month(_ token: Substring.UTF8View) -> Int? {
        let name = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
        return months.firstIndex(of: name).map { $0 + 1 }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}
