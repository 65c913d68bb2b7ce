#if canImport(FoundationNetworking)
package import FoundationNetworking
#else
package import Foundation
#endif

/// The header fields of the canned responses that a session's tasks get, as they were decided.
///
/// `HTTPURLResponse` joins fields of the same name, changes the case of names, and has no order. Who
/// passes a response on to a client takes its fields from here.
package final class DecidedHeaders: Sendable {
    private let headers = Locked<[ObjectIdentifier: HTTP.Headers]>([:])

    package init() {}

    /// Keeps the fields of a task's response until they are taken.
    func keep(_ fields: HTTP.Headers, for task: URLSessionTask) {
        headers.withLock { $0[ObjectIdentifier(task)] = fields }
    }

    /// Takes the fields of a task's response; `nil` if the response is a real server's, or was taken.
    ///
    /// Every task that has a response must be asked for once, at the latest at its end.
    package func take(for task: URLSessionTask) -> HTTP.Headers? {
        headers.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) }
    }
}

extension Barricade {
    /// Puts the barricade in front of sessions, and keeps the header fields of what their tasks get.
    package func install(
        in configuration: URLSessionConfiguration, keeping headers: DecidedHeaders
    ) {
        install(in: configuration)
        guard let own = loading.installedClass(of: self, in: configuration) else { return }
        ProtocolRegistry.keep(headers, of: own)
    }
}
