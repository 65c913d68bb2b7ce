import Barricade
import Foundation

/// A search for many secrets at once; its cost does not grow with their number.
///
/// It finds each spelling of a secret by its first bytes, then by the hash of all of them, ignoring
/// ASCII case. It keeps no texts, since each would have memory of its own.
struct SecretIndex: Sendable {
    typealias Match = (range: Range<Int>, needle: Needle)

    /// A way to write a secret.
    private enum Kind {
        case plain, forURLs
        /// In base64 or hexadecimal digits, perhaps as a part of a longer run of them.
        case encoded
    }

    private struct Spelling {
        /// The first bytes.
        let start: UInt64
        /// The number of all its bytes.
        let count: Int
        /// The number of the secret.
        let secret: UInt32
        let kind: Kind

        /// The number of bytes by which it is sought: of a very long one, such as many certificates,
        /// those of its start.
        var length: Int { count > Replacement.longest ? 512 : count }
    }

    /// The least number of bytes of a secret that can be found.
    static let window = 6

    private var secrets: [(replacement: String, origin: SecretOrigin?)] = []
    /// The spellings by the hashes of their bytes: 64 bits, from a seed that nobody knows.
    private var spellings: [Int: Spelling] = [:]
    /// Three bits in one word for the first bytes of each spelling, to skip most places at once.
    private var filter: [UInt64] = []
    /// The lengths, modulo 64, of the spellings behind each word of the filter.
    private var lengths: [UInt64] = []
    /// All lengths, by their remainders modulo 64.
    private var allLengths = [[Int]](repeating: [], count: 64)
    /// The base-2 logarithm of the filter's number of words.
    private var size: UInt64 = 12

    var isEmpty: Bool { spellings.isEmpty }

    /// Adds a secret in all its spellings; returns false if it is known.
    @discardableResult
    mutating func add(_ secret: String, _ replacement: String, _ origin: SecretOrigin?) -> Bool {
        let text = Array(secret.utf8)
        let plain = text.map { $0.folded }
        // Too many harmless texts contain a shorter one.
        guard text.count >= Self.window,
            spellings[plain.withUnsafeBufferPointer(Self.hash)]?.kind ?? .encoded == .encoded
        else { return false }
        secrets.append((replacement, origin))
        plain.withUnsafeBufferPointer { add($0, .plain) }
        Self.spell(secret, text) { add($0, $1) }
        return true
    }

    /// Makes room for more secrets at once, each with six spellings.
    mutating func reserve(_ count: Int) {
        let count = spellings.count + 6 * count
        spellings.reserveCapacity(count)
        if count > filter.count * 2 { grow(to: count) }
    }

    /// Removes a secret that is also a name.
    mutating func remove(_ secret: String) {
        let text = Array(secret.utf8)
        let hash = text.map(\.folded).withUnsafeBufferPointer(Self.hash)
        // Most names are no secrets.
        guard spellings.removeValue(forKey: hash) != nil else { return }
        Self.spell(secret, text) { text, _ in spellings[Self.hash(of: text)] = nil }
    }

