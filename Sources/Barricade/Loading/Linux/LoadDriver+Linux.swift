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
    fileprivate var unchallenging: MovableResponse?
    fileprivate var takesPieces: Bool?
}

// The driver of a load on Linux. Linux starts a load again after each suspension. Without a data
// delegate, it keeps only the last piece of a body. It traps if a suspended, cancelled or ended
// task gets an event.
extension BarricadeProtocol {
    /// Whether the task is neither suspended nor cancelled.
    ///
    /// Neither can change while the work queue of tasks runs this. Asking costs as much as routing,
    /// so ask only if there are events.
    var isRunning: Bool { task?.state == .running }

    /// Whether the load is stopped since the task is suspended; it may be resumed.
    var isSuspended: Bool { task?.state == .suspended }

    /// Whether a stop ends the load, rather than coming late from a suspension.
    ///
    /// The task may have been resumed since, been cancelled from another thread, or have ended. A
    /// cancellation sets the error and stops the load itself; the platform's own loader traps at a
    /// stop before that (seen up to Swift 6.3.1).
    var isOver: Bool {
        switch task?.state {
        case .running, .suspended: false
        case .canceling where task?.error == nil: false
        case .completed where task?.error == nil: false
        default: true
        }
    }

    /// Starts the loader that has taken over the task; returns false if there is none.
    func startNextLoader() -> Bool {
        driver.next?.startLoading()
        return driver.next != nil
    }

    func stopNextLoader(isOver: Bool) {
        driver.next?.stopLoading()
        if isOver { driver.next = nil }
    }

