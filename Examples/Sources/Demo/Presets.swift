import Barricade

/// Selections over many sets at once.
enum Presets {
    static let offline = Preset(
        "Offline",
        [
            "Sign In": "Offline", "Profile": "Offline", "Search": "Offline",
            "Catalogue": "Offline", "Place Order": "Line Drops", "Order Status": "Offline",
        ])

    static let emptyShop = Preset(
        "Empty Shop", ["Catalogue": "Empty", "Search": "No Hits", "Place Order": "Sold Out"])

    static let badDay = Preset(
        "Bad Day",
        [
            "Sign In": "Slow", "Profile": "Signed Out", "Catalogue": "Server Error",
            "Search": "No Hits", "Place Order": "Card Declined", "Order Status": "Unknown",
        ])
}
