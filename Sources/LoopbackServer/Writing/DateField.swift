import Foundation

/// The value of a `Date` field (RFC 9110, section 5.6.7), made once a second.
struct DateField {
    private let formatter = DateFormatter()
    private var second = 0.0
    private var text = ""

    init() {
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    }

    mutating func value(at date: Date) -> String {
        let now = date.timeIntervalSince1970.rounded(.down)
        if now != second { (second, text) = (now, formatter.string(from: date)) }
        return text
    }
}
