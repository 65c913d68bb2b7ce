/// A search for many secrets at once, to which more can be added; its cost does not grow with them.
///
/// Each secret is found by its first bytes, then by all of them. Cases of ASCII letters do not
/// matter.
struct SecretIndex: Sendable {
    struct Match {
        let range: Range<Int>
        let needle: Needle
    }

    private struct Entry {
        let needle: Needle
        /// The shortest longer one with the same first bytes; those of equal length are left out.
        var longer: Int?
        /// Another one with the same hash.
        let twin: Int?
    }

    /// The least number of bytes of a secret that can be found.
    static let window = 6

    private var entries: [Entry] = []
    /// The shortest of the secrets with the same first bytes.
    private var byStart: [UInt64: Int] = [:]
    /// The secrets by the hashes of all their bytes.
    private var byHash: [Int: Int] = [:]
    /// One bit for each hash of a start, so that most bytes are passed over at once.
    private var filter: [UInt64] = []
    /// The filter has two to the power of this many bits.
    private var bitCount: UInt64 = 0

    var isEmpty: Bool { entries.isEmpty }

    /// Adds a secret in all ways in which it is written; returns false if it is known.
    @discardableResult
    mutating func add(_ secret: String, _ replacement: String) -> Bool {
        // It would be found in too many harmless texts.
        guard secret.utf8.count >= Self.window, !contains(secret) else { return false }
        for needle in Needle.all(of: secret, replacement) { add(needle) }
        return true
    }

