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

    /// Asks the delegate, if there is one, whether to follow the redirect; call it only on the work
    /// queue of tasks, where the delegate can be found.
    func consult(_ loader: BarricadeProtocol) {
        let delegate = loader.task.flatMap { TaskReflection.delegate(of: $0) }
        let jar = CookieJar(loader.sessionConfiguration)
        _ = load.inBackground {
            let names = jar?.names(for: load.request) ?? []
            jar?.store(content.cookies, from: load.request)
            guard let delegate else { return follow(next, jar, names) }
            ask(delegate) { allowed in
                _ = load.inBackground { follow(allowed, jar, names) }
            }
            return []
        }
    }

    /// Asks a delegate; only its first reply counts, and only while the load has not ended.
    private func ask(
        _ asked: TaskDelegate, then goOn: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isAwaited = Locked(true)
        let endWait: @Sendable () -> Bool = {
            isAwaited.withLock { isAwaited in
                defer { isAwaited = false }
                return isAwaited
            }
        }
        load.wait(for: LoadWork(stop: { _ = endWait() }))
        asked.session.delegateQueue.addOperation {
            guard isAwaited.withLock({ $0 }) else { return }
            asked.delegate.urlSession(
                asked.session, task: asked.task, willPerformHTTPRedirection: response,
                newRequest: next
            ) { allowed in
                if endWait() { goOn(allowed) }
            }
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

/// A task's delegate, for calls that a URLProtocol's client cannot forward on Linux.
struct TaskDelegate: Sendable {
    let session: URLSession
    let task: URLSessionTask
    let delegate: any URLSessionTaskDelegate

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
