// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import Testing

@testable import BarricadeUI

@MainActor @Suite(.timeLimit(.minutes(10))) final class SetSearchTests: ShopOnScreen {
    private func found(_ text: String, _ tokens: [SetSearch.Token] = []) -> [String] {
        model.search.text = text
        model.search.tokens = tokens
        return model.sections.flatMap { $0.rows.map(\.name) }
    }

    @Test func findsNamesPathsGroupsAndResponsesAndTokensNarrowIt() async throws {
        let texts = ["LOG", "/books", "account", "offline", "offline post", "  ", "zzz"]
        let names: [[String]] = [
            ["Login"], ["Books"], ["Login", "Profile"], ["Login", "Books"], ["Login"],
            ["Login", "Profile", "Books", "Health"], [],
        ]
        #expect(texts.map { found($0) } == names)
        #expect(model.emptyText == "No set is found.")

        model.select("Empty", for: "Profile")
        model.setMode(.live, for: "Books")
        await barricade.session.ask("/health")
        model.refresh()
        let narrowed = [
            found("", [.changed]), found("", [.live]), found("", [.unused]),
            found("account", [.changed, .unused]),
        ]
        #expect(
            narrowed == [
                ["Profile", "Books"], ["Books"], ["Login", "Profile", "Books"], ["Profile"],
            ])
        #expect(model.search.suggestedTokens == [.live])
        // A response from the real server is live too.
        let set = ResponseSet("Real", on: .get("/real")) { CannedResponse.live() }
        var search = SetSearch()
        search.tokens = [.live]
        #expect(search.found(in: Barricade(set).overview.sets).map(\.name) == ["Real"])
    }
}
#endif
