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
        model.logFilter = filter
        return model.logRows.map(\.id)
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
            model.logRows.map(\.sentence) == [
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
        #expect(model.logRows.isEmpty && model.emptyLogText == "No request has come.")
        #expect(barricade.requestCount == 0)
        #expect(model.overview.requestCount == 0)
    }

    @Test func aSetKnowsItsLatestRequests() async {
        for _ in 0..<3 { await barricade.session.ask("/health") }
        #expect(model.latestRequests(to: "Health", limit: 2).map(\.id) == [5, 4])
    }

    @Test func everyOutcomeHasAFilterAndASymbol() throws {
        let url = try #require(URL(string: api))
        let outcomes: [LoggedRequest.Outcome] = [
            .pending, .held, .answered(200), .failed(domain: "D", code: 1), .redirected(to: url),
            .cancelled, .passedThrough, .unmatched,
        ]
        for outcome in outcomes {
            #expect(LogFilter.allCases.filter { $0.accepts(outcome) }.count == 2, "\(outcome)")
        }
    }
}
#endif
