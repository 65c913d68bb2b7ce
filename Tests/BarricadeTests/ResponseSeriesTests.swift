import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct ResponseSeriesTests {
    private func barricade(_ responses: CannedResponse..., seed: UInt64 = 1) -> Barricade {
        Barricade([ResponseSet("Set", on: .any, responses: responses)]) {
            $0.seed = seed
            $0.faultHandler = { _ in }
        }
    }

    private func texts(_ count: Int, from barricade: Barricade) async throws -> [String] {
        var texts: [String] = []
        for _ in 0..<count {
            do {
                texts.append(try await barricade.session.get(api).text)
            } catch {
                texts.append(BarricadeError(error).map { "\($0.code.rawValue)" } ?? "error")
            }
        }
        return texts
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
            CannedResponse(text: "a").times(4).failing(.timedOut, every: 2)
            CannedResponse(text: "b")
        }
        for (what, response, expected) in [
            ("the last is repeated", Self.sequence(.repeatLast), ["a", "a", "b", "b", "b"]),
            ("all is repeated", Self.sequence(.cycle), ["a", "a", "b", "a", "a"]),
            ("what follows fails", Self.sequence(.fail), ["a", "a", "b", "11", "11"]),
            ("a huge count is no trap", huge, ["a", "a"]),
            (
                "one that fails now and then answers as often as it is asked", flaky,
                ["a", "error", "a", "error", "b", "b"]
            ),
        ] {
            let barricade = barricade(response)
            let texts = try await texts(expected.count, from: barricade)
            #expect(texts == expected, "\(what)")
        }
    }

    @Test func tellsItsPositionAndStartsAnew() async throws {
        let barricade = barricade(Self.sequence(.repeatLast), CannedResponse("Other", text: "o"))
        var positions = [try barricade.sequencePosition(for: "Set")]
        #expect(try await texts(3, from: barricade) == ["a", "a", "b"])
        positions.append(try barricade.sequencePosition(for: "Set"))
        try barricade.select("Sequence", for: "Set")
        #expect(try await texts(1, from: barricade) == ["a"])
        try barricade.select("Other", for: "Set")
        positions.append(try barricade.sequencePosition(for: "Set"))
        #expect(positions == [0, 3, nil])
        try barricade.select("Sequence", for: "Set")
        #expect(try await texts(3, from: barricade) == ["a", "a", "b"])
        barricade.reset()
        #expect(try await texts(1, from: barricade) == ["a"])
        #expect(throws: BarricadeError.self) { try barricade.sequencePosition(for: "Sett") }
    }

    @Test func leavesRequestsToTheNextSetOnceItIsUsedUp() async throws {
        let barricade = Barricade(
            ResponseSet("Once", on: .get("/books")) {
                CannedResponse.sequence("First", then: .nextSet) { CannedResponse(text: "once") }
                CannedResponse("Other", text: "other")
            }, ResponseSet("Books", on: .any("/books")) { CannedResponse("All", text: "all") })
        let session = barricade.session
        let request = try BarricadeRequest.line("/books")
        var texts = [try await session.get("\(api)/books").text]
        #expect(barricade.responseSet(claiming: request)?.name == "Books")
        texts.append(try await session.get("\(api)/books").text)
        texts.append(try await session.get("\(api)/books", method: "HEAD").text)
        #expect(texts == ["once", "all", ""])
        #expect(barricade.requests.map(\.set) == ["Once", "Books", "Books"])

        try barricade.select("Other", for: "Once")
        #expect(try await session.get("\(api)/books").text == "other")
        try barricade.unregister("Books")
        barricade.reset()
        #expect(try await session.get("\(api)/books").text == "once")
        let error = BarricadeError(try await session.failure("\(api)/books"))
        #expect(error?.code == .unmatchedRequest)
    }

    @Test func aUsedUpSetLeavesHeadToNewerSetsForGet() async throws {
        let barricade = Barricade(
            ResponseSet("Head", on: .head("/books")) {
                CannedResponse.sequence("First", then: .nextSet) { CannedResponse(status: 204) }
            })
        barricade.register(ResponseSet("Get", on: .get("/books")) { CannedResponse(status: 201) })
        let statuses = [
            try await barricade.session.get("\(api)/books", method: "HEAD").status,
            try await barricade.session.get("\(api)/books", method: "HEAD").status,
        ]
        #expect(statuses == [204, 201])
    }

    @Test func saysThatItIsUsedUp() async throws {
        let barricade = Barricade(
            ResponseSet("Set", on: .any, responses: [Self.sequence(.fail)], line: 40))
        _ = try await texts(3, from: barricade)
        let error = try await barricade.session.failure(api)
        #expect(
            error.localizedDescription == """
                Response "Sequence" of set "Set" (ResponseSeriesTests.swift:40) is a sequence that is \
                used up: it has answered 3 requests.

                To fix: continue it with then: .repeatLast or .cycle, or select it again to restart it.
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
        #expect(try await texts(2, from: barricade) == ["error", "x"])
        async let delayed = texts(1, from: barricade)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(try await delayed == ["y"])
        #expect(try await texts(3, from: barricade) == ["x", "z", "z"])
    }

    @Test func countsEachOfManyRequestsAtOnce() async throws {
        let barricade = barricade(
            .sequence("Sequence", then: .fail) { for i in 0..<200 { CannedResponse(text: "\(i)") } }
        )
        let session = barricade.session
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { try await session.get(api).text } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(answers.count == 200)
    }

    @Test func aWeightedChoiceFollowsItsSeed() async throws {
        func run(_ seed: UInt64) async throws -> [String] {
            let choice = CannedResponse.weighted(
                "Choice",
                [
                    (9, CannedResponse(text: "often")), (1, CannedResponse(text: "seldom")),
                    (0, CannedResponse(text: "never")),
                ])
            let barricade = barricade(choice, seed: seed)
            #expect(barricade.seed == seed)
            return try await texts(300, from: barricade)
        }
        let first = try await run(7)
        #expect(try await run(7) == first)
        #expect(try await run(8) != first)
        // 270 expected, with a standard deviation of about 5.
        #expect((240...295).contains(first.count { $0 == "often" }))
        #expect(!first.contains("never"))
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

    @Test(arguments: [
        (CannedResponse.sequence("Odd") {}, "it has no responses"),
        (.weighted("Odd", []), "it has no responses"),
        (
            .weighted("Odd", [(0, CannedResponse())]),
            "its weights are negative or infinite, or all of them are 0"
        ),
        (
            .weighted("Odd", [(1, CannedResponse()), (-1, CannedResponse())]),
            "its weights are negative or infinite, or all of them are 0"
        ),
        (
            .sequence("Odd") { CannedResponse().times(0) },
            "one of its responses is served less than once"
        ),
        (
            CannedResponse("Odd").times(3),
            "times(3) is for the responses of a sequence, .sequence { … }"
        ),
        (
            CannedResponse("Odd").times(3).failing(.timedOut, every: 2),
            "times(3) is for the responses of a sequence, .sequence { … }"
        ),
        (
            .weighted("Odd", [(1, CannedResponse().times(1))]),
            "times(1) is for the responses of a sequence, .sequence { … }"
        ),
        (
            .sequence("Odd") { CannedResponse().times(2) }.times(2),
            "times(2) is for the responses of a sequence, .sequence { … }"
        ),
        (
            .sequence("Odd") { CannedResponse(status: 99) },
            "its status is 99, allowed are 100 to 599"
        ),
    ])
    func saysWhatCannotBeGiven(_ response: CannedResponse, _ reason: String) async throws {
        let set = ResponseSet("Set", on: .any, responses: [response], line: 3)
        let barricade = Barricade([set]) { $0.faultHandler = { _ in } }
        let text = """
            Response "Odd" of set "Set" (ResponseSeriesTests.swift:3) cannot be sent: \(reason).
            """
        #expect(barricade.validate().map(\.message) == [text])
        let error = try await barricade.session.failure(api)
        #expect(error.localizedDescription == text)
    }
}
