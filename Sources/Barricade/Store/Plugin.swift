/// What another module adds to a barricade.
///
/// A barricade tells those that are registered, in the order of registration. Each implements what
/// it is registered for; the rest does nothing. A request tells those that were registered when it
/// was decided, also if its response comes later.
///
/// The barricade retains its plugins, so a plugin must not retain the barricade.
package protocol Plugin: AnyObject, Sendable {
    /// The exchanges that it observes; none by default.
    var observationLevel: ObservationLevel { get }

    /// Returns a change to make before a request is decided; usually `nil`.
    func pendingChange() -> ((inout StoreState) -> Void)?

    /// Returns an observer of the exchange that begins with a request; `nil` if it is of no interest.
    ///
    /// It is asked if it observes anything, on the thread that decides, so it must be quick.
    func began(_ request: DecidedRequest) -> (any ExchangeObserver)?

    /// Handles the end of a request that the selected response of a set has answered.
    ///
    /// A request that was cancelled counts only if its response never answers.
    func answered(_ response: String, of set: String)

    /// Handles a choice of how sets answer.
    ///
    /// It is called under the lock of the store, so that choices come in order.
    func chose(_ choice: Choice)
}

extension Plugin {
    package var observationLevel: ObservationLevel { .none }
    package func began(_ request: DecidedRequest) -> (any ExchangeObserver)? { nil }
    package func pendingChange() -> ((inout StoreState) -> Void)? { nil }
    package func answered(_ response: String, of set: String) {}
    package func chose(_ choice: Choice) {}
}

extension Barricade {
    /// Adds a plugin, for the changes and requests that come from now on; twice is like once.
    package func register(_ plugin: any Plugin) {
        store.update { state in
            if state.routing.plugins.contains(where: { $0 === plugin }) { return }
            state.routing.plugins.append(plugin)
        }
    }

    /// Removes a plugin; requests that are decided already still tell it.
    package func unregister(_ plugin: any Plugin) {
        store.update { $0.routing.plugins.removeAll { $0 === plugin } }
    }
}
