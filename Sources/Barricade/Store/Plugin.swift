/// An addition to a barricade by another module.
///
/// A barricade tells those that are registered, in the order of registration. Each implements what
/// it is registered for; the rest does nothing. A request tells those that were registered when it
/// was decided, also if its response comes later.
///
/// The barricade retains its plugins, so a plugin must not retain the barricade.
package protocol Plugin: AnyObject, Sendable {
    /// The exchanges that it observes; none by default.
    var observationLevel: ObservationLevel { get }

    /// Handles its registration.
    func registered(at barricade: Barricade)

    /// Returns a change to make before a request is decided; usually `nil`.
    func pendingChange() -> ((inout StoreState) -> Void)?

    /// Returns whether a set that claims a request has only replies to others, so that the request
    /// is unmatched.
    ///
    /// Only the plugin that the unmatched policy names is asked, and not about a set whose response
    /// was selected.
    func lacksReply(to request: BarricadeRequest, in set: RegisteredSet) -> Bool

    /// Returns what becomes of an unmatched request; `nil` leaves it to the policy.
    ///
    /// Only the plugin that the policy names is asked.
    func missed(_ request: BarricadeRequest) -> MissAction?

    /// Returns an observer of the exchange that begins with a request; `nil` if it is of no interest.
    ///
    /// It is asked if it observes anything, on the thread that decides, so it must be quick.
    func began(_ request: DecidedRequest) -> (any ExchangeObserver)?

    /// Has a user's code for a request start in a task of the plugin's, whose context it inherits;
    /// returns false if it has none.
    ///
    /// - Parameter begin: Begins a task for the code.
    func start(_ begin: @escaping @Sendable () -> Void) -> Bool

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
    package func registered(at barricade: Barricade) {}
    package func lacksReply(to request: BarricadeRequest, in set: RegisteredSet) -> Bool { false }
    package func missed(_ request: BarricadeRequest) -> MissAction? { nil }
    package func began(_ request: DecidedRequest) -> (any ExchangeObserver)? { nil }
    package func pendingChange() -> ((inout StoreState) -> Void)? { nil }
    package func start(_ begin: @escaping @Sendable () -> Void) -> Bool { false }
    package func answered(_ response: String, of set: String) {}
    package func chose(_ choice: Choice) {}
}

/// The answer of a plugin to an unmatched request.
package enum MissAction: Sendable {
    /// It passes through, and the plugin observes the exchange.
    case pass(observer: any ExchangeObserver)
    /// It waits for another request for the same, and is decided again then.
    case wait(@Sendable () async -> Void)
}

/// The name of a plugin that an unmatched policy asks; equal names mean the same plugin.
package protocol PluginName: Hashable, Sendable, CustomStringConvertible {
    /// How to make the plugin answer an unmatched request, for messages.
    var fix: String { get }

    func makePlugin() -> any Plugin
}

extension Barricade {
    /// Adds a plugin, for the changes and requests that come from now on; twice is like once.
    package func register(_ plugin: any Plugin) {
        let isNew = store.update { state in
            if state.routing.plugins.contains(where: { $0 === plugin }) { return false }
            state.routing.plugins.append(plugin)
            return true
        }
        if isNew { plugin.registered(at: self) }
    }

    /// Removes a plugin; requests that are decided already still tell it.
    package func unregister(_ plugin: any Plugin) {
        store.update { $0.routing.plugins.removeAll { $0 === plugin } }
    }
}
