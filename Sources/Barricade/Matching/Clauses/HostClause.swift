import Foundation

/// A host, or every host below one: `api.example.com`, `*.example.com`, `localhost:8080`, `::1`.
package struct HostClause: Clause, Hashable {
    package let text: String
    /// The host in lower case, as in requests.
    let host: String
    /// Whether the pattern starts with `*.`, and so means the hosts below `host`, at any depth.
    package let isSuffix: Bool
    let port: Int?

    package init(parsing text: Substring) throws(PatternFault) {
        self.text = String(text)
        isSuffix = text.utf8.starts(with: "*.".utf8)
        let authority = Substring(text.utf8.dropFirst(isSuffix ? 2 : 0))
        if !isSuffix, let (address, port) = Self.address(authority) {
            (host, self.port) = (address, port)
            return
        }
        // The URL changes the name as in requests, such as by IDNA.
        guard !authority.isEmpty, !authority.utf8.contains(where: "/?#@*".utf8.contains),
            let target = URL(string: "http://\(authority)/").map(RequestTarget.init),
            !target.host.isEmpty, (0...65535).contains(target.port ?? 0)
        else {
            throw PatternFault(
                """
                "\(String(text).shortened)" is not a host: write "api.example.com", \
                "*.example.com" or "localhost:8080"
                """
            )
        }
        host = target.host
        port = target.port
    }

    /// Reads an IPv6 address, or one in brackets with or without a port; `nil` for anything else.
    private static func address(_ text: Substring) -> (String, port: Int?)? {
        guard text.utf8.first == UInt8(ascii: "["),
            let close = text.utf8.firstIndex(of: UInt8(ascii: "]"))
        else { return IPv6Address.canonical(text).map { ($0, nil) } }
        let address = IPv6Address.canonical(text[text.utf8.index(after: text.startIndex)..<close])
        let rest = text[text.utf8.index(after: close)...]
        if rest.isEmpty { return address.map { ($0, nil) } }
        let digits = rest.dropFirst()
        guard rest.utf8.first == UInt8(ascii: ":"), digits.utf8.first != UInt8(ascii: "+"),
            let port = UInt16(digits)
        else { return nil }
        return address.map { ($0, Int(port)) }
    }

    package func matches(_ request: BarricadeRequest) -> Bool { matches(request.target) }

    package func matches(_ target: RequestTarget) -> Bool {
        matches(target.host, port: port == nil ? nil : target.effectivePort)
    }

    /// Returns whether it matches a host in lower case and a port.
    private func matches(_ name: String, port effectivePort: Int?) -> Bool {
        (isSuffix
            ? name.utf8.count > host.utf8.count + 1 && name.hasSuffix("." + host)
            : name == host) && (port == nil || port == effectivePort)
    }

    package var subject: String { "host" }

    package func difference(from request: BarricadeRequest) -> Difference {
        let target = request.target
        return Difference(subject, text, got: target.host.isEmpty ? "" : target.hostAndPort)
    }

    package func described(isMasked: Bool) -> String { "host is \(text)" }

    package func compare(in comparison: MatchComparison) {
        let port = port == nil ? nil : comparison.request.target.effectivePort
        if matches(comparison.host, port: port) { return comparison.add(self, nil) }
        let difference = comparison.hostDistance.fraction(to: host)
        // Equal hosts differ in their port.
        comparison.add(self, difference == 0 ? 0.2 : 0.6 * difference)
    }

    package func coversPart(_ other: any Clause) -> Bool {
        guard let narrow = other as? HostClause else { return false }
        return self == narrow || isSuffix && port == nil && narrow.host.hasSuffix(".\(host)")
    }

    package var anchors: [MatchAnchor] { [MatchAnchor(host: isSuffix ? nil : host)] }
    package var place: ClausePlace { .absolute }
}

extension RequestMatcher {
    /// Matches a host, or, with `*.`, every host below one at any depth: `*.example.com`.
    ///
    /// A host may have a port: `localhost:8080`. All spellings of an IPv6 address are equal, with
    /// or without brackets; its zone is part of it.
    public static func host(_ pattern: String) -> RequestMatcher {
        readable("host", pattern) { text throws(PatternFault) in
            try HostClause(parsing: text[...])
        }
    }
}
