package import Barricade

extension Barricade {
    /// Makes an observer see the replies of real servers to requests that start from now on.
    ///
    /// - Returns: The observer's registration, which ends when it is released.
    package func observe(with observer: any LiveObserver) -> Registration {
        store.update { $0.routing.observers.append(observer) }
        return Registration { [weak self, weak observer] in
            self?.store.update { $0.routing.observers.removeAll { $0 === observer } }
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
