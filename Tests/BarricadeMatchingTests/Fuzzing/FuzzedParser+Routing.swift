import Testing

@testable import Barricade
@testable import TestSupport

/// Patterns with URLs, sent through a session: what the index finds is what the pattern matches.
extension FuzzedParser {
    static let routing = FuzzedParser(
        "routing",
        examples: [
            "/users/:id\nhttps://api.example.com/users/7", "/a/**\nhttp://h/a/b/c",
            "https://*.example.com/**/b\nhttps://x.example.com/a/b", "/*/b?x=1\nhttp://h/a/b?x=1",
            "mockserver://contacts/:id\nmockserver://contacts/7", "/**\nmock:opaque", "/\nhttp://h",
            "http://[::1]:8080/:id\nhttp://[::1]:8080/7",
        ], tokens: ["/", "*", "**", ":x", "http://", "h", "/a", "?x=1", "\n"], share: 0.05
    ) {
        let barricade = Barricade(
            ResponseSet("Rest", on: .any) { CannedResponse("No", status: 404) }
        ) {
            $0.logLimits = RequestLogLimits(requests: 10)
            $0.faultHandler = { _ in }
        }
        let session = barricade.session
        return { input in
            let texts = input.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard texts.count == 2, let request = try FuzzedRequest(texts[1]) else { return }
            let matcher = RequestMatcher.any(texts[0])
            barricade.register(ResponseSet("Found", on: matcher) { CannedResponse("Yes") })
            // No set answers a URL that names no server.
            let status = matcher.matches(request.request) ? 200 : 404
            try Disagreement.unless(
                session.completion(for: URLRequest(url: request.url)).status,
                is: request.request.target.isRelative ? nil : status, "the status")
        }
    }

    /// What the error of an unmatched request says to paste has to match that request.
    static let suggestion = FuzzedParser(
        "suggestion",
        examples: [
            "https://api.example.com/users/7", "http://h/a%20b/%2A/:x", "mock:opaque", "http://h",
            "mockserver://contacts/7?x=1", "http://[::1]:8080/é?q=%25", "x-a.b+c:///p",
        ], tokens: ["/*", "/**", "/:id", "%2A", "%3A", "?x=1", "&y", "\"", "%22"], share: 0.05
    ) {
        let barricade = Barricade { $0.logLimits = RequestLogLimits(requests: 10) }
        let session = barricade.session
        return { input in
            defer { withExtendedLifetime(barricade) {} }
            let text = String(decoding: input, as: UTF8.self)
            guard let request = try FuzzedRequest(text) else { return }
            let error = session.completion(for: URLRequest(url: request.url)).error.flatMap {
                BarricadeError($0)
            }
            try Disagreement.unless(error?.code, is: .unmatchedRequest, "the fault")
            let message = error?.message ?? ""
            guard
                let line = message.split(separator: "\n").first(where: {
                    $0.contains("ResponseSet(")
                })
            else {
                // A URL without a host needs another URL, not a set.
                return try Disagreement.unless(
                    message.contains("\nTo fix:\n  "), "there is nothing to do in \(message)")
            }
            // A secret stays hidden, and a text with escapes cannot be read back here.
            guard !line.contains("•"), !line.contains("\\") else { return }
            guard
                let words = line.firstMatch(
                    of: /on: (?:\.method\("GET"\) && )?\.(\w+)\("([^"]*)"\)/)
            else { throw Disagreement("nothing to paste in \(line)") }
            let pattern = String(words.2)
            let matcher: RequestMatcher = words.1 == "url" ? .url(pattern) : .any(pattern)
            try Disagreement.unless(
                matcher.matches(request.request), "what is to be pasted does not match: \(line)")
        }
    }
}

extension URLSession {
    /// Sends a request and waits on this thread until it has ended.
    func completion(for request: URLRequest) -> Completion {
        let completion = Locked(Completion())
        let isDone = DispatchSemaphore(value: 0)
        dataTask(with: request) { data, response, error in
            completion.withLock { $0 = Completion(data: data, response: response, error: error) }
            isDone.signal()
        }.resume()
        // One that never ends leaves an empty completion.
        _ = isDone.wait(timeout: .now() + 20)
        return completion.current
    }
}
