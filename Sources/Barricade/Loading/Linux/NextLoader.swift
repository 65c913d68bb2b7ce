#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// The loader that a task would have without the barricade.
///
/// It is the next protocol class of the session's configuration that accepts the request, such as
/// another barricade's, or else the platform's. It works on the same task and queue, so it handles
/// redirects, authentication, uploads and downloads. Only Linux can make a loader for a task.
struct NextLoader {
    private let loader: URLProtocol

    /// Makes the loader; `nil` if there is none for the request.
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
