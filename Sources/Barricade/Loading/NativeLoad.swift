#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// The platform's own loader for a task, as if nothing stood before it.
///
/// Redirects, authentication, cookies, uploads and downloads are then the platform's, on the same
/// task and queue. Linux only, where loaders are URLProtocol classes that can be made.
struct NativeLoad {
    private let loader: URLProtocol

    /// Makes the loader; `nil` where the platform has none for the request's scheme.
    init?(task: URLSessionTask, client: any URLProtocolClient) {
        guard let request = task.originalRequest,
            let loader = Self.classes.first(where: { $0.canInit(with: request) })
        else { return nil }
        self.loader = loader.init(task: task, cachedResponse: nil, client: client)
    }

    func startLoading() {
        loader.startLoading()
    }

    func stopLoading() {
        loader.stopLoading()
    }

    private static let classes = (URLSessionConfiguration.default.protocolClasses ?? [])
        .compactMap { $0 as? URLProtocol.Type }
        .filter { !($0 is BarricadeProtocol.Type) }
}
#endif
