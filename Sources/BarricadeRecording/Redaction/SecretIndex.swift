import Barricade
import Foundation

/// A search for many secrets at once; its cost does not grow with their number.
///
/// It finds each secret by its first bytes, then compares all of them, ignoring ASCII case.
struct SecretIndex: Sendable {
    struct Match {
        let range: Range<Int>
        let needle: Needle
    }

    /// The least number of bytes of a secret that can be found.
    static let window = 6

    private var needles: [String: Needle] = [:]
    /// The lengths of the secrets with the same first bytes, the longest first.
    private var lengths: [UInt64: [Int]] = [:]
    /// One bit for each hash of first bytes, to skip most bytes at once.
    private var filter: [UInt64] = []
    /// The base-2 logarithm of the filter's number of bits.
    private var bitCount: UInt64 = 0

    var isEmpty: Bool { needles.isEmpty }

    /// Adds a secret in all its encodings; returns false if it is known.
    @discardableResult
    mutating func add(_ secret: String, _ replacement: String, _ origin: SecretOrigin?) -> Bool {
        // Too many harmless texts contain a shorter one.
        guard secret.utf8.count >= Self.window,
            needles[Needle.start(of: secret)]?.isEncoded != false
        else { return false }
        for needle in Needle.all(of: secret, replacement, origin) { add(needle) }
        return true
    }

    /// Removes a secret that is also a name.
    mutating func remove(_ secret: String) {
        for needle in Needle.all(of: secret, "", nil) { needles[needle.text] = nil }
    }

    private mutating func add(_ needle: Needle) {
        let count = needle.text.utf8.count
        guard count >= Self.window, needles[needle.text] == nil else { return }
        needles[needle.text] = needle
        // At most one bit in 32 is set.
        if needles.count * 32 >= filter.count * 64 { growFilter() }
        let start = needle.text.utf8.prefix(Self.window).reduce(0) { $0 << 8 | UInt64($1) }
        setBit(of: start)
        let known = lengths[start] ?? []
        let place = known.firstIndex { $0 <= count } ?? known.count
        if place == known.count || known[place] != count {
            lengths[start, default: []].insert(count, at: place)
        }
    }

    private mutating func growFilter() {
        bitCount = filter.isEmpty ? 18 : bitCount + 2
        filter = Array(repeating: 0, count: 1 << (bitCount - 6))
        for start in lengths.keys { setBit(of: start) }
    }

