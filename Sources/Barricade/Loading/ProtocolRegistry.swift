import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Finds the barricade that a URLProtocol class stands for, and makes such classes.
///
/// The URL loading system knows classes only, so a barricade needs its own. A class costs
/// about 1 KB for good. It is never used again: a session that outlives its barricade still holds
/// it, and has to fail its requests rather than reach another's answers or the network.
enum ProtocolRegistry {
    private struct Owner: Sendable {
        weak var barricade: Barricade?
        let configuration: URLSessionConfiguration
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

    /// Returns the configuration that a class was made for, as it is now.
    static func configuration(
        of protocolClass: BarricadeProtocol.Type
    ) -> URLSessionConfiguration? {
        state.withLock { $0.owners[ObjectIdentifier(protocolClass)]?.configuration }
    }

    static func connect(
        _ protocolClass: BarricadeProtocol.Type, to barricade: Barricade,
        _ configuration: URLSessionConfiguration
    ) {
        let owner = Owner(barricade: barricade, configuration: configuration)
        state.withLock { $0.owners[ObjectIdentifier(protocolClass)] = owner }
    }

    static func disconnect(_ protocolClass: BarricadeProtocol.Type) {
        state.withLock { $0.owners[ObjectIdentifier(protocolClass)] = nil }
    }

    /// Makes a class that there was not before.
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
