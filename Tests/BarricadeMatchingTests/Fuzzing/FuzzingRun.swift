@testable import TestSupport

/// How many inputs are tried, and which: said by the environment, else few enough for every run.
///
/// | variable | meaning | default |
/// |---|---|---|
/// | `BARRICADE_FUZZ_INPUTS` | inputs in all, shared among the parsers | 2500 |
/// | `BARRICADE_FUZZ_SEED` | makes other inputs | 1 |
/// | `BARRICADE_FUZZ_FIRST` | number of the first input of each parser | 0 |
struct FuzzingRun: Sendable {
    let inputs: Int
    let seed: UInt64
    let first: Int

    static let current = FuzzingRun(environment: ProcessInfo.processInfo.environment)

    init(environment: [String: String]) {
        inputs = environment["BARRICADE_FUZZ_INPUTS"].flatMap { Int($0) } ?? 2500
        seed = environment["BARRICADE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
        first = environment["BARRICADE_FUZZ_FIRST"].flatMap { Int($0) } ?? 0
    }

    /// The time that it may take: five minutes, and one more for each fifty thousand inputs.
    var minutes: Int { 5 + inputs / 50_000 }

    /// The numbers of the inputs for a parser.
    func numbers(for parser: FuzzedParser) -> Range<Int> {
        let shares = FuzzedParser.all.reduce(0) { $0 + $1.share }
        return first..<first + Int((Double(inputs) * parser.share / shares).rounded(.up))
    }

    /// Returns the input of a number, which depends on nothing but the seed and the parser.
    func input(_ number: Int, for parser: FuzzedParser) -> [UInt8] {
        let name = parser.name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let random = SeededGenerator(seed: name &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
        var mutation = Mutation(of: parser.examples, tokens: parser.tokens, random: random)
        return mutation.input()
    }

    /// Tells where an input comes from, and the input as Swift writes it: as text or as bytes.
    func description(of number: Int, for parser: FuzzedParser) -> String {
        let input = input(number, for: parser)
        let literal = String(exactly: input)?.debugDescription ?? "\(input)"
        return "\(parser.name), seed \(seed), input \(number): \(literal)"
    }
}
