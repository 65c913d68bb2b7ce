import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request as the server reads it: a method, a path, and a body of known length.
struct ServerRequest {
    let method: String
    /// What stands between the slashes of the path.
    let segments: [String]
    let body: Data

    /// Reads a request to its end; `nil` if it is none.
    init?(readFrom connection: FileHandle) {
        var bytes = Data()
        var head = bytes.range(of: Self.endOfHead)
        while head == nil {
            guard bytes.count < 65_536, let more = Self.more(from: connection) else { return nil }
            bytes += more
            head = bytes.range(of: Self.endOfHead)
        }
        guard let head else { return nil }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        let words = lines[0].components(separatedBy: " ")
        guard words.count == 3 else { return nil }
        method = words[0]
        segments = words[1].split(separator: "/").map(String.init)

        let length = Self.length(in: lines.dropFirst())
        var body = Data(bytes[head.upperBound...])
        while body.count < length {
            guard let more = Self.more(from: connection) else { return nil }
            body += more
        }
        self.body = body.prefix(length)
    }

    /// The body as a value; `nil` if it is not JSON of that type.
    func body<Value: Decodable>(as type: Value.Type) -> Value? {
        try? JSONDecoder().decode(type, from: body)
    }

    private static let endOfHead = Data("\r\n\r\n".utf8)

    private static func more(from connection: FileHandle) -> Data? {
        // Not by the handle's own methods, which wait for more than there is, and stand no lost
        // connection.
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(connection.fileDescriptor, &buffer, buffer.count, 0)
        return count > 0 ? Data(buffer[..<count]) : nil
    }

    private static func length(in fields: some Sequence<String>) -> Int {
        for field in fields {
            let parts = field.split(separator: ":", maxSplits: 1)
            if parts.first?.lowercased() == "content-length", parts.count == 2 {
                return min(Int(parts[1].trimmingCharacters(in: .whitespaces)) ?? 0, 1 << 20)
            }
        }
        return 0
    }
}

/// A reply, after which the connection is closed.
struct ServerReply {
    private let status: Int
    private let body: Data

    init(_ status: Int, _ body: Data = Data()) {
        self.status = status
        self.body = body
    }

    init(_ status: Int, json value: some Encodable) throws {
        self.init(status, try JSONEncoder().encode(value))
    }

    /// The reply as it is sent.
    var bytes: Data {
        let phrase = HTTPURLResponse.localizedString(forStatusCode: status)
        var head = "HTTP/1.1 \(status) \(phrase)\r\nConnection: close\r\n"
        if !body.isEmpty { head += "Content-Type: application/json\r\n" }
        if status != 204 { head += "Content-Length: \(body.count)\r\n" }
        return Data("\(head)\r\n".utf8) + body
    }
}
