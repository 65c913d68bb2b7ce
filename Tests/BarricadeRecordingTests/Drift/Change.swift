import Barricade
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
    /// What is told, each with its kind: `type: $.zip: wants text as in "Regular", got a number`.
    let drift: [String]

    var testDescription: String { name }

    init(_ name: String, from canned: Reply..., to real: Reply, _ drift: String...) {
        (self.name, self.canned, self.real, self.drift) = (name, canned, real, drift)
    }

    init(_ name: String, from canned: String..., to real: String, _ drift: String...) {
        (self.name, self.drift) = (name, drift)
        (self.canned, self.real) = (canned.map { .json($0) }, .json(real))
    }

    /// A set "Profile" with the canned replies, called "Regular", "Second", "Third".
    var set: ResponseSet { self.set(with: nil) }

    /// A set "Profile" with the canned replies, and another one.
    func set(with other: Reply?) -> ResponseSet {
        let names = ["Regular", "Second", "Third"].prefix(canned.count) + ["Other"]
        return ResponseSet(
            "Profile", on: .get("/profile"),
            responses: zip(names, canned + [other].compactMap(\.self)).map { name, reply in
                CannedResponse(
                    name, status: HTTP.Status(reply.status),
                    headers: reply.contentType.map { ["Content-Type": $0] } ?? [:],
                    body: reply.body.isEmpty
                        ? .none : .data(Data(reply.body.utf8), contentType: reply.contentType ?? "")
                )
            })
    }
}
