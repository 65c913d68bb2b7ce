import Barricade
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct ChaosTests {
    private let letters = ResponseSet("Letters", on: .get("/letters")) {
        CannedResponse("A", text: "a")
        CannedResponse("B", text: "b")
        CannedResponse.sequence("In Turn") {
            CannedResponse(text: "1").times(2)
            CannedResponse(text: "2")
        }
        CannedResponse.weighted(
            "Choice", [(1, CannedResponse(text: "x")), (1, CannedResponse(text: "y"))])
    }

    private let numbers = ResponseSet("Numbers", on: .get("/numbers")) {
        for number in 0..<5 { CannedResponse("\(number)", text: "\(number)") }
    }

    /// Returns the answers to a number of requests, one after the other.
    private func answers(_ count: Int, to path: String, of barricade: Barricade) async throws
        -> [String]
    {
        var answers: [String] = []
        let session = barricade.patientSession
        for _ in 0..<count { answers.append(try await session.get(api + path).text) }
        return answers
    }

    @Test func repeatsAParallelRun() async throws {
        let count = 60
        let first = Barricade(letters, numbers)
        first.chaos(seed: 7)
        let letters = try await answers(count, to: "/letters", of: first)
        let numbers = try await answers(count, to: "/numbers", of: first)

        let second = Barricade(self.letters, self.numbers)
        second.chaos(seed: 7)
        let session = second.patientSession
        let parallel = try await withThrowingTaskGroup(of: (String, String).self) { group in
            for index in 0..<count * 2 {
                let path = index % 2 == 0 ? "/letters" : "/numbers"
                group.addTask { (path, try await session.get(api + path).text) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // Which of them gets which number is up to the session.
        #expect(parallel.filter { $0.0 == "/letters" }.map(\.1).sorted() == letters.sorted())
        #expect(parallel.filter { $0.0 == "/numbers" }.map(\.1).sorted() == numbers.sorted())
        #expect(try second.requestCount(for: "Letters") == count)
        #expect(Set(letters) == ["a", "b", "1", "2", "x", "y"])
    }

    @Test func choosesByTheSeed() async throws {
        var runs: [[String]] = []
        for seed: UInt64 in [1, 2, 1] {
            let barricade = Barricade(letters)
            barricade.chaos(seed: seed)
            runs.append(try await answers(30, to: "/letters", of: barricade))
        }
        #expect(runs[0] == runs[2])
        #expect(runs[0] != runs[1])
    }

    /// The choice must stay the same from release to release: seeds are written into tests.
    @Test func choosesTheSameOnEveryPlatform() async throws {
        let barricade = Barricade(numbers)
        barricade.chaos(seed: 7)
        let answers = try await answers(12, to: "/numbers", of: barricade)
        #expect(answers.joined() == "042410400214")
    }

    @Test func choosesEachResponseAboutAsOften() async throws {
        let barricade = Barricade(numbers)
        barricade.chaos(seed: 1)
        let counts = try await answers(500, to: "/numbers", of: barricade)
            .reduce(into: [:]) { $0[$1, default: 0] += 1 }
        #expect(counts.count == 5)
        #expect(counts.values.allSatisfy { (60...140).contains($0) })
    }

    @Test func countsFromTheStartOfTheLog() async throws {
        let barricade = Barricade(letters)
        barricade.chaos(seed: 3)
        let first = try await answers(20, to: "/letters", of: barricade)
        let second = try await answers(20, to: "/letters", of: barricade)
        barricade.clearRequests()
        let third = try await answers(20, to: "/letters", of: barricade)
        #expect(first != second)
        #expect(first == third)
    }

    @Test func canBeWaitedFor() async throws {
        let barricade = Barricade(letters)
        barricade.chaos(seed: 3)
        let session = barricade.patientSession
        async let texts = withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { _ = try await session.get(api + "/letters") } }
            try await group.waitForAll()
        }
        for count in 1...50 { try await barricade.waitForRequest(to: "Letters", count: count) }
        try await texts
        #expect(try barricade.requestCount(for: "Letters") == 50)
    }

    @Test func delaysByTheSeed() async throws {
        let slow = ResponseSet(
            "Slow", on: .get("/slow"), delay: .uniform(.seconds(1) ... .seconds(9))
        ) { CannedResponse("Only", text: "slow") }
        var delays: [[Duration]] = []
        for seed: UInt64 in [3, 4, 3] {
            let clock = ImpatientClock()
            let barricade = Barricade(slow) { $0.clock = clock }
            barricade.chaos(seed: seed)
            _ = try await answers(3, to: "/slow", of: barricade)
            delays.append(clock.sleeps.withLock { $0 })
        }
        #expect(Set(delays[0]).count == 3)
        #expect(delays[0] == delays[2])
        #expect(delays[0] != delays[1])
    }

    /// A clock that ends each short sleep at once, and notes how long it would have been.
    private final class ImpatientClock: Clock {
        let now = ContinuousClock.now
        let minimumResolution = Duration.zero
        let sleeps = Locked<[Duration]>([])

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            let duration = now.duration(to: deadline)
            guard duration < .seconds(60) else { return try await Task.sleep(for: duration) }
            sleeps.withLock { $0.append(duration) }
        }
    }

    // MARK: What comes first

    @Test func leavesOutWhatMayNeverEnd() async throws {
        let set = ResponseSet("Feed", on: .get("/feed"), default: "Good") {
            CannedResponse.live()
            CannedResponse.neverAnswers()
            CannedResponse("Good", text: "good")
        }
        let barricade = Barricade(set)
        barricade.chaos(seed: 1)
        #expect(Set(try await answers(30, to: "/feed", of: barricade)) == ["good"])
        barricade.chaos(seed: 1, including: [.live, .neverEnding])
        #expect("\(barricade)".contains(#"any of "Live", "Never Answers", "Good""#))
    }

    @Test func leavesASetWithoutAChoiceAsSelected() async throws {
        let set = ResponseSet("Feed", on: .get("/feed")) {
            CannedResponse("Stream", body: .stream { AsyncStream { $0.finish() } })
        }
        let barricade = Barricade(set)
        barricade.chaos(seed: 1)
        #expect(try await answers(2, to: "/feed", of: barricade) == ["", ""])
        #expect(try barricade.requestCount(for: "Feed") == 2)
    }

    @Test func answersNextFirst() async throws {
        let barricade = Barricade(numbers)
        barricade.chaos(seed: 7)
        let usual = try await answers(3, to: "/numbers", of: barricade)
        barricade.clearRequests()
        try barricade.answerNext("Numbers", with: CannedResponse(text: "next"))
        let answers = try await answers(3, to: "/numbers", of: barricade)
        // The request that got it has a number too.
        #expect(answers == ["next"] + usual.dropFirst())
    }

    @Test func holdsARequestFirst() async throws {
        let barricade = Barricade(numbers)
        barricade.chaos(seed: 7)
        let usual = try await answers(1, to: "/numbers", of: barricade)
        barricade.clearRequests()
        let held = try barricade.hold("Numbers")
        async let answer = answers(1, to: "/numbers", of: barricade)
        try await held.waitForRequest()
        held.releaseAll()
        #expect(try await answer == usual)
    }

    @Test func leavesALiveSetLive() async throws {
        let set = ResponseSet("Server", on: .get("/a")) { CannedResponse("Own", text: "own") }
        let barricade = Barricade(set)
        barricade.chaos(seed: 7)
        try barricade.setMode(.live, for: "Server")
        _ = await #expect(throws: URLError.self) {
            try await barricade.session.get("http://127.0.0.1:9/a")
        }
        #expect(barricade.requests.map(\.response) == [nil])
    }

    @Test func comesBeforeASequenceThatHasEnded() async throws {
        let first = ResponseSet("First", on: .get("/a")) {
            CannedResponse.sequence("Once", then: .nextSet) { CannedResponse(text: "once") }
        }
        let second = ResponseSet("Second", on: .get("/a")) { CannedResponse("Two", text: "two") }
        let barricade = Barricade(first, second)
        #expect(try await answers(2, to: "/a", of: barricade) == ["once", "two"])
        barricade.chaos(seed: 7)
        let request = try BarricadeRequest.line("/a")
        #expect(barricade.responseSet(claiming: request)?.name == "First")
        #expect(try await answers(3, to: "/a", of: barricade) == ["once", "once", "once"])
    }

    @Test func failsByTheNetworkFirst() async throws {
        let barricade = Barricade(numbers) {
            $0.networkConditions = NetworkConditions("Broken", error: .networkConnectionLost)
        }
        barricade.chaos(seed: 7)
        let error = try await barricade.session.failure(api + "/numbers")
        #expect((error as? URLError)?.code == .networkConnectionLost)
        #expect(try barricade.requestCount(for: "Numbers") == 1)
    }

    @Test func readsAStreamThatALiveResponseWouldLeaveAlone() async throws {
        let set = ResponseSet("Upload", on: .post("/upload")) {
            CannedResponse.live()
            CannedResponse("Good", text: "good")
        }
        let barricade = Barricade(set) { $0.unmatchedPolicy = .passThrough }
        barricade.chaos(seed: 7)
        var request = URLRequest(url: try #require(URL(string: api + "/upload")))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("body".utf8))
        #expect(try await barricade.patientSession.send(request).text == "good")
        #expect(barricade.requests.map(\.request.body) == [.data(Data("body".utf8))])
    }

    // MARK: Ending

    @Test func endsWithAResetAndByItself() async throws {
        let barricade = Barricade(numbers) { $0.seed = 12 }
        #expect(barricade.chaosSeed == nil)
        try barricade.select("4", for: "Numbers")
        var changes = barricade.changes.makeAsyncIterator()
        barricade.chaos()
        #expect(barricade.chaosSeed == 12)
        barricade.chaos(seed: 12)
        barricade.endChaos()
        #expect(barricade.chaosSeed == nil)
        #expect(try await answers(3, to: "/numbers", of: barricade) == ["4", "4", "4"])
        barricade.chaos(seed: 7)
        barricade.reset()
        #expect(barricade.chaosSeed == nil)
        #expect(try await answers(3, to: "/numbers", of: barricade) == ["0", "0", "0"])
        for seed: UInt64? in [12, nil, 7, nil] {
            #expect(await changes.next() == .chaos(seed: seed))
        }
    }

    @Test func canBeASetting() async throws {
        let barricade = Barricade(numbers) { $0.chaosSeed = 7 }
        let other = Barricade(numbers)
        other.chaos(seed: 7)
        let own = try await answers(10, to: "/numbers", of: barricade)
        #expect(own == (try await answers(10, to: "/numbers", of: other)))
        #expect(Set(own).count > 1)
    }

    @Test func isToldInTheDescription() throws {
        let barricade = Barricade(letters, numbers) { $0.name = "Shop" }
        barricade.chaos(seed: 7)
        _ = try barricade.hold("Numbers")
        #expect(
            "\(barricade)" == """
                Barricade "Shop": 2 response sets
                  "Letters"  GET /letters  any of "A", "B", "In Turn", "Choice"
                  "Numbers"  GET /numbers  held, then any of "0", "1", "2", "3", "4"
                Chaos: seed 7 chooses the responses
                Unmatched requests: fail
                """)
    }
}
