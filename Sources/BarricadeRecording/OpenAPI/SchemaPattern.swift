import Barricade
import Foundation

/// A regular expression of a schema (ECMA-262): checks texts, and makes them.
///
/// It follows all ways through the expression at once, so that its time never explodes.
final class SchemaPattern {
    private indirect enum Part: Sendable {
        /// One of the Unicode scalars with these numbers.
        case one(of: IndexSet)
        case all([Part])
        case any([Part])
        case repeated(Part, ClosedRange<Int>)
        /// A condition of what follows, or of what comes before.
        case look(Part, isAhead: Bool, isWanted: Bool)

        static let start = look(.one(of: Reader.all), isAhead: false, isWanted: false)
        static let end = look(.one(of: Reader.all), isAhead: true, isWanted: false)

        /// The place between a character of a word and another, or any other place.
        static func boundary(_ isWanted: Bool) -> Part {
            let word = Part.one(of: Reader.classes["w"] ?? [])
            return .any(
                [true, false].map { isBefore in
                    .all([
                        .look(word, isAhead: false, isWanted: isBefore),
                        .look(word, isAhead: true, isWanted: isBefore != isWanted),
                    ])
                })
        }
    }

    private let root: Part

    /// - Returns: `nil` if it has anything that is not known here, such as a back-reference.
    init?(_ text: String) {
        var reader = Reader(text)
        guard let root = try? reader.choice(), reader.rest.isEmpty else { return nil }
        self.root = root
    }

    // MARK: Checking

    /// The most steps in a search; a text that takes more counts as one without a match.
    private static let mostSteps = 200_000

    /// A search in a text: where parts of the expression end.
    private struct Search {
        let text: [Int]
        var steps = 0

        /// Returns the places where a part ends that starts at one of the given places.
        mutating func ends(of part: Part, from starts: Set<Int>) -> Set<Int> {
            steps += starts.count + 1
            guard steps < SchemaPattern.mostSteps, !starts.isEmpty else { return [] }
            switch part {
            case .one(let scalars):
                var ends: Set<Int> = []
                for place in starts where text.indices.contains(place) {
                    if scalars.contains(text[place]) { ends.insert(place + 1) }
                }
                return ends
            case .all(let parts): return parts.reduce(starts) { ends(of: $1, from: $0) }
            case .any(let parts):
                return parts.reduce(into: []) { $0.formUnion(ends(of: $1, from: starts)) }
            case .repeated(let part, let counts): return ends(of: part, counts, from: starts)
            case .look(let part, true, let isWanted):
                return starts.filter { ends(of: part, from: [$0]).isEmpty != isWanted }
            case .look(let part, false, let isWanted):
                // A character is right before the place, and anything else may start anywhere.
                let isOne = if case .one = part { true } else { false }
                let found = ends(
                    of: part, from: Set(isOne ? starts.map { $0 - 1 } : Array(0...text.count)))
                return starts.filter { found.contains($0) == isWanted }
            }
        }

        private mutating func ends(
            of part: Part, _ counts: ClosedRange<Int>, from starts: Set<Int>
        ) -> Set<Int> {
            var (last, all) = (starts, counts.lowerBound == 0 ? starts : [])
            var count = 0
            while count < counts.upperBound, !last.isEmpty {
                count += 1
                var next = ends(of: part, from: last)
                // More of the same find nothing else.
                if next == last { return all.union(next) }
                if count >= counts.lowerBound {
                    next = next.filter { !all.contains($0) }
                    all.formUnion(next)
                }
                last = next
            }
            return all
        }
    }

    /// Returns whether a text contains a match.
    func isFound(in text: String) -> Bool {
        var search = Search(text: text.unicodeScalars.map { Int($0.value) })
        return !search.ends(of: root, from: Set(0...search.text.count)).isEmpty
    }

    // MARK: Making

    /// The most characters that are made to find a text.
    private static let mostCharacters = 50_000

