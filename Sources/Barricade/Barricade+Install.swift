#if canImport(Darwin)
import CoreFoundation
public import Foundation
#else
import Foundation
#endif
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Barricade {
    /// Puts the barricade in front of sessions made with a configuration afterwards.
    ///
    /// It goes in front of the configuration's other protocol classes, and removes the URL cache,
    /// which would answer instead. Install it before you make the session: a session copies its
    /// configuration. Installing it twice changes nothing; a barricade installed later is asked
    /// first. Background sessions and web socket tasks never use a URLProtocol.
    public func install(in configuration: URLSessionConfiguration) {
        guard !isDisabled else { return }
        putInFront(of: configuration)
        configuration.urlCache = nil
    }

    /// Puts the barricade in front of a configuration that keeps its cache.
    func putInFront(of configuration: URLSessionConfiguration) {
        let own = loading.protocolClass(of: self, in: configuration)
        let others = (configuration.protocolClasses ?? []).filter { !owns($0) }
        configuration.protocolClasses = [own] + others
        #if canImport(Darwin)
        if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
            configuration.usesClassicLoadingMode = true
        }
        #endif
    }

    /// Removes the barricade from a configuration; sessions already made with it keep it.
    public func uninstall(from configuration: URLSessionConfiguration) {
        configuration.protocolClasses?.removeAll { owns($0) }
    }

    /// Answers the requests of another barricade's sessions in its place, from now on.
    ///
    /// Keep the other barricade until ``endStandIn(for:)``. Loads that have begun keep theirs.
    package func beginStandIn(for other: Barricade) {
        ProtocolRegistry.beginStandIn(of: self, for: other)
    }

    package func endStandIn(for other: Barricade) {
        ProtocolRegistry.endStandIn(of: self, for: other)
    }

    /// Returns whether a protocol class is one of this barricade's.
    func owns(_ protocolClass: AnyClass) -> Bool {
        guard let protocolClass = protocolClass as? BarricadeProtocol.Type else { return false }
        return ProtocolRegistry.owner(of: protocolClass)?.barricade === self
    }

    /// An ephemeral session with the barricade installed; the same one each time.
    ///
    /// Do not invalidate it; make your own session if you need to.
    public var session: URLSession {
        companion { URLSession(configuration: .barricaded(by: self)) }
    }
}

extension URLSessionConfiguration {
    /// Returns an ephemeral configuration with a barricade installed.
    ///
    /// ```swift
    /// let session = URLSession(configuration: .barricaded(by: barricade))
    /// ```
    public static func barricaded(by barricade: Barricade) -> URLSessionConfiguration {
        let configuration = barricade.isDisabled ? ephemeral : ephemeralWithoutCache
        barricade.install(in: configuration)
        return configuration
    }
}
