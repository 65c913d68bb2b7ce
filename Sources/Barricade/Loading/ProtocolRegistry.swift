import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The registry of URLProtocol classes and their barricades.
///
/// The URL loading system knows only classes, so each barricade needs its own. A class costs about
/// 1 KB forever. It is never reused: a session that outlives its barricade still has the class, and
/// must fail its requests rather than reach another barricade or the network.
enum ProtocolRegistry {
    private struct Owner: Sendable {
        weak var barricade: Barricade?
        let configuration: URLSessionConfiguration
        var decidedHeaders: DecidedHeaders?
    }

    /// What a load knows of its session by its class.
    struct Session {
        package let barricade: Barricade
        /// The configuration that the class was made for.
        let configuration: URLSessionConfiguration
        let decidedHeaders: DecidedHeaders?
    }

    private struct State {
        var minted = 0
        /// The type that spells the number of the latest class, without its last digit.
        var leading: Any.Type = Never.self
        var owners: [ObjectIdentifier: Owner] = [:]
        /// The barricades that answer in place of others, by those; the last one answers.
        var standIns: [ObjectIdentifier: [Barricade]] = [:]

        /// Returns the barricade of a class, and the one that stands in for it.
        ///
        /// Both leave the lock, since freeing a barricade takes it.
        func barricades(of owner: Owner?) -> (own: Barricade?, standIn: Barricade?) {
            let own = owner?.barricade
            return (own, own.flatMap { standIns[ObjectIdentifier($0)]?.last })
        }
    }

    private static let state = Locked(State())

    /// Returns the barricade of a class; `nil` if it has been released.
    package static func barricade(of protocolClass: BarricadeProtocol.Type) -> Barricade? {
        state.withLock { $0.owners[ObjectIdentifier(protocolClass)]?.barricade }
    }

    /// Returns the barricade that answers for a class: its own, unless another stands in for that.
    static func answeringBarricade(of protocolClass: BarricadeProtocol.Type) -> Barricade? {
        let (own, standIn) = state.withLock { state in
            state.barricades(of: state.owners[ObjectIdentifier(protocolClass)])
        }
        return standIn ?? own
    }

    /// Returns the barricade that answers for a class, and its configuration; `nil` if the class's
    /// barricade has been released.
    static func session(of protocolClass: BarricadeProtocol.Type) -> Session? {
        let (owner, (own, standIn)) = state.withLock { state in
            let owner = state.owners[ObjectIdentifier(protocolClass)]
            return (owner, state.barricades(of: owner))
        }
        guard let owner, let barricade = standIn ?? own else { return nil }
        return Session(
            barricade: barricade, configuration: owner.configuration,
            decidedHeaders: owner.decidedHeaders)
    }

    /// Keeps the header fields of what a class's loads get.
    static func keep(_ headers: DecidedHeaders, of protocolClass: BarricadeProtocol.Type) {
        state.withLock { $0.owners[ObjectIdentifier(protocolClass)]?.decidedHeaders = headers }
    }

    /// Returns the configuration that a class was made for, in its current state.
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

    /// Makes a barricade answer in place of another, until ``endStandIn(of:for:)``.
    ///
    /// Loads that have begun keep their barricade.
    static func beginStandIn(of standIn: Barricade, for barricade: Barricade) {
        state.withLock { $0.standIns[ObjectIdentifier(barricade), default: []].append(standIn) }
    }

    static func endStandIn(of standIn: Barricade, for barricade: Barricade) {
        // Returned, so that it is freed outside the lock.
        _ = state.withLock { state -> [Barricade]? in
            let id = ObjectIdentifier(barricade)
            let before = state.standIns[id]
            let rest = (before ?? []).filter { $0 !== standIn }
            state.standIns[id] = rest.isEmpty ? nil : rest
            return before
        }
    }

    /// Makes a new class.
    ///
    /// A generic class has a distinct class for each pair of arguments, which spell a number here:
    /// the last digit, and those before it. The runtime searches for each type among all that it
    /// has made, so the types are few, and those for the first digits serve as many numbers as
    /// there are digits.
    static func mint() -> BarricadeProtocol.Type {
        let (last, leading) = state.withLock { state in
            defer { state.minted += 1 }
            let (rest, last) = state.minted.quotientAndRemainder(dividingBy: digits.count)
            if last == 0 { state.leading = numeral(rest) }
            return (digits[last], state.leading)
        }
        return protocolClass(last, leading)
    }

    /// Returns a type that spells a number, from its last digit.
    private static func numeral(_ number: Int) -> Any.Type {
        let (rest, last) = number.quotientAndRemainder(dividingBy: digits.count)
        return rest == 0 ? digits[last] : numeral(digits[last], numeral(rest))
    }

    /// Sixteen types, as digits.
    private static let digits: [Any.Type] = [
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
        UInt16.self, UInt32.self, UInt64.self, Float.self, Double.self, Bool.self,
        Character.self, String.self, Never.self,
    ]

    private enum Numeral<Digit, Leading> {}

    private static func numeral<Digit, Leading>(
        _: Digit.Type, _: Leading.Type
    ) -> Any.Type {
        Numeral<Digit, Leading>.self
    }

    private static func protocolClass<Digit, Leading>(
        _: Digit.Type, _: Leading.Type
    ) -> BarricadeProtocol.Type {
        MintedProtocol<Digit, Leading>.self
    }
}

/// The class of one barricade; its superclass does all the work.
private final class MintedProtocol<Digit, Leading>: BarricadeProtocol {}