    /// Returns texts that fit, the likeliest first: regular ones, and then random ones.
    ///
    /// - Parameters:
    ///   - lengths: The allowed lengths.
    ///   - variant: A number for other texts of the same form.
    func texts(_ lengths: ClosedRange<Int>, variant: Int) -> some Sequence<String> {
        var shortest = Maker(counts: [1], number: 0, branch: variant)
        shortest.add(root)
        // Counts of what may occur often: four characters read well, and the last makes a text long
        // enough if one part of it may be.
        let least = max(lengths.lowerBound - shortest.text.count + 1, 0)
        let counts = [4, 1, 0, 2, 3, 6, 8, 12, 16, least]
        // Texts that may have any end differ by it.
        let ends = variant == 0 ? [""] : ["\(variant + 1)", ""]
        var (tries, rest) = (0, Self.mostCharacters)
        return AnyIterator { [self] in
            while tries < 230, rest > 0 {
                var maker = Maker(counts: counts, number: tries / 3, branch: tries % 3 + variant)
                maker.add(root)
                tries += 1
                rest -= maker.text.count + 1
                for end in ends {
                    let text = String(String.UnicodeScalarView(maker.text)) + end
                    if lengths.contains(text.unicodeScalars.count), isFound(in: text) {
                        return text
                    }
                }
            }
            return nil
        }
    }

    private struct Maker {
        let counts: [Int]
        /// The place of the count; random ones follow.
        let number: Int
        let branch: Int
        var text: [Unicode.Scalar] = []
        var state: UInt64 = 1

        private static let usual = [
            "text", "1234567890", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz",
            "-_.@/ #",
        ].map { $0.unicodeScalars.map(\.self) }
        /// Characters of all kinds beside each other, as in passwords.
        private static let mixed = "aB1-cD2_eF3!gH4@iJ5#kL6$mN7%pQ8*rS9?tU0&vW.xY+zZ/ "
            .unicodeScalars.map(\.self)

        private var isRandom: Bool { number >= counts.count }
        private var isTooLong: Bool { text.count > 10_000 }

        /// Returns a number below a bound: the given one, or a random one.
        private mutating func pick(_ usual: Int, below bound: Int) -> Int {
            guard isRandom else { return usual % bound }
            state = (state &+ UInt64(3 * number + branch)) &* 6_364_136_223_846_793_005
            return Int(state >> 33) % bound
        }

        mutating func add(_ part: Part) {
            guard !isTooLong else { return }
            switch part {
            case .one(let scalars): if let scalar = scalar(of: scalars) { text.append(scalar) }
            case .all(let parts): for part in parts { add(part) }
            case .any(let parts): add(parts[pick(branch, below: parts.count)])
            case .repeated(let part, let range):
                let count = counts[pick(number, below: counts.count)]
                // What may be there once is left out half of the time.
                let wanted = range == 0...1 ? count % 2 : min(count, range.upperBound)
                for _ in 0..<max(wanted, range.lowerBound) {
                    let before = text.count
                    add(part)
                    if isTooLong || text.count == before { return }
                }
            case .look: break
            }
        }

        private func scalar(of scalars: IndexSet) -> Unicode.Scalar? {
            for letters in isRandom ? [Self.mixed] : Self.usual {
                let start = text.count + branch + max(number - counts.count, 0)
                for step in letters.indices {
                    let letter = letters[(start + step) % letters.count]
                    if scalars.contains(Int(letter.value)) { return letter }
                }
            }
            return scalars.lazy.compactMap { Unicode.Scalar(UInt32($0)) }.first
        }
    }

    // MARK: Reading

    /// Anything that is not known here, such as a back-reference.
    private struct Unknown: Error {}

    private struct Reader {
        var rest: Substring.UnicodeScalarView
        /// The flags that were set: `i`, `m`, `s`.
        private var flags = ""

        init(_ text: String) {
            rest = text[...].unicodeScalars
        }

