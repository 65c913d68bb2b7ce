import Barricade
import BarricadeTesting
import Bookshop

extension Storefront {
    /// The app, over the session and on the clock of the running test's barricade.
    static func current(clock: any Clock<Duration> = ContinuousClock()) -> Storefront {
        Storefront(client: BookshopClient(session: Barricade.current.session, clock: clock))
    }
}

extension Page {
    /// The pages that the service knows.
    static let served = allCases.filter { $0 != .wishList }
}