    /// Returns whether a text is known, whatever the case of its letters.
    private func contains(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            entry(Fingerprint(bytes).hash, bytes.count) { bytes[$0] } != nil
        }
    }

    private mutating func add(_ needle: Needle) {
        guard !contains(needle.text) else { return }
        let index = entries.count
        let hash = Fingerprint(needle.text.utf8).hash
        entries.append(Entry(needle: needle, longer: nil, twin: byHash[hash]))
        byHash[hash] = index
        // Of so many bits, at most one in 32 is set.
        if entries.count * 32 >= filter.count * 64 { growFilter() }
        let start = needle.text.utf8.prefix(Self.window).reduce(0) { $0 << 8 | UInt64($1.folded) }
        setBit(of: start)
        link(index, startingWith: start)
    }

    /// Puts an entry among those with the same first bytes, unless one is as long.
    private mutating func link(_ index: Int, startingWith start: UInt64) {
        let count = entries[index].needle.count
        var last: Int?
        var next = byStart[start]
        while let entry = next, entries[entry].needle.count < count {
            (last, next) = (entry, entries[entry].longer)
        }
        if let next, entries[next].needle.count == count { return }
        entries[index].longer = next
        if let last { entries[last].longer = index } else { byStart[start] = index }
    }

    private mutating func growFilter() {
        bitCount = filter.isEmpty ? 18 : bitCount + 2
        filter = Array(repeating: 0, count: 1 << (bitCount - 6))
        for start in byStart.keys { setBit(of: start) }
    }

    private mutating func setBit(of start: UInt64) {
        let bit = bit(of: start)
        filter[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    private func bit(of start: UInt64) -> Int {
        Int((start &* 0x9E37_79B9_7F4A_7C15) >> (64 - bitCount))
    }

    // MARK: Finding

    /// Returns whether a secret stands in a text, as it is, percent-encoded, in base64 or in
    /// hexadecimal digits.
    func finds(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        !matches(in: text, isEnough: true).isEmpty || !encodings(in: text, isEnough: true).isEmpty
    }

    /// Returns where secrets stand in a text, in order, without overlaps; the longest where several
    /// do.
    ///
    /// - Parameter isEnough: Whether the first will do.
    func matches(in text: UnsafeBufferPointer<UInt8>, isEnough: Bool = false) -> [Match] {
        guard !isEmpty, text.count >= Self.window else { return [] }
        var found: [Match] = []
        var start: UInt64 = 0
        var free = 0
        for index in text.indices {
            start = (start << 8 | UInt64(text[index].folded)) & Self.mask
            let first = index + 1 - Self.window
            guard first >= free, mayKnow(start),
                let needle = longest(
                    startingWith: start, at: { first + $0 < text.count ? text[first + $0] : nil },
                    where: { $0.mayStand(at: first, in: text) })
            else { continue }
            free = first + needle.count
            found.append(Match(range: first..<free, needle: needle))
            if isEnough { break }
        }
        return found
    }

    /// Returns the rows of digits of base64 or hexadecimal in which secrets are encoded, wherever
    /// they start in the encoded bytes.
    ///
    /// - Parameter isEnough: Whether the first will do.
    func encodings(in text: UnsafeBufferPointer<UInt8>, isEnough: Bool = false) -> [Range<Int>] {
        guard !isEmpty else { return [] }
        var found: [Range<Int>] = []
        var rows = DigitRows(text)
        while let row = rows.next() {
            found += encodings(in: row, of: rows)
            if isEnough, !found.isEmpty { break }
        }
        return found
    }

    private func encodings(in row: Range<Int>, of rows: DigitRows) -> [Range<Int>] {
        guard let lines = rows.lines(of: row) else {
            return isEncoded(in: rows.digits(in: row)) ? [row] : []
        }
        // Most secrets are in one line; what stands in the others stays.
        let changed = lines.filter { isEncoded(in: rows.digits(in: $0)) }
        guard changed.isEmpty else { return changed }
        let all = rows.digits(in: row).filter { !$0.isSpace }
        return all.withUnsafeBufferPointer(isEncoded) ? [row] : []
    }

    private func isEncoded(in digits: UnsafeBufferPointer<UInt8>) -> Bool {
        isIn(DigitText(digits, .base64)) || isIn(DigitText(digits, .hexadecimal))
    }

    private func isIn(_ text: DigitText) -> Bool {
        text.contains { start, bit in
            mayKnow(start)
                && longest(startingWith: start, at: { text.byte(at: bit + 8 * $0) }) != nil
        }
    }

    /// The bits of a start.
    static let mask: UInt64 = 0xFFFF_FFFF_FFFF

    /// Returns whether there may be a secret with these first bytes, as for few others.
    @inline(__always)
    private func mayKnow(_ start: UInt64) -> Bool {
        let bit = bit(of: start)
        return filter[bit >> 6] & 1 << UInt64(bit & 63) != 0
    }

    /// Returns the longest secret whose bytes are those of a text.
    ///
    /// - Parameter byte: Gives the byte at a distance from the start; `nil` at the end of the text.
    private func longest(
        startingWith start: UInt64, at byte: (Int) -> UInt8?,
        where accepts: (Needle) -> Bool = { _ in true }
    ) -> Needle? {
        var longest: Needle?
        var fingerprint = Fingerprint()
        var next = byStart[start]
        while let index = next {
            let count = entries[index].needle.count
            while fingerprint.count < count {
                guard let byte = byte(fingerprint.count) else { return longest }
                fingerprint.append(byte)
            }
            if let entry = entry(fingerprint.hash, count, byte), accepts(entries[entry].needle) {
                longest = entries[entry].needle
            }
            next = entries[index].longer
        }
        return longest
    }

    /// Returns the entry of a secret with a hash and certain bytes; `nil` if there is none.
    private func entry(_ hash: Int, _ count: Int, _ byte: (Int) -> UInt8?) -> Int? {
        var next = byHash[hash]
        while let index = next {
            let needle = entries[index].needle
            if needle.count == count,
                zip(0..., needle.text.utf8).allSatisfy({ $1.folded == byte($0)?.folded })
            {
                return index
            }
            next = entries[index].twin
        }
        return nil
    }

    /// A hash of bytes that grows with them, whatever the case of letters.
    private struct Fingerprint {
        private var hasher = Hasher()
        private(set) var count = 0

        init() {}

        init(_ bytes: some Collection<UInt8>) {
            for byte in bytes { append(byte) }
        }

        mutating func append(_ byte: UInt8) {
            hasher.combine(byte.folded)
            count += 1
        }

        var hash: Int { hasher.finalize() }
    }
}

extension UInt8 {
    /// The byte, in lower case if it is an ASCII letter.
    var folded: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
