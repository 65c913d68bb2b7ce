public import Foundation

/// The head and the beginning of the body that a response would send.
public struct ResponsePreview: Sendable, Hashable {
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

extension PreparedResponse {
    /// Returns what a response would send, up to a number of bytes of its body; `nil` if it is made
    /// for each request, or is an error.
    ///
    /// - Throws: The error that a request would get: a fault of the response, a missing file.
    func preview(bodyLimit: Int) throws(BarricadeError) -> ResponsePreview? {
        guard case .reply(let reply) = response.outcome else { return nil }
        if let fault { throw fault }
        var (body, size): (Data, Int?) = (Data(), 0)
        switch reply.body.kind {
        case .none, .unusable: break
        case .data(let data): (body, size) = (data.prefix(bodyLimit), data.count)
        case .pieces(let pieces):
            size = pieces.size
            for piece in pieces.known?.pieces ?? [] where body.count < bodyLimit {
                body += piece.prefix(bodyLimit - body.count)
            }
        case .file:
            guard let part = try file?.find() else { break }
            (body, size) = (try part.prefix(bodyLimit).data(), part.range.count)
        }
        if reply.isMalformed, body.count == size { body.malform() }
        return ResponsePreview(status: reply.status, headers: headers, body: body, bodySize: size)
    }
}

extension Barricade {
    /// Returns what a response would send, up to a number of bytes of its body.
    ///
    /// It reads no more of a file than that. Values that are set for each request are not set.
    ///
    /// - Parameters:
    ///   - response: The name of the response.
    ///   - set: The name of its set.
    ///   - bodyLimit: The most bytes of the body to return; 64 KiB by default.
    /// - Returns: The preview; `nil` if the response is an error, or made for each request.
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set or response has that name, or the
    ///   error that requests get if the response is unusable or its file is missing.
    public func preview(
        of response: String, for set: String, bodyLimit: Int = 64 << 10
    ) throws(BarricadeError) -> ResponsePreview? {
        let (_, prepared) = try store.snapshot.known(response, for: set)
        return try prepared.preview(bodyLimit: max(bodyLimit, 0))
    }
}
