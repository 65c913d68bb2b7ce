import Barricade
import BarricadeTesting
import Bookshop
import BookshopResponses
import Testing

/// What must hold whatever the service answers.
@Suite(.barricade(ResponseSets.all) { $0.clock = ImmediateClock() }, .timeLimit(.minutes(1)))
struct EveryStateTests {
    @Test(arguments: Preset.walk(over: ResponseSets.all))
    func everyPageHasWordsForEveryAnswer(selection: Preset) async throws {
        try Barricade.current.apply(selection)
        for page in Page.served {
            let screen = await Storefront.current().open(page)
            #expect(screen.banner != "Something went wrong", "\(page.rawValue)")
            #expect(!screen.rows.isEmpty, "\(page.rawValue)")
        }
    }

    // Whether somebody is signed in must not change what the shop shows.
    @Test(arguments: Preset.pairs(over: ResponseSets.signIn, ResponseSets.catalogue))
    func theCatalogueIsOpenToAll(selection: Preset) async throws {
        try Barricade.current.apply(selection)
        let visitor = await Storefront.current().open(.catalogue)
        let reader = Storefront.current()
        _ = await reader.open(.signIn)
        #expect(await reader.open(.catalogue) == visitor)
    }
}
