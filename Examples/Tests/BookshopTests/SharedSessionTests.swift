import Barricade
import BarricadeTesting
import Bookshop
import BookshopResponses
import Foundation
import Testing
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app as it is made where nobody thought of tests: over `URLSession.shared`.
@Suite(
    .barricade(ResponseSets.all, reaching: .sharedSession), .timeLimit(.minutes(1)))
struct SharedSessionTests {
    private let storefront = Storefront(client: BookshopClient(session: .shared))

    @Test func isAnsweredToo() async throws {
        #expect(await storefront.open(.profile).banner == nil)
        #expect(try Barricade.current.requestCount(for: "Profile") == 1)
    }

    @Test func isOfflineAlone() async throws {
        try Barricade.current.select("Offline", for: "Profile")
        #expect(await storefront.open(.profile).banner == "Check your connection")
    }
}
