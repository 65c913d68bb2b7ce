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
