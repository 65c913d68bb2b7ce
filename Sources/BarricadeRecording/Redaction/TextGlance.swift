import Barricade

/// A quick look at a text, which tells most harmless ones from those that need a closer look.
///
/// It goes through the bytes once, and allocates nothing.
struct TextGlance {
    private let text: UnsafeBufferPointer<UInt8>
    private var digits = 0
    private var capitals = 0
    private var hasSpace = false
    private var hasURL = false
    private var hasQuestion = false
    /// Whether it may be base64 as a whole.
    private var isBase64 = true
    /// The letters, digits, dots and dashes in a row so far.
    private var run = 0
    private var isRunOfLetters = true
    /// What there is since the last slash or space.
    private var segment = 0
    private var hasDigitInSegment = false
    private var isSegmentBase64 = true

    private init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    /// Returns whether nothing in a text is secret by its form, and no other text is encoded in it.
    ///
    /// That is sure; of a text that is not plain at a glance nothing is known.
    static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if isTime(text) { return true }
        var glance = TextGlance(text)
        return glance.isPlain()
    }

    private mutating func isPlain() -> Bool {
        // A document in JSON, XML or HTML.
        if let first = text.first(where: { !$0.isSpace }), "{[\"<".utf8.contains(first) {
            return false
        }
        for index in text.indices where !take(text[index], at: index) { return false }
        guard endSegment() else { return false }
        // Nothing shorter is a number of a card, an account or a person.
        guard digits < 8, capitals < 2 || digits < 2 || text.count < 15 else { return false }
        guard text.count < 12 || !isBase64 else { return false }
        // A URL in a sentence, or with a query, needs a closer look.
        return hasURL ? !hasSpace && !hasQuestion : hasSpace || !hasQuestion
    }

    /// Returns false if a byte may be part of a secret.
    private mutating func take(_ byte: UInt8, at index: Int) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
            return extendRun()
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            capitals += 1
            // The start of a token, `eyJ`.
            if byte == UInt8(ascii: "J"), index > 0, text[index - 1] == UInt8(ascii: "y") {
                return false
            }
            return extendRun()
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            digits += 1
            hasDigitInSegment = true
            isRunOfLetters = false
            return extendRun()
        case UInt8(ascii: "."):
            isBase64 = false
            isSegmentBase64 = false
            return extendRun()
        case UInt8(ascii: "-"), UInt8(ascii: "_"):
            // Several are the start of a key in PEM.
            if index > 0, text[index - 1] == UInt8(ascii: "-") { return false }
            isRunOfLetters = false
            return extendRun()
        case UInt8(ascii: "/"):
            // Keys follow `webhooks/` and `services/`.
            if run >= 8, text[index - 1] == UInt8(ascii: "s") { return false }
            return endSegment()
        case UInt8(ascii: ":"):
            return takeColon(at: index)
        case UInt8(ascii: "?"):
            hasQuestion = true
        case 0x20, 0x09:
            hasSpace = true
            isBase64 = false
            return !endsScheme(before: index) && endSegment()
        case 0x0A, 0x0D:
            return endSegment()
        case UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "&"),
            UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: ";"), UInt8(ascii: "#"):
            return false
        default:
            break
        }
        isBase64 = false
        isSegmentBase64 = false
        segment += 1
        endRun()
        return true
    }

    /// Returns false if a row of such bytes is long enough for a key.
    private mutating func extendRun() -> Bool {
        run += 1
        segment += 1
        return run < (isRunOfLetters ? 20 : 15)
    }

    private mutating func endRun() {
        run = 0
        isRunOfLetters = true
    }

    /// Returns false if a segment of a URL may be a key, or hold another text.
    private mutating func endSegment() -> Bool {
        let isKey = hasURL && segment >= 12 && (hasDigitInSegment || isSegmentBase64)
        segment = 0
        hasDigitInSegment = false
        isSegmentBase64 = true
        endRun()
        return !isKey
    }

    /// Returns whether a word such as `Bearer` ends here, after which credentials may follow.
    private func endsScheme(before index: Int) -> Bool {
        func letter(_ distance: Int) -> UInt8 {
            index >= distance ? text[index - distance] | 0x20 : 0
        }
        return letter(1) == UInt8(ascii: "r") && letter(2) == UInt8(ascii: "e")
            && letter(3) == UInt8(ascii: "r")
            || letter(1) == UInt8(ascii: "c") && letter(2) == UInt8(ascii: "i")
                && letter(3) == UInt8(ascii: "s")
    }

    /// Returns false unless a colon belongs to a sentence or to the scheme of a plain URL.
    private mutating func takeColon(at index: Int) -> Bool {
        isBase64 = false
        let start = index - run
        let isHTTP =
            run == index
            && (text[start..<index].elementsEqual("https".utf8)
                || text[start..<index].elementsEqual("http".utf8))
        if isHTTP, text[(index + 1)...].starts(with: "//".utf8) {
            hasURL = true
            return endSegment()
        }
        segment += 1
        isSegmentBase64 = false
        endRun()
        guard index + 1 < text.count else { return true }
        guard text[index + 1] == 0x20 else { return false }
        let next = text[(index + 1)...].first { $0 != 0x20 }
        return next != UInt8(ascii: "\"") && next != UInt8(ascii: "'")
    }

    // MARK: Times

    /// Returns whether a text is a day, or a time in GMT: `2026-03-01T09:30:00.250Z`.
    private static func isTime(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count == 10 || (20...30).contains(text.count) else { return false }
        let form: StaticString = "0000-00-00T00:00:00"
        for index in 0..<min(text.count, form.utf8CodeUnitCount) {
            let expected = form.utf8Start[index]
            guard text[index] == expected || expected == UInt8(ascii: "0") && text[index].isDigit
            else { return false }
        }
        guard text.count > 10 else { return true }
        let rest = text[19...]
        if rest.count == 1 { return rest.first == UInt8(ascii: "Z") }
        return rest.first == UInt8(ascii: ".") && rest.last == UInt8(ascii: "Z")
            && rest.dropFirst().dropLast().allSatisfy(\.isDigit)
    }
}
