/// A search for many texts at once, to which more can be added; its cost does not grow with them.
///
/// Each text is found by its first bytes, then by all of them. Cases of ASCII letters do not matter, but in base64.
struct SecretIndex: Sendable {
    struct Match {
        let range: Range<Int>
        let needle: Needle
    }

    /// The least number of bytes of a text that can be found.
    static let window = 6

    private var needles: [Needle] = []
    /// The numbers of bytes of the needles with the same first bytes, the least first.
    private var lengths: [UInt64: [Int]] = [:]
    /// The needles by the hashes of all their bytes.
    private var byHash: [Int: [Int]] = [:]
    /// One bit for each hash of a start, so that most bytes are passed over at once.
    private var filter: [UInt64] = []
    /// The filter has two to the power of this many bits.
    private var bitCount: UInt64 = 0

    var isEmpty: Bool { needles.isEmpty }

    mutating func add(_ needle: Needle) {
        guard needle.bytes.count >= Self.window else { return }
        let hash = Fingerprint(needle.bytes).hash
        guard byHash[hash]?.contains(where: { needles[$0].bytes == needle.bytes }) != true
        else { return }
        byHash[hash, default: []].append(needles.count)
        // Of so many bits, at most one in sixteen is set.
        if needles.count * 16 >= filter.count * 64 { growFilter() }
        var start: UInt64 = 0
        for byte in needle.bytes.prefix(Self.window) { start = start << 8 | UInt64(byte.folded) }
        setBit(of: start)
        var known = lengths[start] ?? []
        let place = known.firstIndex { $0 >= needle.bytes.count } ?? known.endIndex
        if place == known.endIndex || known[place] > needle.bytes.count {
            known.insert(needle.bytes.count, at: place)
            lengths[start] = known
        }
        needles.append(needle)
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

    /// Returns what is found in a text, in order, without overlaps; the longest where several are.
    ///
    /// - Parameter isEnough: Whether the first will do.
    func matches(in text: [UInt8], isEnough: Bool = false) -> [Match] {
        text.withUnsafeBufferPointer { matches(in: $0, isEnough: isEnough) }
    }

    func matches(in text: UnsafeBufferPointer<UInt8>, isEnough: Bool = false) -> [Match] {
        guard !needles.isEmpty, text.count >= Self.window else { return [] }
        var found: [Match] = []
        var start: UInt64 = 0
        var free = 0
        for index in text.indices {
            start = (start << 8 | UInt64(text[index].folded)) & 0xFFFF_FFFF_FFFF
            let first = index + 1 - Self.window
            guard first >= free else { continue }
            let bit = bit(of: start)
            guard filter[bit >> 6] & 1 << UInt64(bit & 63) != 0, let lengths = lengths[start],
                let needle = longest(of: lengths, at: first, in: text)
            else { continue }
            found.append(Match(range: first..<first + needle.bytes.count, needle: needle))
            free = first + needle.bytes.count
            if isEnough { break }
        }
        return found
    }

    /// Returns the longest needle that stands at a place; `nil` if there is none.
    private func longest(
        of lengths: [Int], at first: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> Needle? {
        var longest: Needle?
        var fingerprint = Fingerprint()
        for length in lengths {
            guard first + length <= text.count else { break }
            while fingerprint.count < length {
                fingerprint.append(text[first + fingerprint.count])
            }
            let needle = byHash[fingerprint.hash]?.lazy.map { needles[$0] }
                .first { $0.stands(at: first, in: text) }
            longest = needle ?? longest
        }
        return longest
    }

    private func bit(of start: UInt64) -> Int {
        Int((start &* 0x9E37_79B9_7F4A_7C15) >> (64 - bitCount))
    }

    /// A hash of bytes that grows with them, whatever the case of letters.
    private struct Fingerprint {
        private var hasher = Hasher()
        private(set) var count = 0

        init() {}

        init(_ bytes: [UInt8]) {
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
