package import Foundation

/// A body that is known before a request comes, of a response or an element of one.
package struct CannedBody {
    /// The name of its response, and its file if it has one: `"Regular" (profile.json)`.
    package let title: String
    private let reply: CannedResponse.Reply

    /// Returns the bodies of a response: one, or those of a sequence; none for a handler.
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
        case .failure, .live, .never, .handler, .stateful:
            []
        }
    }

    /// The status that it comes with.
    package var status: HTTP.Status { reply.status }

    /// The content type that it comes with.
    package var contentType: String? { reply.contentType }

    /// Whether it is sent whole, and as it was written.
    package var isIntact: Bool { reply.isIntact }

    /// Whether the app is meant to decode it.
    package var isGood: Bool { (200..<300).contains(reply.status.rawValue) && reply.failure == nil }

    /// Whether there is one, which may be empty.
    package var exists: Bool { if case .none = reply.body.kind { false } else { true } }

    /// Returns why it cannot be decoded or read; `nil` if it can.
    package func fault(in locations: [FileLocation], _ fault: (Data) -> String?) -> String? {
        do {
            return fault(try bytes(in: locations))
        } catch {
            return error.message.replacing("\n", with: "\n    ")
        }
    }

    /// Returns its bytes; none if there is no body.
    ///
    /// - Parameter locations: The places of files that have none of their own.
    package func bytes(in locations: [FileLocation]) throws(BarricadeError) -> Data {
        var data: Data
        switch reply.body.kind {
        case .data(let bytes):
            data = bytes
        case .file(let name, let location):
            let file = BodyFile(
                FileTitle(name: name), locations: location.map { [$0] } ?? locations)
            data = try file.find().data()
        case .pieces(let pieces):
            data = pieces.known?.pieces.reduce(Data(), +) ?? Data()
        case .unusable(let reason):
            throw BarricadeError(.invalidDefinition, "cannot be given: \(reason)")
        case .none:
            data = Data()
        }
        if reply.isMalformed { data.malform() }
        return data
    }
}

extension CannedResponse {
    /// Whether its status or body is made when a request comes.
    package var isMadePerRequest: Bool {
        switch outcome {
        case .handler, .stateful: true
        case .reply(let reply): if case .pieces(.stream) = reply.body.kind { true } else { false }
        case .series(let series): series.elements.contains(where: \.isMadePerRequest)
        case .failure, .live, .never: false
        }
    }
}
