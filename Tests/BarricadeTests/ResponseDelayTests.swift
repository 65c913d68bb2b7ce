import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct ResponseDelayTests {
    private let clock = ForeignClock()

    private func barricade(
        _ response: CannedResponse, set: ResponseDelay? = nil,
        barricade delay: ResponseDelay = .none
    ) -> Barricade {
        Barricade(ResponseSet("S", on: .any, delay: set, line: 7) { response }) {
            $0.name = "B"
            $0.delay = delay
            $0.clock = clock
        }
    }

    /// Expects a request to wait exactly so long before it is answered.
    private func expect(_ barricade: Barricade, toWait milliseconds: Int) async throws {
        let session = barricade.session
        async let answer = session.get(api).text
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(milliseconds - 1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(clock.sleeperCount == 0)
        #expect(try await answer == "R")
    }

    @Test func theDelayNearestToTheResponseCounts() async throws {
        let response = CannedResponse("R", text: "R")
        let own = CannedResponse("R", text: "R", delay: .seconds(0.25))
        try await expect(
            barricade(own, set: .milliseconds(7), barricade: .fixed(.seconds(9))), toWait: 250)
        try await expect(
            barricade(response, set: .milliseconds(70), barricade: .seconds(9)), toWait: 70)
        try await expect(barricade(response, barricade: .seconds(9)), toWait: 9_000)
        let none = CannedResponse("R", text: "R", delay: ResponseDelay.none)
        let barricade = barricade(none, set: .seconds(1), barricade: .seconds(9))
        #expect(try await barricade.session.get(api).text == "R")
        #expect(clock.sleeperCount == 0)
    }

    @Test func errorsWaitToo() async throws {
        let barricade = barricade(CannedResponse("R", error: .timedOut, delay: .seconds(3)))
        let session = barricade.session
        async let error = session.failure(api)
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(2_999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect((try await error as? URLError)?.code == .timedOut)
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

    @Test(arguments: unusable) func aDelayThatCannotBeWaitedFailsTheRequest(
        _ delay: ResponseDelay
    ) async throws {
        let response = CannedResponse("R", text: "R")
        let none = CannedResponse("R", text: "R", delay: ResponseDelay.none)
        for (barricade, message) in [
            (barricade(CannedResponse("R", text: "R", delay: delay)), message),
            (barricade(response, set: delay), message),
            (
                barricade(response, barricade: delay),
                "Barricade \"B\" cannot delay responses: its delay is negative or infinite."
            ),
        ] {
            #expect(barricade.validate().map(\.message) == [message])
            let error = BarricadeError(try await barricade.session.failure(api))
            #expect(error == BarricadeError(.invalidDefinition, message))
        }
        // One that is not used does no harm.
        for unused in [
            barricade(none, set: delay),
            barricade(response, set: ResponseDelay.none, barricade: delay),
        ] {
            #expect(try await unused.session.get(api).text == "R")
        }
    }

    @Test(arguments: unusable) func aResponseAmongSeveralCannotBeGivenWithSuchADelay(
        _ delay: ResponseDelay
    ) async throws {
        let response = CannedResponse(text: "R", delay: delay)
        for several in [
            CannedResponse.sequence("R") { response }, .weighted("R", [(1, response)]),
            CannedResponse("R") { _ in response },
            CannedResponse("R", delay: delay) { _ in CannedResponse() },
        ] {
            let barricade = barricade(several)
            let error = BarricadeError(try await barricade.session.failure(api))
            #expect(error?.message == message)
            #expect(barricade.requests.map(\.explanation) == [message])
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: unusable) func aRequestIsNotReleasedWithSuchADelay(
        _ delay: ResponseDelay
    ) async throws {
        let barricade = barricade(CannedResponse("R", text: "R"))
        let held = try barricade.hold("S")
        let session = barricade.session
        async let given = session.failure(api)
        try await held.waitForRequest()
        held.release(with: CannedResponse(text: "Other", delay: delay))
        #expect(BarricadeError(try await given)?.message == message)

        barricade.register(
            ResponseSet("S", on: .any, line: 7) { CannedResponse("R", text: "R", delay: delay) })
        async let selected = session.failure(api)
        try await held.waitForRequest()
        held.release()
        #expect(BarricadeError(try await selected)?.message == message)
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

    @Test func saysHowLong() {
        let unusable = CannedResponse(delay: .fixed(Self.endless, plusUpTo: Self.endless))
        #expect(
            ["\(ResponseDelay.seconds(0.5))", "\(unusable)"]
                == ["0.5 seconds", "200 after an unusable time"])
        #expect(ResponseDelay.seconds(0.5) == .milliseconds(500))
        #expect(ResponseDelay.fixed(.zero) == ResponseDelay.none)
    }
}
