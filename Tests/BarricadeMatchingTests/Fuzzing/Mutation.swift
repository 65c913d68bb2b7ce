@testable import TestSupport

/// Makes inputs of valid ones: changed here and there, or put together of two.
///
/// The same seed and number give the same input, so that one that failed can be tried alone.
struct Mutation {
    private let seeds: [[UInt8]]
    private let tokens: [[UInt8]]
    private var random: SeededGenerator

    init(of seeds: [String], tokens: [String], random: SeededGenerator) {
        self.seeds = seeds.map { Array($0.utf8) }
        self.tokens = tokens.map { Array($0.utf8) } + Self.troublesome
        self.random = random
    }

    /// Returns an input; one in sixteen is valid as it stands.
    mutating func input() -> [UInt8] {
        var input = pick(seeds)
        guard roll(16) > 0 else { return input }
        repeat {
            change(&input)
        } while roll(3) > 0
        return input
    }

    private mutating func change(_ input: inout [UInt8]) {
        switch roll(12) {
        case 0, 1: input.insert(contentsOf: pick(tokens), at: roll(input.count + 1))
        case 2: input.replaceSubrange(range(in: input), with: pick(tokens))
        case 3: input.removeSubrange(range(in: input))
        case 4: input.insert(contentsOf: Array(input[range(in: input)]), at: roll(input.count + 1))
        case 5: splice(&input)
        case 6: input.insert(UInt8(roll(256)), at: roll(input.count + 1))
        case 7: input = Array(input.prefix(roll(input.count + 1)))
        case 8: swap(&input)
        case 9: multiply(&input)
        case _ where input.isEmpty: break
        case 10: input[roll(input.count)] ^= 1 << UInt8(roll(8))
        default: input[roll(input.count)] = UInt8(roll(128))
        }
    }

    /// Puts the end of another valid input behind the beginning of this one.
    private mutating func splice(_ input: inout [UInt8]) {
        let other = pick(seeds)
        input = Array(input.prefix(roll(input.count + 1)) + other.suffix(roll(other.count + 1)))
    }

    private mutating func swap(_ input: inout [UInt8]) {
        let part = range(in: input)
        let moved = Array(input[part])
        input.removeSubrange(part)
        input.insert(contentsOf: moved, at: roll(input.count + 1))
    }

    /// Repeats a part many times, as deep nesting and attacks on slow readers do.
    private mutating func multiply(_ input: inout [UInt8]) {
        let part = Array(input[range(in: input)].prefix(1 + roll(8)))
        let limit = roll(200) == 0 ? 30_000 : 700
        guard !part.isEmpty, input.count < limit else { return }
        let copies = Array(repeating: part, count: 1 + roll(limit / part.count)).joined()
        input.insert(contentsOf: copies, at: roll(input.count + 1))
    }

    private mutating func range(in input: [UInt8]) -> Range<Int> {
        let start = roll(input.count + 1)
        return start..<start + roll(min(input.count - start, 1 + roll(32)) + 1)
    }

    private mutating func pick(_ list: [[UInt8]]) -> [UInt8] { list[roll(list.count)] }

    private mutating func roll(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    /// What readers of many kinds trip over.
    private static let troublesome: [[UInt8]] =
        [
            "%", "%%", "%2", "%zz", "%00", "%2F", "%2f", "%25", "%FF", "%C3%A9", "%ED%A0%80", "\0",
            "\r\n", "\r", "\n", "\t", " ", "\u{B}", "\u{7F}", "\u{85}", "\u{A0}", "\u{301}",
            "\u{200D}", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "é", "ß", "İ", "日", "😀", "🇪🇺", "\\",
            "\"", "'", "`", "+", "-", "&", "=", ";", ":", ",", ".", "..", "/", "//", "://", "?",
            "#",
            "@", "*", "**", "[", "]", "{", "}", "(", ")", "<", "|", "~", "0", "-1", "65536",
            "1e999",
            "9223372036854775807", "9223372036854775808", "0x1p3", "NaN", "null", "\\uD800",
            "\\uDC00", "\\u0000",
        ].map { Array($0.utf8) } + [
            // Not UTF-8: alone, cut short, too long for its character, a lone surrogate, too large.
            [0xFF], [0x80], [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xEF, 0xBB, 0xBF],
        ]
}
