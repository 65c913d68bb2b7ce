#if !canImport(Darwin)
import Foundation
import FoundationNetworking

extension URLSessionConfiguration {
    /// An ephemeral configuration without a URL cache, which a barricade would remove.
    ///
    /// Linux makes the cache with every ephemeral configuration, which takes longer than all else
    /// that a session and a request need.
    static var ephemeralWithoutCache: URLSessionConfiguration {
        guard let cookies = CookieStorages.shared.take() else {
            let configuration = ephemeral
            configuration.urlCache = nil
            configuration.httpCookieStorage.map(CookieStorages.shared.add)
            return configuration
        }
        let configuration = URLSessionConfiguration.default
        configuration.httpCookieStorage = cookies
        configuration.urlCredentialStorage = URLCredentialStorage()
        configuration.urlCache = nil
        return configuration
    }
}

/// Cookie storages in memory, for use again when nobody else has them.
///
/// Only an ephemeral configuration can make one.
private final class CookieStorages: Sendable {
    private struct State {
        var storages: [HTTPCookieStorage] = []
        /// The place of the storage to try next.
        var next = 0
    }

    static let shared = CookieStorages()

    private static let limit = 64
    /// The number of storages to try, so that many in use take no time.
    private static let tries = 8

    private let state = Locked(State())

    func add(_ storage: HTTPCookieStorage) {
        state.withLock { state in
            if state.storages.count < Self.limit { state.storages.append(storage) }
        }
    }

    /// Returns a storage that is as good as new; `nil` if there is none.
    func take() -> HTTPCookieStorage? {
        state.withLock { state in
            for _ in 0..<min(Self.tries, state.storages.count) {
                let place = state.next % state.storages.count
                state.next = place + 1
                guard isKnownUniquelyReferenced(&state.storages[place]) else { continue }
                let storage = state.storages[place]
                if storage.isAsNew { return storage }
                state.storages.remove(at: place)
                if state.storages.isEmpty { return nil }
            }
            return nil
        }
    }
}

extension HTTPCookieStorage {
    fileprivate var isAsNew: Bool { cookies?.isEmpty != false && cookieAcceptPolicy == .always }
}
#endif
