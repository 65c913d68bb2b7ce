import Foundation

/// Finds the barricade that a URLProtocol class stands for, and makes a class for each barricade.
///
/// The URL loading system knows classes only, so a barricade needs one of its own. A class costs
/// about 1 KB for good. It is never used again: a session that outlives its barricade still holds
/// it, and has to fail its requests rather than reach another's answers or the network.
enum ProtocolRegistry {
    private struct Owner: Sendable {
        weak var barricade: Barricade?
    }

    private struct State {
        var minted = 0
        var owners: [ObjectIdentifier: Owner] = [:]
    }

    private static let state = Mutex(State())

    /// Returns the barricade of a class; `nil` where it has been released.
    static func barricade(of protocolClass: BarricadeProtocol.Type) -> Barricade? {
        state.withLock { $0.owners[ObjectIdentifier(protocolClass)]?.barricade }
    }

    static func connect(_ protocolClass: BarricadeProtocol.Type, to barricade: Barricade) {
        state.withLock {
            $0.owners[ObjectIdentifier(protocolClass)] = Owner(barricade: barricade)
        }
    }

    static func disconnect(_ protocolClass: BarricadeProtocol.Type) {
        state.withLock { $0.owners[ObjectIdentifier(protocolClass)] = nil }
    }

    /// Makes a class that no other barricade has.
    ///
    /// A generic class has a distinct class for each type argument; the argument here spells a
    /// number in binary digits, so that its name stays short.
    static func mint() -> BarricadeProtocol.Type {
        var number = state.withLock { state in
            state.minted += 1
            return state.minted
        }
        var tag: Any.Type = End.self
        while number > 0 {
            tag = number.isMultiple(of: 2) ? zero(tag) : one(tag)
            number /= 2
        }
        return protocolClass(tag)
    }

    private enum End {}
    private enum Zero<Rest> {}
    private enum One<Rest> {}

    private static func zero<Rest>(_: Rest.Type) -> Any.Type { Zero<Rest>.self }
    private static func one<Rest>(_: Rest.Type) -> Any.Type { One<Rest>.self }
    private static func protocolClass<Tag>(_: Tag.Type) -> BarricadeProtocol.Type {
        MintedProtocol<Tag>.self
    }
}

/// The class of one barricade; everything it does is its superclass's.
private final class MintedProtocol<Tag>: BarricadeProtocol {}
