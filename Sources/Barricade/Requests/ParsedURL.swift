package import Foundation

/// The parts of a request's URL that matchers need.
///
/// It splits the path once per request, and the rest on access. It reads the URL's bytes, since
/// `URLComponents` costs more than all of routing. It is a class, since requests are copied more
/// often than made.
package final class ParsedURL: Sendable {
    /// The whole URL.
    package let text: String
    /// The path's segments without percent-encoding; a slash at the end makes none.
    let segments: [String]
    private let layout: Layout
    /// The values of the query's items by name, cached at first use; `nil` if there is no query.
    private let valuesByName: Locked<[String: [String?]]?>?

    convenience init(_ url: URL) {
        self.init(url.absoluteString)
    }

    package init(_ text: String) {
        var text = text.withoutDotSegments
        (layout, segments) = text.withUTF8 { bytes in
            let layout = Layout(bytes)
            return (layout, layout.segments(in: bytes))
        }
        self.text = text
        valuesByName = layout.query.map { _ in Locked(nil) }
    }

    /// The scheme in lower case; empty if there is none.
    package var scheme: String { lowercased(layout.scheme) }

    /// Whether it lacks its scheme or, on the web, its host, so that no server is meant.
    var isRelative: Bool {
        layout.scheme.isEmpty || layout.authority.isEmpty && isWeb
    }

    /// Whether the scheme is http or https, rather than a custom one.
    var isWeb: Bool { ["http", "https"].contains(scheme) }

    /// The host as sent, in lower case, IPv6 without brackets; empty if there is none.
    package var host: String {
        let host = lowercased(layout.host)
        guard host.utf8.contains(UInt8(ascii: ":")) else { return host }
        return IPv6Address.canonical(host[...]) ?? host
    }

    /// The user and password in the URL, as Basic authentication sends them; `nil` if there is none.
    var credentials: String? {
        let authority = Substring(text.utf8(layout.authority))
        guard let end = authority.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let parts = authority[..<end].split(at: ":", most: 2).map(Self.decoded)
        return Data("\(parts[0]):\(parts.dropFirst().first ?? "")".utf8).base64EncodedString()
    }

    /// The port in the URL; `nil` if there is none.
    var port: Int? { Int(String(text.utf8(layout.port))) }

    /// The URL as written, without its query and fragment.
    package var textBeforeQuery: String { String(text.utf8(0..<layout.path.upperBound)) }

    /// The path as written.
    package var path: String { String(text.utf8(layout.path)) }

    /// The URL with secrets masked, cut if it is very long.
    var maskedText: String { Self.masked(text, start: layout.path.lowerBound) }

    /// The path for messages, with secrets masked, cut in the same way.
    var maskedPath: String { path.isEmpty ? "an empty path" : Self.masked(path, start: 0) }

    private static func masked(_ text: String, start: Int) -> String {
        guard text.utf8.count > start + 2_000 else { return Secrets.masked(url: text) }
        return Secrets.masked(url: String(decoding: text.utf8.prefix(start + 2_000), as: UTF8.self))
    }

    /// The query as written, without its `?`; `nil` if there is none.
    package var query: Substring? { layout.query.map(text.utf8) }

    /// The port of the request: the one in the URL, or else the scheme's default.
    var effectivePort: Int? { port ?? Self.defaultPort(of: scheme) }

    /// The host, with its port if it is not the scheme's default.
    package var hostAndPort: String { Self.hostAndPort(host, port, scheme) }

    /// The scheme and the host, with its port if it is no default: `https://localhost:8080`.
    package var origin: String { Self.origin(scheme, host, port) }

    static func origin(_ scheme: String, _ host: String, _ port: Int?) -> String {
        "\(scheme)://\(hostAndPort(host, port, scheme))"
    }

    private static func hostAndPort(_ host: String, _ port: Int?, _ scheme: String) -> String {
        let host = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        let port = port == defaultPort(of: scheme) ? nil : port
        return port.map { "\(host):\($0)" } ?? host
    }

    /// Whether the path ends in a slash, other than its first.
    package var hasTrailingSlash: Bool {
        layout.path.count > 1 && text.utf8(layout.path).utf8.last == UInt8(ascii: "/")
    }

    /// The query's items in order, without percent-encoding; a value is `nil` if there is no `=`.
    package var queryItems: [(name: String, value: String?)] {
        items.map { ($0.names[0], $0.value) }
    }

    /// Returns the values of a query item, in order; `nil` for an item without a value.
    ///
    /// A `+` may mean itself or a space, so a value with a `+` is listed as both.
    package func queryValues(of name: String) -> [String?] {
        valuesByName?.withLock { known in
            if known == nil { known = readQueryValues() }
            return known?[name]
        } ?? []
    }

    private func readQueryValues() -> [String: [String?]] {
        var values: [String: [String?]] = [:]
        for item in items {
            for name in item.names { values[name, default: []] += item.values }
        }
        return values
    }

    /// The query's items in order, as written.
    package var writtenQueryItems: [WrittenItem] {
        query.map { WrittenItem.all(in: $0) } ?? []
    }

    /// The query's items in order, each with its possible readings.
    var items: [ItemReading] {
        writtenQueryItems.map { item in
            ItemReading(
                names: Self.readings(of: Substring(item.name)),
                values: item.value.map { Self.readings(of: Substring($0)) } ?? [nil])
        }
    }

    private static func readings(of text: Substring) -> [String] {
        let reading = decoded(text)
        guard text.utf8.contains(UInt8(ascii: "+")) else { return [reading] }
        return [reading, decoded(text.replacingOccurrences(of: "+", with: " ")[...])]
    }

    package static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        case "ftp": 21
        default: nil
        }
    }

    /// Removes percent-encoding; if the result is not valid UTF-8, the text stays the same.
    package static func decoded(_ text: Substring) -> String {
        PercentEncoding.decoded(text) ?? String(text)
    }

    private func lowercased(_ part: Range<Int>) -> String {
        let text = String(text.utf8(part))
        let isPlain = text.utf8.allSatisfy { $0 < 128 && !$0.isCapital }
        return isPlain ? text : text.lowercased()
    }

    /// The ranges of a URL's parts, as offsets of its bytes.
    private struct Layout {
        var scheme = 0..<0
        var authority = 0..<0
        /// Without the brackets around an IPv6 address.
        var host = 0..<0
        var port = 0..<0
        let path: Range<Int>
        var query: Range<Int>?

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            var start = 0
            // By index: in a debug build, a sequence of bytes takes ten times as long.
            while start < bytes.count, Self.isSchemeByte(bytes[start]) { start += 1 }
            if start > 0, start < bytes.count, bytes[start] == UInt8(ascii: ":") {
                scheme = 0..<start
                start += 1
            } else {
                start = 0
            }
            let fragment = bytes.offset(of: "#", in: start..<bytes.count) ?? bytes.count
            let mark = bytes.offset(of: "?", in: start..<fragment)
            query = mark.map { $0 + 1..<fragment }
            let end = mark ?? fragment
            let slash = UInt8(ascii: "/")
            if end - start >= 2, bytes[start] == slash, bytes[start + 1] == slash {
                start += 2
                let authorityEnd = bytes.offset(of: "/", in: start..<end) ?? end
                authority = start..<authorityEnd
                start = authorityEnd
            }
            path = start..<end
            splitAuthority(bytes)
        }

        /// Splits `user:password@host:port`.
        private mutating func splitAuthority(_ bytes: UnsafeBufferPointer<UInt8>) {
            let user = bytes.lastOffset(of: "@", in: authority)
            let rest = (user.map { $0 + 1 } ?? authority.lowerBound)..<authority.upperBound
            if !rest.isEmpty, bytes[rest.lowerBound] == UInt8(ascii: "["),
                let close = bytes.offset(of: "]", in: rest)
            {
                host = rest.lowerBound + 1..<close
                port = min(close + 2, rest.upperBound)..<rest.upperBound
            } else if let colon = bytes.lastOffset(of: ":", in: rest) {
                host = rest.lowerBound..<colon
                port = colon + 1..<rest.upperBound
            } else {
                host = rest
            }
        }

        /// Returns the path's segments without percent-encoding.
        func segments(in bytes: UnsafeBufferPointer<UInt8>) -> [String] {
            var segments: [String] = []
            segments.reserveCapacity(8)
            // Before the first slash, only a URL without a host has a segment.
            var start = path.lowerBound
            if !path.isEmpty, bytes[start] == UInt8(ascii: "/") { start += 1 }
            while start < path.upperBound {
                let end = bytes.offset(of: "/", in: start..<path.upperBound) ?? path.upperBound
                let segment = String(
                    decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
                let isEncoded = bytes.offset(of: "%", in: start..<end) != nil
                segments.append(isEncoded ? ParsedURL.decoded(segment[...]) : segment)
                start = end + 1
            }
            return segments
        }

        private static func isSchemeByte(_ byte: UInt8) -> Bool {
            byte.isAlphanumeric || "+-.".utf8.contains(byte)
        }
    }
}

