import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResponseSeriesTests {
    private func barricade(_ responses: CannedResponse..., seed: UInt64 = 1) -> Barricade {
        Barricade([ResponseSet("Set", on: .any, responses: responses)]) {
            $0.seed = seed
            $0.faultHandler = { _ in }
        }
    }

    private func texts(_ count: Int, from barricade: Barricade) async -> [String] {
        await barricade.answers(to: Array(repeating: "/", count: count))
    }

    private static func sequence(_ end: CannedResponse.SequenceEnd) -> CannedResponse {
        .sequence("Sequence", then: end) {
            CannedResponse(text: "a").times(2)
            CannedResponse(text: "b")
        }
    }

    @Test func answersInTurn() async throws {
        let huge = CannedResponse.sequence("Sequence", then: .cycle) {
            CannedResponse(text: "a").times(.max)
            CannedResponse(text: "b")
        }
        let flaky = CannedResponse.sequence("Sequence") {
            CannedResponse(text: "a").times(4).failing(.timedOut, everyNth: 2)
            CannedResponse(text: "b")
        }
        for (what, response, expected) in [
            ("the last is repeated", Self.sequence(.repeatLast), ["a", "a", "b", "b", "b"]),
            ("all is repeated", Self.sequence(.cycle), ["a", "a", "b", "a", "a"]),
            (
                "what follows fails", Self.sequence(.fail),
                ["a", "a", "b", "sequenceUsedUp", "sequenceUsedUp"]
            ),
            ("a huge count is no trap", huge, ["a", "a"]),
            (
                "one that fails now and then answers as often as it is asked", flaky,
                ["a", "timedOut", "a", "timedOut", "b", "b"]
            ),
        ] {
            let barricade = barricade(response)
            let texts = await texts(expected.count, from: barricade)
            #expect(texts == expected, "\(what)")
        }
    }

    @Test func tellsItsPositionAndStartsAnew() async throws {
        let barricade = barricade(Self.sequence(.repeatLast), CannedResponse("Other", text: "o"))
        var positions = [try barricade.sequencePosition(for: "Set")]
        var answers = await texts(3, from: barricade)
        positions.append(try barricade.sequencePosition(for: "Set"))
        try barricade.select("Sequence", for: "Set")
        answers += await texts(1, from: barricade)
        try barricade.select("Other", for: "Set")
        positions.append(try barricade.sequencePosition(for: "Set"))
        #expect(positions == [0, 3, nil])
        try barricade.select("Sequence", for: "Set")
        answers += await texts(3, from: barricade)
        barricade.reset()
        answers += await texts(1, from: barricade)
        #expect(answers == ["a", "a", "b", "a", "a", "a", "b", "a"])
    }

    @Test func leavesRequestsToTheNextSetOnceItIsUsedUp() async throws {
        let barricade = Barricade(
            ResponseSet("Once", on: .get("/books")) {
                CannedResponse.sequence("First", then: .nextSet) { CannedResponse(text: "once") }
                CannedResponse("Other", text: "other")
            }, ResponseSet("Books", on: .any("/books")) { CannedResponse("All", text: "all") })
        var answers = await barricade.answers(to: "/books")
        #expect(barricade.responseSet(claiming: try .line("/books"))?.name == "Books")
        answers += await barricade.answers(to: "/books", "HEAD /books")
        #expect(barricade.requests.map(\.set) == ["Once", "Books", "Books"])
        try barricade.select("Other", for: "Once")
        answers += await barricade.answers(to: "/books")
        try barricade.unregister("Books")
        barricade.reset()
        answers += await barricade.answers(to: "/books", "/books")
        #expect(answers == ["once", "all", "", "other", "once", "unmatchedRequest"])

        // HEAD is left to newer sets for GET.
        let head = Barricade(
            ResponseSet("Head", on: .head("/books")) {
                CannedResponse.sequence("First", then: .nextSet) { CannedResponse(status: 204) }
            })
        head.register(ResponseSet("Get", on: .get("/books")) { CannedResponse(status: 201) })
        #expect(await head.answers(to: "HEAD /books", "HEAD /books") == ["204 ", "201 "])
    }

    @Test func saysThatItIsUsedUp() async throws {
        let barricade = Barricade(
            ResponseSet("Set", on: .any, responses: [Self.sequence(.fail)], line: 40))
        _ = await texts(3, from: barricade)
        let error = try await barricade.session.failure(api)
        #expect(
            error.localizedDescription == """
                Response "Sequence" of set "Set" (ResponseSeriesTests.swift:40) is a sequence that is \
                used up: it has answered 3 requests.

                To fix: let it repeat its last response or cycle ("then"), or select it again to restart it.
                """)
        #expect(barricade.explainedRequests.map(\.explanation) == [error.localizedDescription])
    }

    @Test func holdsErrorsDelaysAndOtherSequences() async throws {
        let clock = ForeignClock()
        let inner = CannedResponse.sequence(then: .cycle) {
            CannedResponse(text: "x")
            CannedResponse(text: "y", delay: .seconds(1))
        }
        let outer = CannedResponse.sequence("Outer") {
            CannedResponse(error: .networkConnectionLost)
            inner.times(3)
            CannedResponse(text: "z")
        }
        let barricade = Barricade(ResponseSet("Set", on: .any, responses: [outer])) {
            $0.clock = clock
        }
        #expect(await texts(2, from: barricade) == ["networkConnectionLost", "x"])
        async let delayed = texts(1, from: barricade)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(await delayed + texts(3, from: barricade) == ["y", "x", "z", "z"])
    }

    @Test func countsEachOfManyRequestsAtOnce() async {
        let barricade = barricade(
            .sequence("Sequence", then: .fail) { for i in 0..<80 { CannedResponse(text: "\(i)") } }
        )
        let answers = Locked<Set<String>>([])
        await Endurance.inParallel(80) { _ in
            let answer = await barricade.answers(to: "/")
            answers.withLock { $0.formUnion(answer) }
        }
        #expect(answers.current == Set((0..<80).map { "\($0)" }))
    }

    @Test func aWeightedChoiceFollowsItsSeed() async {
        func run(_ seed: UInt64, _ count: Int = 20) async -> [String] {
            let choice = CannedResponse.weighted(
                "Choice",
                [
                    (9, CannedResponse(text: "often")), (1, CannedResponse(text: "seldom")),
                    (0, CannedResponse(text: "never")),
                ])
            let barricade = barricade(choice, seed: seed)
            #expect(barricade.seed == seed)
            return await texts(count, from: barricade)
        }
        let (first, again, other) = await (run(7, 100), run(7), run(8))
        #expect(again == Array(first.prefix(20)))
        #expect(other != again)
        // 90 expected, with a standard deviation of 3.
        let often = first.count { $0 == "often" }
        #expect((80...98).contains(often))
        #expect(!first.contains("never"))
    }

    @Test func theLogNamesTheOneThatAnswered() async throws {
        let barricade = barricade(
            .sequence("Sequence") {
                CannedResponse("First", text: "1")
                CannedResponse(text: "2")
                CannedResponse.weighted("Choice", [(1, CannedResponse("Only", text: "3"))])
                CannedResponse.weighted("Choice", [(1, CannedResponse(text: "4"))])
            })
        _ = await texts(4, from: barricade)
        #expect(barricade.requests.map(\.response) == ["First", "Sequence", "Only", "Choice"])
    }

    @Test func timesIsNotForWhatHandlersReturnNorForReleases() async throws {
        let barricade = Barricade(
            ResponseSet("Set", on: .any, line: 3) {
                CannedResponse("Odd") { _ in CannedResponse(text: "a").times(2) }
            })
        let text = """
            Response "Odd" of set "Set" (ResponseSeriesTests.swift:3) cannot be sent: times(2) is \
            for the responses of a sequence, .sequence { … }.
            """
        let session = barricade.session
        #expect(try await session.failure(api).localizedDescription == text)
        let held = try barricade.hold("Set")
        async let failure = session.failure(api)
        try await held.waitForRequest()
        held.release(with: CannedResponse(text: "b").times(2))
        #expect(try await failure.localizedDescription == text)
    }
}
