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
    /// Makes the barricade intercept the requests of sessions that you make from a configuration.
    ///
    /// It gets requests before the configuration's other protocol classes. The URL cache is
    /// removed, since it would answer instead. Install it before you make the session: a session
    /// copies its configuration. Installing it twice changes nothing; a barricade installed later
    /// is asked first. Background sessions and web socket tasks never use a URLProtocol.
    public func install(in configuration: URLSessionConfiguration) {
        guard !isDisabled else { return }
        putInFront(of: configuration)
        configuration.urlCache = nil
    }

    /// Installs the barricade in a configuration, which keeps its URL cache.
    func putInFront(of configuration: URLSessionConfiguration) {
        let own = ProtocolRegistry.protocolClass(of: self, in: configuration)
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
        configuration.protocolClasses = configuration.protocolClasses?.filter { !owns($0) }
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
        attachments.value { URLSession(configuration: .barricaded(by: self)) }
    }
}

extension Barricade {
    /// The protocol class of ``session``, for a client that makes its session of such classes.
    ///
    /// Prefer ``install(in:)``, which also removes the URL cache.
    public var protocolClasses: [AnyClass] {
        session.configuration.protocolClasses?.filter(owns) ?? []
    }
}

extension URLSessionConfiguration {
    /// Returns an ephemeral configuration with a barricade installed.
    ///
    /// ```swift
    /// let session = URLSession(configuration: .barricaded(by: barricade))
    /// ```
    public static func barricaded(by barricade: Barricade) -> URLSessionConfiguration {
        let configuration = barricade.isDisabled ? ephemeral : ephemeralForBarricade
        barricade.install(in: configuration)
        return configuration
    }
}

extension Barricade {
    /// The app's barricade, configured by the launch options.
    ///
    /// In a debug build, let it intercept `URLSession.shared`:
    ///
    /// ```swift
    /// Barricade.shared.register(login, profile)
    /// Barricade.shared.enable()
    /// ```
    ///
    /// Install it in your own sessions with ``install(in:)``. It is made when it is first used;
    /// call ``configureShared(_:)`` before that to change its settings.
    public static let shared = Barricade(settings: takeSharedSettings())

    /// Sets up ``shared`` before its first use; a later call adds to an earlier one.
    ///
    /// ```swift
    /// Barricade.configureShared {
    ///     $0.storage = .userDefaults()
    ///     $0.files = [.bundle(.main, subdirectory: "Responses")]
    /// }
    /// Barricade.shared.register(login, profile)
    /// Barricade.shared.enable()
    /// ```
    ///
    /// By default, its name is "Shared" and the launch options apply. Once the barricade has been
    /// made, the call changes nothing and is reported as a mistake.
    public static func configureShared(_ configure: (inout Settings) -> Void) {
        var settings = sharedSettings.withLock { $0.first } ?? Settings()
        configure(&settings)
        let isLate = sharedSettings.withLock { [settings] waiting in
            guard !waiting.isEmpty else { return true }
            waiting = [settings]
            return false
        }
        guard isLate else { return }
        shared.report(
            BarricadeError(
                .invalidDefinition,
                """
                Barricade.configureShared changes nothing, since Barricade.shared has been used before.

                To fix: call it first, when the app launches.
                """))
    }

    /// The settings of the shared barricade until it is made; then none.
    private static let sharedSettings = Locked([Settings(name: "Shared", launchOptions: .process)])

    private static func takeSharedSettings() -> Settings {
        sharedSettings.withLock { $0.popLast() } ?? Settings()
    }

    /// Makes the barricade intercept `URLSession.shared`, before barricades already enabled there.
    ///
    /// | requests through | Apple platforms | Linux |
    /// |---|---|---|
    /// | `URLSession.shared` | reached | reached |
    /// | a session whose configuration it is installed in | reached | reached |
    /// | any other session, including a framework's | not reached | not reached |
    /// | `Data(contentsOf:)` for http and https | do not count on it | not reached |
    /// | `WKWebView`, background sessions, web sockets | not reached | – |
    ///
    /// Other requests go to the real servers, so install it in your own sessions, and pass them to
    /// frameworks that would make one.
    public func enable() {
        guard !isDisabled else { return }
        #if canImport(Darwin)
        // The class registered last is asked first.
        URLProtocol.unregisterClass(registeredClass)
        URLProtocol.registerClass(registeredClass)
        #else
        // Linux hands out the shared session's own configuration, and reads it for each task.
        putInFront(of: URLSession.shared.configuration)
        #endif
    }

    /// Removes the barricade from `URLSession.shared`; loads that have begun continue.
    public func disable() {
        #if canImport(Darwin)
        URLProtocol.unregisterClass(registeredClass)
        #else
        uninstall(from: URLSession.shared.configuration)
        #endif
    }

    #if canImport(Darwin)
    /// The class that is registered for the whole process, the same one each time.
    private var registeredClass: BarricadeProtocol.Type {
        attachments.value {
            ProtocolRegistry.mint(for: self, URLSession.shared.configuration)
        }.protocolClass
    }
    #endif
}
