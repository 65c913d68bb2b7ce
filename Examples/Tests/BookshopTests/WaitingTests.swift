import Barricade
import BarricadeTesting
import Bookshop
import BookshopResponses
import Testing

/// Loading, waiting, trying again: all that takes time, in no time.
@Suite(.barricade(ResponseSets.all), .timeLimit(.minutes(1)))
@MainActor struct WaitingTests {
    @Test func showsThatAPageIsLoading() async throws {
        let held = try Barricade.current.hold("Catalogue")
        let page = PageModel(.catalogue, in: .current())
        async let opened: Void = page.open()
        try await held.waitForRequest()
        #expect(page.isLoading)
        #expect(page.screen == nil)
        held.releaseAll()
        await opened
        #expect(!page.isLoading)
        #expect(page.screen?.banner == nil)
    }

    @Test func keepsWhatItShowsWhileItLoadsAgain() async throws {
        let page = PageModel(.catalogue, in: .current())
        await page.open()
        let shown = page.screen
        let held = try Barricade.current.hold("Catalogue")
        async let opened: Void = page.open()
        try await held.waitForRequest()
        #expect(page.isLoading)
        #expect(page.screen == shown)
        held.release(with: .offline())
        await opened
        #expect(page.screen?.banner == "Check your connection")
    }

    @Test(.barricade { $0.clock = ManualClock() })
    func isStillLoadingBeforeASlowAnswer() async throws {
        let clock = Barricade.current.manualClock
        try Barricade.current.select("Slow", for: "Catalogue")
        let page = PageModel(.catalogue, in: .current())
        async let opened: Void = page.open()
        try await Barricade.current.waitForRequest(to: "Catalogue")
        await clock.advance(by: .seconds(1.1))
        #expect(page.isLoading)
        await clock.advance(by: .seconds(0.1))
        await opened
        #expect(page.screen?.banner == nil)
    }

    @Test(.barricade { $0.clock = ImmediateClock() })
    func triesAgainWhileTheServiceIsBusy() async throws {
        try Barricade.current.answerNext("Catalogue", with: CannedResponse(status: 503), times: 2)
        let clock = ImmediateClock()
        let start = clock.now
        let page = PageModel(.catalogue, in: .current(clock: clock))
        await page.open()
        #expect(page.screen?.banner == nil)
        #expect(try Barricade.current.requestCount(for: "Catalogue") == 3)
        #expect(start.duration(to: clock.now) == .seconds(1.5))
    }

    @Test func givesUpAfterTheThirdTry() async throws {
        try Barricade.current.answerNext("Catalogue", with: CannedResponse(status: 503), times: 3)
        let page = PageModel(.catalogue, in: .current(clock: ImmediateClock()))
        await page.open()
        #expect(page.screen?.banner == "The shop is closed for a moment")
    }
}
