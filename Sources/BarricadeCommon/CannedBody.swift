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
    package var isIntact: Bool { reply.failure == nil && !reply.isMalformed }

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
