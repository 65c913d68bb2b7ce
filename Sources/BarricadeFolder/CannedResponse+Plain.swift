package import Barricade
package import BarricadeCommon
package import Foundation

extension CannedResponse {
    /// The reply; `nil` if it is not complete, or not the same for each request.
    package var plainReply: CannedBody? {
        guard let reply, reply.handler == nil, let body = CannedBody.all(of: self).first,
            body.isIntact
        else { return nil }
        switch reply.body.kind {
        case .none, .data, .file: return body
        case .pieces, .unusable: return nil
        }
    }

    /// The code of the `URLError` that it fails the load with; `nil` if there is none.
    package var errorCode: URLError.Code? {
        guard case .failure(let error) = outcome else { return nil }
        return (error as? URLError)?.code
    }

    /// The responses of a sequence; `nil` for others.
    package var elementsInTurn: [CannedResponse]? {
        guard let series, series.isInTurn else { return nil }
        return series.elements
    }

    /// Whether its status or body is made for each request.
    package var isMadePerRequest: Bool {
        switch outcome {
        case .handler: true
        case .reply(let reply): if case .pieces(.stream) = reply.body.kind { true } else { false }
        case .series(let series): series.elements.contains(where: \.isMadePerRequest)
        case .failure, .live, .never: false
        }
    }
}

/// The head and the beginning of the body that a response would send.
package struct ResponsePreview: Sendable, Equatable {
    package let status: HTTP.Status
    /// The header fields, with the content type of the body.
    package let headers: HTTP.Headers
    /// The first bytes of the body; empty if there is none.
    package let body: Data
    /// The size of the whole body; `nil` if it is known only when it is sent.
    package let bodySize: Int?

    /// Whether ``body`` is the whole body.
    package var isWhole: Bool { bodySize == body.count }
}

extension PreparedResponse {
    /// Returns what a response would send, up to a number of bytes of its body; `nil` if it is made
    /// for each request, or is an error.
    ///
    /// It reads no more of a file than that, and sets no values that are made for each request.
    ///
    /// - Throws: The error that a request would get: a fault of the response, a missing file.
    package func preview(bodyLimit: Int) throws(BarricadeError) -> ResponsePreview? {
        guard let reply = definition.reply else { return nil }
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
        return ResponsePreview(
            status: reply.status, headers: headers, body: body, bodySize: size)
    }
}

extension Barricade {
    /// Returns what a response would send, up to a number of bytes of its body; `nil` if it is an
    /// error, or made for each request.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if no set or response has that name, or the
    ///   error that requests get if the response is unusable or its file is missing.
    package func preview(
        of response: String, for set: String, bodyLimit: Int = 64 << 10
    ) throws(BarricadeError) -> ResponsePreview? {
        try store.state.known(response, for: set).1.preview(bodyLimit: max(bodyLimit, 0))
    }
}
