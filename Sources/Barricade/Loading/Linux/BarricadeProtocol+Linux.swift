#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// The state of a load on Linux, made where the task is resumed, and changed only on the work queue.
struct LoadDriver {
    /// The task's session; `nil` before the first start.
    fileprivate var session: HiddenSession?
    /// Whether an async method may have made the task: it was started in a Swift task, or, as
    /// reflection has shown, elsewhere, after a look into a cache.
    fileprivate var mayBeAwaited = withUnsafeCurrentTask {
        if case nil = $0 { false } else { true }
    }
    fileprivate var startsNow = false
    /// The loader that has taken over the task.
    fileprivate var next: URLProtocol?
    /// The pieces of a body that the task can only take whole.
    fileprivate var pieces = Data()
    /// The response, if it must not be challenged.
    fileprivate var unchallenging: MovableResponse?
    fileprivate var takesPieces: Bool?
    fileprivate var tellsSent = false

    var sessionConfiguration: URLSessionConfiguration? { session?.configuration }

    /// Does nothing: Linux calls every client on one queue.
    func start() {}
}

// The client of a load on Linux. Linux starts a load again after each suspension. Without a data
// delegate, it keeps only the last piece of a body. No event may reach a task that is suspended,
// cancelled or at its end, since that may end the process.
extension BarricadeProtocol {
    /// Whether the task is neither suspended nor cancelled.
    ///
    /// It cannot be suspended while the work queue runs this, but cancelled. Asking costs as much as
    /// routing, so ask only if there are events.
    var isRunning: Bool { task?.state == .running }

    /// Whether the load is stopped since the task is suspended; it may be resumed.
    var isSuspended: Bool { task?.state == .suspended }

    /// Whether a stop ends the load, rather than coming late from a suspension.
    ///
    /// The task may have been resumed since, been cancelled from another thread, or have ended. A
    /// cancellation sets the error and stops the load itself; the platform's own loader must not be
    /// stopped before that (up to Swift 6.3.1).
    var isOver: Bool {
        switch task?.state {
        case .running, .suspended: false
        case .canceling where task?.error == nil: false
        case .completed where task?.error == nil: false
        default: true
        }
    }

    /// Starts the loader that has taken over the task again; returns false if there is none.
    func resumeNextLoader() -> Bool {
        driver.next?.startLoading()
        return driver.next != nil
    }

    /// Finds the session, and starts the load a millisecond later, as the nearest server would, so
    /// that an app is told nothing of a task that it cancels at once.
    ///
    /// An async method cannot be cancelled like that. In a Swift task, only reflection could tell it
    /// from a completion handler, and would cost every request of an async method a quarter more.
    func postponeStart() -> Bool {
        guard let task else { return false }
        driver.session = driver.session ?? .current(of: task)
        guard !driver.startsNow, task.delegate != nil || !driver.mayBeAwaited else { return false }
        driver.mayBeAwaited = TaskReflection(task).isAwaited
        guard !driver.mayBeAwaited else { return false }
        driver.startsNow = true
        nonisolated(unsafe) let loader = self
        ClientQueue.run(for: task, after: .milliseconds(1)) {
            // A task that is suspended starts again; one that is cancelled reaches no server.
            if loader.isRunning { loader.startLoading() }
        }
        return true
    }

    func stopNextLoader(isOver: Bool) {
        driver.next?.stopLoading()
        if isOver { driver.next = nil }
    }

    // MARK: The request

    /// The request, without cookies that are not for its URL.
    ///
    /// Linux adds all cookies of the host when the task is made.
    var requestToLoad: URLRequest {
        guard request.allHTTPHeaderFields?["Cookie"] != nil,
            let jar = CookieJar(sessionConfiguration)
        else { return request }
        return jar.correcting(request)
    }

    var hiddenBody: RequestBody? {
        get throws {
            guard let task, isUpload else { return nil }
            return try TaskReflection(task).uploadBody(to: request.url)
        }
    }

    /// The header fields that the session adds.
    var additionalHeaders: [HTTP.Headers.Field] {
        let added = driver.sessionConfiguration?.httpAdditionalHeaders
        return added.map { HTTP.Headers(describing: $0).fields } ?? []
    }

    /// Only Linux can make a loader for a task; only the platform's can complete a download.
    var handOver: HandOver { task is URLSessionDownloadTask ? .required : .possible }

    // MARK: The reply

    func run(_ block: @escaping @Sendable () -> Void) { ClientQueue.run(for: task, block) }

