// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import BarricadeUI

@MainActor @Suite(.timeLimit(.minutes(5))) struct ScreenLogTests {
    private let barricade = Barricade(Shop.all)
    private let model: ScreenModel

    init() async {
        model = ScreenModel(barricade)
        let session = barricade.session
        await session.ask("/health")
        await session.ask("/nothing?token=hush")
        try? barricade.select("Offline", for: "Books")
        await session.ask("/books")
        model.isLogShown = true
    }

    private func shown(_ filter: LogFilter) -> [Int] {
        model.logSearch.filter = filter
        return model.foundLog.rows.map(\.id)
    }

    @Test func filtersByOutcomeNewestFirst() {
        #expect(shown(.all) == [2, 1, 0])
        #expect(shown(.answered) == [0])
        #expect(shown(.unmatched) == [1])
        #expect(shown(.failed) == [2])
        #expect(shown(.live) == [] && model.emptyLogText == "No request is live.")
        #expect(shown(.waiting) == [])
    }

    @Test func aRowSpeaksOneSentenceWithoutSecrets() {
        #expect(
            model.foundLog.rows.map(\.sentence) == [
                "GET \(api)/books, failed with notConnectedToInternet, Books, Offline",
                "GET \(api)/nothing?token=•••, unmatched",
                "GET \(api)/health, 200 OK, Health, OK",
            ])
    }

    @Test func explainsWhatIsUnmatched() throws {
        let unmatched = try #require(model.request(1))
        let explanation = try #require(model.explanation(of: unmatched))
        #expect(explanation.nearest.count == 3)
        #expect(explanation.nearest.allSatisfy { $0.checks.contains { !$0.isMet } })
        #expect(!explanation.suggestion.contains("hush"))
        #expect(model.explanation(of: try #require(model.request(0))) == nil)
        #expect(model.request(99) == nil)
    }

    @Test func stopsWhilePaused() async {
        model.isLogPaused = true
        await barricade.session.ask("/health")
        model.refresh()
        #expect(shown(.all) == [2, 1, 0])
        model.isLogPaused = false
        #expect(shown(.all) == [3, 2, 1, 0])
    }

    @Test func isNotReadWhileItIsHidden() async {
        model.isLogShown = false
        await barricade.session.ask("/health")
        model.refresh()
        #expect(shown(.all) == [2, 1, 0])
    }

    @Test func clears() {
        model.clearLog()
        #expect(model.foundLog.rows.isEmpty && model.emptyLogText == "No request has come.")
        #expect(barricade.requestCount == 0)
        #expect(model.overview.requestCount == 0)
    }

    @Test func aSetKnowsItsLatestRequests() async {
        for _ in 0..<3 { await barricade.session.ask("/health") }
        #expect(model.latestRequests(to: "Health", limit: 2).map(\.id) == [5, 4])
    }

    @Test func searchesAndCountsWhatEachFilterWouldShow() {
        func found(_ text: String) -> [Int] {
            model.logSearch.text = text
            return model.foundLog.rows.map(\.id)
        }
        #expect(found("get BOOKS") == [2])
        #expect(found("200") == [0])
        #expect(found("offline") == [2])
        // A masked value cannot be guessed by searching.
        #expect(found("hush") == [] && model.emptyLogText == "No request is found.")
        #expect(found("o") == [2, 1, 0])
        let counts = model.foundLog.counts
        #expect(
            counts == [.all: 3, .answered: 1, .live: 0, .unmatched: 1, .waiting: 0, .failed: 1])
        #expect(found("books") == [2])
        #expect(model.foundLog.counts[.all] == 1 && model.foundLog.counts[.unmatched] == 0)
    }
}
#endif
