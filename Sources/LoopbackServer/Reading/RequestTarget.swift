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
