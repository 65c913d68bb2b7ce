public import Barricade
import BarricadeCommon
public import Foundation

/// The head and the beginning of the body that a response would send.
public struct ResponsePreview: Sendable, Equatable {
    /// The status.
    public let status: HTTP.Status
    /// The header fields, with the content type of the body.
    public let headers: HTTP.Headers
    /// The first bytes of the body; empty if there is none.
    public let body: Data
    /// The size of the whole body; `nil` if it is known only when it is sent.
    public let bodySize: Int?

    /// Whether ``body`` is the whole body.
    public var isWhole: Bool { bodySize == body.count }
}

extension Barricade {
    /// Returns what a response would send, up to a number of bytes of its body.
    ///
    /// It reads no more of a file than that, and sets no values that are made for each request.
    ///
    /// - Parameters:
    ///   - response: The name of the response.
    ///   - set: The name of its set.
    ///   - bodyLimit: The most bytes of the body to return; 64 KiB by default.
    /// - Returns: The preview; `nil` if the response is an error, or made for each request.
    /// - Throws: `BarricadeError.Code.unknownName` if no set or response has that name, or the
    ///   error that requests get if the response is unusable or its file is missing.
    public func preview(
        of response: String, for set: String, bodyLimit: Int = 64 << 10
    ) throws(BarricadeError) -> ResponsePreview? {
        let (_, prepared) = try store.snapshot.known(response, for: set)
        return try prepared.preview(bodyLimit: max(bodyLimit, 0)).map {
            ResponsePreview(
                status: $0.status, headers: $0.headers, body: $0.body, bodySize: $0.bodySize)
        }
    }
}
