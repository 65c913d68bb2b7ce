import Barricade
import BarricadeCommon
import BarricadeFolder
package import Foundation

/// An entry of a HAR file to be written.
package struct HARRecord: Sendable {
    package var exchange: Exchange
    /// A note on what the fields cannot say; usually `nil`.
    package var comment: String?
    /// Whether the body of the reply is known; if not, its size is written as -1.
    package var isBodyKnown = true

    package init(_ exchange: Exchange) {
        self.exchange = exchange
    }
}

/// The text of a HAR 1.2 file, with every required field.
package struct HARText {
    private let records: [HARRecord]
    private let comment: String?

    /// - Parameter comment: A note on what is missing; usually `nil`.
    package init(_ records: [HARRecord], comment: String? = nil) {
        self.records = records.ordered(by: \.exchange.date)
        self.comment = comment
    }

    /// Returns the bytes of the file.
    package func data() -> Data {
        var log: [String: JSONValue] = [
            "version": "1.2", "creator": ["name": "Barricade", "version": "1.0"], "pages": [],
            "entries": .array(records.map(entry)),
        ]
        log["comment"] = comment.map { .string($0) }
        return Data(JSONNode(["log": .object(log)]).laidOut.utf8)
    }

    private func entry(_ record: HARRecord) -> JSONValue {
        let exchange = record.exchange
        let time = exchange.duration.map { ($0 / .milliseconds(1) * 1_000).rounded() / 1_000 } ?? 0
        var entry: [String: JSONValue] = [
            "startedDateTime": .string(HARDate.text(exchange.date)), "time": .number(time),
            "request": .object(request(exchange.request)),
            "response": .object(response(record)), "cache": [:],
            "timings": ["send": 0, "wait": .number(time), "receive": 0],
        ]
        entry["comment"] = record.comment.map { .string($0) }
        return .object(entry)
    }

    private func request(_ request: Exchange.Request) -> [String: JSONValue] {
        let body = request.body
        let items = ParsedURL(request.url).queryItems.map { pair($0.name, $0.value ?? "") }
        var entry: [String: JSONValue] = [
            "method": .string(request.method.rawValue), "url": .string(request.url),
            "httpVersion": "HTTP/1.1", "cookies": cookies(request.headers, "Cookie"),
            "headers": fields(request.headers), "queryString": .array(items), "headersSize": -1,
            "bodySize": .integer(body.count),
        ]
        if !body.isEmpty {
            let type = request.headers["Content-Type"] ?? ""
            let content = text(of: body, type)
            entry["postData"] = .object(
                content.merging(["mimeType": .string(type), "params": []]) { $1 })
        }
        return entry
    }

    private func response(_ record: HARRecord) -> [String: JSONValue] {
        var (reply, error) = (Exchange.Reply(status: 0), String?.none)
        switch record.exchange.outcome {
        case .reply(let known): reply = known
        case .failure(let code): error = HARFailure.name(of: code)
        }
        let coding = reply.headers["Content-Encoding"]?.lowercased() ?? ""
        let format: Inflate.Format? =
            coding.contains("gzip") ? .gzip : coding == "deflate" ? .deflate : nil
        // Readers take the body for what an app gets.
        if let format, let inflated = try? Inflate.data(reply.body, format) {
            reply.body = inflated
            reply.headers["Content-Encoding"] = nil
            reply.headers["Content-Length"] = nil
        }
        let body = reply.body
        let size: JSONValue = record.isBodyKnown ? .integer(body.count) : -1
        var content: [String: JSONValue] = [
            "size": size, "mimeType": .string(reply.headers["Content-Type"] ?? "x-unknown"),
        ]
        if !body.isEmpty {
            content.merge(text(of: body, reply.headers["Content-Type"] ?? "")) { $1 }
        }
        var entry: [String: JSONValue] = [
            "status": .integer(reply.status.rawValue),
            "statusText": .string(reply.status == .ok ? "OK" : ""), "httpVersion": "HTTP/1.1",
            "cookies": cookies(reply.headers, "Set-Cookie"), "headers": fields(reply.headers),
            "content": .object(content), "redirectURL": .string(reply.headers["Location"] ?? ""),
            "headersSize": -1, "bodySize": error == nil ? size : -1,
        ]
        entry["_error"] = error.map { .string($0) }
        return entry
    }

    /// Returns a body as text, or in base64 if some reader would take the text for other bytes.
    private func text(of body: Data, _ type: String) -> [String: JSONValue] {
        let type = type.lowercased()
        let isUnicode = ["charset=", "json", "xml", "html", "css", "script"].contains {
            type.contains($0)
        }
        guard let text = String(utf8: Array(body)[...]), !text.utf8.contains(0),
            isUnicode || text.utf8.allSatisfy({ $0 < 0x80 })
        else { return ["text": .string(body.base64EncodedString()), "encoding": "base64"] }
        return ["text": .string(text)]
    }

    /// Returns the fields, of which only cookies are repeated, since some readers keep the last.
    private func fields(_ headers: HTTP.Headers) -> JSONValue {
        var fields: [(name: String, value: String)] = []
        var places: [String: Int] = [:]
        for field in headers.fields {
            let name = field.name.lowercased()
            if name != "set-cookie", let place = places[name] {
                fields[place].value += ", \(field.value)"
            } else {
                places[name] = fields.count
                fields.append((field.name, field.value))
            }
        }
        return .array(fields.map(pair))
    }

    /// Returns the cookies in the fields with a name.
    private func cookies(_ headers: HTTP.Headers, _ name: String) -> JSONValue {
        let isSet = name == "Set-Cookie"
        let texts = headers.values(of: name).flatMap { isSet ? [$0[...]] : $0.split(at: ";") }
        let cookies = texts.compactMap { text -> JSONValue? in
            guard let cookie = SetCookie(parsing: String(text)) else { return nil }
            var entry: [String: JSONValue] = [
                "name": .string(cookie.name), "value": .string(cookie.value),
            ]
            guard isSet else { return .object(entry) }
            entry["path"] = cookie.path.map { .string($0) }
            entry["domain"] = cookie.domain.map { .string($0) }
            entry["expires"] = cookie.expires.map { .string(HARDate.text($0)) }
            entry["httpOnly"] = .bool(cookie.isHTTPOnly)
            entry["secure"] = .bool(cookie.isSecure)
            return .object(entry)
        }
        return .array(cookies)
    }

    private func pair(_ name: String, _ value: String) -> JSONValue {
        ["name": .string(name), "value": .string(value)]
    }
}

