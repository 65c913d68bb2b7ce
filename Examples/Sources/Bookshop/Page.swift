/// The pages of the app, by the titles that it shows.
public enum Page: String, Sendable, CaseIterable {
    case signIn = "Sign In"
    case profile = "Profile"
    case catalogue = "Catalogue"
    case search = "Search"
    case placeOrder = "Place Order"
    case orderStatus = "Order Status"
    /// Being written: the app asks for it already, and the service does not have it yet.
    case wishList = "Wish List"
}
