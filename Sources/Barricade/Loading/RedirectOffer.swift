#if !canImport(Darwin)
import Foundation
import FoundationNetworking

/// A redirect that a load has met, before it is known whether it is followed.
struct RedirectOffer: Sendable {
    let next: URLRequest
    let response: HTTPURLResponse
    let content: PreparedResponse.Content
    let step: LoadStep
    let body: RequestBody

    /// Whether a delegate has put a cookie header of its own into the request that it allows.
    func isGivenCookies(_ allowed: URLRequest) -> Bool {
        guard let header = allowed.value(forHTTPHeaderField: "Cookie") else { return false }
        return header != next.value(forHTTPHeaderField: "Cookie")
    }

    /// Returns the body that goes with the request that is allowed.
    func body(of allowed: URLRequest) -> RequestBody {
        if allowed.httpBody != next.httpBody || allowed.httpBodyStream !== next.httpBodyStream {
            if let data = allowed.httpBody { return .data(data) }
            return allowed.httpBodyStream == nil
                ? .none : .unreadable("a delegate gave it as a stream, to follow a redirect with")
        }
        return next.httpMethod == step.request.httpMethod ? body : .none
    }
}

/// Asks a delegate whether a redirect is to be followed, as Apple's loader does by itself.
struct RedirectQuestion: Sendable {
    let session: URLSession
    let task: URLSessionTask
    let delegate: any URLSessionTaskDelegate

    /// Returns the request to go on with, which the delegate may have changed; `nil` for none.
    ///
    /// The delegate's first answer counts; after a cancellation it is not asked, or not heard.
    func answer(to offer: RedirectOffer) async throws -> URLRequest? {
        let reply = RedirectReply()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard reply.wait(with: continuation) else { return }
                session.delegateQueue.addOperation {
                    guard reply.isAwaited else { return }
                    delegate.urlSession(
                        session, task: task, willPerformHTTPRedirection: offer.response,
                        newRequest: offer.next
                    ) { reply.give(.success($0)) }
                }
            }
        } onCancel: {
            reply.give(.failure(CancellationError()))
        }
    }
}

/// A delegate's answer, of which there is one, and whoever waits for it.
private final class RedirectReply: Sendable {
    private enum State {
        case unasked
        case awaited(CheckedContinuation<URLRequest?, any Error>)
        case given
    }

    private let state = Mutex(State.unasked)

    var isAwaited: Bool { state.withLock { if case .awaited = $0 { true } else { false } } }

    /// Waits for the answer; false where the wait was cancelled before it began.
    func wait(with continuation: CheckedContinuation<URLRequest?, any Error>) -> Bool {
        let isWaiting = state.withLock { state in
            guard case .unasked = state else { return false }
            state = .awaited(continuation)
            return true
        }
        if !isWaiting { continuation.resume(throwing: CancellationError()) }
        return isWaiting
    }

    func give(_ answer: Result<URLRequest?, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<URLRequest?, any Error>? in
            defer { state = .given }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume(with: answer)
    }
}
#endif
