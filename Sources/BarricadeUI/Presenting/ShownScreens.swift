#if canImport(SwiftUI)
import Barricade

/// The screens that are shown now, so that a gesture or a key presents none above another.
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
