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
        for fault in try await Self.onThread({ try Self.faults(of: parser) }) {
            Issue.record("\(fault)")
        }
    }

    /// Tries all inputs for a parser; gives up after five that fail.
    private static func faults(of parser: FuzzedParser) throws -> [String] {
        let run = FuzzingRun.current
        let check = try parser.makeCheck()
        let watch = try FuzzingWatch(of: parser, in: run)
        var faults: [String] = []
        for number in run.numbers(for: parser) where faults.count < 5 {
            let input = run.input(number, for: parser)
            do {
                try watch.hurry(number) { try check(input) }
            } catch {
                faults.append("\(error)\n\(run.description(of: number, for: parser))")
            }
        }
        return faults
    }

    /// Works on a thread of its own: a check may wait, and the pool's few threads must not.
    private static func onThread<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Swift.Result { try work() }) }
            // Plain readers recurse.
            thread.stackSize = 16 << 20
            thread.start()
        }
    }

    @Test(arguments: Regression.all) func whatOnceFailedDoesNot(
        _ regression: Regression
    ) async throws {
        let fault = try await Self.onThread { () -> String? in
            let check = try FuzzedParser.named(regression.parser).makeCheck()
            do {
                try FuzzingWatch.hurry { try check(regression.input) }
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(fault == nil, "\(regression.what)")
    }

    @Test func aNumberGivesTheSameInputAlone() throws {
        let parser = try FuzzedParser.named("JSON")
        let run = FuzzingRun(environment: [:])
        let later = FuzzingRun(environment: ["BARRICADE_FUZZ_FIRST": "7"])
        let other = FuzzingRun(environment: ["BARRICADE_FUZZ_SEED": "2"])
        let inputs = (0..<50).map { run.input($0, for: parser) }
        let laterInputs = (0..<50).map { later.input($0, for: parser) }
        #expect((later.numbers(for: parser).lowerBound, laterInputs) == (7, inputs))
        let others = (0..<50).map { other.input($0, for: parser) }
        #expect(others != inputs)
        #expect(Set(inputs).count > 40)
    }
}
