// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import BarricadeCommon
import Testing

@testable import BarricadeUI
@testable import TestSupport

@MainActor @Suite(.timeLimit(.minutes(10))) struct DriftMarksTests {
    private let barricade = Barricade(Shop.all)
    private let model: ScreenModel
    private let sentence = #"$.name: wants text as in "Full", got null"#

    init() async throws {
        model = ScreenModel(barricade)
        await barricade.session.ask("/profile")
        let profile = try #require(barricade.comparedSet("Profile"))
        barricade.note(drift: [sentence], of: profile, in: 0)
        barricade.note(
            drift: [sentence, #"body: wants JSON as in "Full", got none"#], of: profile, in: 7)
        model.refresh()
    }

    @Test func aRowSaysHowManyThereAreTheDetailWhichAndTheLogTheFirstReply() throws {
        let row = try #require(model.row(of: "Profile"))
        #expect(row.sentence == "Profile, Full, 200 OK, 1 request, 2 differences from the server")
        #expect(row.summary.drift == [sentence, #"body: wants JSON as in "Full", got none"#])
        #expect(model.row(of: "Login")?.drift == nil)
        #expect(
            model.foundLog.rows.map(\.sentence) == [
                "GET \(api)/profile, 200 OK, Profile, Full, differs from the responses"
            ])
        #expect(model.logDetail(of: 0)?.row.entry.drift == [sentence])
        // Until it is registered again.
        barricade.register(Shop.profile)
        model.refresh()
        #expect(model.row(of: "Profile")?.drift == nil)
    }
}
#endif
