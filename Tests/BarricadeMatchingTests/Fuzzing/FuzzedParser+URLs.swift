import Barricade
import Testing

@testable import TestSupport

/// URLs that requests are for, compared with how Foundation reads them.
extension FuzzedParser {
    private static let urls = [
        "https://api.example.com/v1/a/b.json?x=1&y=a%20b&z#f", "http://user:secret@h:8080/",
        "mockserver://contacts/7", "HTTP://[::1]:80/%41%2F?token=f00dcafe", "file:///a/b.TXT",
        "mock:opaque", "http://h", "https://h:443?x", "/relative?x=1", "//h/a", "https://h//a//",
        "https://bücher.example/é?ü=ö", "x-a.b+c:///p", "data:,x", "http://h?a+b=c+d&=&&e==f",
    ]
    private static let tokens = [
        "http:", "https://", "h", ":80", ":99999", "user@", "user:pass@", "[::1]",
        "[fe80::1%25en0]",
        "?x=1", "&x=2", "&y", "token=", "&api_key=12345678", "/a", ".json", "#f", "xn--",
    ]

    static let target = FuzzedParser("URL", examples: urls, tokens: tokens) { text in
        guard let found = try FuzzedRequest(text) else { return }
        let (components, request) = (found.components, found.request)
        try Disagreement.unless(request.url, is: found.url, "the URL")
        try Disagreement.unless(
            RequestMatcher.url(found.url.absoluteString).matches(request), "not its own URL")
        if let scheme = components.scheme {
            try Disagreement.unless(
                RequestMatcher.scheme(scheme).matches(request), "not of scheme \(scheme)")
        }
        if let port = components.port {
            try Disagreement.unless(RequestMatcher.port(port).matches(request), "not port \(port)")
        }
        if let host = components.encodedHost, !host.isEmpty {
            let matcher = RequestMatcher.host(host)
            try Disagreement.unless(
                !matcher.faults.isEmpty || matcher.matches(request), "not of host \(host)")
        }
        for pattern in ["/**", "/*/**", "/*"] {
            try Disagreement.unless(
                RequestMatcher.any(pattern).matches(request),
                is: PlainPattern(pattern).matches(found.segments[...]), "a match with \(pattern)")
        }
        let path = components.percentEncodedPath
        try Disagreement.unless(
            RequestMatcher.trailingSlash.matches(request),
            is: path.utf8.count > 1 && path.utf8.last == UInt8(ascii: "/"), "a slash at the end")
    }

    static let query = FuzzedParser("query", examples: urls, tokens: tokens) { text in
        guard let found = try FuzzedRequest(text) else { return }
        let written = (found.components.percentEncodedQuery ?? "").components(separatedBy: "&")
            .filter { !$0.isEmpty }
        let items = written.map { item in
            let halves = item.components(separatedBy: "=")
            let value = halves.count > 1 ? halves.dropFirst().joined(separator: "=") : nil
            return URLQueryItem(
                name: halves[0].plainlyDecoded ?? halves[0],
                value: value.map { $0.plainlyDecoded ?? $0 })
        }
        try Disagreement.unless(Array(found.request.query), is: items, "the query")
        // Foundation drops byte order marks, and takes %A9 alone for text.
        if written.allSatisfy({ $0.plainlyDecoded != nil && !$0.contains("%EF%BB%BF") }) {
            try Disagreement.unless(
                (found.components.queryItems ?? []).filter { $0.name != "" || $0.value != nil },
                is: items, "Foundation's reading of the query")
        }
        for item in items.prefix(20) {
            let matchers: [RequestMatcher] = [
                .query(item.name, item.value.map { .equal($0) } ?? .noValue), .query(item.name),
                .query(item.name, .prefix(item.value ?? "")),
                .query(item.name, .containing(item.value ?? "")),
                !.query(item.name, .absent),
            ]
            for matcher in matchers where !matcher.matches(found.request) {
                throw Disagreement("no match of \(matcher)")
            }
        }
        guard items.count < 200 else { return }
        try Disagreement.unless(
            RequestMatcher.query(exactly: items).matches(found.request), "no match of all items")
        try Disagreement.unless(
            !RequestMatcher.query(exactly: items + [URLQueryItem(name: "a", value: nil)])
                .matches(found.request), "a match with an item more")
    }

    static let maskedURL = FuzzedParser("masked URL", examples: urls, tokens: tokens) { text in
        guard let found = try FuzzedRequest(text) else { return }
        let shown = "\(found.request)"
        let whole = found.url.absoluteString
        var secrets: [String] = []
        if let password = found.components.percentEncodedPassword { secrets.append(password) }
        for item in found.components.percentEncodedQueryItems ?? []
        where ["token", "api_key"].contains(item.name) {
            secrets.append(item.value ?? "")
        }
        for secret in secrets where secret.count > 3 {
            // What stands elsewhere in the URL too may be shown there.
            guard whole.components(separatedBy: secret).count == 2 else { continue }
            try Disagreement.unless(!shown.contains(secret), "\(secret) is shown in \(shown)")
        }
    }
}
