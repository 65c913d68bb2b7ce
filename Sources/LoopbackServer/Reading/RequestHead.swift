import Barricade
import Foundation

/// The request line and header fields of a request, and the framing of its body.
struct RequestHead {
    /// The way to find the end of a body (RFC 9112, section 6).
    enum Framing: Equatable {
        case length(Int)
        case chunks
    }

    let line: RequestLine
    /// The host of the request: from the target, or from `Host`.
    let authority: Authority
    let headers: HTTP.Headers
    let framing: Framing

    init(
        line: RequestLine, fields: [HTTP.Headers.Field], servesWithoutHost: Bool, bodyLimit: Int
    ) throws(Refusal) {
        self.line = line
        headers = HTTP.Headers(fields)
        var hosts = headers.values(of: "Host")
        if hosts.isEmpty, servesWithoutHost, !line.isCurrent {
            hosts = [line.target.authority?.text ?? "127.0.0.1"]
        }
        guard hosts.count == 1, let host = Authority(hosts[0]) else {
            throw .malformed("A request needs exactly one Host field, with a host.")
        }
        guard line.target.authority == nil || line.target.authority == host else {
            throw .malformed("The Host field names another host than the request target.")
        }
        authority = host
        framing = try Self.framing(of: headers, isCurrent: line.isCurrent, limit: bodyLimit)
    }

    var method: HTTP.Method { line.method }
    var target: RequestTarget { line.target }
    var isCurrent: Bool { line.isCurrent }

    /// Whether the client waits for `100 Continue` before it sends the body.
    var expectsContinue: Bool { isCurrent && headers["Expect"]?.lowercased() == "100-continue" }

    /// Whether the connection stays open after the response.
    var isKeptAlive: Bool {
        let options =
            headers["Connection"]?.lowercased().split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        return !options.contains("close") && (isCurrent || options.contains("keep-alive"))
    }

    func request(body: Data) -> LoopbackServer.Request {
        LoopbackServer.Request(
            method, target.path, query: target.query, authority: authority.text,
            isProxied: target.authority != nil, headers: headers, body: body)
    }

    private static func framing(
        of headers: HTTP.Headers, isCurrent: Bool, limit: Int
    ) throws(Refusal) -> Framing {
        let lengths = headers.values(of: "Content-Length")
        if let coding = headers["Transfer-Encoding"] {
            // Servers that read such a request differently allow request smuggling.
            guard lengths.isEmpty, isCurrent else {
                throw .malformed("Transfer-Encoding goes neither with Content-Length nor HTTP/1.0.")
            }
            guard coding.lowercased() == "chunked" else {
                throw Refusal(501, "This server reads no transfer coding but chunked.")
            }
            return .chunks
        }
        guard let length = lengths.first else { return .length(0) }
        guard lengths.count == 1, !length.isEmpty,
            length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(length)
        else {
            throw .malformed("Content-Length is not one number.")
        }
        guard count <= limit else { throw .bodyTooLarge(limit) }
        return .length(count)
    }
}

/// The first line of a request (RFC 9112, section 3).
struct RequestLine {
    let method: HTTP.Method
    let target: RequestTarget
    /// Whether the version is HTTP/1.1; otherwise HTTP/1.0.
    let isCurrent: Bool

    init(_ line: [UInt8]) throws(Refusal) {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map(Self.text)
        guard words.count == 3, !words[0].isEmpty,
            words[0].utf8.allSatisfy(HTTP.Headers.isTokenByte), words[2].hasPrefix("HTTP/")
        else {
            throw .malformed("The request line is not a method, a target and a version.")
        }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            throw Refusal(505, "This server speaks HTTP/1.1.")
        }
        method = HTTP.Method(words[0])
        target = try RequestTarget(words[1], method: method)
        isCurrent = words[2] == "HTTP/1.1"
    }

    /// Returns a word, with all bytes beyond ASCII percent-encoded: some clients send a target as it
    /// was typed.
    private static func text(_ word: ArraySlice<UInt8>) -> String {
        guard word.contains(where: { $0 >= 0x80 }) else {
            return String(decoding: word, as: UTF8.self)
        }
        return word.reduce(into: "") { text, byte in
            text +=
                byte < 0x80
                ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }
    }
}
