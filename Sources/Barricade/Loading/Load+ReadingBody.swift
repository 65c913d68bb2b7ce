import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// A request whose body has to come before the decision.
extension Load {
    /// Reads a request's stream, and then decides on it.
    func read(_ stream: InputStream) throws -> Step {
        noteUndecided(try barricadeRequest(body: .unreadable("its stream had not ended")))
        let reader = BodyReader(stream, progress: progress)
        startWaiting(for: .work, stop: reader.stop)
        reader.read { [self] body in
            guard beginDecision() else { return }
            replaceBody(with: body)
            send { try route(body: body) }
        }
        return .later
    }

    /// Gives the request another body, or the one that has been read from the task's stream.
    func replaceBody(with body: RequestBody) {
        urlRequest.httpBodyStream = nil
        urlRequest.httpBody = body.data
        isUntouched = false
        hasUnreadStream = false
        lostBody = if case .unreadable(let reason) = body { reason } else { nil }
    }
}
