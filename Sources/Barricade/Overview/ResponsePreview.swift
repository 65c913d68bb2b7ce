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
