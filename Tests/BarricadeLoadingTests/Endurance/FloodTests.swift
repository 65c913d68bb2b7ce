import Barricade
import Testing

@testable import TestSupport

/// Many requests at a time, over one session and over many, which are answered, not matched or
/// cancelled.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct FloodTests {
    private static let names = ["A", "B", "C"]

    /// A set that says in each response which set and response it is of, and what was asked.
    private static func set(_ number: Int) -> ResponseSet {
        ResponseSet(
            "Set \(number)", on: .get("/\(number)/:item"),
            responses: names.map { CannedResponse($0, text: "\(number) \($0)") }
                + [
                    CannedResponse("Handler") { request in
                        CannedResponse(text: "\(number) \(request.pathValues["item"] ?? "")")
                    }
                ])
    }

    @Test(arguments: [1, 64]) func requestsAreAnsweredWhileSetsComeAndGo(_ sessions: Int)
        async throws
    {
        let server = try LocalServer()
        let barricade = Barricade((0..<6).map(Self.set))
        let all = (0..<sessions).map { _ in barricade.patientSession }
        #expect(Set(all.map(ObjectIdentifier.init)).count == sessions)
        let unmatched = Locked(0)
        await Endurance.inParallel(64) { worker in
            let session = all[worker % sessions]
            var random = SeededGenerator(seed: UInt64(worker))
            for index in 0..<10 * Endurance.scale {
                Self.change(barricade, using: &random)
                let set = (worker + index) % 6
                let item = "\(worker)-\(index)"
                let url = try "\(server.url("/\(set)/\(item)"))"
                let completion = try await session.complete(url)
                if Self.isUnmatched(completion, set, item, url) { unmatched.withLock { $0 += 1 } }
            }
        }
        let count = 64 * 10 * Endurance.scale
        #expect((1..<count).contains(unmatched.current))
        #expect(barricade.requestCount == count)
        try server.expectNoConnections()
    }

    /// Whether a request was not matched; checks that it was answered otherwise.
    private static func isUnmatched(
        _ completion: URLSession.Completion, _ set: Int, _ item: String, _ url: String
    ) -> Bool {
        guard let error = completion.error else {
            let texts = (names + [item]).map { "\(set) \($0)" }
            let isOfURL = completion.response?.url?.absoluteString == url
            #expect(isOfURL, "\(completion)")
            #expect(texts.contains(completion.text ?? ""), "\(completion)")
            return false
        }
        // The set was away just then; the two that always stay never are.
        let fault = BarricadeError(error)
        let isRight = set > 1 && fault?.code == .unmatchedRequest
        let start = "No response set matches GET \(url).\n"
        #expect(isRight, "\(completion)")
        #expect(fault?.message.hasPrefix(start) == true, "\(completion)")
        return true
    }

    /// Selects in a set, or takes it away or puts it back.
    private static func change(_ barricade: Barricade, using random: inout SeededGenerator) {
        let number = Int.random(in: 0..<6, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where number > 1: try? barricade.unregister("Set \(number)")
        case 1: barricade.register(set(number))
        case 2: barricade.reset()
        case 3: try? barricade.reset("Set \(number)")
        default:
            let name = (names + ["Handler"]).randomElement(using: &random) ?? ""
            // Where the set is away there is nothing to select.
            try? barricade.select(name, for: "Set \(number)")
        }
    }

    @Test func barricadesSideBySideAreApart() async throws {
        await Endurance.inParallel(20) { worker in
            for index in 0..<5 * Endurance.scale {
                let text = "\(worker) \(index)"
                let barricade = Barricade(
                    ResponseSet("Same", on: .get("/same")) { CannedResponse("OK", text: text) })
                let session = barricade.session
                for _ in 0..<2 {
                    let completion = try await session.complete("\(api)/same")
                    #expect(completion.text == text)
                }
            }
        }
    }

    // MARK: Delays

    private struct Counts {
        var answered = 0
        var cancelled = 0
        /// Those that were answered before their time, or otherwise than they should.
        var wrong = 0

        var all: Int { answered + cancelled + wrong }
    }

    @Test func manyAreAnsweredEachAfterItsOwnDelay() async throws {
        let delays = (0..<20).map { 1_000 + $0 * 25 }
        let barricade = Barricade(
            delays.map { delay in
                ResponseSet("\(delay)", on: .get("/\(delay)")) {
                    CannedResponse("OK", text: "\(delay)", delay: .milliseconds(delay))
                }
            })
        let session = barricade.patientSession
        let count = 2_000 * Endurance.scale
        let (counts, end) = (Locked(Counts()), Events<Void>())
        for number in 0..<count {
            // The longest ones first, now and then.
            let delay = delays[number % 3 == 0 ? 19 - number % 20 : number % 20]
            let isCancelled = number % 4 > 0
            let start = ContinuousClock.now
            let url = try URL("\(api)/\(delay)")
            let task = session.dataTask(with: url) { data, _, error in
                let time = ContinuousClock.now - start
                let counts = counts.withLock { counts in
                    if isCancelled, (error as? URLError)?.code == .cancelled {
                        counts.cancelled += 1
                    } else if data == Data("\(delay)".utf8), time >= .milliseconds(delay) {
                        counts.answered += 1
                    } else {
                        counts.wrong += 1
                    }
                    return counts
                }
                if counts.all == count { end.add(()) }
            }
            task.resume()
            if isCancelled { task.cancel() }
        }
        await end.wait()
        let all = counts.current
        #expect(all.wrong == 0, "\(all)")
        #expect(all.answered >= count / 4, "\(all)")
        #expect(all.cancelled > count / 2, "\(all)")
    }
}
