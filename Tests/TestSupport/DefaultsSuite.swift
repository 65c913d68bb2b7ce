/// A suite of user defaults for one test, removed with its last reference.
final class DefaultsSuite: Sendable {
    let name = "BarricadeTests-\(UUID().uuidString)"

    var defaults: UserDefaults { UserDefaults(suiteName: name) ?? .standard }

    deinit {
        let defaults = defaults
        defaults.removePersistentDomain(forName: name)
        defaults.synchronize()
    }
}
