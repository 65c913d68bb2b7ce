import Barricade
import BarricadeCommon
package import Foundation

/// The text of a HAR 1.2 file, with every field that the specification demands.
package struct HARText {
    private let records: [HARRecord]
    private let comment: String?

    /// - Parameter comment: What the file does not hold; usually `nil`.
    package init(_ records: [HARRecord], comment: String? = nil) {
        self.records = records.ordered(by: \.exchange.date)
        self.comment = comment
    }

    /// Returns the bytes of the file.
    ///
    /// - Throws: An error of the file system if the file of a body cannot be read.
    package func data() throws -> Data {
        var log: [(String, JSONNode)] = [
            ("version", .text("1.2")),
            ("creator", .object([("name", .text("Barricade")), ("version", .text("1.0"))])),
            ("pages", JSONNode(elements: [])),
            ("entries", JSONNode(elements: try records.map(entry))),
        ]
        if let comment { log.append(("comment", .text(comment))) }
        return Data(JSONNode.object([("log", .object(log))]).laidOut.utf8)
    }

    private func entry(_ record: HARRecord) throws -> JSONNode {
        let exchange = record.exchange
        let time = exchange.duration.map { $0 / .milliseconds(1) }.map {
            ($0 * 1_000).rounded() / 1_000
        }
        var members: [(String, JSONNode)] = [
            ("startedDateTime", .text(HARDate.text(exchange.date))),
            ("time", .number(time ?? 0)),
            ("request", try request(exchange.request)),
            ("response", try response(record)),
            ("cache", .object([])),
            (
                "timings",
                .object([
                    ("send", .number(0)), ("wait", .number(time ?? 0)), ("receive", .number(0)),
                ])
            ),
        ]
        if let comment = record.comment { members.append(("comment", .text(comment))) }
        return .object(members)
    }

    private func request(_ request: Exchange.Request) throws -> JSONNode {
        let body = try request.body.data()
        var members: [(String, JSONNode)] = [
            ("method", .text(request.method.rawValue)), ("url", .text(request.url)),
            ("httpVersion", .text("HTTP/1.1")), ("cookies", JSONNode(elements: [])),
            ("headers", fields(request.headers)),
            (
                "queryString",
                JSONNode(
                    elements: RequestTarget(request.url).queryItems.map {
                        pair($0.name, $0.value ?? "")
                    })
            ),
            ("headersSize", .number(-1)), ("bodySize", .number(Double(body.count))),
        ]
        // The specification has no way to write other bytes than text.
        if !body.isEmpty, let text = String(data: body, encoding: .utf8) {
            let type = request.headers["Content-Type"] ?? ""
            members.append(
                (
                    "postData",
                    .object([
                        ("mimeType", .text(type)), ("params", JSONNode(elements: [])),
                        ("text", .text(text)),
                    ])
                ))
        }
        return .object(members)
    }

    private func response(_ record: HARRecord) throws -> JSONNode {
        switch record.exchange.outcome {
        case .reply(let reply):
            let body = try reply.body.data()
            return .object(
                head(of: reply) + [
                    ("content", content(body, of: reply, isKnown: record.isBodyKnown)),
                    ("redirectURL", .text(reply.headers["Location"] ?? "")),
                    ("headersSize", .number(-1)),
                    ("bodySize", .number(record.isBodyKnown ? Double(body.count) : -1)),
                ])
        case .failure(let code):
            let empty = Exchange.Reply(status: 0)
            return .object(
                head(of: empty) + [
                    ("content", content(Data(), of: empty, isKnown: true)),
                    ("redirectURL", .text("")), ("headersSize", .number(-1)),
                    ("bodySize", .number(-1)), ("_error", .text(HARFailure.name(of: code))),
                ])
        }
    }

    private func head(of reply: Exchange.Reply) -> [(String, JSONNode)] {
        [
            ("status", .number(Double(reply.status.rawValue))),
            ("statusText", .text(reply.status.isValid ? reply.status.meaning : "")),
            ("httpVersion", .text("HTTP/1.1")), ("cookies", JSONNode(elements: [])),
            ("headers", fields(reply.headers)),
        ]
    }

    private func content(_ body: Data, of reply: Exchange.Reply, isKnown: Bool) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("size", .number(isKnown ? Double(body.count) : -1)),
            ("mimeType", .text(reply.headers["Content-Type"] ?? "x-unknown")),
        ]
        if !body.isEmpty {
            if let text = String(utf8: body), !text.utf8.contains(0) {
                members.append(("text", .text(text)))
            } else {
                members.append(("text", .text(body.base64EncodedString())))
                members.append(("encoding", .text("base64")))
            }
        }
        return .object(members)
    }

    private func fields(_ headers: HTTP.Headers) -> JSONNode {
        JSONNode(elements: headers.fields.map { pair($0.name, $0.value) })
    }

    private func pair(_ name: String, _ value: String) -> JSONNode {
        .object([("name", .text(name)), ("value", .text(value))])
    }
}

extension JSONNode {
    fileprivate static func text(_ text: String) -> JSONNode { JSONNode(.string(text)) }

    fileprivate static func number(_ number: Double) -> JSONNode {
        JSONNode(Int(exactly: number).map(JSONValue.integer) ?? .number(number))
    }

    fileprivate static func object(_ members: [(String, JSONNode)]) -> JSONNode {
        JSONNode(members: members)
    }
}
