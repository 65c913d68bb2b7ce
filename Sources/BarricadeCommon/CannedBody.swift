package import Barricade
package import Foundation

/// The body of a response or sequence element, known before a request comes.
package struct CannedBody {
    /// The name of its response, and its file if it has one: `"Regular" (profile.json)`.
    package let title: String
    package let reply: CannedResponse.Reply

    /// Returns the body of a response, or the bodies of a sequence; none for a handler.
    package static func all(of response: CannedResponse) -> [CannedBody] {
        all(of: response, title: "\"\(response.name.shortened)\"")
    }

    private static func all(of response: CannedResponse, title: String) -> [CannedBody] {
        switch response.outcome {
        case .reply(let reply):
            switch reply.body.kind {
            case .pieces(.stream): []
            case .file(let file, _):
                [CannedBody(title: "\(title) (\(file.shortened))", reply: reply)]
            case .none, .data, .pieces, .unusable:
                [CannedBody(title: title, reply: reply)]
            }
        case .series(let series):
            zip(1..., series.elements).flatMap { all(of: $1, title: "\(title), response \($0)") }
        case .failure, .live, .never, .handler:
            []
        }
    }

    /// The path of its file, as the response names it; `nil` if it has none.
    package var file: String? {
        if case .file(let name, _) = reply.body.kind { name } else { nil }
    }

    /// Whether it is sent completely and unchanged.
    package var isIntact: Bool { reply.isIntact }

    /// Whether the app should be able to decode it.
    package var isGood: Bool {
        (200..<300).contains(reply.status.rawValue) && reply.failure == nil
    }

    /// Whether there is a body, even an empty one.
    package var exists: Bool { if case .none = reply.body.kind { false } else { true } }

    /// Returns why it cannot be decoded or read; `nil` if it can.
    package func fault(in files: FileLocation, _ fault: (Data) -> String?) -> String? {
        do {
            return fault(try bytes(in: files))
        } catch {
            return error.message.replacing("\n", with: "\n    ")
        }
    }

    /// Returns its bytes; empty if there is no body.
    ///
    /// - Parameter files: The places of files that have none of their own.
    package func bytes(in files: FileLocation) throws(BarricadeError) -> Data {
        var data = Data()
        switch reply.body.kind {
        case .none:
            break
        case .data(let bytes):
            data = bytes
        case .file(let name, let location):
            data = try BodyFile(name, in: location ?? files).find().data()
        case .pieces(let pieces):
            data = pieces.known?.pieces.reduce(Data(), +) ?? Data()
        case .unusable(let reason):
            throw BarricadeError(.invalidDefinition, "cannot be sent: \(reason)")
        }
        if reply.isMalformed { data.malform() }
        return data
    }
}

extension CannedResponse {
    /// The reply; `nil` if it is not complete, or not the same for each request.
    package var plainReply: CannedBody? {
        guard let reply, reply.isIntact, reply.handler == nil else { return nil }
        switch reply.body.kind {
        case .none, .data, .file: return CannedBody.all(of: self).first
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

extension PreparedResponse {
    /// Returns the reply of a response, up to a number of bytes of its body; `nil` if it is made
    /// for each request, or is an error.
    ///
    /// - Throws: The error that a request would get: a fault of the response, a missing file.
    package func preview(
        bodyLimit: Int
    ) throws(BarricadeError) -> (
        status: HTTP.Status, headers: HTTP.Headers, body: Data, bodySize: Int?
    )? {
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
        return (reply.status, headers, body, size)
    }
}

extension CannedResponse.Reply {
    /// Whether the body is sent completely and unchanged.
    fileprivate var isIntact: Bool { failure == nil && !isMalformed }
}