    private static func hash(of text: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        let length = text.count > Replacement.longest ? 512 : text.count
        hasher.combine(
            bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<length]))
        return hasher.finalize()
    }

    private mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ kind: Kind) {
        guard text.count >= Self.window else { return }
        let start = text.prefix(Self.window).reduce(0) { $0 << 8 | UInt64($1) }
        let spelling = Spelling(
            start: start, count: text.count, secret: UInt32(secrets.count - 1), kind: kind)
        let hash = Self.hash(of: text)
        if let known = spellings.updateValue(spelling, forKey: hash) {
            // The first secret with a spelling keeps it.
            spellings[hash] = known
        } else if spellings.count <= filter.count * 2 {
            note(spelling)
        } else {
            grow(to: spellings.count)
        }
    }

    /// Makes a filter for this many spellings, in which at most a tenth of the bits is set.
    private mutating func grow(to count: Int) {
        while 2 << size < count { size += 2 }
        filter = Array(repeating: 0, count: 1 << size)
        lengths = filter
        for spelling in spellings.values { note(spelling) }
    }

    /// Sets the bits by which a spelling is found.
    private mutating func note(_ spelling: Spelling) {
        let (place, length) = (place(of: spelling.start), spelling.length)
        filter[place.word] |= place.bits
        lengths[place.word] |= 1 << UInt64(length & 63)
        if !allLengths[length & 63].contains(length) { allLengths[length & 63].append(length) }
    }

    /// Returns the place of first bytes in the filter.
    private func place(of start: UInt64) -> (word: Int, bits: UInt64) {
        let hash = start &* 0x9E37_79B9_7F4A_7C15
        let mixed = hash ^ hash >> 32
        return (
            Int(hash &>> (64 - size)),
            1 &<< mixed | 1 &<< (mixed &>> 6) | 1 &<< (mixed &>> 12)
        )
    }

    // MARK: Finding

    /// Returns whether a text contains a secret.
    func finds(in text: some ContiguousBytes) -> Bool {
        text.withUnsafeBytes {
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
            var start: UInt64 = 0
            var free = 0
            for index in text.indices {
                start = (start << 8 | UInt64(text[index].folded)) & 0xFFFF_FFFF_FFFF
                let (word, bits) = place(of: start)
                let first = index + 1 - Self.window
                guard filter[word] & bits == bits, first >= free,
                    let spelling = spelling(behind: word, at: first, in: text)
                else { continue }
                free = min(first + spelling.count, text.count)
                found.append((first..<free, needle(spelling)))
                if isEnough { return }
            }
        }
        return found
    }

    private func spelling(
        behind word: Int, at first: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> Spelling? {
        var (remainders, known) = (lengths[word], [Int]())
        while remainders != 0 {
            known += allLengths[remainders.trailingZeroBitCount]
            remainders &= remainders - 1
        }
        known = known.filter { first + $0 <= text.count }.sorted(by: >)
        let longest = text[first..<first + (known.first ?? 0)].map { $0.folded }
        return longest.withUnsafeBufferPointer { longest in
            for length in known {
                let found = UnsafeBufferPointer(rebasing: longest[..<length])
                if let spelling = spellings[Self.hash(of: found)],
                    spelling.kind == .encoded || mayStand(found, at: first, in: text)
                {
                    return spelling
                }
            }
            return nil
        }
    }

    /// Returns whether a place in a text is not part of another word, if it is short enough to be
    /// part of harmless words.
    private func mayStand(
        _ found: UnsafeBufferPointer<UInt8>, at start: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let isWord =
            found.count < 12 && (found.allSatisfy(\.isLetter) || found.allSatisfy(\.isDigit))
        let end = start + found.count
        return !isWord
            || (start == 0 || !text[start - 1].isAlphanumeric)
                && (end == text.count || !text[end].isAlphanumeric)
    }

    private func needle(_ spelling: Spelling) -> Needle {
        let (text, origin) = secrets[Int(spelling.secret)]
        return Needle(
            replacement: spelling.kind == .forURLs ? PercentEncoding.encoded(text) : text,
            isEncoded: spelling.kind == .encoded, origin: origin)
    }
}

/// A known secret that was found in a text.
struct Needle: Sendable {
    /// The replacement, written like the secret.
    let replacement: String
    /// Whether it is in base64 or hexadecimal digits, and may be part of a longer run of them.
    let isEncoded: Bool
    /// The place where it became known; `nil` if the rules name it.
    let origin: SecretOrigin?
}

