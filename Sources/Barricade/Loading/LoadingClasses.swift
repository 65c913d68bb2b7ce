import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A barricade's own URLProtocol classes, one for each configuration that it is installed in.
///
/// A load knows its barricade by its class, and also its session's configuration, which Apple
/// platforms hide.
final class LoadingClasses: Sendable {
    private struct State {
        var classes: [BarricadeProtocol.Type] = []
        /// The class registered for all of Apple's loading system.
        var registered: BarricadeProtocol.Type?
    }

    private let state = Locked(State())

    /// Returns the class for a configuration, a new one at its first installation.
    func protocolClass(
        of barricade: Barricade, in configuration: URLSessionConfiguration
    ) -> BarricadeProtocol.Type {
        installedClass(of: barricade, in: configuration) ?? mint(for: barricade, configuration)
    }

    /// Returns the class that is in a configuration; `nil` if there is none for this configuration.
    func installedClass(
        of barricade: Barricade, in configuration: URLSessionConfiguration
    ) -> BarricadeProtocol.Type? {
        let known = (configuration.protocolClasses ?? []).compactMap {
            $0 as? BarricadeProtocol.Type
        }
        return known.first {
            ProtocolRegistry.barricade(of: $0) === barricade
                && ProtocolRegistry.configuration(of: $0) === configuration
        }
    }

    /// Returns the class to register, the same one each time.
    func registeredClass(
        of barricade: Barricade, _ configuration: @autoclosure () -> URLSessionConfiguration
    ) -> BarricadeProtocol.Type {
        if let registered = state.withLock({ $0.registered }) { return registered }
        let minted = mint(for: barricade, configuration())
        return state.withLock { state in
            state.registered = state.registered ?? minted
            return state.registered ?? minted
        }
    }

    private func mint(
        for barricade: Barricade, _ configuration: URLSessionConfiguration
    ) -> BarricadeProtocol.Type {
        let minted = ProtocolRegistry.mint()
        ProtocolRegistry.connect(minted, to: barricade, configuration)
        state.withLock { $0.classes.append(minted) }
        return minted
    }

    /// Disconnects the sessions from the barricade, so that they fail every request.
    func disconnect() {
        for protocolClass in state.withLock({ $0.classes }) {
            ProtocolRegistry.disconnect(protocolClass)
        }
    }
}