    func tell(_ event: LoadEvent) {
        switch event {
        case .response(let response, _):
            if let http = response as? HTTPURLResponse, http.statusCode == 401 {
                driver.unchallenging = MovableResponse(unchallenging: http)
            }
            client?.urlProtocol(
                self, didReceive: driver.unchallenging ?? response, cacheStoragePolicy: .notAllowed)
        case .data(let data):
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .piece(let data) where takesPieces:
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .piece(let data):
            driver.pieces.append(data)
        case .sent(let part, let total):
            guard let delegate = taskDelegate else { break }
            driver.tellsSent = true
            delegate.tellSent(part, of: total)
        case .perform:
            break
        case .handOver:
            startLoaderBehind()
        case .finish:
            if !driver.pieces.isEmpty { client?.urlProtocol(self, didLoad: driver.pieces) }
            let finish = { self.client?.urlProtocolDidFinishLoading(self) ?? () }
            if let response = driver.unchallenging { response.hidingURL(finish) } else { finish() }
        case .fail(let error):
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    private var taskDelegate: TaskDelegate? {
        task.flatMap { driver.session?.delegate(of: $0, mayBeAwaited: driver.mayBeAwaited) }
    }

    /// Calls back when the task's delegate, if it has one, has taken the earlier events.
    func afterEarlierEvents(_ callBack: @escaping @Sendable () -> Void) {
        // The delegate gets earlier events on this queue before the callback runs.
        if let session = driver.session, driver.tellsSent || takesPieces {
            session.delegateQueue.addOperation(callBack)
        } else {
            callBack()
        }
    }

    /// Whether the task can take a body in pieces.
    var takesPieces: Bool {
        if let known = driver.takesPieces { return known }
        let takesPieces = task.flatMap { driver.session?.hasDataDelegate($0) } == true
        driver.takesPieces = takesPieces
        return takesPieces
    }

    /// Asks the task's delegate, if it has one, whether to follow a redirect, which must not be told to
    /// Linux's client.
    func consider(_ offer: RedirectOffer) {
        guard let asked = taskDelegate else { return offer.answer(offer.next) }
        asked.session.delegateQueue.addOperation {
            guard offer.isOpen else { return }
            asked.delegate.urlSession(
                asked.session, task: asked.task, willPerformHTTPRedirection: offer.response,
                newRequest: offer.next, completionHandler: offer.answer)
        }
    }

    /// Hands the task over to the loader that it would have without the barricade.
    ///
    /// It is the next protocol class of the session's configuration that accepts the request, such
    /// as another barricade's, or else the platform's. It works on the same task and queue, so it
    /// handles redirects, authentication, uploads and downloads.
    private func startLoaderBehind() {
        let configured = sessionConfiguration?.classes(after: type(of: self)) ?? []
        let classes = configured.compactMap { $0 as? URLProtocol.Type } + Self.platformClasses
        guard let task, let request = task.originalRequest, let client,
            let next = classes.first(where: { $0.canInit(with: request) })
        else {
            client?.urlProtocol(
                self, didFailWithError: URLError(.unsupportedURL).located(at: request.url))
            return
        }
        let loader = next.init(task: task, cachedResponse: cachedResponse, client: client)
        driver.next = loader
        if let loader = loader as? BarricadeProtocol {
            // This queue may be that of another session.
            (loader.driver.session, loader.driver.startsNow) = (driver.session, true)
            loader.driver.mayBeAwaited = driver.mayBeAwaited
        }
        loader.startLoading()
    }

    private static let platformClasses = (URLSessionConfiguration.default.protocolClasses ?? [])
        .compactMap { $0 as? URLProtocol.Type }
        .filter { !($0 is BarricadeProtocol.Type) }
}

/// The rules of the platform that concern more than a load's client.
enum LoadingPlatform {
    /// Whether the user's code for a request that has ended is cancelled.
    ///
    /// The code may load something itself, and cancelling that may stop all of URLSession
    /// (swift-corelibs-foundation #5412, up to Swift 6.3.1).
    static let cancelsUserCode = false
    /// Whether a real server's challenge comes after its body, and must not be left to the platform,
    /// since the request may then not end (up to Swift 6.3.1).
    static let challengesAfterReply = true
    /// Whether a delegate that is blocked keeps the loader from reading more from a server.
    ///
    /// Here all that a server sends comes in at once, and what waits is counted instead.
    static let blockingHoldsBackServer = false
}

extension Redirection {
    /// Linux's loader sends the field with all redirects.
    static let keepsAuthorization = true
}

extension URLRequest {
    /// Returns the request for the loaders behind a barricade; on Linux, only they are asked.
    func passed(by loadClass: BarricadeProtocol.Type) -> URLRequest { self }
    func hasPassed(_ loadClass: BarricadeProtocol.Type) -> Bool { false }
}

// A 401 response that reaches the caller without a challenge for credentials.
//
// On Linux, no challenge may reach the platform: the task may not end (up to Swift 6.3.1), or goes to
// the real server (also in later versions). A response without a URL at that moment makes no
// protection space, and reaches the caller unchanged. Delete this when corelibs leaves the challenges
// of custom protocols to them.
extension MovableResponse {
    /// Makes a response to deliver instead of a 401 that would be challenged; `nil` for any other.
    fileprivate convenience init?(unchallenging response: HTTPURLResponse) {
        guard response.value(forHTTPHeaderField: "WWW-Authenticate") != nil,
            let url = response.url
        else { return nil }
        self.init(
            url: url, statusCode: 401, httpVersion: "HTTP/1.1",
            headerFields: response.allHeaderFields as? [String: String])
    }
}
#endif
