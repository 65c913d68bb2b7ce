import Foundation
import Testing

@testable import TestSupport

/// A habit of an exporter, held by an archive, and what becomes of it.
struct HARQuirk: Sendable, CustomTestStringConvertible {
    let file: String
    let replies: [String]
    let passedOver: [String]

    init(_ file: String, _ replies: String..., passedOver: [String] = []) {
        (self.file, self.replies, self.passedOver) = (file, replies, passedOver)
    }

    var testDescription: String { file }
}

extension HARQuirk {
    static let all = bodies + outcomes + requests + urls + layouts

    private static let bodies = [
        HARQuirk(
            "encoded-in-transfer",
            #"GET /books "200": 200 {ETag: "1", Content-Type: text/plain} Hello"#),
        HARQuirk(
            "base64",
            #"GET /books "200": 200 {Content-Type: image/png} �PNG\#r\#n"#),
        HARQuirk(
            "base64-in-lines",
            #"GET /books "200": 200 {Content-Type: text/plain} Hello"#),
        HARQuirk(
            "base64-that-is-text",
            #"GET /books "200": 200 {Content-Type: text/plain} Hello, plain text!"#),
        HARQuirk(
            "base64-cut-off",
            #"GET /drawing "200": 200 {Content-Type: image/svg+xml; charset=utf-8} <svg title="ü"/>"#,
            passedOver: [
                "GET https://api.example.com/cover: its body is not the base64 that it says"
            ]),
        HARQuirk(
            "gzip-kept",
            #"GET /books "200": 200 {Content-Type: application/json} {"id":7}"#),
        HARQuirk(
            "hexadecimal-chunks",
            #"GET /books "200": 200 {Content-Type: text/plain} Hello"#),
        HARQuirk(
            "charset",
            #"GET /books "200": 200 {Content-Type: text/html; charset=utf-8} Grüße"#,
            #"GET /plain "200": 200 {Content-Type: text/plain; charset=utf-8} Grüße"#,
            #"GET /json "200": 200 {Content-Type: application/json} "Grüße""#),
        HARQuirk(
            "type-of-content",
            #"GET /books "200": 200 {Content-Type: application/json} {}"#,
            #"GET /unknown "200": 200 {} ?"#),
        HARQuirk(
            "body-not-in-file",
            passedOver: [
                "GET https://api.example.com/books: its body is not in the file (Response bodies are not included.)",
                "GET https://api.example.com/a: its body is not in the file",
                "GET https://api.example.com/b: its body is not in the file",
            ]),
        HARQuirk(
            "no-content",
            #"GET /b "200": 200 {Content-Type: text/plain} "#,
            #"GET /size-zero "200": 200 {Content-Type: text/plain} "#),
        HARQuirk(
            "size-of-text",
            #"GET /books "200": 200 {Content-Type: text/plain} Hello"#,
            #"GET /minus "200": 200 {Content-Type: text/plain} Hello"#),
        HARQuirk(
            "body-files",
            #"GET /books "200": 200 {Content-Type: text/plain} Hello from a file\#n"#,
            passedOver: [
                #"GET https://api.example.com/outside: its "_file" wants a path in the folder, got one with "..""#,
                #"GET https://api.example.com/absolute: its "_file" wants a path in the folder, got an absolute one"#,
                #"GET https://api.example.com/missing: its "_file" names "missing.txt", which is missing"#,
                #"GET https://api.example.com/folder: its "_file" wants a path like "books/all.json""#,
            ]),
        HARQuirk(
            "unknown-encoding",
            passedOver: [
                #"GET https://api.example.com/books: its body is encoded as "rot13", which is not known"#
            ]),
    ]

    private static let outcomes = [
        HARQuirk(
            "errors",
            #"GET /0 "Not Connected To Internet": error notConnectedToInternet"#,
            #"GET /1 "Cannot Find Host": error cannotFindHost"#,
            #"GET /2 "Timed Out": error timedOut"#,
            #"GET /3 "Cannot Connect To Host": error cannotConnectToHost"#,
            #"GET /4 "Network Connection Lost": error networkConnectionLost"#,
            #"GET /5 "Server Certificate Has Bad Date": error serverCertificateHasBadDate"#,
            #"GET /6 "Cannot Find Host": error cannotFindHost"#,
            #"GET /7 "Unknown": error unknown"#,
            #"GET /text "Timed Out": error timedOut"#,
            #"GET /entry "Cannot Find Host": error cannotFindHost"#,
            #"GET /null "Not Connected To Internet": error notConnectedToInternet"#),
        HARQuirk(
            "no-response",
            passedOver: [
                "GET https://api.example.com/aborted: it was cancelled",
                "GET https://api.example.com/blocked: the browser blocked it",
                "GET https://api.example.com/silent: it got no response, and no error is named",
            ]),
        HARQuirk(
            "redirects",
            #"GET /old "301": 301 {Location: /books} "#,
            #"GET /older "302": 302 {Location: https://api.example.com/old} "#,
            #"GET /with-body "307": 307 {Location: /books, Content-Type: text/plain} moved"#),
        HARQuirk(
            "no-body-allowed",
            #"GET /books "204": 204 {} "#,
            #"GET /same "304": 304 {ETag: "1"} "#),
        HARQuirk(
            "head",
            #"HEAD /books "200": 200 {Content-Type: text/plain, Content-Length: 5000, Content-Encoding: gzip} "#
        ),
        HARQuirk(
            "repeats",
            #"GET /books "200": 200 {Content-Type: text/plain} 1"#,
            #"GET /books "404": 404 {Content-Type: text/plain} gone"#,
            #"GET /books "200 (2)": 200 {Content-Type: text/plain} 2"#,
            #"GET /books "As Recorded": in turn 200 text/plain, 404 text/plain, 200 text/plain"#),
    ]

    private static let requests = [
        HARQuirk(
            "not-http",
            passedOver: [
                "GET https://api.example.com/switch: it switches to another protocol (status 101)",
                "GET https://api.example.com/socket: it opens a web socket, which has no responses",
                "GET https://api.example.com/messages: it opens a web socket, which has no responses",
                "GET wss://api.example.com/live: its URL has the scheme wss, which no HTTP server answers",
                "GET data:text/plain,Hello: its URL has the scheme data, which no HTTP server answers",
                "GET blob:https://api.example.com/1: its URL has the scheme blob, which no HTTP server answers",
                "GET /books: its URL is not absolute",
                "CONNECT https://api.example.com:443: it only opens a tunnel through a proxy",
            ]),
        HARQuirk(
            "preflights",
            #"OPTIONS /own "200": 200 {Content-Type: text/plain} Hello"#,
            passedOver: [
                "OPTIONS https://api.example.com/books: it is a browser's CORS preflight, which no app sends",
                "OPTIONS https://api.example.com/b: it is a browser's CORS preflight, which no app sends",
            ]),
        HARQuirk(
            "pseudo-headers",
            #"GET /books "200": 200 {X-Empty: , Content-Type: text/plain} Hello"#),
        HARQuirk(
            "headers-as-pairs",
            #"GET /books "200": 200 {X-A: 1, X-B: , Content-Type: text/plain} Hello"#,
            #"GET /object "200": 200 {X-A: 1, Content-Type: text/plain} Hello"#),
        HARQuirk(
            "cookies-in-lines",
            #"GET /books "200": 200 {Set-Cookie: a=1; Path=/, Set-Cookie: b=2, Content-Type: text/plain} Hello"#
        ),
        HARQuirk(
            "post-data",
            #"GET /books "200": 200 {Content-Type: text/plain} Hello"#,
            #"POST /graphql GetCart "200": 200 {Content-Type: text/plain} Hello"#,
            #"POST /graphql GetUser "200": 200 {Content-Type: text/plain} 2"#,
            #"POST /form "200": 200 {Content-Type: text/plain} Hello"#),
        HARQuirk(
            "odd-requests",
            #"POST /books "200": 200 {Content-Type: text/plain} Hello"#,
            #"GET /none "200": 200 {Content-Type: text/plain} Hello"#,
            passedOver: [
                "(no request): it names no URL",
                "GET https://api.example.com/status: its status 999 is not between 200 and 599",
                "GET https://api.example.com/status: its status 99 is not between 200 and 599",
            ]),
    ]

    private static let urls = [
        HARQuirk(
            "odd-urls",
            #"GET /a b?%3Cx>&q "200": 200 {Content-Type: text/plain} "#,
            #"GET /a%zz "200": 200 {Content-Type: text/plain} "#,
            #"GET /%7Bid} "200": 200 {Content-Type: text/plain} "#,
            #"GET /user "200": 200 {Content-Type: text/plain} "#,
            #"GET /upper "200": 200 {Content-Type: text/plain} "#,
            #"GET /apos'()!,;=@ "200": 200 {Content-Type: text/plain} "#,
            #"GET /%2A/%3Ax?a&b "200": 200 {Content-Type: text/plain} "#,
            #"GET /é/ü?ö "200": 200 {Content-Type: text/plain} "#,
            #"GET /../a/b "200": 200 {Content-Type: text/plain} "#,
            #"GET /six "200": 200 {Content-Type: text/plain} "#,
            passedOver: [
                "GET https://a b.example.com/x: its URL cannot be read",
                "GET https://api.example.com:99999/x: its URL cannot be read",
                "GET https:///no-host: its URL has no host",
            ])
    ]

    private static let layouts = [
        HARQuirk(
            "nulls",
            #"GET /books "200": 200 {Content-Type: text/plain} Hello"#),
        HARQuirk(
            "numbers",
            #"GET /books "200": 200 {Content-Type: text/plain} Hello"#,
            #"GET /text "404": 404 {Content-Type: text/plain} Hello"#),
        HARQuirk(
            "dates",
            #"GET /books "200": 200 {Content-Type: text/plain} 1"#,
            #"GET /books "200 (2)": 200 {Content-Type: text/plain} 2"#,
            #"GET /books "200 (3)": 200 {Content-Type: text/plain} 3"#,
            #"GET /books "200 (4)": 200 {Content-Type: text/plain} 4"#,
            #"GET /books "200 (5)": 200 {Content-Type: text/plain} 5"#,
            #"GET /books "200 (6)": 200 {Content-Type: text/plain} 6"#,
            #"GET /books "As Recorded": in turn 200 text/plain, 200 text/plain, 200 text/plain, 200 text/plain, 200 text/plain, 200 text/plain"#
        ),
        HARQuirk(
            "no-dates",
            #"GET /books "200": 200 {Content-Type: text/plain} 1"#,
            #"GET /books "200 (2)": 200 {Content-Type: text/plain} 2"#,
            #"GET /books "200 (3)": 200 {Content-Type: text/plain} 3"#,
            #"GET /books "As Recorded": in turn 200 text/plain, 200 text/plain, 200 text/plain"#),
        HARQuirk(
            "byte-order-mark",
            #"GET /books "200": 200 {Content-Type: text/plain} Hello"#),
        HARQuirk(
            "version-1.1",
            #"GET /books "200": 200 {Content-Type: text/plain} Hello"#),
        HARQuirk(
            "http-versions",
            #"GET /v0 "200": 200 {Content-Type: text/plain} "#,
            #"GET /v1 "200": 200 {Content-Type: text/plain} "#,
            #"GET /v2 "200": 200 {Content-Type: text/plain} "#,
            #"GET /v3 "200": 200 {Content-Type: text/plain} "#,
            #"GET /v4 "200": 200 {Content-Type: text/plain} "#,
            #"GET /v5 "200": 200 {Content-Type: text/plain} "#),
        HARQuirk(
            "no-entries"),
    ]
}
