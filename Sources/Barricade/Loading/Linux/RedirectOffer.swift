#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// A redirect that a load may follow.
struct RedirectOffer: Sendable {
    let next: URLRequest
    let response: HTTPURLResponse
    let content: PreparedResponse.Content
    let load: Load
    let body: RequestBody

    /// Asks the delegate, if there is one, whether to follow it; only on the work queue of tasks,
    /// which can find the delegate.
    func consult(_ loader: BarricadeProtocol) {
        let delegate = loader.task.flatMap { TaskReflection.delegate(of: $0) }
        let jar = CookieJar(loader.sessionConfiguration)
        _ = load.inBackground {
            let names = jar?.names(for: load.request) ?? []
            jar?.store(content.cookies, from: load.request)
            guard let delegate else { return follow(next, jar, names) }
            let reply = RedirectReply { allowed in
                _ = load.inBackground { follow(allowed, jar, names) }
            }
            load.wait(for: LoadWork(stop: reply.cancel))
            delegate.ask(about: self, reply)
            return []
        }
    }

    /// Continues with the allowed request, or else with the response.
    private func follow(
        _ allowed: URLRequest?, _ jar: CookieJar?, _ names: Set<String>
    ) -> [LoadEvent] {
        guard let allowed else { return load.give(response, content, storesCookies: false) }
        let jar = isGivenCookies(allowed) ? nil : jar
        let next = jar?.following(allowed, after: load.request, names) ?? allowed
        if let url = next.url { load.loader.endRecord(.redirected(to: url)) }
        let body = body(of: next)
        return load.following(next, body: body).proceed(body: body)
    }

    /// Returns whether the delegate has set a cookie header in the request that it allows.
    private func isGivenCookies(_ allowed: URLRequest) -> Bool {
        guard let header = allowed.value(forHTTPHeaderField: "Cookie") else { return false }
        return header != next.value(forHTTPHeaderField: "Cookie")
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

/// A delegate's reply, of which the first counts, and none after a cancellation.
final class RedirectReply: Sendable {
    private let handler: Locked<(@Sendable (URLRequest?) -> Void)?>

    init(_ handler: @escaping @Sendable (URLRequest?) -> Void) {
        self.handler = Locked(handler)
    }

    var isAwaited: Bool { handler.withLock { $0 != nil } }

    @Sendable func give(_ answer: URLRequest?) {
        take()?(answer)
    }

    @Sendable func cancel() {
        _ = take()
    }

    private func take() -> (@Sendable (URLRequest?) -> Void)? {
        handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
    }
}

/// A task's delegate, for calls that a URLProtocol's client cannot forward on Linux.
struct TaskDelegate: Sendable {
    let session: URLSession
    let task: URLSessionTask
    let delegate: any URLSessionTaskDelegate

    /// Asks whether to follow a redirect, unless the reply is cancelled by then.
    func ask(about offer: RedirectOffer, _ reply: RedirectReply) {
        session.delegateQueue.addOperation {
            guard reply.isAwaited else { return }
            delegate.urlSession(
                session, task: task, willPerformHTTPRedirection: offer.response,
                newRequest: offer.next, completionHandler: reply.give)
        }
    }

    /// Reports a sent part of the request's body.
    func tellSent(_ part: Range<Int>, of total: Int) {
        session.delegateQueue.addOperation {
            delegate.urlSession(
                session, task: task, didSendBodyData: Int64(part.count),
                totalBytesSent: Int64(part.upperBound), totalBytesExpectedToSend: Int64(total))
        }
    }
}
#endif
