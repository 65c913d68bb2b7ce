#if !canImport(Darwin)
import Foundation
import FoundationNetworking

extension Load {
    /// The load's request, without cookies that are not for its URL.
    ///
    /// Linux puts all those of the host in when the task is made.
    var requestToLoad: URLRequest {
        let request = loader.request
        guard request.allHTTPHeaderFields?["Cookie"] != nil,
            let jar = CookieJar(sessionConfiguration)
        else { return request }
        return jar.correcting(request)
    }
}

extension Load {
    /// Tells the task's delegate of a part of the body that has been sent, which the client cannot.
    func tellSent(_ part: Range<Int>, of total: Int) {
        send([
            .visit { loader in
                let delegate = loader.task.flatMap { TaskReflection.delegate(of: $0) }
                delegate?.tellSent(part, of: total)
            }
        ])
    }
}

extension URLSessionConfiguration {
    /// Whether its sessions may add header fields that a request does not show.
    ///
    /// Finding them by reflection costs a third of a request, so the log asks this first.
    var mayAddHeaders: Bool { !(httpAdditionalHeaders ?? [:]).isEmpty }
}

// What Linux does otherwise on the way to an answer.
extension LoadStep {
    /// What the session adds to each request, which the request does not show.
    ///
    /// Credentials among it stay behind if the request has left for another origin.
    var additionalHeaders: DeferredHeaders? {
        let hasLeftOrigin = hasLeftOrigin
        return load.loader.task.map { task in
            DeferredHeaders {
                TaskReflection.additionalHeaders(of: task)
                    .filter { !hasLeftOrigin || !Redirection.isOfOrigin($0.name) }
            }
        }
    }

    /// Why no response can be given to the task; `nil` if one can.
    var undeliverable: BarricadeError? {
        load.loader.task is URLSessionDownloadTask ? .downloadsUnsupported : nil
    }

    /// Gives a file piece by piece where the task's owner takes pieces, otherwise as a whole.
    func sendLarge(
        _ part: FilePart, _ response: HTTPURLResponse, _ content: PreparedResponse.Content
    ) {
        load.send([
            .visit { loader in
                if loader.takesPieces {
                    sendOverTime(response, content)
                } else {
                    sendAtOnce(part, response, content)
                }
            }
        ])
    }

    // MARK: Redirects

    /// Follows a redirect, which Linux's loader cannot be told of (it traps).
    func redirect(
        to next: URLRequest, _ response: HTTPURLResponse, _ content: PreparedResponse.Content,
        body: RequestBody
    ) {
        guard redirects < Redirection.limit else {
            let userInfo = next.url.map { [NSURLErrorFailingURLErrorKey: $0 as Any] } ?? [:]
            return load.fail(URLError(.httpTooManyRedirects, userInfo: userInfo))
        }
        let offer = RedirectOffer(
            next: next, response: response, content: content, step: self, body: body)
        load.send([.visit { offer.consult($0) }])
    }

    // MARK: Letting through

    /// Lets a request go to whoever stands behind the barricade.
    ///
    /// Where every host may be reached, the next loader takes the task over, which it can with the
    /// request that the task was made with. It follows a real server's redirects by itself, so
    /// where some hosts must not be reached, the request goes through a session of the library's.
    func passThrough(body: RequestBody) {
        if isUntouched, isEveryHostOpen { return load.send([.handOver]) }
        if load.loader.task is URLSessionDownloadTask {
            return load.fail(
                isUntouched
                    ? BarricadeError.downloadsRestricted : BarricadeError.downloadsUnsupported)
        }
        (isUntouched ? carrying(body) : self).passThroughSession()
    }

    /// Whether a request that is let through keeps its body's stream unread.
    var leavesStreamAlone: Bool { isEveryHostOpen }

    private var isEveryHostOpen: Bool { barricade.unmatchedPolicy.isOpen }
}

extension BarricadeError {
    /// What download tasks get on Linux, where a custom protocol cannot complete them.
    static let downloadsUnsupported = BarricadeError(
        .unsupported,
        """
        A download task cannot be given a canned response on Linux: its URL loading system has no \
        way to hand a file over.

        To fix: use a data task, let the set go live, or run this test on an Apple platform.
        """)

    /// What download tasks get on Linux that are to reach some hosts only.
    fileprivate static let downloadsRestricted = BarricadeError(
        .unsupported,
        """
        A download task cannot go to the real server on Linux while some hosts must not be reached: \
        the server could redirect it to one of them.

        To fix: use a data task, or let every host be reached: \
        barricade.unmatchedPolicy = .passThrough
        """)
}
#endif
