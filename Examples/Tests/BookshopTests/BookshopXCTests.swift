#if canImport(XCTest)
import Barricade
import BarricadeTesting
import Bookshop
import BookshopResponses
import XCTest

/// The same in XCTest, as a team has it that began earlier.
final class BookshopXCTests: XCTestCase {
    private func storefront(over barricade: Barricade) -> Storefront {
        Storefront(client: BookshopClient(session: barricade.session))
    }

    func testShowsABannerWhenOffline() async throws {
        let barricade = makeBarricade(ResponseSets.all) { $0.presets = Presets.all }
        try barricade.apply("Offline")
        let screen = await storefront(over: barricade).open(.profile)
        XCTAssertEqual(screen.banner, "Check your connection")
    }

    func testTakesWhatASlowServiceSends() async throws {
        let barricade = makeBarricade(ResponseSets.all) { $0.clock = ImmediateClock() }
        try barricade.select("Slow", for: "Catalogue")
        let screen = await storefront(over: barricade).open(.catalogue)
        XCTAssertNil(screen.banner)
    }

    func testHasWordsForEveryOrder() async throws {
        let states = Preset.walk(over: ResponseSets.placeOrder, ResponseSets.orderStatus)
        try await forEachSelection(in: states) {
            $0.clock = ImmediateClock()
        } perform: { barricade in
            for page in [Page.placeOrder, .orderStatus] {
                let screen = await storefront(over: barricade).open(page)
                XCTAssertNotEqual(screen.banner, "Something went wrong")
            }
        }
    }
}
#endif
