#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// A redirect that a load may follow.
struct RedirectOffer: Sendable {
    package let next: URLRequest
    package let response: HTTPURLResponse
    let content: PreparedResponse.Content
    let step: LoadStep
    package let body: RequestBody

    /// Asks the delegate, if there is one, whether to follow it; only on the work queue of tasks,
    /// which can find the delegate.
    func consult(_ loader: BarricadeProtocol) {
        let delegate = loader.task.flatMap { TaskReflection.delegate(of: $0) }
        let jar = CookieJar(loader.sessionConfiguration)
        step.load.inBackground {
            let names = jar?.names(for: step.request) ?? []
            jar?.store(content.cookies, from: step.request)
            guard let delegate else { return follow(next, jar, names) }
            let reply = RedirectReply { allowed in
                step.load.inBackground { follow(allowed, jar, names) }
            }
            step.load.wait(for: LoadWork(stop: reply.cancel))
            delegate.ask(about: self, reply)
        }
    }

    /// Continues with the allowed request, or else with the response.
    private func follow(_ allowed: URLRequest?, _ jar: CookieJar?, _ names: Set<String>) {
        guard let allowed else { return step.give(response, content.withoutCookies) }
        let jar = isGivenCookies(allowed) ? nil : jar
        let next = jar?.following(allowed, after: step.request, names) ?? allowed
        if let url = next.url { step.load.loader.endRecord(.redirected(to: url)) }
        let body = body(of: next)
        step.following(next, body: body).proceed(body: body)
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
        return next.httpMethod == step.request.httpMethod ? body : .none
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
#endif