    func tell(_ event: LoadEvent) {
        switch event {
        case .response(let response):
            if let http = response as? HTTPURLResponse, http.statusCode == 401 {
                driver.unchallenging = MovableResponse(challenging: http)
            }
            client?.urlProtocol(
                self, didReceive: driver.unchallenging ?? response, cacheStoragePolicy: .notAllowed)
        case .data(let data):
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .piece(let data) where takesPieces:
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .piece(let data):
            driver.pieces.append(data)
        case .visit(let visit):
            visit()
        case .handOver:
            handOver()
        case .finish:
            if !driver.pieces.isEmpty { client?.urlProtocol(self, didLoad: driver.pieces) }
            let finish = { self.client?.urlProtocolDidFinishLoading(self) ?? () }
            if let response = driver.unchallenging { response.hidingURL(finish) } else { finish() }
        case .fail(let error):
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    /// Calls back when the task's delegate has taken the earlier events.
    func afterEarlierEvents(_ callBack: @escaping @Sendable () -> Void) {
        // The delegate gets earlier events on this queue before the callback runs.
        if let session = task.flatMap(TaskReflection.session) {
            session.delegateQueue.addOperation(callBack)
        } else {
            callBack()
        }
    }

    /// Whether the task can take a body in pieces.
    var takesPieces: Bool {
        if let known = driver.takesPieces { return known }
        let takesPieces = task.map(TaskReflection.hasDataDelegate) == true
        driver.takesPieces = takesPieces
        return takesPieces
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

// The steps of a load that differ on Linux.
extension Load {
    /// The load's request, without cookies that are not for its URL.
    ///
    /// Linux adds all cookies of the host when the task is made.
    var requestToLoad: URLRequest {
        let request = loader.request
        guard request.allHTTPHeaderFields?["Cookie"] != nil,
            let jar = CookieJar(loader.sessionConfiguration)
        else { return request }
        return jar.correcting(request)
    }

    /// The header fields that the session adds, which the request does not show.
    ///
    /// It leaves out credentials if a redirect has led to another origin.
    var additionalHeaders: Deferred<[HTTP.Headers.Field]>? {
        let hasLeftOrigin = hasLeftOrigin
        return loader.task.map { task in
            Deferred {
                let added = TaskReflection.configuration(of: task)?.httpAdditionalHeaders ?? [:]
                return HTTP.Headers(describing: added).fields
                    .filter { !hasLeftOrigin || !Redirection.isOfOrigin($0.name) }
            }
        }
    }

    /// Checks that the task can get a response.
    func checkDeliverable() throws {
        if loader.task is URLSessionDownloadTask { throw BarricadeError.downloadsUnsupported }
    }

    /// Reports a sent part of the body to the task's delegate, which the client cannot do.
    func tellSent(_ part: Range<Int>, of total: Int) {
        send([
            .visit { [self] in
                // Finding a delegate takes long. One passed to `data(for:delegate:)` is told
                // nothing, as by the platform.
                guard let task = loader.task, task.delegate != nil else { return }
                TaskReflection.delegate(of: task)?.tellSent(part, of: total)
            }
        ])
    }

    /// Follows a redirect, since Linux's client traps at one.
    func redirect(
        to next: URLRequest, _ response: HTTPURLResponse, _ content: PreparedResponse.Content,
        body: RequestBody
    ) throws -> [LoadEvent] {
        guard redirects < Redirection.limit else {
            throw URLError(.httpTooManyRedirects).located(at: next.url)
        }
        let offer = RedirectOffer(
            next: next, response: response, content: content, load: self, body: body)
        return [.visit { offer.consult() }]
    }

    /// Lets a request pass through to the loader behind the barricade.
    ///
    /// The next loader takes over the task if every host may be reached and the request is the
    /// task's original one. Otherwise the request goes through the library's own session, since the
    /// next loader would follow redirects to any host. A request whose reply is observed goes there
    /// too, unless it is a download, which only the platform can complete.
    func passThrough(body: RequestBody) throws -> [LoadEvent] {
        let isDownload = loader.task is URLSessionDownloadTask
        if isUntouched, policy.isOpen, observe == nil || isDownload { return [.handOver] }
        if isUntouched, isDownload { throw BarricadeError.downloadsRestricted }
        try checkDeliverable()
        if isUntouched { carry(body) }
        return try passThroughSession()
    }

    /// Whether a request that passes through keeps its body's stream unread.
    var leavesStreamAlone: Bool { policy.isOpen }
}

extension UserTask {
    /// Lets a handler of a request that has ended go on to its end, and a stream to its next piece.
    ///
    /// If the code loads something itself, cancelling it can block all of URLSession (up to Swift
    /// 6.3.1): the cancellation holds the task's lock and waits for the work queue of tasks, which
    /// wants that lock to tell the code of its response.
    @Sendable func loadEnded() { abandon() }
}

extension URLSessionConfiguration {
    /// Whether its sessions may add header fields that a request does not show.
    ///
    /// Finding them by reflection costs a third of a request, so the log asks this first.
    var mayAddHeaders: Bool { !(httpAdditionalHeaders ?? [:]).isEmpty }
}

extension URLRequest {
    /// Returns the request for the loaders behind a barricade; on Linux, only they are asked.
    func passed(by loadClass: BarricadeProtocol.Type) -> URLRequest { self }
    func hasPassed(_ loadClass: BarricadeProtocol.Type) -> Bool { false }
}

extension LiveSession {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // The challenge comes after the body; the platform's handling hangs (up to Swift 6.3.1).
        finish()
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
}

extension BarricadeError {
    /// The error of download tasks on Linux, where a custom protocol cannot complete them.
    fileprivate static let downloadsUnsupported = BarricadeError(
        .unsupported,
        """
        A download task cannot get a canned response on Linux: its URL loading system has no \
        way to deliver a file.

        To fix: use a data task, let the request pass through, or run this test on an Apple platform.
        """)

    /// The error of download tasks on Linux that may reach only some hosts.
    fileprivate static let downloadsRestricted = BarricadeError(
        .unsupported,
        """
        A download task cannot pass through on Linux while some hosts must not be reached: \
        the server could redirect it to one of them.

        To fix: use a data task, or let every host be reached: \
        barricade.unmatchedPolicy = .passThrough
        """)
}

/// The queue on which a load's client may be called: the one of all tasks in the process.
///
/// The queue is found by reflection on the first task that needs it. It is one of many that all
/// target a single serial queue (seen up to Swift 6.3.1), so one serves every session. If it cannot
/// be found, the library's own task leads there, more slowly.
package struct ClientQueue: Sendable {
    private static let way = Locked<(queue: DispatchQueue?, isReflected: Bool)>((nil, true))

    /// Whether to find the queue by reflection; false in some tests.
    package static var isReflected: Bool {
        get { way.withLock { $0.isReflected } }
        set { way.withLock { $0 = (nil, newValue) } }
    }

    init?() {}

    /// Runs a block there soon, from any thread.
    func run(for task: URLSessionTask?, _ block: @escaping @Sendable () -> Void) {
        let queue = Self.way.withLock { way in
            if way.isReflected, way.queue == nil, let task {
                way.queue = TaskReflection.workQueue(of: task)
                way.isReflected = way.queue != nil
            }
            return way.queue
        }
        if let queue { queue.async(execute: block) } else { QueueRelay.run(block) }
    }
}

/// A relay to the work queue of tasks that needs only public API: it resumes a task that never
/// ends, and each time the queue starts the task again.
///
/// It is the library's own task, which only this protocol loads. Resuming a user's task instead
/// would undo the user's suspension, and trap at the end of the task.
private final class QueueRelay: URLProtocol {
    private static let blocks = Locked<[@Sendable () -> Void]>([])
    /// Resuming waits for the work queue, so it must not be done there.
    private static let queue = DispatchQueue(label: "Barricade.QueueRelay")
    private static let task: URLSessionTask = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.protocolClasses = [QueueRelay.self]
        return URLSession(configuration: configuration)
            .dataTask(with: URL(fileURLWithPath: "/"))
    }()

    static func run(_ block: @escaping @Sendable () -> Void) {
        let isFirst = blocks.withLock { blocks in
            blocks.append(block)
            return blocks.count == 1
        }
        if isFirst { queue.async { task.resume() } }
    }

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        let blocks = Self.blocks.withLock { blocks in
            defer { blocks = [] }
            return blocks
        }
        for block in blocks { block() }
    }
}

// A 401 response that reaches the caller without a challenge for credentials.
//
// On Linux, a 401 with a Basic or Digest challenge hangs the task when it finishes (up to Swift
// 6.3.1), or goes to the real server when a delegate provides a credential (also in later
// versions). A response without a URL at that moment makes no protection space, and reaches the
// caller unchanged. Delete this when corelibs leaves the challenges of custom protocols to them.
extension MovableResponse {
    /// Makes a response to deliver instead of a 401 that would be challenged; `nil` for any other.
    fileprivate convenience init?(challenging response: HTTPURLResponse) {
        guard response.value(forHTTPHeaderField: "WWW-Authenticate") != nil,
            let url = response.url
        else { return nil }
        self.init(
            url: url, statusCode: 401, httpVersion: "HTTP/1.1",
            headerFields: response.allHeaderFields as? [String: String])
    }
}

/// A redirect that a load may follow.
private struct RedirectOffer: Sendable {
    let next: URLRequest
    let response: HTTPURLResponse
    let content: PreparedResponse.Content
    let load: Load
    let body: RequestBody

    /// Asks the delegate, if there is one, whether to follow the redirect; call it only on the work
    /// queue of tasks, where the delegate can be found.
    func consult() {
        let asked = load.loader.task.flatMap { TaskReflection.delegate(of: $0) }
        let jar = CookieJar(load.loader.sessionConfiguration)
        load.inBackground {
            let names = jar?.names(for: load.request) ?? []
            jar?.store(content.cookies, from: load.request)
            guard let asked else { return try follow(next, jar, names) }
            let isAwaited = Locked(true)
            asked.session.delegateQueue.addOperation {
                guard load.isLoading else { return }
                asked.delegate.urlSession(
                    asked.session, task: asked.task, willPerformHTTPRedirection: response,
                    newRequest: next
                ) { allowed in
                    // Only the first reply counts.
                    let isFirst = isAwaited.withLock { isAwaited in
                        defer { isAwaited = false }
                        return isAwaited
                    }
                    if isFirst { load.inBackground { try follow(allowed, jar, names) } }
                }
            }
            return []
        }
    }

    /// Continues with the allowed request, or else with the response.
    private func follow(
        _ allowed: URLRequest?, _ jar: CookieJar?, _ names: [String]
    ) throws -> [LoadEvent] {
        guard let allowed else { return try load.give(response, content, storesCookies: false) }
        let cookies = allowed.value(forHTTPHeaderField: "Cookie")
        // A cookie header that the delegate has set stays.
        let isOwn = cookies != nil && cookies != next.value(forHTTPHeaderField: "Cookie")
        let jar = isOwn ? nil : jar
        let next = jar?.following(allowed, after: load.request, names) ?? allowed
        if let url = next.url { load.loader.endRecord(.redirected(to: url)) }
        return try load.follow(next, body: body(of: next))
    }

    /// Returns the body of the allowed request.
    private func body(of allowed: URLRequest) -> RequestBody {
        if allowed.httpBody != next.httpBody || allowed.httpBodyStream !== next.httpBodyStream {
            if let data = allowed.httpBody { return .data(data) }
            return allowed.httpBodyStream == nil
                ? .none : .unreadable("a delegate returned it as a stream, to follow a redirect")
        }
        return next.httpMethod == load.request.httpMethod ? body : .none
    }
}

/// A task's delegate, for calls that a URLProtocol's client cannot forward on Linux.
struct TaskDelegate: Sendable {
    let session: URLSession
    let task: URLSessionTask
    let delegate: any URLSessionTaskDelegate

    /// Reports a sent part of the request's body, in steps of at most 64 KB.
    func tellSent(_ part: Range<Int>, of total: Int) {
        session.delegateQueue.addOperation {
            for start in stride(from: part.lowerBound, to: part.upperBound, by: 65_536) {
                let end = min(start + 65_536, part.upperBound)
                delegate.urlSession(
                    session, task: task, didSendBodyData: Int64(end - start),
                    totalBytesSent: Int64(end), totalBytesExpectedToSend: Int64(total))
            }
        }
    }
}
#endif
