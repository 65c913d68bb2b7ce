#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// The loader that a task would have if the barricade did not stand before it.
///
/// That is the next protocol class of the session's configuration that takes the request, another
/// barricade's or an app's own, or else the platform's. It works on the same task and queue, so
/// redirects, authentication, uploads and downloads are its own. Linux only, where a loader can be
/// made for a task.
struct NextLoader {
    private let loader: URLProtocol

    /// Makes the loader; `nil` where there is none for the request.
    init?(after load: BarricadeProtocol) {
        guard let task = load.task, let request = task.originalRequest, let client = load.client,
            let next = Self.classes(after: load).first(where: { $0.canInit(with: request) })
        else { return nil }
        loader = next.init(task: task, cachedResponse: nil, client: client)
    }

    private static func classes(after load: BarricadeProtocol) -> [URLProtocol.Type] {
        let configured = load.sessionConfiguration?.classes(after: type(of: load)) ?? []
        return configured.compactMap { $0 as? URLProtocol.Type } + platform
    }

    private static let platform = (URLSessionConfiguration.default.protocolClasses ?? [])
        .compactMap { $0 as? URLProtocol.Type }
        .filter { !($0 is BarricadeProtocol.Type) }

    func startLoading() {
        loader.startLoading()
    }

    func stopLoading() {
        loader.stopLoading()
    }
}
#endif
