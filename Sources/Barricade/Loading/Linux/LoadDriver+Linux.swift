#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// The state of a load on Linux, used only on the work queue of tasks.
struct LoadDriver {
    /// The loader that has taken over the task.
    fileprivate var next: URLProtocol?
    /// The pieces of a body that the task can only take whole.
    fileprivate var pieces = Data()
    /// The response, if it must not be challenged.
    fileprivate var unchallenging: UnchallengingResponse?
    fileprivate var takesPieces: Bool?
}

/// What only Linux can do with a load.
enum PlatformEvent: Sendable {
    /// The next loader takes over the task, and sends the client the rest.
    case handOver

    var ending: LoadEvent.Ending? { .passedThrough }
}

// The driver of a load on Linux. Linux starts a load again after each suspension. Without a data
// delegate, it keeps only the last piece of a body. It traps if a suspended, cancelled or ended
// task gets an event.
extension BarricadeProtocol {
    static func accepts(_ request: URLRequest) -> Bool {
        claims(request)
    }

    /// Whether the task is neither suspended nor cancelled.
    ///
    /// Neither can change while the work queue of tasks runs this. Asking costs as much as routing,
    /// so ask only if there are events.
    var isRunning: Bool { task?.state == .running }

    /// The reason why the load is stopped; `nil` if it is no longer stopped for a suspension.
    ///
    /// The task may have been resumed since, been cancelled from another thread, or have ended. A
    /// cancellation sets the error and stops the load itself; the platform's own loader traps at a
    /// stop before that (seen up to Swift 6.3.1).
    var reasonToStop: StopReason? {
        switch task?.state {
        case .suspended: .suspension
        case .running: nil
        case .canceling where task?.error == nil: nil
        case .completed where task?.error == nil: nil
        default: .end
        }
    }

    /// Starts the loader that has taken over the task; returns false if there is none.
    func startNextLoader() -> Bool {
        driver.next?.startLoading()
        return driver.next != nil
    }

    func stopNextLoader(for reason: StopReason) {
        driver.next?.stopLoading()
        if case .end = reason { driver.next = nil }
    }

    func tell(_ event: LoadEvent) {
        switch event {
        case .response(let response):
            driver.unchallenging = UnchallengingResponse(replacing: response)
            client?.urlProtocol(
                self, didReceive: driver.unchallenging ?? response, cacheStoragePolicy: .notAllowed)
        case .data(let data):
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .piece(let data) where takesPieces:
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .piece(let data):
            driver.pieces.append(data)
        case .mark(let callBack):
            mark(callBack)
        case .visit(let visit):
            visit(self)
        case .special(.handOver):
            handOver()
        case .finish:
            if !driver.pieces.isEmpty { client?.urlProtocol(self, didLoad: driver.pieces) }
            let finish = { self.client?.urlProtocolDidFinishLoading(self) ?? () }
            if let response = driver.unchallenging { response.finishing(finish) } else { finish() }
        case .fail(let error):
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    /// Whether the task can take a body in pieces.
    var takesPieces: Bool {
        if let known = driver.takesPieces { return known }
        let takesPieces = task.map(TaskReflection.hasDataDelegate) == true
        driver.takesPieces = takesPieces
        return takesPieces
    }

    private func mark(_ callBack: @escaping @Sendable () -> Void) {
        // The delegate is called there, after earlier events.
        guard let task, let session = TaskReflection.session(of: task) else { return callBack() }
        session.delegateQueue.addOperation(callBack)
    }

    /// Hands the task over to the loader that it would have without the barricade.
    ///
    /// It is the next protocol class of the session's configuration that accepts the request, such
    /// as another barricade's, or else the platform's. It works on the same task and queue, so it
    /// handles redirects, authentication, uploads and downloads. Only Linux can make a loader for a
    /// task.
    private func handOver() {
        let configured = sessionConfiguration?.classes(after: type(of: self)) ?? []
        let classes = configured.compactMap { $0 as? URLProtocol.Type } + Self.platformClasses
        guard let task, let request = task.originalRequest, let client,
            let next = classes.first(where: { $0.canInit(with: request) })
        else {
            client?.urlProtocol(self, didFailWithError: URLError(.unsupportedURL))
            return
        }
        let loader = next.init(task: task, cachedResponse: nil, client: client)
        driver.next = loader
        loader.startLoading()
    }

    private static let platformClasses = (URLSessionConfiguration.default.protocolClasses ?? [])
        .compactMap { $0 as? URLProtocol.Type }
        .filter { !($0 is BarricadeProtocol.Type) }
}
#endif