        /// The classes of characters by their letters; a capital letter means all others.
        static let classes: [String: IndexSet] = [
            "d": IndexSet(integersIn: 48...57),
            "w": IndexSet([48...57, 65...90, 95...95, 97...122].joined()),
            "s": IndexSet(
                [
                    9...13, 32...32, 160...160, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
                    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
                ].joined()),
        ]
        static let all = IndexSet(integersIn: 0...0x10FFFF)
        private static let control: [Unicode.Scalar: Int] = [
            "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "a": 7, "e": 27,
        ]
        private static let places: [(mark: String, part: Part)] = [
            ("b", .boundary(true)), ("B", .boundary(false)), ("A", .start), ("Z", .end),
            ("z", .end),
        ]
        private static let looks: [(mark: String, isAhead: Bool, isWanted: Bool)] = [
            ("?=", true, true), ("?!", true, false), ("?<=", false, true), ("?<!", false, false),
        ]
        /// The scalars of the first two planes by their properties; `nil` for no property.
        private static let known = Locked<[String: IndexSet?]>([:])

        private static func scalars(with property: String) -> IndexSet? {
            let expression = try? NSRegularExpression(pattern: "\\p{\(property)}+")
            let text = String(
                String.UnicodeScalarView((0...0x1FFFF).compactMap(Unicode.Scalar.init)))
            let all = NSRange(text.startIndex..., in: text)
            return expression?.matches(in: text, range: all).reduce(into: IndexSet()) {
                let run = Range($1.range, in: text).map { text.unicodeScalars[$0] }
                guard let low = run?.first?.value, let high = run?.last?.value else { return }
                $0.insert(integersIn: Int(low)...Int(high))
            }
        }

        private mutating func next() throws -> Unicode.Scalar {
            guard let scalar = rest.popFirst() else { throw Unknown() }
            return scalar
        }

        private mutating func skip(_ text: String) -> Bool {
            guard rest.starts(with: text.unicodeScalars) else { return false }
            rest.removeFirst(text.unicodeScalars.count)
            return true
        }

        /// Returns the text up to a mark, and skips both.
        private mutating func text(to mark: Unicode.Scalar) throws -> String {
            guard let end = rest.firstIndex(of: mark) else { throw Unknown() }
            defer { rest = rest[end...].dropFirst() }
            return String(rest[..<end])
        }

        private mutating func text(of count: Int) -> String {
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }

        /// Reads alternatives, up to a closing parenthesis.
        mutating func choice(level: Int = 0) throws -> Part {
            guard level < 50 else { throw Unknown() }
            var (choices, parts): ([Part], [Part]) = ([], [])
            while let next = rest.first, next != ")" {
                if skip("|") {
                    choices.append(.all(parts))
                    parts = []
                } else {
                    parts.append(try repeated(level))
                }
            }
            return choices.isEmpty ? .all(parts) : .any(choices + [.all(parts)])
        }

        private mutating func repeated(_ level: Int) throws -> Part {
            var part = try one(level)
            while let counts = counts() {
                part = .repeated(part, counts)
                // Neither a lazy nor a possessive one changes what can be found here.
                _ = skip("?") || skip("+")
            }
            return part
        }

