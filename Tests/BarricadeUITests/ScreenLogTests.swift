// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import Testing

@testable import BarricadeUI
@testable import TestSupport

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

    @Test func rowsAreSentencesNewestFirstAndFilteredByOutcome() {
        #expect(
            model.foundLog.rows.map(\.sentence) == [
                "GET \(api)/books, failed with notConnectedToInternet, Books, Offline",
                "GET \(api)/nothing?token=•••, unmatched",
                "GET \(api)/health, 200 OK, Health, OK",
            ])
        let filters: [LogFilter] = [.answered, .unmatched, .failed, .waiting, .live]
        let found: [[Int]] = [[0], [1], [2], [], []]
        #expect(filters.map(shown) == found)
        #expect(model.emptyLogText == "No request is live.")
    }

    @Test func explainsWhatIsUnmatchedAndWhatIsNot() throws {
        let unmatched = try #require(model.logDetail(of: 1)?.match)
        #expect(unmatched.nearest.count == 3)
        #expect(unmatched.nearest.filter { $0.checks.allSatisfy(\.isMet) }.isEmpty)
        #expect(!unmatched.suggestion.contains("hush"))
        let claimed = try #require(model.logDetail(of: 0)?.match)
        let lines: [[String]] = claimed.nearest.map { [$0.name] + $0.checks.map(\.description) }
        #expect(lines == [["Health", "✓ method is GET", "✓ path is /health"]])
        #expect(claimed.suggestion == "")
        #expect(model.logDetail(of: 99) == nil)
    }

    @Test func explainsARequestAnewOnceASetHasChanged() throws {
        #expect(try #require(model.logDetail(of: 0)?.match).nearest.first?.isLive == false)
        try barricade.setMode(.live, for: "Health")
        model.refresh()
        #expect(try #require(model.logDetail(of: 0)?.match).nearest.first?.isLive == true)
        barricade.register(
            ResponseSet("Health", on: .get("/health") && .header("A", "b")) {
                CannedResponse()
            })
        model.refresh()
        #expect(model.logDetail(of: 0)?.match == nil)
    }

    @Test func showsSecretsOnlyOnDemand() async throws {
        try await ask(
            "/login?token=hush", body: #"{"user":"Ada","password":"swordfish"}"#,
            authorization: "Bearer abc")
        let details = try [false, true].map { showsSecrets in
            model.showsSecrets = showsSecrets
            return try #require(model.logDetail(of: 3))
        }
        let shown: [[String?]] = details.map(\.request).map { request in
            let authorization = request.headers.first { $0.name == "Authorization" }
            return [request.line, authorization?.value, request.body.text]
        }
        let expected: [[String?]] = [
            [
                "POST \(api)/login?token=•••", "•••",
                "{\n  \"user\": \"Ada\",\n  \"password\": \"•••\"\n}",
            ],
            [
                "POST \(api)/login?token=hush", "Bearer abc",
                "{\n  \"user\": \"Ada\",\n  \"password\": \"swordfish\"\n}",
            ],
        ]
        #expect(shown == expected)
        #expect(!details[0].text.contains(/hush|swordfish/))
        #expect(details[0].facts.map(\.name) == ["Arrived", "Took", "Set", "Response"])
        #expect(model.body(of: .request(3), showsAll: false) == details[1].request.body)
    }

    @Test func stopsWhilePausedAndIsClearedEitherWay() async {
        var seen = [shown(.all)]
        model.isLogPaused = true
        await barricade.session.ask("/health")
        model.refresh()
        seen.append(shown(.all))
        model.isLogPaused = false
        seen.append(shown(.all))
        seen.append(model.latestRequests(to: "Health", limit: 2).map(\.id))
        for isPaused in [false, true] {
            model.isLogPaused = isPaused
            model.clearLog()
            #expect(model.emptyLogText == "No request has come.")
            #expect(barricade.requestCount == 0)
            #expect(model.overview.requestCount == 0)
            model.isLogPaused = false
            await barricade.session.ask("/health")
            model.refresh()
            seen.append(shown(.all))
        }
        #expect(seen == [[2, 1, 0], [2, 1, 0], [3, 2, 1, 0], [3, 0], [4], [5]])
    }

    private func found(_ text: String) -> [Int] {
        model.logSearch.text = text
        return model.foundLog.rows.map(\.id)
    }

    @Test func searchesAndCountsWhatEachFilterWouldShow() {
        // A masked value cannot be guessed by searching.
        let texts = ["get BOOKS", "200", "offline", "o", "hush"]
        #expect(texts.map(found) == [[2], [0], [2], [2, 1, 0], []])
        #expect(model.emptyLogText == "No request is found.")
        // In "nothing" and in "notConnectedToInternet".
        model.logSearch.text = "no"
        #expect(
            model.foundLog.counts
                == [.all: 2, .answered: 0, .live: 0, .unmatched: 1, .waiting: 0, .failed: 1])
    }

    @Test func searchesBodiesAsTheyAreShownAlsoThoseThatComeLater() async throws {
        let viewer = barricade.viewReplies()
        try await ask("/login", body: #"{"user":"Ada","password":"swordfish"}"#)
        let held = try barricade.hold("Profile")
        let asking = Task { [self] in try await ask("/profile") }
        try await held.waitForRequest()
        model.refresh()
        #expect(found("ada") == [3])
        held.release()
        try await asking.value
        model.refresh()
        #expect(model.foundLog.rows.map(\.id) == [4, 3])
        let texts = ["ada profile", "ada /login", "swordfish", "ada"]
        #expect(texts.map(found) == [[4], [3], [], [4, 3]])
        #expect(model.foundLog.counts[.answered] == 2)
        // No more than the page does.
        model.showsSecrets = true
        #expect(found("swordfish ") == [])
        withExtendedLifetime(viewer) {}
        _ = consume viewer
        #expect(found("ada  ") == [3])
    }

    private func ask(
        _ path: String, body: String? = nil, authorization: String? = nil
    ) async throws {
        var request = URLRequest(url: try URL("\(api)\(path)"))
        request.httpMethod = body == nil ? "GET" : "POST"
        request.httpBody = body.map { Data($0.utf8) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(authorization, forHTTPHeaderField: "Authorization")
        _ = try await barricade.session.data(for: request)
    }
}
#endif
