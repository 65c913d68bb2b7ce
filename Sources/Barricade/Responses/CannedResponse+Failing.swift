public import Foundation

/// Where in a response its load fails.
public enum FailurePoint: Sendable, Hashable {
    /// The status and headers have come, nothing of the body.
    case headers
    /// So many bytes of the body have come; all of a shorter one.
    case bytes(Int)
}

extension CannedResponse {
    /// Returns the response with a load that fails on its way.
    ///
    /// ```swift
    /// CannedResponse("Cut Off", file: "big.json").failing(.networkConnectionLost, after: .bytes(100))
    /// ```
    ///
    /// Tasks with a completion handler, and async ones, get the error alone, as from a real server.
    public func failing(
        _ code: URLError.Code, after point: FailurePoint = .headers
    ) -> CannedResponse {
        failing(with: URLError(code), after: point)
    }

    /// Returns the response with a load that fails on its way, with any error.
    public func failing(
        with error: any Error, after point: FailurePoint = .headers
    ) -> CannedResponse {
        guard case .reply(var reply) = outcome else { return self }
        reply.failure = Failure(error: error, point: point)
        return CannedResponse(copying: self, outcome: .reply(reply))
    }
}