        private mutating func counts() -> ClosedRange<Int>? {
            if skip("*") { return 0...Int.max }
            if skip("+") { return 1...Int.max }
            if skip("?") { return 0...1 }
            var ahead = self
            guard ahead.skip("{"), let inner = try? ahead.text(to: "}"),
                let match = inner.wholeMatch(of: #/([0-9]{1,9})(,)?([0-9]{1,9})?/#),
                let least = Int(match.1)
            else { return nil }
            let most = match.3.flatMap { Int($0) } ?? (match.2 == nil ? least : .max)
            guard least <= most else { return nil }
            self = ahead
            return least...most
        }

        private mutating func one(_ level: Int) throws -> Part {
            let scalar = try next()
            switch scalar {
            case "^": return .start
            case "$": return .end
            case ".":
                let lineEnds: IndexSet = flags.contains("s") ? [] : [10, 13, 0x2028, 0x2029]
                return .one(of: Self.all.subtracting(lineEnds))
            case "[": return .one(of: try set())
            case "(": return try group(level)
            case "*", "+", "?", ")": throw Unknown()
            case "\\":
                return try Self.places.first { skip($0.mark) }?.part ?? .one(of: folded(escaped()))
            default: return .one(of: folded([Int(scalar.value)]))
            }
        }

        /// Returns scalars with those of the other case, if case does not matter.
        private func folded(_ scalars: IndexSet) -> IndexSet {
            guard flags.contains("i") else { return scalars }
            let (small, large) = (IndexSet(integersIn: 97...122), IndexSet(integersIn: 65...90))
            return scalars.union(IndexSet(scalars.intersection(small).map { $0 - 32 }))
                .union(IndexSet(scalars.intersection(large).map { $0 + 32 }))
        }

        private mutating func group(_ level: Int) throws -> Part {
            var ahead = self
            if ahead.skip("?"), let flags = try? ahead.text(to: ")"),
                flags.allSatisfy("ims".contains)
            {
                // Those of Python and Java hold for the rest, which is near enough.
                self = ahead
                self.flags += flags
                return .all([])
            }
            let look = Self.looks.first { skip($0.mark) }
            if look == nil, !skip("?:"), skip("?P<") || skip("?<") { _ = try text(to: ">") }
            // Anything else after the question mark is not known.
            guard rest.first != "?" else { throw Unknown() }
            let part = try choice(level: level + 1)
            guard skip(")") else { throw Unknown() }
            return look.map { .look(part, isAhead: $0.isAhead, isWanted: $0.isWanted) } ?? part
        }

        private mutating func escaped() throws -> IndexSet {
            let scalar = try next()
            let letter = String(scalar)
            if let known = Self.classes[letter] { return known }
            if let known = Self.classes[letter.lowercased()] { return Self.all.subtracting(known) }
            switch scalar {
            case "x", "u":
                let digits = skip("{") ? try text(to: "}") : text(of: scalar == "x" ? 2 : 4)
                guard var value = Int(digits, radix: 16) else { throw Unknown() }
                // Two halves of a pair are one character.
                var ahead = self
                if 0xD800..<0xDC00 ~= value, ahead.skip("\\u"),
                    let low = Int(ahead.text(of: 4), radix: 16), 0xDC00..<0xE000 ~= low
                {
                    self = ahead
                    value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                }
                guard Self.all.contains(value) else { throw Unknown() }
                return [value]
            case "c": return [Int(try next().value % 32)]
            case "p", "P":
                let name = skip("{") ? try text(to: "}") : text(of: 1)
                let scalars = Self.known.withLock { $0.value(name) { Self.scalars(with: name) } }
                guard let scalars else { throw Unknown() }
                return scalar == "P" ? Self.all.subtracting(scalars) : scalars
            case "0":
                // What follows is an old octal number.
                let digits = rest.prefix(2).prefix { ("0"..."7").contains($0) }
                rest = rest.dropFirst(digits.count)
                return [Int(String(digits), radix: 8) ?? 0]
            case "1"..."9", "k", "G", "X", "R": throw Unknown()
            default: return [Self.control[scalar] ?? Int(scalar.value)]
            }
        }

        /// Reads the rest of a set, after its bracket.
        private mutating func set() throws -> IndexSet {
            let isNegated = skip("^")
            var scalars: IndexSet = []
            while !skip("]") {
                let first = try member()
                scalars.formUnion(first)
                // A hyphen makes a range of the characters beside it, but no classes.
                var ahead = self
                guard ahead.skip("-"), ahead.rest.first != "]", let last = try? ahead.member(),
                    first.count == 1, last.count == 1, let low = first.first, let high = last.first
                else { continue }
                guard low <= high else { throw Unknown() }
                self = ahead
                scalars.insert(integersIn: low...high)
            }
            return isNegated ? Self.all.subtracting(folded(scalars)) : folded(scalars)
        }

        private mutating func member() throws -> IndexSet {
            let scalar = try next()
            if scalar != "\\" { return [Int(scalar.value)] }
            return skip("b") ? [8] : try escaped()
        }
    }
}
