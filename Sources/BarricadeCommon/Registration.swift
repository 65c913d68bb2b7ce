package import Barricade

extension Barricade {
    /// Registers a plugin until the returned registration is released.
    package func registration(of plugin: any Plugin) -> Registration {
        register(plugin)
        return Registration { [weak self, weak plugin] in
            if let plugin { self?.unregister(plugin) }
        }
    }
}

/// A registration at a barricade, which ends when it is released.
package final class Registration: Sendable {
    private let leave: @Sendable () -> Void

    package init(leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    deinit {
        leave()
    }
}
