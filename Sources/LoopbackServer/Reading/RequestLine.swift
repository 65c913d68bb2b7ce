import Barricade

/// The first line of a request (RFC 9112, section 3).
struct RequestLine {
    let method: HTTP.Method
    let target: RequestTarget
    /// Whether the client speaks HTTP/1.1; otherwise HTTP/1.0.
    let isCurrent: Bool

    init(_ line: [UInt8]) throws(Refusal) {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 3, !words[0].isEmpty,
            words[0].utf8.allSatisfy(HTTP.Headers.isTokenByte), words[2].hasPrefix("HTTP/")
        else {
            throw .malformed("The request line is not a method, a target and a version.")
        }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            throw Refusal(505, "This server speaks HTTP/1.1.")
        }
        method = HTTP.Method(rawValue: words[0])
        target = try RequestTarget(words[1], method: method)
        isCurrent = words[2] == "HTTP/1.1"
    }
}
