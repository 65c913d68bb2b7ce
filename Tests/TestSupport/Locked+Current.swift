import Barricade

extension Locked {
    /// The value now.
    var current: Value { withLock { $0 } }
}
