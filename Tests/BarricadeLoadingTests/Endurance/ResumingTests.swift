import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking

@testable import Barricade

/// Tasks that are resumed, or suspended and resumed, at the moment their answer comes.
///
/// Linux starts a load anew each time. Nothing of that may keep a load from its end.
@Suite(.timeLimit(.minutes(Endurance.minutes)), .serialized) struct ResumingTests {
    static let soon = ResponseDelay.milliseconds(1)
    /// The kinds of responses of a storm, by the text that requests get in the end.
    static let kinds: [String: CannedResponse] = [
        "delayed": CannedResponse("OK", text: "delayed", delay: soon),
        "handler": CannedResponse("OK") { _ in CannedResponse(text: "handler") },
        "waiting": CannedResponse("OK") { _ in CannedResponse(text: "waiting", delay: soon) },
        "redirected": CannedResponse("OK", redirect: "/delayed-redirected/1", delay: soon),
        "delayed-redirected": CannedResponse("OK", text: "redirected", delay: soon),
        "chunks": CannedResponse("OK", body: .chunks(["chu", "nk", "s"], every: .milliseconds(1))),
        "stream": CannedResponse(
            "OK",
            body: .stream {
                AsyncStream { continuation in
                    for piece in ["str", "ea", "m"] { continuation.yield(Data(piece.utf8)) }
                    continuation.finish()
                }
            }),
    ]

    static func barricade(_ conditions: NetworkConditions? = nil) -> Barricade {
        Barricade(
            kinds.map { name, response in
                ResponseSet(name, on: .get("/\(name)/:number"), responses: [response])
            }
        ) {
            $0.networkConditions = conditions
        }
    }

    /// Resumes each task once more when its answer is due, one task at a time.
    static func storm(_ poke: ResumeStorm.Poke, _ count: Int) async throws -> ResumeStorm.Outcome {
        let storm = ResumeStorm(barricade())
        let outcome = Locked(ResumeStorm.Outcome())
        for number in 0..<count {
            try await storm.send(
                "delayed", expecting: "delayed", pokes: [(800 + number * 7 % 600, poke)],
                into: outcome)
        }
        return outcome.current
    }

    /// Resumes, suspends and cancels at random, so many tasks at a time.
    static func storm(
        width: Int, _ count: Int, conditions: NetworkConditions? = nil
    ) async -> ResumeStorm.Outcome {
        let storm = ResumeStorm(barricade(conditions))
        let outcome = Locked(ResumeStorm.Outcome())
        let names = kinds.keys.sorted().filter { $0 != "delayed-redirected" }
        await Endurance.inParallel(width) { worker in
            var random = SeededGenerator(seed: UInt64(worker))
            let own = count / width + (worker < count % width ? 1 : 0)
            for _ in 0..<own {
                let name =
                    Bool.random(using: &random)
                    ? "delayed" : names.randomElement(using: &random) ?? ""
                let pokes = ResumeStorm.pokes(using: &random)
                try await storm.send(name, expecting: name, pokes: pokes, into: outcome)
            }
        }
        return outcome.current
    }

    static func report(_ name: String, _ outcome: ResumeStorm.Outcome) {
        if ProcessInfo.processInfo.environment["BARRICADE_PRINTS_STORMS"] != nil {
            print("\(name): \(outcome)")
        }
    }

    @Test(arguments: [ResumeStorm.Poke.resume, .suspendAndResume])
    func tasksOneAtATimeEndOnce(_ poke: ResumeStorm.Poke) async throws {
        let count = 150 * Endurance.scale
        let outcome = try await Self.storm(poke, count)
        Self.report("\(poke) one at a time", outcome)
        #expect(outcome == ResumeStorm.Outcome(answered: count))
    }

    @Test(arguments: [(8, false), (64, false), (600, false), (64, true)])
    func tasksSideBySideEndOnce(_ width: Int, onSlowNetwork isSlow: Bool) async {
        let count = (isSlow ? 150 : max(width, 200)) * Endurance.scale
        let conditions = NetworkConditions(
            latency: .microseconds(500), download: .megabitsPerSecond(50),
            upload: .megabitsPerSecond(50), loss: 0.01)
        let outcome = await Self.storm(
            width: width, count, conditions: isSlow ? conditions : nil)
        Self.report("\(width) wide\(isSlow ? " on a slow network" : "")", outcome)
        Self.expectEnds(outcome, count)
        #expect(outcome.answered > count / 2)
    }

    /// Checks that so many requests have ended as they should.
    static func expectEnds(_ outcome: ResumeStorm.Outcome, _ count: Int) {
        let answered = outcome.answered
        #expect(outcome == ResumeStorm.Outcome(answered: answered, cancelled: count - answered))
    }

    #if compiler(>=6.3)
    // MARK: Processes of their own

    @Test(.onOwnThreads) func tasksEndOnceWhereReflectionFindsNoQueue() async {
        await #expect(processExitsWith: .success) {
            OwnProcess.mustEnd(withinMinutes: Endurance.minutes)
            ClientQueue.isReflected = false
            for poke in [ResumeStorm.Poke.resume, .suspendAndResume] {
                let count = 100 * Endurance.scale
                let outcome = try await ResumingTests.storm(poke, count)
                ResumingTests.report("\(poke) one at a time, without reflection", outcome)
                #expect(outcome == ResumeStorm.Outcome(answered: count))
            }
            for width in [8, 64, 300] {
                let count = max(width, 150) * Endurance.scale
                let outcome = await ResumingTests.storm(width: width, count)
                ResumingTests.report("\(width) wide, without reflection", outcome)
                ResumingTests.expectEnds(outcome, count)
            }
            #expect(!ClientQueue.isReflected)
        }
    }
    #endif
}
#endif
