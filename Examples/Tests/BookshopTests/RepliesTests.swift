import Barricade
import BarricadeTesting
import BookshopResponses
import Foundation
import Testing

@testable import Bookshop

/// The canned replies, read by the app's own types.
@Suite struct RepliesTests {
    @Test func goodRepliesCanBeRead() throws {
        try ResponseSets.signIn.check(decodesAs: Account.self)
        try ResponseSets.profile.check(decodesAs: Profile.self)
        try ResponseSets.search.check(decodesAs: BookList.self)
        try ResponseSets.catalogue.check(decodesAs: BookList.self, failing: ["Newer Format"])
        try ResponseSets.placeOrder.check(decodesAs: Order.self)
        try ResponseSets.orderStatus.check(decodesAs: Order.self)
    }

    @Test func noSetHasAMistake() {
        #expect(Barricade(ResponseSets.all) { $0.presets = Presets.all }.validate() == [])
    }
}
