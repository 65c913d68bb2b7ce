import Foundation

/// The dates of HAR files: ISO 8601 with any number of decimals, with or without a time zone.
enum HARDate {
    private static let format = Date.ISO8601FormatStyle(timeZone: .gmt)

    /// Reads a date; `nil` if it is not one.
    static func read(_ text: String) -> Date? {
        let start = text.utf8.firstIndex { ".,".utf8.contains($0) } ?? text.endIndex
        let decimals = text[start...].dropFirst().prefix(while: \.isNumber)
        let rest = text[start...].dropFirst(decimals.isEmpty ? 0 : decimals.count + 1)
        // Without decimals, the zone follows the seconds, at the nineteenth character.
        let head = text[..<start].prefix(19)
        let zone = rest.isEmpty ? text[..<start].dropFirst(19) : rest
        guard let offset = seconds(ofZone: zone), let date = try? format.parse("\(head)Z") else {
            return nil
        }
        let fraction = decimals.isEmpty ? 0 : Double("0.\(decimals)") ?? 0
        return date.addingTimeInterval(fraction - Double(offset))
    }

    /// Reads `Z`, `+01:00`, `+0100`, `+01` or nothing.
    private static func seconds(ofZone text: Substring) -> Int? {
        guard let sign = text.first, sign != "Z", sign != "z" else { return 0 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard sign == "+" || sign == "-", digits.count == 2 || digits.count == 4,
            let hours = Int(digits.prefix(2)), let minutes = Int("0\(digits.dropFirst(2))")
        else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 60 + minutes) * 60
    }

    /// Returns a date with milliseconds, in GMT: `2026-03-01T09:30:00.250Z`.
    static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt))
    }
}
