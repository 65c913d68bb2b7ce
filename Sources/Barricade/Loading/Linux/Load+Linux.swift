#if !canImport(Darwin)
import Foundation
import FoundationNetworking

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
                TaskReflection.additionalHeaders(of: task)
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
        send([
            .visit { loader in
                let delegate = loader.task.flatMap { TaskReflection.delegate(of: $0) }
                delegate?.tellSent(part, of: total)
            }
        ])
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
        if isUntouched, policy.isOpen, audience == nil || isDownload {
            return [.special(.handOver)]
        }
        if isDownload {
            return [
                .fail(
                    isUntouched
                        ? BarricadeError.downloadsRestricted : BarricadeError.downloadsUnsupported)
            ]
        }
        return (isUntouched ? carrying(body) : self).passThroughSession()
    }

    /// Whether a request that passes through keeps its body's stream unread.
    var leavesStreamAlone: Bool { policy.isOpen }
}

extension URLRequest {
    /// Returns the request for the loaders behind a barricade; on Linux, only they are asked.
    func passed(by loadClass: BarricadeProtocol.Type) -> URLRequest { self }
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
