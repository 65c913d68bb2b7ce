import Barricade

#if canImport(FoundationNetworking)
import FoundationNetworking

/// Stands before a barricade's own URLProtocol, and shows the task that each request is loaded by.
///
/// The methods of a session that are asynchronous keep their tasks to themselves. Linux only, where
/// a loader can be made for a task.
final class TaskSpy: URLProtocol {
    private struct Watch: Sendable {
        let loader: URLProtocol.Type
        let onStart: @Sendable (URLSessionTask) -> Void
    }

    private static let watches = Locked<[URL: Watch]>([:])
    private var loader: URLProtocol?

    /// Puts the spy before the classes of a configuration.
    static func install(in configuration: URLSessionConfiguration) {
        configuration.protocolClasses?.insert(TaskSpy.self, at: 0)
    }

    /// Calls back when the only request for a URL starts, on the queue that tasks work on.
    static func watch(
        _ url: URL, of session: URLSession, onStart: @escaping @Sendable (URLSessionTask) -> Void
    ) {
        let classes = session.configuration.protocolClasses ?? []
        guard let loader = classes.dropFirst().first as? URLProtocol.Type else { return }
        watches.withLock { $0[url] = Watch(loader: loader, onStart: onStart) }
    }

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        if loader == nil, let task, let client, let url = request.url,
            let watch = Self.watches.withLock({ $0.removeValue(forKey: url) })
        {
            loader = watch.loader.init(task: task, cachedResponse: nil, client: client)
            watch.onStart(task)
        }
        loader?.startLoading()
    }

    override func stopLoading() {
        loader?.stopLoading()
    }
}
#endif
