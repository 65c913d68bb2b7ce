import Barricade
import BarricadeRecording

@testable import TestSupport

/// What tests of redaction write and read.
extension Exchange {
    /// Makes an exchange with a reply of text.
    static func reply(
        _ body: String, type: String? = nil, to url: String = "https://api.example.com/a",
        headers: HTTP.Headers = [:], requestHeaders: HTTP.Headers = [:],
        requestBody: String = ""
    ) -> Exchange {
        .reply(
            Data(body.utf8), type: type, to: url, headers: headers, requestHeaders: requestHeaders,
            requestBody: requestBody)
    }

    static func reply(
        _ body: Data, type: String? = nil, to url: String = "https://api.example.com/a",
        headers: HTTP.Headers = [:], requestHeaders: HTTP.Headers = [:],
        requestBody: String = ""
    ) -> Exchange {
        var headers = headers
        if let type { headers.append("Content-Type", type) }
        return Exchange(
            Request(
                method: .get, url: url, headers: requestHeaders,
                body: Data(requestBody.utf8)),
            .reply(Reply(status: 200, headers: headers, body: body)),
            date: Date(timeIntervalSince1970: 0))
    }

    /// The bytes of the reply's body.
    var bytes: Data {
        guard case .reply(let reply) = outcome else { return Data() }
        return reply.body
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var replyHeaders: HTTP.Headers {
        guard case .reply(let reply) = outcome else { return [:] }
        return reply.headers
    }

    /// All that is in it: what was sent and received, and once redacted, what would be written.
    var written: Data {
        var data = Data("\(request.method) \(request.url)\n".utf8)
        for field in request.headers.fields + replyHeaders.fields {
            data += Data("\(field.name): \(field.value)\n".utf8)
        }
        data += request.body
        return data + bytes
    }
}

extension Redactor {
    /// Returns the text of a body after redaction.
    func redact(_ body: String, type: String? = nil) throws -> String {
        try redact(.reply(body, type: type)).text
    }
}

/// The ways to write a text that tests need.
extension String {
    /// In percent encoding, but for ASCII letters and digits.
    var percentEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self
    }

    var base64: String { Data(utf8).base64EncodedString() }

    /// In hexadecimal digits, two for each byte.
    var hexadecimal: String { utf8.map { String(format: "%02x", $0) }.joined() }

    /// As JSON may write it, each UTF-16 unit escaped: `\u0061`.
    var escapedUnits: String { utf16.map { String(format: "\\u%04x", $0) }.joined() }
}
