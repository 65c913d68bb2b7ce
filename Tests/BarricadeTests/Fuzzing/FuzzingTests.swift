import Foundation
import Testing

/// Reads what nobody would write: no crash, no second for one input, and nothing read wrongly.
///
/// A crash leaves the input in a file whose name starts with BarricadeFuzzing, in the folder for
/// temporary files. ``FuzzingRun`` says how to try more inputs, or one of them alone.
@Suite(.timeLimit(.minutes(FuzzingRun.current.minutes))) struct FuzzingTests {
    @Test(arguments: FuzzedParser.all) func parsersStandAnything(_ parser: FuzzedParser)
        async throws
    {
        let run = FuzzingRun.current
        let check = UnsafeCheck(try parser.makeCheck())
        let watch = try FuzzingWatch(of: parser, in: run)
        var faults = 0
        for number in run.numbers(for: parser) where faults < 5 {
            let input = run.input(number, for: parser)
            do {
                let seconds = try watch.time(number) { try check.check(input) }
                if seconds > 1 { throw Disagreement("it takes \(seconds) s") }
            } catch {
                faults += 1
                Issue.record("\(error)\n\(run.description(of: number, for: parser))")
            }
            if number % 64 == 0 { await Task.yield() }
        }
    }

    @Test(arguments: Regression.all) func whatOnceFailedDoesNot(_ regression: Regression) throws {
        let check = try FuzzedParser.named(regression.parser).makeCheck()
        #expect(throws: Never.self, "\(regression.what)") { try check(regression.input) }
    }

    @Test func aNumberGivesTheSameInputAlone() throws {
        let parser = try FuzzedParser.named("JSON")
        let run = FuzzingRun(environment: [:])
        let later = FuzzingRun(environment: ["BARRICADE_FUZZ_FIRST": "7"])
        let other = FuzzingRun(environment: ["BARRICADE_FUZZ_SEED": "2"])
        let inputs = (0..<50).map { run.input($0, for: parser) }
        #expect(later.numbers(for: parser).lowerBound == 7)
        #expect((0..<50).map { later.input($0, for: parser) } == inputs)
        #expect((0..<50).map { other.input($0, for: parser) } != inputs)
        #expect(Set(inputs).count > 40)
    }
}

/// A check that goes along with the test that made it, wherever that goes on.
private struct UnsafeCheck: @unchecked Sendable {
    let check: FuzzedParser.Check

    init(_ check: @escaping FuzzedParser.Check) {
        self.check = check
    }
}
