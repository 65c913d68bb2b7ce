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
    final class Owner: @unchecked Sendable {
        // A class, since copying a weak reference takes long. Unchecked because of that reference,
        // which is never set again.

        /// `nil` if the barricade has been released.
        private(set) weak var barricade: Barricade?
        let protocolClass: BarricadeProtocol.Type
        /// The configuration that the class was made for, in its current state.
        let configuration: URLSessionConfiguration

        fileprivate init(
            _ barricade: Barricade, _ protocolClass: BarricadeProtocol.Type,
            _ configuration: URLSessionConfiguration
        ) {
            (self.barricade, self.protocolClass) = (barricade, protocolClass)
            self.configuration = configuration
        }
    }

    fileprivate struct State {
        var minted = 0
        var owners: [ObjectIdentifier: Owner] = [:]
        var barricades: [ObjectIdentifier: Entry] = [:]
    }

    /// A barricade's classes and substitutes.
    fileprivate struct Entry {
        var classes: [BarricadeProtocol.Type] = []
        /// The barricades that answer in its place; the last one does.
        var substitutes: [Barricade] = []
    }

    fileprivate static let state = Locked(State())

    static func owner(of protocolClass: BarricadeProtocol.Type) -> Owner? {
        state.withLock { $0.owners[ObjectIdentifier(protocolClass)] }
    }

    /// Returns the barricade that answers for a class: the class's own, or its substitute; `nil` if
    /// its own has been released.
    static func barricade(of protocolClass: BarricadeProtocol.Type) -> Barricade? {
        // Both are returned from the closure, since freeing a barricade takes the lock.
        let found = state.withLock { state -> (own: Barricade, substitute: Barricade?)? in
            guard let own = state.owners[ObjectIdentifier(protocolClass)]?.barricade else {
                return nil
            }
            return (own, state.barricades[ObjectIdentifier(own)]?.substitutes.last)
        }
        return found?.substitute ?? found?.own
    }

    /// Disconnects the sessions from a barricade, so that they fail every request.
    static func disconnect(_ barricade: Barricade) {
        // Returned, so that its substitutes are freed outside the lock.
        _ = state.withLock { state -> Entry? in
            let entry = state.barricades.removeValue(forKey: ObjectIdentifier(barricade))
            for protocolClass in entry?.classes ?? [] {
                state.owners[ObjectIdentifier(protocolClass)] = nil
            }
            return entry
        }
    }

    /// Returns the class of a barricade for a configuration, a new one at its first installation.
    ///
    /// A load knows its barricade by its class, and also its session's configuration, which Apple
    /// platforms hide.
    static func protocolClass(
        of barricade: Barricade, in configuration: URLSessionConfiguration
    ) -> BarricadeProtocol.Type {
        let classes = (configuration.protocolClasses ?? [])
            .compactMap { $0 as? BarricadeProtocol.Type }
        let installed = classes.first { protocolClass in
            let owner = owner(of: protocolClass)
            return owner?.barricade === barricade && owner?.configuration === configuration
        }
        return installed ?? mint(for: barricade, configuration).protocolClass
    }

    /// Makes the owner of a new class for a barricade.
    ///
    /// A generic class has a distinct class for each pair of type arguments. Here they encode a
    /// number: its last digit, and the digits before it. The runtime searches all types that it has
    /// made, so there must be few: numbers that differ only in the last digit share the type of the
    /// other digits.
    static func mint(
        for barricade: Barricade, _ configuration: URLSessionConfiguration
    ) -> Owner {
        state.withLock { state in
            defer { state.minted += 1 }
            let (rest, last) = state.minted.quotientAndRemainder(dividingBy: digits.count)
            // In variables, since Swift 6.2 opens no other types.
            let (digit, leading) = (digits[last], numeral(rest))
            let minted = protocolClass(digit, leading)
            let owner = Owner(barricade, minted, configuration)
            state.owners[ObjectIdentifier(minted)] = owner
            state.barricades[ObjectIdentifier(barricade), default: Entry()].classes.append(minted)
            return owner
        }
    }

    /// Returns a type that spells a number, from its last digit.
    private static func numeral(_ number: Int) -> Any.Type {
        let (rest, last) = number.quotientAndRemainder(dividingBy: digits.count)
        if rest == 0 { return digits[last] }
        let (digit, leading) = (digits[last], numeral(rest))
        return numeral(digit, leading)
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

// No requirement of Plugin: which barricade answers is decided before there is one whose plugins
// could be asked.
extension Barricade {
    /// Makes this barricade answer the later requests of another barricade's sessions.
    ///
    /// Retain the other barricade until ``endSubstitution(for:)``. Running loads do not change.
    package func beginSubstitution(for other: Barricade) {
        ProtocolRegistry.state.withLock {
            $0.barricades[ObjectIdentifier(other), default: .init()].substitutes.append(self)
        }
    }

    package func endSubstitution(for other: Barricade) {
        ProtocolRegistry.state.withLock {
            $0.barricades[ObjectIdentifier(other)]?.substitutes.removeAll { $0 === self }
        }
    }
}
