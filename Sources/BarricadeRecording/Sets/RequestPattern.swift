package import Barricade
import Foundation

/// A pattern of requests like a recorded one: its method, URL and operations.
package struct RequestPattern: Sendable, Equatable {
    /// The scheme and host: `https://api.example.com`.
    private let server: String
    /// The host, with its port if it is not the scheme's default.
    package let host: String
    private let method: HTTP.Method
    /// The items of the query as they are written, sorted, since their order never matters.
    private let items: [String]
    private let operations: [Exchange.Operation]
    private let segments: [Segment]
    /// What it matches, however that is spelled.
    let meaning: [String]

    package static func == (left: Self, right: Self) -> Bool { left.meaning == right.meaning }

    /// Makes the pattern of a request.
    ///
    /// - Parameters:
    ///   - request: The request, redacted.
    ///   - replacesIDs: Whether UUIDs and numbers in the path become `:id`.
    package init(_ request: Exchange.Request, replacesIDs: Bool) {
        let target = ParsedURL(request.url)
        method = request.method
        operations = request.operations
        // Names are for items with any value, so once is enough.
        var names: Set<String> = []
        items = Self.items(of: target).sorted().filter { item in
            item.utf8.contains(UInt8(ascii: "="))
                || names.insert(PercentEncoding.readable(item[...])).inserted
        }
        segments = Segment.all(of: target.path, replacesIDs: replacesIDs)
        host = target.hostAndPort
        server = target.origin
        meaning =
            ["\(method) \(server)"] + operations.map { "\($0.name) \($0.matcher)" }
            + segments.map { $0.meaning }
            + items.map { "?\(PercentEncoding.readable($0[...]))" }.sorted()
    }

    /// Returns the path and query of a URL, as a pattern; a final slash and the order of the items
    /// stay, unless it is for comparing URLs that one pattern matches.
    static func target(_ url: String, isCompared: Bool = false) -> String {
        let target = ParsedURL(url)
        let (items, hasSlash) = (items(of: target), target.hasTrailingSlash && !isCompared)
        return text(
            Segment.all(of: target.path, replacesIDs: false), isCompared ? items.sorted() : items,
            hasSlash: hasSlash)
    }

    private static func text(
        _ segments: [Segment], _ items: [some StringProtocol], hasSlash: Bool = false
    ) -> String {
        "/" + segments.map(\.pattern).joined(separator: "/") + (hasSlash ? "/" : "")
            + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))")
    }

    private static func items(of target: ParsedURL) -> [String] {
        target.writtenQueryItems.map { item in
            let plain = String(Substring(item.text))
            let text =
                Segment.special.isAbsent(from: plain)
                ? plain : plain.replacing(["{": "%7B", "<": "%3C", "*": "%2A"])
            // Foundation's search takes long.
            return text.utf8.contains(UInt8(ascii: ":"))
                ? text.replacingOccurrences(of: "=:", with: "=%3A") : text
        }
    }

    /// The matcher.
    ///
    /// A query item without a value matches any value, since it may have been redacted.
    package var matcher: RequestMatcher {
        let endpoint = RequestMatcher.endpoint(method, server + Self.text(segments, items))
        return operations.reduce(endpoint) { $0 && $1.matcher }
    }

    /// The key of patterns that may match the same requests.
    var overlap: String { "\(method) \(host) \(segments.count)" }

    /// The width among patterns at the same place: the smaller, the fewer requests match.
    ///
    /// An operation narrows more than text in the path, and that more than query items.
    var width: Int {
        segments.count(where: \.isID) * 10_000 - operations.count * 10_000_000
            - items.reduce(0) { $0 + ($1.utf8.contains(UInt8(ascii: "=")) ? 3 : 2) }
    }

    /// The name for its set, without any value of the query: `GET /books/:id?page`.
    package var name: String { "\(method) \(title)".shortened(to: 100) }

    /// The name for its set if another host's set has ``name``: `GET api.example.com/books/:id`.
    package var nameWithHost: String { "\(method) \(host)\(title)".shortened(to: 100) }

    private var title: String {
        Self.text(segments, items.map { $0.prefix { $0 != "=" } })
            + (operations.isEmpty ? "" : " \(operations.map(\.name).joined(separator: ", "))")
    }

    /// The name for its folder, from the method and the path: `get-books-id`.
    package var fileName: String {
        FileName([method.rawValue] + segments.map(\.fileText) + operations.map(\.name)).text
    }
}

extension RequestPattern {
    /// A segment of the path.
    private struct Segment: Sendable {
        let pattern: String
        let isID: Bool
        /// The text in names of files, without identifiers.
        let fileText: String

        /// The text that it matches, or the name of an ID.
        var meaning: String { isID ? pattern : "/\(PercentEncoding.readable(pattern[...]))" }

        static func all(of path: String, replacesIDs: Bool) -> [Segment] {
            var counts: [String: Int] = [:]
            var segments = path.split(at: "/").dropFirst()
            // A slash at the end makes no segment, two in the middle an empty one.
            if segments.last == "" { segments.removeLast() }
            return segments.enumerated().map { index, segment in
                let (isSecret, isID) = (segment == ":secret", isIdentifier(segment))
                // At the start of a path, `:id` would match all other paths of the server.
                guard isSecret || isID && replacesIDs && index > 0 else {
                    return Segment(
                        pattern: escaped(segment), isID: false,
                        fileText: isID ? "id" : PercentEncoding.readable(segment))
                }
                let name = isSecret ? "secret" : "id"
                let count = counts[name, default: 0] + 1
                counts[name] = count
                return Segment(
                    pattern: ":\(name)\(count == 1 ? "" : "\(count)")", isID: true, fileText: name)
            }
        }

        /// Returns whether it is a number or a UUID.
        private static func isIdentifier(_ segment: Substring) -> Bool {
            !segment.isEmpty && segment.utf8.allSatisfy { $0.isDigit }
                || segment.utf8.count == 36 && Secrets.isUUID(String(segment))
        }

        static let special = ByteSet("*{<:".utf8)

        private static func escaped(_ segment: Substring) -> String {
            let text = String(segment)
            if special.isAbsent(from: text) { return text }
            let plain = segment.replacing(["*": "%2A", "{": "%7B", "<": "%3C"])
            return plain.hasPrefix(":") ? "%3A\(plain.dropFirst())" : plain
        }
    }
}