/// The dates of HAR files: ISO 8601 with any number of decimals, with or without a time zone.
enum HARDate {
    private static let format = Date.ISO8601FormatStyle(timeZone: .gmt)

    /// Reads a date; `nil` if it is not one.
    static func read(_ text: String) -> Date? {
        let start = text.utf8.firstIndex { ".,".utf8.contains($0) } ?? text.endIndex
        let decimals = Substring(text.utf8[start...].dropFirst().prefix(while: \.isDigit))
        let rest = text[start...].dropFirst(decimals.isEmpty ? 0 : decimals.count + 1)
        // Without decimals, the zone follows the seconds, at the nineteenth character.
        let head = text[..<start].prefix(19)
        let zone = rest.isEmpty ? text[..<start].dropFirst(19) : rest
        guard let offset = seconds(ofZone: zone), let date = try? format.parse("\(head)Z") else {
            return nil
        }
        let fraction = decimals.isEmpty ? 0 : Double("0.\(decimals)") ?? 0
        return date.addingTimeInterval(fraction - Double(offset))
    }

    /// Reads `Z`, `+01:00`, `+0100`, `+01` or nothing.
    private static func seconds(ofZone text: Substring) -> Int? {
        guard let sign = text.first, sign != "Z", sign != "z" else { return 0 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard sign == "+" || sign == "-", digits.count == 2 || digits.count == 4,
            let hours = Int(digits.prefix(2)), let minutes = Int("0\(digits.dropFirst(2))")
        else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 60 + minutes) * 60
    }

    /// Returns a date with milliseconds, in GMT: `2026-03-01T09:30:00.250Z`.
    static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt))
    }
}
