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
        let faults = try await onThreadOfItsOwn {
            let run = FuzzingRun.current
            let check = try parser.makeCheck()
            let watch = try FuzzingWatch(of: parser, in: run)
            var faults: [String] = []
            for number in run.numbers(for: parser) where faults.count < 5 {
                let input = run.input(number, for: parser)
                do {
                    let seconds = try watch.time(number) { try check(input) }
                    if seconds > 1 { throw Disagreement("it takes \(seconds) s") }
                } catch {
                    faults.append("\(error)\n\(run.description(of: number, for: parser))")
                }
            }
            return faults
        }
        for fault in faults { Issue.record("\(fault)") }
    }

    @Test(arguments: Regression.all)
    func whatOnceFailedDoesNot(_ regression: Regression) async throws {
        await #expect(throws: Never.self, "\(regression.what)") {
            try await onThreadOfItsOwn {
                try FuzzedParser.named(regression.parser).makeCheck()(regression.input)
            }
        }
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

/// Runs what may block on a thread that nobody else needs.
///
/// The tasks of all tests share as many threads as there are processors, and so do handlers and
/// delays: blocked threads among these would be waited for in vain.
private func onThreadOfItsOwn<Success: Sendable>(
    _ body: @escaping @Sendable () throws -> Success
) async throws -> Success {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try body() }) }.start()
    }
}
