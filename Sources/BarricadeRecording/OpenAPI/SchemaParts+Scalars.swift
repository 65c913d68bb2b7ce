import Barricade
import BarricadeFolder
import Foundation

extension SchemaParts {
    /// Returns scalars of a type that are likely to fit, the likeliest first.
    ///
    /// - Parameters:
    ///   - variant: A number for other values.
    ///   - pattern: Reads a pattern.
    func scalars(
        of type: String, variant: Int, _ pattern: @escaping (String) -> SchemaPattern?
    ) -> AnySequence<JSONValue> {
        switch type {
        case "null": AnySequence([.null])
        case "boolean": AnySequence([0, 1].map { .bool(($0 + variant) % 2 == 0) })
        case "string": AnySequence(texts(variant, pattern).lazy.map(JSONValue.string))
        default:
            AnySequence(
                numbers(isInteger: type == "integer", variant).lazy.map {
                    JSONValue(number: "\($0)")
                })
        }
    }

    /// Returns usual texts, and then those that are made of the patterns.
    private func texts(
        _ variant: Int, _ pattern: @escaping (String) -> SchemaPattern?
    ) -> some Sequence<String> {
        let least = limit("minLength", max) ?? 0
        let lengths = least...max(limit("maxLength", min) ?? 10_000, least)
        let sized = { (word: String) in
            let times = max(least - 1, 0) / word.count + 1
            return String(String(repeating: word, count: times).prefix(lengths.upperBound))
        }
        let formats = self["format"].compactMap { SchemaFormat.named($0.string ?? "") }
        let (text, examples) = (sized("text"), formats.map(\.example))
        let isNumbered = variant > 0 && formats.isEmpty && lengths.upperBound > 5
        let numbered = isNumbered ? [sized("text\(variant + 1)")] : []
        let usual = examples + [text] + examples.map { $0 + text.dropFirst($0.count) }
        let all = numbered + usual.map { Self.varied($0, by: variant) } + [sized("text/1.0")]
        let patterns = self["pattern"].compactMap(\.string) + formats.compactMap(\.pattern)
        let made = patterns.lazy.compactMap(pattern).flatMap { $0.texts(lengths, variant: variant) }
        return [AnySequence(all), AnySequence(made)].joined()
    }

    /// Returns another text of the same form: its last digits count on, or else its letters.
    private static func varied(_ text: String, by variant: Int) -> String {
        guard variant > 0 else { return text }
        var (scalars, rest) = (Array(text.unicodeScalars), UInt32(variant))
        for kinds in [[48...57], [97...122, 65...90]] as [[ClosedRange<UInt32>]] {
            for index in scalars.indices.reversed() where rest > 0 {
                let value = scalars[index].value
                guard let range = kinds.first(where: { $0.contains(value) }) else { continue }
                let sum = value - range.lowerBound + rest
                rest = sum / UInt32(range.count)
                let next = range.lowerBound + sum % UInt32(range.count)
                scalars[index] = Unicode.Scalar(next) ?? scalars[index]
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private func numbers(isInteger: Bool, _ variant: Int) -> [Decimal] {
        let range = self["format"].lazy.compactMap { SchemaFormat.ranges[$0.string ?? ""] }.first
        let lows = (self["minimum"] + self["exclusiveMinimum"]).map(\.decimal)
        let highs = (self["maximum"] + self["exclusiveMaximum"]).map(\.decimal)
        let low = (lows + [range?.lowerBound]).compactMap(\.self).max()
        let high = (highs + [range?.upperBound]).compactMap(\.self).min()
        let step = self["multipleOf"].compactMap(\.decimal).filter { $0 > 0 }
            .reduce(isInteger ? 1 : nil) { Self.common($0, $1) }
        // Where the numbers are few, the ones in between are tried too.
        let gap = low.flatMap { low in high.map { ($0 - low) / Decimal(variant + 2) } }
        let unit = step ?? gap.map { min($0, 1) } ?? 1
        let first = step == nil ? low : low?.rounded(.up, to: unit)
        let last = step == nil ? high : high?.rounded(.down, to: unit)
        let shift = Decimal(variant) * unit
        let rising = [1, 0, step ?? 0.5, first, first.map { $0 + unit }, 2 * unit]
        let falling = [last, last.map { $0 - unit }]
        var numbers =
            rising.compactMap { $0.map { $0 + shift } }
            + falling.compactMap { $0.map { $0 - shift } }
        if variant > 0, let first, let last, first <= last {
            // Each of a few numbers has its turn.
            let turn = last - first + unit
            numbers.insert(first + shift - shift.rounded(.down, to: turn), at: 0)
        }
        let allowed = numbers.filter { low ?? $0 <= $0 && $0 <= high ?? $0 }
        return allowed.isEmpty ? [1] : allowed
    }

    /// Returns the smallest number that is a multiple of both; the larger one if that is far.
    private static func common(_ first: Decimal?, _ second: Decimal) -> Decimal {
        guard let first else { return second }
        let (small, large) = (min(first, second), max(first, second))
        return (1...1_000).lazy.map { large * Decimal($0) }.first { ($0 / small).isWhole } ?? large
    }
}

extension JSONNode {
    /// The number with all its digits; `nil` for anything else.
    var decimal: Decimal? {
        guard let double = scalar?.double else { return nil }
        // A few digits are the same in both.
        if let int = Int(exactly: double), int.magnitude < 1 << 50 { return Decimal(int) }
        return Decimal(string: token).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension Decimal {
    /// Returns the next multiple of a number.
    func rounded(_ mode: NSDecimalNumber.RoundingMode, to unit: Decimal = 1) -> Decimal {
        var (rounded, number) = (Decimal(), unit == 1 ? self : self / unit)
        NSDecimalRound(&rounded, &number, 0, mode)
        return unit == 1 ? rounded : rounded * unit
    }

    var isWhole: Bool { self == rounded(.plain) }
}
