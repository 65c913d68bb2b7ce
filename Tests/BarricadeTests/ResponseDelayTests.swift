import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResponseDelayTests {
    private let clock = ForeignClock()

    private func barricade(
        _ response: CannedResponse, set: ResponseDelay? = nil,
        barricade delay: ResponseDelay = .immediate
    ) -> Barricade {
        Barricade(ResponseSet("S", on: .any, delay: set, line: 7) { response }) {
            $0.name = "B"
            $0.delay = delay
            $0.clock = clock
        }
    }

    @Test func theDelayNearestToTheResponseCounts() async {
        let response = CannedResponse("R", text: "R")
        let own = CannedResponse("R", text: "R", delay: .seconds(0.25))
        let none = CannedResponse("R", text: "R", delay: .immediate)
        let error = CannedResponse("R", error: .cannotFindHost, delay: .seconds(3))
        let table: [(Barricade, answer: String, wait: Duration)] = [
            (
                barricade(own, set: .milliseconds(7), barricade: .fixed(.seconds(9))), "R",
                .milliseconds(250)
            ),
            (
                barricade(response, set: .milliseconds(70), barricade: .seconds(9)), "R",
                .milliseconds(70)
            ),
            (barricade(response, barricade: .seconds(9)), "R", .seconds(9)),
            (barricade(none, set: .seconds(1), barricade: .seconds(9)), "R", .zero),
            (barricade(error), "cannotFindHost", .seconds(3)),
        ]
        for (barricade, answer, wait) in table {
            async let answers = barricade.answers(to: "/")
            if wait > .zero {
                await clock.waitForSleeper(of: wait)
                clock.advance(by: wait)
            }
            #expect(await answers == [answer])
            #expect(clock.sleeperCount == 0)
        }
    }

    @Test func aDurationAndANumberOfSecondsAreDelays() {
        let (duration, seconds, count, none) = (Duration.seconds(2), 2.0, 2, Double?.none)
        let delays: [(any ResponseDelayConvertible)?] = [
            duration, seconds, count, 2, 2.0, .seconds(2), .fixed(.seconds(2)),
        ]
        for delay in delays { #expect(delay?.responseDelay == .seconds(2)) }
        let set = ResponseSet("S", on: .any, delay: duration) {
            CannedResponse("A", text: "A", delay: seconds)
            CannedResponse("B", error: .timedOut, delay: none)
            CannedResponse("C", json: [:], delay: 0)
        }
        #expect(set.delay == .seconds(2))
        #expect(set.responses.map(\.delay) == [.seconds(2), nil, .immediate])
    }

    @Test(arguments: [3, 0]) func aVariableHoldsWholeSeconds(count: Int) {
        let response = CannedResponse("A", text: "A", delay: .seconds(count))
        #expect(response.delay == .seconds(Double(count)))
    }

    @Test func aFileIsReadWhenTheWaitIsOver() async throws {
        let folder = try ScratchFolder()
        let response = CannedResponse(
            "R", file: "a.txt", in: .directory(folder.url), delay: .seconds(1))
        let barricade = barricade(response)
        let session = barricade.session
        async let answer = session.get(api).text
        await clock.waitForSleepers()
        try folder.write("late", to: "a.txt")
        clock.advance(by: .seconds(1))
        #expect(try await answer == "late")
    }

    /// Longer than the seconds of a duration can be told, and more than half of what it can hold.
    private static let endless: Duration = .seconds(Int64.max) * 18

    private static let unusable: [ResponseDelay] = [
        .seconds(-0.5), .milliseconds(-1), .fixed(.seconds(-1)), .seconds(.infinity),
        .seconds(-.infinity), .seconds(.nan), .seconds(1e300), .seconds(-1e300), .fixed(endless),
        .logNormal(median: .seconds(1), sigma: .nan), .logNormal(median: .zero, sigma: .infinity),
        .logNormal(median: .seconds(1), sigma: -1),
        .logNormal(median: .seconds(Int64.max), sigma: 1), .logNormal(median: endless, sigma: 0),
        .uniform(.zero - endless...endless), .uniform(.zero...endless),
        .uniform(.seconds(-1) ... .zero),
        .fixed(endless, plusUpTo: endless), .fixed(.zero - endless, plusUpTo: .zero - endless),
        .fixed(.seconds(1), plusUpTo: .seconds(-1)),
    ]

    private let message = """
        Response "R" of set "S" (ResponseDelayTests.swift:7) cannot be sent: \
        its delay is negative or infinite.
        """

    @Test func aDelayThatCannotBeWaitedFailsTheRequestWhereverItIs() async throws {
        for delay in Self.unusable {
            let faults = try await barricade(CannedResponse("R", delay: delay))
                .faultsOfChecksAndRequest()
            let expected: String = "invalidDefinition: \(message)"
            #expect(faults == [expected, expected], "\(delay)")
        }
        let delay = ResponseDelay.seconds(-1)
        let response = CannedResponse("R", text: "R")
        let delayed = CannedResponse("R", text: "R", delay: delay)
        // One that is not used does no harm.
        let none = barricade(
            CannedResponse("R", text: "R", delay: .immediate), set: delay)
        let unused = barricade(response, set: .immediate, barricade: delay)
        #expect(await none.answers(to: "/") + unused.answers(to: "/") == ["R", "R"])
        let ofBarricade =
            "Barricade \"B\" cannot delay responses: its delay is negative or infinite."
        for (barricade, message, isKnownBefore) in [
            (barricade(response, set: delay), message, true),
            (barricade(response, barricade: delay), ofBarricade, true),
            (barricade(.sequence("R") { delayed }), message, true),
            (barricade(.weighted("R", [(1, delayed)])), message, true),
            (barricade(CannedResponse("R", delay: delay) { _ in response }), message, true),
            (barricade(CannedResponse("R") { _ in delayed }), message, false),
        ] {
            let faults = try await barricade.faultsOfChecksAndRequest()
            let expected: String = "invalidDefinition: \(message)"
            #expect(faults == (isKnownBefore ? [expected, expected] : [expected]))
            #expect(barricade.requests.map(\.explanation) == [message])
        }
        // Nor is a request released with it.
        let barricade = barricade(response)
        let held = try barricade.hold("S")
        async let errors = [barricade.session.failure(api), barricade.session.failure(api)]
        try await held.waitForRequest()
        held.release(with: CannedResponse(text: "Other", delay: delay))
        barricade.register(
            ResponseSet("S", on: .any, line: 7) { delayed })
        try await held.waitForRequest()
        held.release()
        #expect(try await errors.map { BarricadeError($0)?.message } == [message, message])
    }

    @Test(arguments: [
        ResponseDelay.seconds(1e17), .uniform(.zero ... .seconds(Int64.max)),
        .fixed(.seconds(Int64.max)),
        .fixed(.seconds(Int64.max), plusUpTo: .zero),
        .logNormal(median: .seconds(999_999_999), sigma: 1),
    ])
    func theLongestDelaysCanBeWaited(_ delay: ResponseDelay) async throws {
        let barricade = barricade(CannedResponse("R", text: "R", delay: delay))
        #expect(barricade.validate() == [])
        let session = barricade.session
        async let error = session.failure(api)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(URLSession.patience))
        #expect((try await error as? URLError)?.code == .timedOut)
        withExtendedLifetime(barricade) {}
    }
}
