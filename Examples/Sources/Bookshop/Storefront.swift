/// The app without its views: opens a page, which makes its request, and shows what came of it.
public struct Storefront: Sendable {
    private let client: BookshopClient

    public init(client: BookshopClient) {
        self.client = client
    }

    public func open(_ page: Page) async -> Screen {
        do {
            return Screen(page, rows: try await rows(of: page))
        } catch {
            return Screen(page, failure: error)
        }
    }

    private func rows(of page: Page) async throws -> [Screen.Row] {
        switch page {
        case .signIn:
            let account = try await client.signIn(email: "ada@bookshop.example", password: "tide")
            return [Screen.Row("Welcome back, \(account.name).")]
        case .profile:
            return rows(try await client.profile())
        case .catalogue:
            return rows(try await client.catalogue(), ifEmpty: "The shelves are empty today.")
        case .search:
            let found = try await client.search("salt & sea")
            return rows(found, ifEmpty: "Nothing found for \"salt & sea\".")
        case .placeOrder:
            return rows(try await client.placeOrder(for: "salt-cartographer", copies: 1))
        case .orderStatus:
            return rows(try await client.order(number: 1042))
        case .wishList:
            return rows(try await client.wishList(), ifEmpty: "You wish for nothing.")
        }
    }

    private func rows(_ profile: Profile) -> [Screen.Row] {
        let purchases = profile.recentPurchases.map { Screen.Row("Bought: \($0)") }
        return [Screen.Row(profile.name, detail: "\(profile.loyaltyPoints) points")]
            + (purchases.isEmpty
                ? [Screen.Row("No purchases yet. Have a look around.")] : purchases)
    }

    private func rows(_ list: BookList, ifEmpty text: String) -> [Screen.Row] {
        guard !list.books.isEmpty else { return [Screen.Row(text)] }
        let hidden = list.total - list.books.count
        return list.books.map { Screen.Row("\($0.title), \($0.author)", detail: "\($0.price)") }
            + (hidden > 0 ? [Screen.Row("and \(hidden) more")] : [])
    }

    private func rows(_ order: Order) -> [Screen.Row] {
        [
            Screen.Row("Order \(order.number)", detail: order.status),
            Screen.Row(order.title, detail: "\(order.price)"),
        ]
    }
}
