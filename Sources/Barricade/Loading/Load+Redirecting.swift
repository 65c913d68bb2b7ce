#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

extension Load {
    /// Stores the cookies of a redirect, and offers the next request to the client.
    ///
    /// The next request must have the cookies of this response.
    func redirect(
        to next: URLRequest, _ response: HTTPURLResponse, _ content: PreparedResponse.Content,
        requestBody body: RequestBody
    ) throws -> Step {
        guard redirects < Redirection.limit else {
            throw URLError(.httpTooManyRedirects).located(at: next.url)
        }
        if hasUnreadStream, next.httpBodyStream != nil {
            throw BarricadeError.bodyLost("the server redirected it after its stream was sent")
        }
        let jar = CookieJar(client.sessionConfiguration)
        return inBackground { [self] in
            let names = jar?.names(for: urlRequest) ?? []
            jar?.store(content.cookies, from: urlRequest)
            let offer = RedirectOffer(next, after: response, of: self) { [self] allowed in
                send {
                    inBackground { [self] in
                        guard let allowed else {
                            return try give(response, content, storesCookies: false)
                        }
                        return try follow(allowed, offered: next, body, jar, names)
                    }
                }
            }
            return .now([.perform { self.client.consider(offer) }])
        }
    }

    /// Continues with the request that the client allows.
    ///
    /// - Parameters:
    ///   - body: The body of the request before.
    ///   - names: The names of the cookies that the request before may have from the storage.
    private func follow(
        _ allowed: URLRequest, offered: URLRequest, _ body: RequestBody, _ jar: CookieJar?,
        _ names: [String]
    ) throws -> Step {
        let cookies = allowed.value(forHTTPHeaderField: "Cookie")
        // A cookie header that the client has set stays.
        let isOwn = cookies != nil && cookies != offered.value(forHTTPHeaderField: "Cookie")
        let jar = isOwn ? nil : jar
        let next = jar?.following(allowed, after: urlRequest, names) ?? allowed
        if let url = next.url { logWriter?.end(.redirected(to: url)) }
        if let from = urlRequest.url, let to = next.url, !Redirection.isSameOrigin(from, to) {
            hasLeftOrigin = true
        }
        let body = self.body(of: next, offered: offered, body)
        redirects += 1
        (redirecting, urlRequest) = (BarricadeRequest(urlRequest)?.description, next)
        replaceBody(with: body)
        return try route(body: body)
    }

    /// Returns the body of the request that the client allows.
    private func body(
        of allowed: URLRequest, offered: URLRequest, _ body: RequestBody
    ) -> RequestBody {
        if allowed.httpBody != offered.httpBody
            || allowed.httpBodyStream !== offered.httpBodyStream
        {
            if let data = allowed.httpBody { return .data(data) }
            return allowed.httpBodyStream == nil
                ? .none : .unreadable("a delegate returned it as a stream, to follow a redirect")
        }
        return offered.httpMethod == urlRequest.httpMethod ? body : .none
    }
}

/// A redirect that a load may follow.
package final class RedirectOffer: Sendable {
    let next: URLRequest
    let response: HTTPURLResponse
    private let load: Load
    private let answer: Locked<(@Sendable (URLRequest?) -> Void)?>

    fileprivate init(
        _ next: URLRequest, after response: HTTPURLResponse, of load: Load,
        answer: @escaping @Sendable (URLRequest?) -> Void
    ) {
        self.next = next
        self.response = response
        self.load = load
        self.answer = Locked(answer)
    }

    /// Whether the load still waits for an answer.
    var isOpen: Bool { load.isLoading }

    /// Makes the load follow the redirect by a request; `nil` means that the client gets the
    /// response.
    ///
    /// Only the first call counts.
    package func answer(_ request: URLRequest?) {
        let first = answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
        first?(request)
    }

    /// Leaves the redirect to the platform, which stops this load, or else wants the response.
    func leave(to redirect: (URLRequest, HTTPURLResponse) -> Void) {
        if let url = next.url { load.logWriter?.end(.redirected(to: url)) }
        redirect(next, response)
        answer(nil)
    }
}
