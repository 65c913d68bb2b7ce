import Foundation

/// A body that is known before a request comes, of a response or an element of one.
struct CannedBody {
    let title: String
    private let reply: CannedResponse.Reply

    /// Returns the bodies of a response: one, none, or those of a sequence.
    static func all(of response: CannedResponse) -> [CannedBody] {
        all(of: response, title: "\"\(response.name.shortened)\"")
    }

    private static func all(of response: CannedResponse, title: String) -> [CannedBody] {
        switch response.outcome {
        case .reply(let reply):
            switch reply.body.kind {
            case .none, .pieces(.stream): []
            case .file(let file, _):
                [CannedBody(title: "\(title) (\(file.shortened))", reply: reply)]
            case .data, .pieces, .unusable:
                [CannedBody(title: title, reply: reply)]
            }
        case .series(let series):
            zip(1..., series.elements).flatMap { all(of: $1, title: "\(title), response \($0)") }
        case .failure, .live, .never, .handler, .stateful:
            []
        }
    }

    /// Whether the app is meant to decode it.
    var isGood: Bool { (200..<300).contains(reply.status.rawValue) && reply.failure == nil }

    /// Returns why it cannot be decoded or read; `nil` if it can.
    func fault(in locations: [FileLocation], _ fault: (Data) -> String?) -> String? {
        do {
            return fault(try bytes(in: locations))
        } catch {
            return error.message.replacing("\n", with: "\n    ")
        }
    }

    private func bytes(in locations: [FileLocation]) throws(BarricadeError) -> Data {
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
