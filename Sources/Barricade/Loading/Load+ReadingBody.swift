import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// A request whose body has to come before the decision.
extension Load {
    /// Reads a request's stream, and then decides on it.
    func read(_ stream: InputStream) throws -> Step {
        recordAtEnd(try barricadeRequest(body: .unreadable("its stream had not ended")))
        let reader = BodyReader(stream, progress: progress)
        startWaiting(for: .work, stop: reader.stop)
        reader.read { [self] body in
            guard beginDecision() else { return }
            replaceBody(with: body)
            send { try proceed(body: body) }
        }
        return .later
    }

    /// Gives the request another body, or the one that has been read from the task's stream.
    func replaceBody(with body: RequestBody) {
        request.httpBodyStream = nil
        request.httpBody = body.data
        isUntouched = false
        hasUnreadStream = false
        lostBody = if case .unreadable(let reason) = body { reason } else { nil }
    }

    /// Records a request in the log if the load ends before it is decided.
    // It is made once, since only the client queue reads it.
    func recordAtEnd(_ request: BarricadeRequest) {
        let undecided = Deferred { [log = barricade.log] in
            log.begin(request, set: nil, response: nil)
        }
        content.withLock { ($0.place, $0.undecided) = (nil, undecided) }
    }

    /// Notes that a request is decided now; returns false if the load has ended meanwhile, and is
    /// already in the log.
    func beginDecision() -> Bool {
        content.withLock { content in
            if content.state.isLoading { content.undecided = nil }
            return content.state.isLoading
        }
    }
}