    private mutating func setBit(of start: UInt64) {
        let bit = bit(of: start)
        filter[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    private func bit(of start: UInt64) -> Int {
        Int((start &* 0x9E37_79B9_7F4A_7C15) >> (64 - bitCount))
    }

    // MARK: Finding

    /// Returns whether a text contains a secret.
    func finds(in text: some ContiguousBytes) -> Bool {
        guard !isEmpty else { return false }
        return text.withUnsafeBytes {
            !matches(in: $0.assumingMemoryBound(to: UInt8.self), isEnough: true).isEmpty
        }
    }

    /// Returns the secrets in a text, in order, without overlaps; at each place the longest.
    ///
    /// - Parameter isEnough: Whether to stop at the first.
    func matches(in text: UnsafeBufferPointer<UInt8>, isEnough: Bool = false) -> [Match] {
        guard !isEmpty, text.count >= Self.window else { return [] }
        var found: [Match] = []
        filter.withUnsafeBufferPointer { filter in
            let shift = 64 - bitCount
            var start: UInt64 = 0
            var free = 0
            for index in text.indices {
                start = (start << 8 | UInt64(text[index].folded)) & 0xFFFF_FFFF_FFFF
                let bit = Int((start &* 0x9E37_79B9_7F4A_7C15) >> shift)
                let first = index + 1 - Self.window
                guard filter[bit >> 6] & 1 << UInt64(bit & 63) != 0, first >= free,
                    let needle = needle(startingWith: start, at: first, in: text)
                else { continue }
                free = min(first + needle.count, text.count)
                found.append(Match(range: first..<free, needle: needle))
                if isEnough { return }
            }
        }
        return found
    }

    private func needle(
        startingWith start: UInt64, at first: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> Needle? {
        for length in lengths[start] ?? [] where first + length <= text.count {
            let found = String(decoding: text[first..<first + length], as: UTF8.self)
            if let needle = needles[found.folded],
                needle.mayStand(at: first, in: text)
            {
                return needle
            }
        }
        return nil
    }
}

/// A known secret in one of its encodings, and its replacement.
struct Needle: Sendable {
    /// The text, with ASCII letters in lower case; of a very long one, such as many certificates, its
    /// start.
    let text: String
    /// The number of all its bytes.
    let count: Int
    /// The replacement, in the same encoding.
    let replacement: String
    /// Whether it is in base64 or hexadecimal digits, and may be part of a longer run of them.
    let isEncoded: Bool
    /// Where it became known; `nil` if the rules name it.
    let origin: SecretOrigin?
    private init(
        _ text: String, _ replacement: String, _ origin: SecretOrigin?, isEncoded: Bool = false
    ) {
        self.text = Self.start(of: text)
        count = text.utf8.count
        (self.replacement, self.origin, self.isEncoded) = (replacement, origin, isEncoded)
    }

    /// Returns the text by which another one is sought.
    static func start(of text: String) -> String {
        guard text.utf8.count > Replacement.longest else { return text.folded }
        return String(decoding: text.utf8.prefix(512), as: UTF8.self).folded
    }

    /// Returns a secret as it is, escaped up to twice, and in hexadecimal digits and base64 at each
    /// offset.
    static func all(of secret: String, _ replacement: String, _ origin: SecretOrigin?) -> [Needle] {
        var texts = [secret]
        // Escaping a very long one in all ways would take seconds.
        if secret.utf8.count <= 65_536 {
            let once = secret.utf8.allSatisfy(\.isAlphanumeric) ? [] : escaped(secret)
            texts += once.union(once.flatMap { escaped($0) }).subtracting([secret])
            texts.append(hexadecimal(secret.utf16, after: "\\u"))
        }
        var needles = texts.map { text in
            let isURL = text.utf8.contains(UInt8(ascii: "%")) && !secret.utf8.contains(0x25)
            return Needle(text, isURL ? PercentEncoding.encoded(replacement) : replacement, origin)
        }
        // The first bytes of a longer one are enough.
        let start = secret.utf8.prefix(48)
        var encoded = [hexadecimal(start)]
        let shifted = Data([0, 0] + start)
        for offset in 0..<3 {
            let bytes = shifted.dropFirst(2 - offset)
            // Drop digits that also encode the bytes around it.
            let digits = Substring(
                bytes.base64EncodedString().utf8.prefix(bytes.count * 8 / 6)
                    .dropFirst((offset * 8 + 5) / 6))
            encoded.append(String(digits))
            if digits.utf8.contains(where: { !$0.isAlphanumeric }) {
                encoded.append(digits.replacing(["+": "-", "/": "_"]))
            }
        }
        needles += encoded.map { Needle($0, replacement, origin, isEncoded: true) }
        return needles
    }

    /// Returns numbers in hexadecimal digits, each after a text.
    private static func hexadecimal(
        _ numbers: some Sequence<some FixedWidthInteger>, after start: String = ""
    ) -> String {
        let start = Array(start.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(numbers.underestimatedCount * 8)
        for number in numbers {
            text += start
            for shift in stride(from: number.bitWidth - 4, through: 0, by: -4) {
                text.append(digits[Int(truncatingIfNeeded: number >> shift) & 0xF])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns the ways to escape a text for URLs, forms, JSON and XML.
    private static func escaped(_ text: String) -> Set<String> {
        let percent = PercentEncoding.encoded(text)
        let json = String(JSONValue.string(text).description.dropFirst().dropLast())
        return [
            percent, percent.replacing("%20", with: "+"),
            percent.replacing(["-": "%2D", ".": "%2E", "_": "%5F", "~": "%7E"]),
            json, json.replacing(["/": "\\/"]), Entities.encoded(text),
            json.replacing(["&": "\\u0026", "<": "\\u003c", ">": "\\u003e"]),
        ]
    }

    /// Returns whether a place in a text is not part of another word, if it is short enough to be
    /// part of harmless words.
    func mayStand(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        let isWord =
            !isEncoded && count < 12
            && (self.text.utf8.allSatisfy(\.isLetter) || self.text.utf8.allSatisfy(\.isDigit))
        guard isWord else { return true }
        let end = start + count
        return (start == 0 || !text[start - 1].isAlphanumeric)
            && (end == text.count || !text[end].isAlphanumeric)
    }
}

extension SecretIndex {
    /// Returns the first secret in data of any kind, also in base64 over several lines, or in UTF-16.
    func first(in data: some ContiguousBytes) -> Needle? {
        guard !isEmpty else { return nil }
        return data.withUnsafeBytes { bytes in
            let text = bytes.assumingMemoryBound(to: UInt8.self)
            if let found = matches(in: text, isEnough: true).first { return found.needle }
            if text.contains(0), let found = first(in: text.filter { $0 != 0 }) { return found }
            guard text.contains(0x0A) else { return nil }
            let joined = text.split { $0 == 0x0A || $0 == 0x0D }
                .map { $0.drop(while: \.isSpace) }.joined()
            return Array(joined).withUnsafeBufferPointer { joined in
                matches(in: joined).first { $0.needle.isEncoded }?.needle
            }
        }
    }
}

extension String {
    /// The text with its ASCII letters in lower case.
    fileprivate var folded: String {
        let isASCII = utf8.count == utf16.count
        return isASCII ? lowercased() : String(decoding: utf8.map(\.folded), as: UTF8.self)
    }
}

extension UInt8 {
    /// The byte, in lower case if it is an ASCII letter.
    var folded: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
