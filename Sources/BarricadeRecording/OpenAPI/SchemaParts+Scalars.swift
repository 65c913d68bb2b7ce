import Barricade
import BarricadeCommon
import Foundation

extension SchemaParts {
    /// The lengths that a text may have.
    var lengths: ClosedRange<Int> {
        let least = limit("minLength", max) ?? 0
        return least...max(limit("maxLength", min) ?? 10_000, least)
    }

    /// Returns usual texts, the likeliest first; they may break patterns.
    ///
    /// - Parameter variant: A number for other texts.
    func texts(variant: Int) -> [String] {
        let formats = self["format"].compactMap { $0.string.flatMap(SchemaFormat.named)?.example }
        if variant == 0 { return formats + [sized("text"), sized("text/1.0")] }
        let numbered = formats.isEmpty ? [sized("text\(variant + 1)")] : []
        return numbered + (formats + [sized("text")]).map { Self.varied($0, by: variant) }
    }

    /// Returns a text, repeated or cut until its length is allowed.
    private func sized(_ word: String) -> String {
        let times = max(lengths.lowerBound - 1, 0) / word.count + 1
        return String(String(repeating: word, count: times).prefix(max(lengths.upperBound, 0)))
    }

    /// Returns another text of the same form: its last letters and digits count on.
    private static func varied(_ text: String, by variant: Int) -> String {
        var (scalars, rest) = (Array(text.unicodeScalars), UInt32(variant))
        for index in scalars.indices.reversed() where rest > 0 {
            let digits: [ClosedRange<UInt32>] = [48...57, 97...122, 65...90]
            guard let range = digits.first(where: { $0.contains(scalars[index].value) }) else {
                continue
            }
            let count = UInt32(range.count)
            let sum = scalars[index].value - range.lowerBound + rest
            scalars[index] = Unicode.Scalar(range.lowerBound + sum % count) ?? scalars[index]
            rest = sum / count
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns numbers that are likely to fit, the likeliest first.
    ///
    /// - Parameter variant: A number for other numbers.
    func numbers(isInteger: Bool, variant: Int) -> [JSONValue] {
        let range = self["format"].compactMap { SchemaFormat.range(of: $0.string ?? "") }.first
        let lows = (self["minimum"] + self["exclusiveMinimum"]).compactMap(\.decimal)
        let highs = (self["maximum"] + self["exclusiveMaximum"]).compactMap(\.decimal)
        let low = (lows + (range.map { [$0.lowerBound] } ?? [])).max()
        let high = (highs + (range.map { [$0.upperBound] } ?? [])).min()
        let step = self["multipleOf"].compactMap(\.decimal).filter { $0 > 0 }
            .reduce(isInteger ? 1 : nil) { Self.common($0, $1) }
        // Where the numbers are few, the ones in between are tried too.
        let gap = low.flatMap { low in high.map { ($0 - low) / Decimal(variant + 2) } }
        let unit = step ?? gap.map { min($0, 1) } ?? 1
        let first = low.map { step == nil ? $0 : ($0 / unit).rounded(.up) * unit }
        let last = high.map { step == nil ? $0 : ($0 / unit).rounded(.down) * unit }
        let starts: [Decimal] =
            [1, 0, step ?? 0.5] + [first].compactMap(\.self)
            + [low.flatMap { low in gap.map { low + $0 } }].compactMap(\.self)
            + [first.map { $0 + unit }].compactMap(\.self)
        let ends = [last, last.map { $0 - unit }].compactMap(\.self)
        let (from, back) = (Decimal(variant) * unit, Decimal(variant) * unit)
        return (starts.map { $0 + from } + ends.map { $0 - back }).map {
            JSONValue(number: "\($0)")
        }
    }

    /// Returns the smallest number that is a multiple of both; the larger one if that is far.
    private static func common(_ first: Decimal?, _ second: Decimal) -> Decimal {
        guard let first else { return second }
        let (small, large) = (min(first, second), max(first, second))
        return (1...1_000).lazy.map { large * Decimal($0) }.first { ($0 / small).isWhole } ?? large
    }
}
