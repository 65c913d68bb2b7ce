import Barricade
import BarricadeRecording
import Foundation
import Testing

/// A change of a service, and what is told of it.
struct Change: Sendable, CustomTestStringConvertible {
    /// A reply of the service, or a canned one.
    struct Reply: Sendable {
        var status = 200
        var contentType: String? = "application/json"
        var body: String

        static func json(_ text: String, status: Int = 200) -> Reply {
            Reply(status: status, body: text)
        }
    }

    let name: String
    let canned: [Reply]
    let real: Reply
    let kinds: [Drift.Kind]
    let sentences: [String]

    var testDescription: String { name }

    init(
        _ name: String, from canned: Reply..., to real: Reply,
        _ drift: KeyValuePairs<Drift.Kind, String>
    ) {
        self.name = name
        self.canned = canned
        self.real = real
        kinds = drift.map(\.key)
        sentences = drift.map(\.value)
    }

    init(
        _ name: String, from canned: String..., to real: String,
        _ drift: KeyValuePairs<Drift.Kind, String>
    ) {
        self.name = name
        self.canned = canned.map { .json($0) }
        self.real = .json(real)
        kinds = drift.map(\.key)
        sentences = drift.map(\.value)
    }

    /// A set "Profile" with the canned replies, called "Regular", "Second", "Third".
    var set: ResponseSet {
        let names = ["Regular", "Second", "Third"]
        return ResponseSet(
            "Profile", on: .get("/profile"),
            responses: zip(names, canned).map { name, reply in
                CannedResponse(
                    name, status: HTTP.Status(reply.status),
                    headers: reply.contentType.map { ["Content-Type": $0] } ?? [:],
                    body: reply.body.isEmpty
                        ? .none : .data(Data(reply.body.utf8), contentType: reply.contentType ?? "")
                )
            })
    }
}