/// An item of a query or a form, with all its possible readings.
struct ItemReading: Sendable {
    /// At least one name; two if a `+` may mean itself or a space.
    let names: [String]
    /// At least one value, in the same way; `nil` for an item without `=`.
    let values: [String?]

    /// The value for messages.
    var value: String? { values[0] }
}

extension String {
    /// The URL without the segments `.` and `..` of its path, as it is sent (RFC 3986, 5.2.4).
    var withoutDotSegments: String {
        // Nearly no URL has any.
        guard withCString({ strstr($0, "/.") }) != nil else { return self }
        let end = utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? endIndex
        guard self[..<end].contains("/."), let separator = self[..<end].range(of: "//"),
            let start = self[separator.upperBound..<end].utf8.firstIndex(of: UInt8(ascii: "/"))
        else { return self }
        var kept: [Substring] = []
        let segments = self[start..<end].dropFirst().split(at: "/")
        for (place, segment) in segments.enumerated() {
            let isDots = segment == "." || segment == ".."
            if segment == ".." { _ = kept.popLast() }
            if !isDots {
                kept.append(segment)
            } else if place == segments.count - 1 {
                kept.append("")
            }
        }
        return "\(self[..<start])/\(kept.joined(separator: "/"))\(self[end...])"
    }

    /// Returns the text at offsets of its bytes.
    fileprivate func utf8(_ range: Range<Int>) -> Substring {
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        return self[start..<utf8.index(start, offsetBy: range.count)]
    }
}

/// The target of a redirect, in the `Location` field (RFC 9110, 10.2.2).
package struct Location {
    private let text: String

    package init(_ text: String) {
        self.text = text.trimmingCharacters(in: .whitespaces)
    }

    /// Returns the URL, resolved against that of the request (RFC 3986, 5.2); `nil` if it is
    /// invalid.
    ///
    /// An empty one leads nowhere, rather than back to the request, which would get it again.
    package func url(from url: URL) -> URL? {
        guard !text.isEmpty, let url = URL(string: text, relativeTo: url)?.absoluteURL else {
            return nil
        }
        // Foundation keeps the segments `.` and `..` of some URLs, and Linux's loader knows schemes in
        // lower case only.
        let text = url.absoluteString.withoutDotSegments
        let rest = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.startIndex
        return URL(string: text[..<rest].lowercased() + text[rest...])
    }

    /// The reason why it can never be a URL; `nil` if it can.
    package var fault: String? {
        guard let url = URL(string: "http://localhost/"), self.url(from: url) == nil else {
            return nil
        }
        return "it redirects to \"\(Secrets.masked(url: text).shortened)\", which is not a URL"
    }
}
