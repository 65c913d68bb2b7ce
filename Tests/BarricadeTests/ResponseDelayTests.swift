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

    @Test func theResponsesDelayCountsFirst() async throws {
        try await expect(
            barricade(
                CannedResponse("R", text: "R", delay: .seconds(0.25)), set: .milliseconds(7),
                barricade: .fixed(.seconds(9))),
            toWait: 250)
    }

    @Test func thenTheSets() async throws {
        try await expect(
            barricade(
                CannedResponse("R", text: "R"), set: .milliseconds(70), barricade: .seconds(9)),
            toWait: 70)
    }

    @Test func thenTheBarricades() async throws {
        try await expect(
            barricade(CannedResponse("R", text: "R"), barricade: .seconds(9)), toWait: 9_000)
    }

    @Test func noDelayOfItsOwnIsNoDelay() async throws {
        let response = CannedResponse("R", text: "R", delay: ResponseDelay.none)
        let barricade = barricade(response, set: .seconds(1), barricade: .seconds(9))
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

    @Test(arguments: unusable) func aDelayThatCannotBeWaitedFailsTheRequest(
        _ delay: ResponseDelay
    ) async throws {
        let message = """
            Response "R" of set "S" (ResponseDelayTests.swift:7) cannot be sent: \
            its delay is negative or infinite.
            """
        for barricade in [
            barricade(CannedResponse("R", text: "R", delay: delay)),
            barricade(CannedResponse("R", text: "R"), set: delay),
        ] {
            #expect(barricade.validate().map(\.message) == [message])
            let error = BarricadeError(try await barricade.session.failure(api))
            #expect(error?.message == message)
            #expect(error?.code == .invalidDefinition)
        }
        // One that is not used does no harm.
        let response = CannedResponse("R", text: "R", delay: ResponseDelay.none)
        let unused = barricade(response, set: delay)
        #expect(try await unused.session.get(api).text == "R")
    }

    @Test(arguments: unusable) func aBarricadesDelayThatCannotBeWaitedFailsTheRequest(
        _ delay: ResponseDelay
    ) async throws {
        let message = "Barricade \"B\" cannot delay responses: its delay is negative or infinite."
        let barricade = barricade(CannedResponse("R", text: "R"), barricade: delay)
        #expect(barricade.validate().map(\.message) == [message])
        let error = BarricadeError(try await barricade.session.failure(api))
        #expect(error?.message == message)
        #expect(error?.code == .invalidDefinition)
        let other = self.barricade(
            CannedResponse("R", text: "R"), set: ResponseDelay.none, barricade: delay)
        #expect(try await other.session.get(api).text == "R")
    }

    @Test(arguments: unusable) func aResponseAmongSeveralCannotBeGivenWithSuchADelay(
        _ delay: ResponseDelay
    ) async throws {
        let message = """
            Response "R" of set "S" (ResponseDelayTests.swift:7) cannot be sent: \
            its delay is negative or infinite.
            """
        let response = CannedResponse(text: "R", delay: delay)
        for several in [
            CannedResponse.sequence("R") { response }, .weighted("R", [(1, response)]),
            CannedResponse("R") { _ in response },
            CannedResponse("R", delay: delay) { _ in CannedResponse() },
        ] {
            let barricade = barricade(several)
            let error = try await barricade.session.failure(api)
            #expect(BarricadeError(error)?.message == message)
            #expect(barricade.requests.map(\.explanation) == [message])
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: unusable) func aRequestIsNotReleasedWithSuchADelay(
        _ delay: ResponseDelay
    ) async throws {
        let message = """
            Response "R" of set "S" (ResponseDelayTests.swift:7) cannot be sent: \
            its delay is negative or infinite.
            """
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
        ResponseDelay.uniform(.zero ... .seconds(Int64.max)), .fixed(.seconds(Int64.max)),
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

    @Test func aLongDelayIsNotTooLong() async throws {
        let barricade = barricade(CannedResponse("R", text: "R", delay: .seconds(1e17)))
        #expect(barricade.validate() == [])
    }

    @Test func saysHowLong() {
        #expect("\(ResponseDelay.seconds(0.5))" == "0.5 seconds")
        let long = CannedResponse(delay: .fixed(Self.endless, plusUpTo: Self.endless))
        #expect("\(long)" == "200 after an unusable time")
        #expect(ResponseDelay.seconds(0.5) == .milliseconds(500))
        #expect(ResponseDelay.fixed(.zero) == ResponseDelay.none)
    }
}
