// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import BarricadeUI
@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor @Suite(.timeLimit(.minutes(10))) struct ScreenLogTests {
    private let barricade = Barricade(Shop.all)
    private let model: ScreenModel

    init() async {
        model = ScreenModel(barricade)
        let session = barricade.session
        await session.ask("/health")
        await session.ask("/nothing?token=hush")
        try? barricade.select("Offline", for: "Books")
        await session.ask("/books")
        model.refresh()
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

    @Test func explainsWhatIsUnmatchedAndWhatIsNot() throws {
        let unmatched = try #require(model.logDetail(of: 1)?.match)
        #expect(unmatched.nearest.count == 3)
        #expect(unmatched.nearest.allSatisfy { $0.checks.contains { !$0.isMet } })
        #expect(!unmatched.suggestion.contains("hush"))
        let claimed = try #require(model.logDetail(of: 0)?.match)
        #expect(claimed.nearest.map(\.name) == ["Health"] && claimed.suggestion == "")
        #expect(
            claimed.nearest[0].checks.map(\.description) == [
                "✓ method is GET", "✓ path is /health",
            ])
        #expect(model.logDetail(of: 99) == nil)
    }

    @Test func showsSecretsOnlyOnDemand() async throws {
        let url = try #require(URL(string: "\(api)/login?token=hush"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"user":"Ada","password":"swordfish"}"#.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("Bearer abc", forHTTPHeaderField: "Authorization")
        _ = try await barricade.session.data(for: request)
        let masked = try #require(model.logDetail(of: 3))
        #expect(masked.request.line == "POST \(api)/login?token=•••")
        #expect(masked.request.headers.contains(MessageContent.Field("Authorization", "•••")))
        #expect(
            masked.request.body.text == "{\n  \"user\": \"Ada\",\n  \"password\": \"•••\"\n}")
        #expect(!masked.text.contains("hush") && !masked.text.contains("swordfish"))
        #expect(
            Array(masked.facts.map(\.name)) == ["Arrived", "Took", "Set", "Response"])
        model.showsSecrets = true
        let whole = try #require(model.logDetail(of: 3))
        #expect(whole.url == "\(api)/login?token=hush")
        #expect(
            whole.request.headers.contains(MessageContent.Field("Authorization", "Bearer abc")))
        #expect(whole.request.body.text.contains("swordfish"))
        #expect(model.body(of: .request(3), showsAll: false) == whole.request.body)
    }

    @Test func stopsWhilePaused() async {
        #expect(shown(.all) == [2, 1, 0])
        model.isLogPaused = true
        await barricade.session.ask("/health")
        model.refresh()
        #expect(shown(.all) == [2, 1, 0])
        model.isLogPaused = false
        #expect(shown(.all) == [3, 2, 1, 0])
    }

    @Test(arguments: [false, true]) func clears(whilePaused isPaused: Bool) {
        #expect(shown(.all) == [2, 1, 0])
        model.isLogPaused = isPaused
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

    @Test func searchesBodiesAsTheyAreShown() async throws {
        let viewer = barricade.viewReplies()
        try await ask("/login", body: #"{"user":"Ada","password":"swordfish"}"#)
        try await ask("/profile")
        model.refresh()
        func found(_ text: String) -> [Int] {
            model.logSearch.text = text
            return model.foundLog.rows.map(\.id)
        }
        #expect(found("ada") == [4, 3])
        #expect(found("ada profile") == [4])
        #expect(found("ada /login") == [3])
        #expect(found("ada") == [4, 3] && model.foundLog.counts[.answered] == 2)
        #expect(found("swordfish") == [])
        // No more than the page does.
        model.showsSecrets = true
        #expect(found("swordfish ") == [])
        withExtendedLifetime(viewer) {}
        _ = consume viewer
        #expect(found("ada  ") == [3])
    }

    @Test func aBodyThatIsStillComingIsSearchedAgain() async throws {
        let held = try barricade.hold("Profile")
        let viewer = barricade.viewReplies()
        let asking = Task { [self] in try await ask("/profile") }
        try await held.waitForRequest()
        model.refresh()
        model.logSearch.text = "ada"
        #expect(model.foundLog.rows.isEmpty)
        held.release()
        try await asking.value
        model.refresh()
        #expect(model.foundLog.rows.map(\.id) == [3])
        _ = consume viewer
    }

    private func ask(_ path: String, body: String? = nil) async throws {
        var request = URLRequest(url: try #require(URL(string: "\(api)\(path)")))
        request.httpMethod = body == nil ? "GET" : "POST"
        request.httpBody = body.map { Data($0.utf8) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        _ = try await barricade.session.data(for: request)
    }
}
#endif
