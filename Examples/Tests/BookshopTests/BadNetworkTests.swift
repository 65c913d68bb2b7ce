import Barricade
import BarricadeTesting
import Bookshop
import BookshopResponses
import Testing

/// The networks that readers have, in milliseconds.
@Suite(.barricade(ResponseSets.all) { $0.clock = ImmediateClock() }, .timeLimit(.minutes(1)))
struct BadNetworkTests {
    @Test(arguments: [.threeG, .edge, .dsl, .lte, .wiFi] as [NetworkConditions])
    func theCatalogueComesOverASlowNetwork(conditions: NetworkConditions) async {
        Barricade.current.networkConditions = conditions
        #expect(await Storefront.current().open(.catalogue).banner == nil)
    }

    @Test func theReaderIsToldWhenNothingComesThrough() async {
        Barricade.current.networkConditions = .completeLoss
        #expect(
            await Storefront.current().open(.catalogue).banner == "This is taking too long")
    }

    @Test func theReaderIsToldWhenTheConnectionIsGone() async {
        Barricade.current.networkConditions = .offline
        #expect(await Storefront.current().open(.catalogue).banner == "Check your connection")
    }
}
