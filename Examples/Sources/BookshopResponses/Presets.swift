package import Barricade

/// Selections over many sets at once.
package enum Presets {
    package static let offline = Preset(
        "Offline",
        [
            "Sign In": "Offline", "Profile": "Offline", "Search": "Offline",
            "Catalogue": "Offline", "Place Order": "Line Drops", "Order Status": "Offline",
        ])

    package static let emptyShop = Preset(
        "Empty Shop", ["Catalogue": "Empty", "Search": "No Hits", "Place Order": "Sold Out"])

    package static let badDay = Preset(
        "Bad Day",
        [
            "Sign In": "Slow", "Profile": "Signed Out", "Catalogue": "Server Error",
            "Search": "No Hits", "Place Order": "Card Declined", "Order Status": "Unknown",
        ])

    package static let all = [offline, emptyShop, badDay]
}
