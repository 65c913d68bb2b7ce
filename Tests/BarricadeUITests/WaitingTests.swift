// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import Testing

@testable import BarricadeUI
@testable import TestSupport

@MainActor @Suite(.timeLimit(.minutes(10))) final class WaitingTests: ShopOnScreen {
    /// Holds a request to the books, and releases it; returns its status, or the error's code.
    private func released(
        by release: (ScreenModel, BarricadeOverview.HeldSummary) -> Void
    ) async throws -> Int {
        let held = try barricade.hold("Books")
        let url = try URL("\(api)/books")
        let request = URLRequest(url: url, timeoutInterval: 3_600)
        let answer = Task { [session = barricade.session] in
            do {
                return (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode
            } catch {
                return (error as NSError).code
            }
        }
        try await held.waitForRequest()
        model.refresh()
        #expect(model.overview.differences == "1 held, 1 waiting")
        let row = try #require(model.overview.heldRequests.first)
        #expect(model.otherResponses(for: row) == ["Offline"])
        release(model, row)
        #expect(model.overview.heldRequests.isEmpty)
        return try #require(await answer.value)
    }

    @Test func releasesAsSelectedWithAnotherResponseAsIfOfflineOrAll() async throws {
        let results = try await [
            released { $0.release($1) }, released { $0.release($1, asResponse: "Offline") },
            released { $0.release($1, with: .offline()) },
            released { model, _ in model.releaseAll() },
        ]
        let offline = URLError.notConnectedToInternet.rawValue
        #expect(results == [200, offline, offline, 200])
        model.refresh()
        #expect(model.overview.differences == "All sets are at their defaults")
    }

    @Test func oneThatIsGoneIsSaid() throws {
        let held = try #require(
            try JSONDecoder().decode(
                [BarricadeOverview.HeldSummary].self,
                from: Data(
                    """
                    [{"id": 7, "set": "Books", "response": "Two", "request": "GET \(api)/books",
                      "arrival": 0, "timeout": 60}]
                    """.utf8)
            ).first)
        model.release(held)
        #expect(model.message == "GET \(api)/books does not wait any more.")
        model.release(held, asResponse: "Gone")
        #expect(model.message == "\"Books\" has no response \"Gone\" any more.")

        let row = held
        func left(_ seconds: Double) -> String {
            row.timeLeft(at: held.timeout.addingTimeInterval(-seconds))
        }
        let words =
            ([57.2, 300, 8_000, 43_199, 43_200, 1e12, -1] as [Double]).map(left) + [
                row.sentence(at: held.arrival)
            ]
        #expect(
            words == [
                "58 s left", "5 min left", "2 h left", "11 h left", "until released",
                "until released",
                "timed out",
                "GET \(api)/books, held by Books, 60 s left",
            ])
    }
}
#endif
