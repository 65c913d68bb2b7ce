import Barricade
import Testing

@testable import TestSupport

/// Header fields of requests and responses that loading itself reads.
extension FuzzedParser {
    static let range = FuzzedParser(
        "Range",
        examples: [
            "bytes=0-3", "bytes=4-", "bytes=-3", "bytes=9-9", "bytes=10-", "Bytes = 2 - 5",
            "bytes=0-1,4-5", "items=0-3", "bytes=5-2", "bytes=-0", "bytes=0-99999999999999999999",
        ], tokens: ["bytes=", "-", "=", "0", "9", "10", ",", " "], share: 0.05
    ) {
        let text = "0123456789"
        let barricade = Barricade(
            ResponseSet("Text", on: .get("/text")) { CannedResponse("OK", text: text) }
        ) {
            $0.logLimits = RequestLogLimits(requests: 10)
        }
        let session = barricade.session
        let url = try URL("\(api)/text")
        return { input in
            defer { withExtendedLifetime(barricade) {} }
            let field = String(decoding: input, as: UTF8.self)
            var request = URLRequest(url: url)
            request.setValue(field, forHTTPHeaderField: "Range")
            let completion = session.completion(for: request)
            let found = [completion.status.map { "\($0)" }, completion.text]
            let sent = request.value(forHTTPHeaderField: "Range") == field ? field : ""
            guard
                let words = sent.wholeMatch(
                    of: /[ \t]*[bB][yY][tT][eE][sS][ \t]*=[ \t]*([0-9]*)[ \t]*-[ \t]*([0-9]*)[ \t]*/
                )
            else {
                return try Disagreement.unless(found, is: ["200", text], "what \(sent) gets")
            }
            let (first, last) = (Double(words.1), Double(words.2))
            let isReversed = !words.2.isEmpty && Self.isLarger(words.1, words.2)
            let expected: ClosedRange<Double>? =
                switch (first, last) {
                case (nil, nil): 0...9
                case (nil, let count?): count == 0 ? nil : max(0, 10 - count)...9
                case (let first?, nil): first > 9 ? nil : first...9
                case (_?, _?) where isReversed: 0...9
                case (let first?, let last?): first > 9 ? nil : first...min(last, 9)
                }
            let isWhole = first == nil && last == nil || isReversed
            guard let expected else {
                return try Disagreement.unless(found[0], is: "416", "what \(sent) gets")
            }
            let part = text.dropFirst(Int(expected.lowerBound)).prefix(
                Int(expected.upperBound - expected.lowerBound) + 1)
            try Disagreement.unless(
                found, is: [isWhole ? "200" : "206", String(part)], "what \(sent) gets")
        }
    }

    /// Compares numbers that no type of the language holds.
    private static func isLarger(_ left: Substring, _ right: Substring) -> Bool {
        let size = max(left.count, right.count)
        func padded(_ digits: Substring) -> String {
            String(repeating: "0", count: size - digits.count) + digits
        }
        return padded(left) > padded(right)
    }

    static let setCookie = FuzzedParser(
        "Set-Cookie",
        examples: [
            "a=1", "a=1; Path=/; HttpOnly", "a=\"b c\"; Domain=example.com; Secure",
            "a=1; Expires=Wed, 21 Oct 2065 07:28:00 GMT", "a=1; Max-Age=60; SameSite=Lax", "a=",
            "a=1; Domain=.api.example.com", "=1", "a=1, b=2; Path=/x", "__Host-a=1; Max-Age=-1",
        ],
        tokens: [
            "; Domain=", "com", ".com", "elsewhere.org", "; Path=/", "; Max-Age=", "; Expires=",
            "GMT", "; Secure", "=", ";", ",", "\"",
        ], share: 0.05
    ) {
        let configuration = URLSessionConfiguration.ephemeral
        let barricade = Barricade {
            $0.logLimits = RequestLogLimits(requests: 10)
            $0.faultHandler = { _ in }
        }
        barricade.install(in: configuration)
        let session = URLSession(configuration: configuration)
        let storage = configuration.httpCookieStorage
        let url = try URL("\(api)/cookie")
        return { input in
            let field = String(decoding: input, as: UTF8.self)
            barricade.register(
                ResponseSet("Cookie", on: .any) {
                    CannedResponse("OK", headers: ["Set-Cookie": field])
                })
            let completion = session.completion(for: URLRequest(url: url))
            if completion.error != nil {
                let code = completion.error.flatMap { BarricadeError($0)?.code }
                try Disagreement.unless(code, is: .invalidDefinition, "the fault")
                let isSendable = field.utf8.allSatisfy { ![0, 10, 13].contains($0) }
                try Disagreement.unless(!isSendable, "the field cannot be sent")
            }
            for cookie in storage?.cookies ?? [] {
                let domain = cookie.domain.drop { $0 == "." }.lowercased()
                try Disagreement.unless(
                    "api.example.com" == domain || "api.example.com".hasSuffix(".\(domain)"),
                    "a cookie is kept for \(domain)")
                storage?.deleteCookie(cookie)
            }
        }
    }
}
