import Barricade

/// The target in a request line (RFC 9112, section 3.2).
struct RequestTarget {
    /// The path as sent, at least `/`; `*` for the server as a whole.
    let path: String
    let query: String?
    /// The authority of an absolute target, as clients send to a proxy.
    let authority: Authority?

    init(_ text: String, method: HTTP.Method) throws(Refusal) {
        guard method.rawValue != "CONNECT" else {
            throw Refusal(
                501,
                "https cannot be proxied here: this server makes no tunnels. Ask for an http URL.")
        }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
            throw .malformed("The request target holds a character that it must not hold.")
        }
        if text.hasPrefix("/") {
            authority = nil
            (path, query) = Self.split(text)
        } else if text == "*", method == .options {
            (path, query, authority) = (text, nil, nil)
        } else {
            let scheme = "http://"
            guard text.prefix(scheme.count).lowercased() == scheme else {
                throw .malformed("The request target is neither a path nor an http URL.")
            }
            let rest = text.dropFirst(scheme.count)
            let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
            guard let authority = Authority(String(rest[..<end])) else {
                throw .malformed("The host of the request target cannot be read.")
            }
            self.authority = authority
            let (path, query) = Self.split(rest[end...])
            self.path = path.isEmpty ? "/" : path
            self.query = query
        }
    }

    private static func split(_ text: some StringProtocol) -> (path: String, query: String?) {
        guard let mark = text.firstIndex(of: "?") else { return (String(text), nil) }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
}

/// A host and port, from a `Host` field or a target (RFC 9110, section 7.2).
struct Authority: Equatable {
    /// The text as sent.
    let text: String
    /// The host as sent.
    let host: String
    /// The host in lower case, and the port unless it is 80.
    private let key: String
    /// Whether the host is a loopback name, which DNS cannot give to another machine.
    let isLoopback: Bool

    init?(_ text: String) {
        guard let end = Self.endOfHost(text) else { return nil }
        let (host, rest) = (text[..<end], text[end...])
        // An address in brackets, or a name; characters that could end either are refused.
        let isAddress = host.hasPrefix("[") && host.hasSuffix("]")
        let inner = isAddress ? host.dropFirst().dropLast() : host
        guard !inner.isEmpty, inner.utf8.allSatisfy({ Self.isHostByte($0, inAddress: isAddress) })
        else { return nil }
        guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
        guard rest.count < 2 || UInt16(rest.dropFirst()) != nil else { return nil }
        guard rest.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.text = text
        self.host = String(host)
        key = host.lowercased() + (rest == ":" || rest == ":80" ? "" : rest)
        isLoopback = ["127.0.0.1", "localhost", "[::1]"].contains(self.host.lowercased())
    }

    static func == (left: Authority, right: Authority) -> Bool { left.key == right.key }

    private static func endOfHost(_ text: String) -> String.Index? {
        guard text.hasPrefix("[") else { return text.firstIndex(of: ":") ?? text.endIndex }
        return text.firstIndex(of: "]").map(text.index(after:))
    }

    private static func isHostByte(_ byte: UInt8, inAddress: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
            true
        case UInt8(ascii: ":"), UInt8(ascii: "%"): inAddress
        default: !inAddress && "-_~%!$&'()*+,;=".utf8.contains(byte)
        }
    }
}
