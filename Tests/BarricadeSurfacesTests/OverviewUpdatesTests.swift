import Barricade
import BarricadeSurfaces
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct OverviewUpdatesTests {
    private let set = ResponseSet("Login", on: .any("/login")) {
        CannedResponse("Success")
        CannedResponse("Offline", error: .notConnectedToInternet)
    }

    @Test func beginsWithThePresentOneAndEverythingThatItShowsIsAChange() async throws {
        let barricade = Barricade(set)
        var overviews = barricade.overviews.makeAsyncIterator()
        func wait(until isThere: (BarricadeOverview) -> Bool) async {
            while let next = await overviews.next(), !isThere(next) {}
        }
        let first = barricade.overview
        #expect(await overviews.next() == first)
        barricade.register([Preset("P", ["Login": "Offline"])])
        await wait { $0.presets.map(\.name) == ["P"] && $0.revision > first.revision }
        barricade.networkConditions = .wiFi
        await wait { $0.networkConditions == "WiFi" }
        barricade.networkConditions = nil
        let held = try barricade.hold("Login")
        async let answer = barricade.answer(to: "GET /login")
        await wait { !$0.heldRequests.isEmpty && $0["Login"]?.requestCount == 1 }
        #expect(barricade.overview["Login"]?.mode == .held)
        held.release()
        _ = try await answer
        await wait { $0.heldRequests.isEmpty }
        barricade.clearRequests()
        await wait { $0.requestCount == 0 }
    }

    @Test func givesTheLatestOnlyAndAtMostTenASecond() async throws {
        let barricade = Barricade(set)
        var overviews = barricade.overviews.makeAsyncIterator()
        let start = ContinuousClock.now
        _ = await overviews.next()
        for round in 0..<3 {
            for _ in 0..<200 {
                try barricade.select("Offline", for: "Login")
                try barricade.select("Success", for: "Login")
            }
            barricade.networkConditions = .init("Round \(round)")
            #expect(await overviews.next()?.networkConditions == "Round \(round)")
            #expect(start.duration(to: .now) >= .milliseconds(100) * (round + 1))
        }
    }

    @Test func aChangeThatWasSeenIsNotToldTwice() async throws {
        let barricade = Barricade(set)
        var overviews = barricade.overviews.makeAsyncIterator()
        try barricade.select("Offline", for: "Login")
        // It shows the change, of which there is a signal too.
        let first = try #require(await overviews.next())
        #expect(first["Login"]?.selectedResponse == "Offline")
        let later = Task { [overviews] in
            var overviews = overviews
            return await overviews.next()
        }
        try barricade.select("Success", for: "Login")
        #expect(await later.value?["Login"]?.selectedResponse == "Success")
    }

    @Test func eachLoopHasItsOwnAndEndsWithItsBarricadeOrItsTask() async throws {
        var gone: Barricade? = Barricade(set)
        var overviews = try #require(gone?.overviews.makeAsyncIterator())
        #expect(await overviews.next() != nil)
        gone = nil
        #expect(await overviews.next() == nil)

        let barricade = Barricade(set)
        for await _ in barricade.overviews { break }
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let listener = Task {
            var count = 0
            for await _ in barricade.overviews {
                count += 1
                start.yield()
            }
            return count
        }
        for await _ in started { break }
        listener.cancel()
        #expect(await listener.value == 1)
    }
}
