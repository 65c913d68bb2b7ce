#if canImport(SwiftUI)
import Barricade

/// The shown screens; a gesture or a key presents no second one.
@MainActor enum ShownScreens {
    private static var counts: [ObjectIdentifier: Int] = [:]

    /// Whether a screen of a barricade is shown, in whatever way it was presented.
    static func contains(_ barricade: Barricade) -> Bool {
        counts[ObjectIdentifier(barricade)] != nil
    }

    static func add(_ barricade: ObjectIdentifier) {
        counts[barricade, default: 0] += 1
    }

    static func remove(_ barricade: ObjectIdentifier) {
        counts[barricade] = counts[barricade].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
#endif
