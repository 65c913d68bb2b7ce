import Barricade
import Testing

@testable import TestSupport

/// Patterns with URLs that they may match, compared with a plain reading of both.
extension FuzzedParser {
    private static let patternTokens = [
        ":id", "/:id", "/:name_2", "/*", "/**", "/**/", "**", "*.", "/a", "/b", "/a/b", "%2A",
        "https://", "mock://", ":8080", ":443", "[::1]", "user:secret@", "?x=1", "x=1", "#f",
        "xn--", "{id}", "/{id}", "/<int:id>", "/{path*}", "{", ">",
    ]

    static let pathPattern = FuzzedParser(
        "path pattern",
        examples: [
            "/\n/", "/users/:id\n/users/7", "/a/*/c\n/a/b/c", "/a/**\n/a/b/c", "/**/b\n/a/b/b",
            "/a/**/b/**/c\n/a/x/b/y/z/c", "/**/:id/*\n/a/b/c/", "/a%2Fb\n/a%2fb", "/a b\n/a%20b",
            "/café\n/caf%C3%A9", "/%2A%3Ax\n/*:x", "/a.json\n/a.json?x=1#f", "/日本/:町\n/日本/x",
            "/a/\u{301}b\n/a/\u{301}b", "/%EF%BB%BFa\n/a",
            "/**/a/**/a/**/a/**/a\n/a/a/a/a/a/a/b", "/a:b\n/a:b",
        ], tokens: patternTokens
    ) { pattern, path in
        let matcher = RequestMatcher.any(pattern)
        guard pattern.utf8.first == UInt8(ascii: "/"), !pattern.utf8.contains(UInt8(ascii: "?")),
            let request = try FuzzedRequest(api + path)
        else { return try checkFaults(matcher, of: pattern) }
        try checkFaults(matcher, of: pattern)
        guard matcher.faults.isEmpty, !pattern.contains("://") else { return }
        try Disagreement.unless(
            matcher.matches(request.request),
            is: PlainPattern(pattern).matches(request.segments[...]), "a match with \(request.url)")
    }

    static let absolutePattern = FuzzedParser(
        "absolute pattern",
        examples: [
            "https://api.example.com/v1/a", "http://h:8080/a?x=1&y", "HTTPS://H/a",
            "https://bücher.example/é", "http://[::1]:8080/7", "mockserver://contacts/x",
            "x-a.b+c:///p", "file:///a/b", "http://127.0.0.1/a%20b", "https://h?x=1",
        ], tokens: patternTokens
    ) { pattern in
        let matcher = RequestMatcher.any(pattern)
        try checkFaults(matcher, of: pattern)
        // A pattern without any wildcard is a URL, which it has to match.
        guard matcher.faults.isEmpty, pattern.contains("://"), !pattern.contains("*"),
            let request = try FuzzedRequest(pattern),
            // A URL with characters that it must not have is encoded by Foundation, and % with them.
            !pattern.contains("%") || request.url.absoluteString == pattern
        else { return }
        try Disagreement.unless(matcher.matches(request.request), "it does not match itself")
    }

    static let hostPattern = FuzzedParser(
        "host pattern",
        examples: [
            "api.example.com\nhttps://api.example.com/", "*.example.com\nhttps://a.b.example.com/",
            "localhost:8080\nhttp://LOCALHOST:8080", "[::1]\nhttp://[::1]:80/", "h:443\nhttps://h/",
            "127.0.0.1\nhttp://127.0.0.1/a", "bücher.example\nhttps://xn--bcher-kva.example",
            "h\nhttp://user:secret@h/", "*.h\nmock://a.h",
        ], tokens: patternTokens
    ) { pattern, url in
        let matcher = RequestMatcher.host(pattern)
        try checkFaults(matcher, of: pattern)
        guard matcher.faults.isEmpty else { return }
        try Disagreement.unless(
            !pattern.utf8.contains(where: "/?#@".utf8.contains),
            "a host with more than that is read")
        guard let request = try FuzzedRequest(url),
            let expected = PlainHost(pattern)?.matches(request.components)
        else { return }
        try Disagreement.unless(
            matcher.matches(request.request), is: expected, "a match with \(request.url)")
    }

    static let regularExpression = FuzzedParser(
        "regular expression",
        examples: [
            "^/users/[0-9]+$", "(?i)/a|/b", "/a{2,3}", "\\d+\\.json", "(a)(?=b)", "[^/]*", "\\p{L}",
        ], tokens: ["(", "(?", "(?:", ")", "[[:alpha:]]", "{9}", "\\Q", "\\1", "+", "|", "$", "^"],
        share: 0.3
    ) { text in
        let pattern = String(text.prefix(200))
        let matcher = RequestMatcher.regex(pattern)
        guard matcher.faults.isEmpty else { return try checkFaults(matcher, of: pattern) }
        _ = matcher.matches(try .line("/a"))
    }