extension SecretIndex {
    /// Calls a closure with a secret escaped up to twice, and in hexadecimal digits and base64 at each
    /// offset, all in lower case.
    ///
    /// - Parameter bytes: Those of the secret.
    private static func spell(
        _ secret: String, _ bytes: [UInt8], _ take: (UnsafeBufferPointer<UInt8>, Kind) -> Void
    ) {
        // Escaping a very long one in all ways would take seconds.
        if bytes.count <= 65_536 {
            let once =
                bytes.allSatisfy(\.isAlphanumeric) ? [] : escaped(secret).subtracting([secret])
            for text in once.union(once.flatMap { escaped($0) }).subtracting([secret]) {
                let isForURLs = text.utf8.contains(UInt8(ascii: "%")) && !bytes.contains(0x25)
                text.utf8.map(\.folded).withUnsafeBufferPointer {
                    take($0, isForURLs ? .forURLs : .plain)
                }
            }
            if bytes.allSatisfy({ $0 < 0x80 }) {
                digits(of: bytes, bits: 4, each: "\\u00") { take($0, .plain) }
            } else {
                digits(of: Array(secret.utf16), bits: 4, each: "\\u") { take($0, .plain) }
            }
        }
        // The first bytes of a longer one are enough.
        let start = Array(bytes.prefix(48))
        digits(of: start, bits: 4) { take($0, .encoded) }
        // At each offset, the first digit may also encode bits of the byte before.
        for skipped in [0, 4, 2] {
            digits(of: start, bits: 6, skipping: skipped) { digits in
                take(digits, .encoded)
                guard digits.contains(where: { $0 == 0x2B || $0 == 0x2F }) else { return }
                digits.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }
                    .withUnsafeBufferPointer { take($0, .encoded) }
            }
        }
    }

    /// Calls a closure with hexadecimal or base64 digits in lower case, those of whole groups of bits.
    ///
    /// - Parameters:
    ///   - size: The number of bits of a digit.
    ///   - skipped: The number of bits before the first group.
    ///   - mark: The text before the digits of each unit.
    private static func digits<Unit: FixedWidthInteger>(
        of units: [Unit], bits size: Int, skipping skipped: Int = 0, each mark: StaticString = "",
        _ take: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let digits = size == 4 ? hexadecimal : base64
        let length = mark.utf8CodeUnitCount
        withUnsafeTemporaryAllocation(
            of: UInt8.self, capacity: units.count * (length + 2 * MemoryLayout<Unit>.size)
        ) { text in
            var (end, bits, count) = (0, 0, -skipped)
            for unit in units {
                for place in 0..<length { text[end + place] = mark.utf8Start[place] }
                end += length
                bits = bits &<< Unit.bitWidth & 0xFFFF_FFFF | Int(unit)
                count += Unit.bitWidth
                while count >= size {
                    count -= size
                    text[end] = digits[bits &>> count & (1 &<< size - 1)]
                    end += 1
                }
            }
            take(UnsafeBufferPointer(rebasing: text[..<end]))
        }
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)
    private static let base64: [UInt8] = {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        return Array((letters + letters + "0123456789+/").utf8)
    }()

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
}

extension SecretIndex {
    /// Returns the first secret in data of any kind, also in base64 over several lines, or in UTF-16.
    func first(in data: some ContiguousBytes) -> Needle? {
        guard !isEmpty else { return nil }
        return data.withUnsafeBytes { bytes in
            let text = bytes.assumingMemoryBound(to: UInt8.self)
            if let found = matches(in: text, isEnough: true).first { return found.needle }
            if text.contains(0), let found = first(in: text.filter { $0 != 0 }) { return found }
            // Those of JSON end or start with another byte.
            let isContinued = text.indices.dropFirst().contains { index in
                (text[index] == 0x0A || text[index] == 0x0D) && text[index - 1].isBase64
                    && text[index...].first { !$0.isSpace }?.isBase64 == true
            }
            guard isContinued else { return nil }
            let joined = text.split { $0 == 0x0A || $0 == 0x0D }
                .map { $0.drop(while: \.isSpace) }.joined()
            return Array(joined).withUnsafeBufferPointer { joined in
                matches(in: joined).first { $0.needle.isEncoded }?.needle
            }
        }
    }
}

extension UInt8 {
    /// The byte, in lower case if it is an ASCII letter.
    var folded: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
