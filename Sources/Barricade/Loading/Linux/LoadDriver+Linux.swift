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

// The driver of a load on Linux. Linux starts a load again after each suspension. Without a data
// delegate, it keeps only the last piece of a body. It traps if a suspended, cancelled or ended
// task gets an event.
extension BarricadeProtocol {
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
            if let http = response as? HTTPURLResponse, http.statusCode == 401 {
                driver.unchallenging = UnchallengingResponse(replacing: http)
            }
            client?.urlProtocol(
                self, didReceive: driver.unchallenging ?? response, cacheStoragePolicy: .notAllowed)
        case .data(let data):
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .piece(let data) where takesPieces:
            client?.urlProtocol(self, didLoad: data.indexedFromZero)
        case .piece(let data):
            driver.pieces.append(data)
        case .mark(let callBack):
            // The delegate is called there, after earlier events.
            if let session = task.flatMap(TaskReflection.session) {
                session.delegateQueue.addOperation(callBack)
            } else {
                callBack()
            }
        case .visit(let visit):
            visit(self)
        case .handOver:
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

// The differences of Linux on the way to a response.
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

    /// The reason why the task cannot get a response; `nil` if it can.
    var undeliverable: BarricadeError? {
        loader.task is URLSessionDownloadTask ? .downloadsUnsupported : nil
    }

    /// Reports a sent part of the body to the task's delegate, which the client cannot do.
    func tellSent(_ part: Range<Int>, of total: Int) {
        send([.visit { $0.task.flatMap(TaskReflection.delegate)?.tellSent(part, of: total) }])
    }

    /// Delivers a file in pieces if the task can take pieces, otherwise as a whole.
    func sendLarge(
        _ part: FilePart, _ response: HTTPURLResponse, _ content: PreparedResponse.Content
    ) -> [LoadEvent] {
        [
            .visit { loader in
                send(
                    loader.takesPieces
                        ? sendOverTime(response, content) : events(of: response, part, content))
            }
        ]
    }

    /// Follows a redirect, since Linux's client traps at one.
    func redirect(
        to next: URLRequest, _ response: HTTPURLResponse, _ content: PreparedResponse.Content,
        body: RequestBody
    ) -> [LoadEvent] {
        guard redirects < Redirection.limit else {
            let userInfo = next.url.map { [NSURLErrorFailingURLErrorKey: $0 as Any] } ?? [:]
            return [.fail(URLError(.httpTooManyRedirects, userInfo: userInfo))]
        }
        let offer = RedirectOffer(
            next: next, response: response, content: content, load: self, body: body)
        return [.visit { offer.consult($0) }]
    }

    /// Lets a request pass through to the loader behind the barricade.
    ///
    /// If every host may be reached, the next loader takes over the task, which needs the task's
    /// original request. That loader follows a real server's redirects by itself, so if some hosts
    /// must not be reached, the request goes through the library's own session. So it does if its
    /// reply is observed, unless it is a download, which only the platform can complete.
    func passThrough(body: RequestBody) -> [LoadEvent] {
        let isDownload = loader.task is URLSessionDownloadTask
        if isUntouched, policy.isOpen, observe == nil || isDownload {
            return [.handOver]
        }
        if isDownload {
            let error: BarricadeError = isUntouched ? .downloadsRestricted : .downloadsUnsupported
            return [.fail(error)]
        }
        return (isUntouched ? carrying(body) : self).passThroughSession()
    }

    /// Whether a request that passes through keeps its body's stream unread.
    var leavesStreamAlone: Bool { policy.isOpen }
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
        // It comes after the body, and leaving it to the platform hangs (up to Swift 6.3.1).
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
#endif
