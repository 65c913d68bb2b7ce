import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Barricade {
    /// The barricade of an app, with the options of its launch.
    ///
    /// One line in a debug build puts it before `URLSession.shared`:
    ///
    /// ```swift
    /// Barricade.shared.register(login, profile)
    /// Barricade.shared.enable()
    /// ```
    ///
    /// Sessions of the app's own take it as any other: ``install(in:keepsCache:)``.
    public static let shared = Barricade(name: "Shared", launchOptions: .process)

    /// Puts the barricade before `URLSession.shared`, in front of any that is there already.
    ///
    /// | requests by way of | Apple platforms | Linux |
    /// |---|---|---|
    /// | `URLSession.shared` | reached | reached |
    /// | a session made with a configuration that it is installed in | reached | reached |
    /// | any other session, also of a framework | not reached | not reached |
    /// | `Data(contentsOf:)` for http and https | do not count on it | not reached |
    /// | `WKWebView`, background sessions, web sockets | not reached | – |
    ///
    /// What is not reached goes to the real servers, so give sessions of your own their
    /// configuration, and inject them where a framework makes one.
    public func enable() {
        #if !BARRICADE_DISABLED
        guard !isDisabled else { return }
        #if canImport(Darwin)
        // The class registered last is asked first.
        URLProtocol.unregisterClass(registeredClass)
        URLProtocol.registerClass(registeredClass)
        #else
        // Linux hands out the shared session's own configuration, and reads it for each task.
        install(in: URLSession.shared.configuration, keepsCache: true)
        #endif
        #endif
    }

    /// Takes the barricade from before `URLSession.shared`; loads that have begun go on.
    public func disable() {
        #if canImport(Darwin)
        URLProtocol.unregisterClass(registeredClass)
        #else
        URLSession.shared.configuration.protocolClasses?.removeAll { owns($0) }
        #endif
    }

    #if canImport(Darwin)
    private var registeredClass: BarricadeProtocol.Type {
        loading.registeredClass(of: self, URLSession.shared.configuration)
    }
    #endif
}
