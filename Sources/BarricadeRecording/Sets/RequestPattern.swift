package import Barricade

/// A pattern of requests like a recorded one: its method, URL and GraphQL operations.
package struct RequestPattern: Sendable, Hashable {
    /// The pattern of the URL up to the query, as in code: `https://api.example.com/books/:id`.
    private let place: String
    private let method: HTTP.Method
    /// The items of the query as they are written, sorted, since their order never matters.
    private let items: [String]
    private let operations: [String]
    private let segments: [Segment]

    /// Makes the pattern of a request.
    ///
    /// - Parameters:
    ///   - request: The request, redacted.
    ///   - replacesIDs: Whether UUIDs and numbers in the path become `:id`.
    package init(_ request: Exchange.Request, replacesIDs: Bool) {
        let target = RequestTarget(request.url)
        method = request.method
        operations = request.operations
        items = Self.items(of: target).sorted()
        segments = Segment.all(of: target.path, replacesIDs: replacesIDs)
        place =
            "\(target.scheme)://\(target.hostAndPort)/"
            + segments.map(\.pattern).joined(separator: "/")
    }

    /// Returns the path and query of a URL, as a pattern.
    static func target(_ url: String) -> String {
        let target = RequestTarget(url)
        let segments = Segment.all(of: target.path, replacesIDs: false).map(\.pattern)
        let items = items(of: target)
        return "/" + segments.joined(separator: "/")
            + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))")
    }

    private static func items(of target: RequestTarget) -> [String] {
        target.writtenQueryItems.map { item in
            String(Substring(item.text)).replacing(["{": "%7B", "<": "%3C"])
        }
    }

    /// The matcher.
    ///
    /// A query item without a value matches any value, since it may have been redacted.
    package var matcher: RequestMatcher {
        let query = items.isEmpty ? "" : "?\(items.joined(separator: "&"))"
        let endpoint = RequestMatcher.endpoint(method, place + query)
        return operations.reduce(endpoint) { $0 && .graphQL($1) }
    }

    /// The key of patterns that may match the same requests.
    struct Place: Hashable {
        let method: HTTP.Method
        let host: String
        let segmentCount: Int
    }

    var overlap: Place {
        Place(method: method, host: host, segmentCount: segments.count)
    }

    /// The width among patterns at the same place: the smaller, the fewer requests match.
    ///
    /// An operation narrows more than text in the path, and that more than query items.
    var width: Int {
        segments.count(where: \.isID) * 1_000 - items.count - operations.count * 1_000_000
    }

    /// The host, with its port if it is not the scheme's default.
    package var host: String { RequestTarget(place).hostAndPort }

    /// The name for its set, without any value of the query: `GET /books/:id?page`.
    package var name: String { "\(method) \(title)".shortened(to: 100) }

    /// The name for its set if another host's set has ``name``: `GET api.example.com/books/:id`.
    package var nameWithHost: String { "\(method) \(host)\(title)".shortened(to: 100) }

    private var title: String {
        let path = "/" + segments.map(\.pattern).joined(separator: "/")
        let keys = items.map { $0.prefix { $0 != "=" } }
        let query = keys.isEmpty ? "" : "?\(keys.joined(separator: "&"))"
        let operation = operations.isEmpty ? "" : " \(operations.joined(separator: ", "))"
        return path + query + operation
    }

    /// The name for its folder, from the method and the path: `get-books-id`.
    package var fileName: String {
        FileName([method.rawValue] + segments.map(\.fileText) + operations).text
    }
}

extension RequestPattern {
    /// A segment of the path.
    private struct Segment: Sendable, Hashable {
        let pattern: String
        let isID: Bool
        /// The text in names of files, without identifiers.
        let fileText: String

        /// The replacement of a secret segment.
        private static let secret = ":secret"

        static func all(of path: String, replacesIDs: Bool) -> [Segment] {
            var (count, secrets) = (0, 0)
            return path.split(separator: "/").enumerated().map { index, segment in
                if segment == secret {
                    secrets += 1
                    let number = secrets == 1 ? "" : "\(secrets)"
                    return Segment(pattern: "\(secret)\(number)", isID: true, fileText: "secret")
                }
                let isID = isIdentifier(segment)
                // At the start of a path, `:id` would match all other paths of the server.
                guard isID, replacesIDs, index > 0 else {
                    return Segment(
                        pattern: escaped(segment), isID: false,
                        fileText: isID ? "id" : PercentEncoding.readable(segment))
                }
                count += 1
                return Segment(
                    pattern: count == 1 ? ":id" : ":id\(count)", isID: true, fileText: "id")
            }
        }

        /// Returns whether it is a number or a UUID.
        private static func isIdentifier(_ segment: Substring) -> Bool {
            if segment.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
                return true
            }
            let groups = segment.split(at: "-")
            return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
                && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
        }

        private static func escaped(_ segment: Substring) -> String {
            let plain = segment.replacing(["*": "%2A", "{": "%7B", "<": "%3C"])
            return plain.hasPrefix(":") ? "%3A\(plain.dropFirst())" : plain
        }
    }
}
