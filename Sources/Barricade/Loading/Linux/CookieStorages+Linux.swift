#if !canImport(Darwin)
import Foundation
import FoundationNetworking

extension URLSessionConfiguration {
    /// An ephemeral configuration for a barricade, which removes its URL cache.
    ///
    /// Linux makes a cache with every ephemeral configuration, which takes longer than all else that
    /// a session and a request need.
    static var ephemeralForBarricade: URLSessionConfiguration {
        guard let cookies = CookieStorages.take() else {
            let configuration = ephemeral
            configuration.httpCookieStorage.map(CookieStorages.add)
            return configuration
        }
        let configuration = URLSessionConfiguration.default
        configuration.httpCookieStorage = cookies
        configuration.urlCredentialStorage = URLCredentialStorage()
        return configuration
    }
}

/// Cookie storages in memory, to reuse when nothing else refers to them.
///
/// Only an ephemeral configuration can make one.
private enum CookieStorages {
    /// The storages; the last one is tried next.
    private static let storages = Locked<[HTTPCookieStorage]>([])

    static func add(_ storage: HTTPCookieStorage) {
        storages.withLock { if $0.count < 64 { $0.insert(storage, at: 0) } }
    }

    /// Returns an unused storage without cookies; `nil` if there is none.
    static func take() -> HTTPCookieStorage? {
        storages.withLock { storages in
            // It tries only a few, so that many storages in use take no time.
            for _ in 0..<min(8, storages.count) {
                let isFree = isKnownUniquelyReferenced(&storages[storages.count - 1])
                let storage = storages.removeLast()
                if isFree, !storage.isAsNew { continue }
                storages.insert(storage, at: 0)
                if isFree { return storage }
            }
            return nil
        }
    }
}

extension HTTPCookieStorage {
    fileprivate var isAsNew: Bool { cookies?.isEmpty != false && cookieAcceptPolicy == .always }
}
#endif