    /// A pattern that cannot be read says why and matches nothing; another one can be written again.
    private static func checkFaults(_ matcher: RequestMatcher, of pattern: String) throws {
        guard !matcher.faults.isEmpty else {
            let other =
                "\(matcher)".hasPrefix("host is ")
                ? RequestMatcher.host(String("\(matcher)".dropFirst("host is ".count)))
                : RequestMatcher.any("\(matcher)")
            return try Disagreement.unless(other, is: matcher, "the pattern written")
        }
        let request = try BarricadeRequest.line("/a/b")
        try Disagreement.unless(
            !matcher.matches(request) && !(!matcher).matches(request),
            "what cannot be read matches: \(matcher.faults)")
        try Disagreement.unless(
            matcher.faults.allSatisfy { $0.contains(pattern.shown.debugDescription) },
            "the fault does not name the pattern: \(matcher.faults)")
    }
}

/// A request for a URL that may be anything, with the URL as Foundation reads it.
struct FuzzedRequest {
    let url: URL
    let components: URLComponents
    let request: BarricadeRequest

    init?(_ text: String) throws {
        guard let url = URL(string: text) else { return nil }
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            return nil
        }
        self.url = url
        self.components = components
        request = try #require(BarricadeRequest(URLRequest(url: url)))
    }

    /// The path's segments, percent-encoding removed where what is left is text.
    var segments: [String] {
        components.percentEncodedPath.plainSegments.map { $0.plainlyDecoded ?? $0 }
    }
}

extension String {
    /// The segments of a path: a slash begins each, and one at the end begins none.
    fileprivate var plainSegments: [String] {
        var segments = unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            .map { String($0) }
        if segments.first?.isEmpty == true { segments.removeFirst() }
        if segments.last?.isEmpty == true { segments.removeLast() }
        return segments
    }
}

/// A path pattern read and matched in the plainest way, which may take its time.
struct PlainPattern {
    private let segments: [String]

    init(_ text: String) {
        segments = text.plainSegments
    }

    func matches(_ path: ArraySlice<String>) -> Bool {
        // Which segments of the path can be the next, after each segment of the pattern.
        var next: Set<Int> = [path.startIndex]
        for segment in segments {
            switch segment {
            case "**":
                next = Set(next.min().map { Array($0...path.endIndex) } ?? [])
            case _ where segment == "*" || segment.utf8.first == UInt8(ascii: ":"):
                next = Set(
                    next.filter { $0 < path.endIndex && !path[$0].isEmpty }.map { $0 + 1 })
            default:
                let literal = segment.plainlyDecoded ?? segment
                next = Set(next.filter { $0 < path.endIndex && path[$0] == literal }.map { $0 + 1 })
            }
        }
        return next.contains(path.endIndex)
    }
}

/// A host pattern of letters, digits and dots, read in the plainest way.
struct PlainHost {
    private let host: String
    private let isSuffix: Bool
    private let port: Int?

    init?(_ text: String) {
        isSuffix = text.utf8.starts(with: "*.".utf8)
        let parts = text.dropFirst(isSuffix ? 2 : 0).split(
            separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count < 3,
            host.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isPlain })
        else { return nil }
        self.host = host.lowercased()
        port = parts.count == 2 ? Int(parts[1]) : nil
        if parts.count == 2, port == nil { return nil }
    }

    func matches(_ components: URLComponents) -> Bool? {
        guard let scheme = components.scheme?.lowercased() else { return nil }
        let standard = ["http": 80, "ws": 80, "https": 443, "wss": 443, "ftp": 21][scheme]
        let found = components.encodedHost?.lowercased() ?? ""
        let isHost =
            isSuffix ? found.hasSuffix(".\(host)") && found.count > host.count + 1 : found == host
        return isHost && (port == nil || port == components.port ?? standard)
    }
}

extension String {
    /// The text of UTF-8 as it stands; `nil` where it is not UTF-8.
    init?(exactly bytes: [UInt8]) {
        self.init(decoding: bytes, as: UTF8.self)
        if Array(utf8) != bytes { return nil }
    }

    /// The text with percent-encoding removed; `nil` where that cannot be done or gives no text.
    var plainlyDecoded: String? {
        let parts = utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        var bytes = Array(parts[0])
        for part in parts.dropFirst() {
            let digits = part.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ isxdigit(Int32($0)) != 0 }),
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes += [code] + part.dropFirst(2)
        }
        return String(exactly: bytes)
    }
}

extension Character {
    fileprivate var isPlain: Bool {
        isASCII && (isLetter || isNumber || self == "." || self == "-")
    }
}
