public import Barricade

/// Selections over many sets at once.
public enum Presets {
    public static let offline = Preset(
        "Offline",
        [
            "Sign In": "Offline", "Profile": "Offline", "Search": "Offline",
            "Catalogue": "Offline", "Place Order": "Line Drops", "Order Status": "Offline",
        ])

    public static let emptyShop = Preset(
        "Empty Shop", ["Catalogue": "Empty", "Search": "No Hits", "Place Order": "Sold Out"])

    public static let badDay = Preset(
        "Bad Day",
        [
            "Sign In": "Slow", "Profile": "Signed Out", "Catalogue": "Server Error",
            "Search": "No Hits", "Place Order": "Card Declined", "Order Status": "Unknown",
        ])

    public static let all = [offline, emptyShop, badDay]
}
