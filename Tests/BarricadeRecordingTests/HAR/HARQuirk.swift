/// Archives that hold a habit of an exporter, and what becomes of their entries.
enum HARQuirk {
    private static let hello = plain("/books", "Hello")

    /// The line of a reply of plain text.
    private static func plain(_ path: String, _ text: String = "", number: Int = 1) -> String {
        let name = number > 1 ? "200 (\(number))" : "200"
        return #"GET \#(path) "\#(name)": 200 {Content-Type: text/plain} \#(text)"#
    }

    /// The lines of several replies to one request, and of their sequence.
    private static func inTurn(_ count: Int) -> [String] {
        (1...count).map { plain("/books", "\($0)", number: $0) } + [
            #"GET /books "As Recorded": in turn "#
                + Array(repeating: "200 text/plain", count: count).joined(separator: ", ")
        ]
    }

    /// By the name of the archive: its replies, and then what is passed over.
    static let all: KeyValuePairs<String, [String]> = [
        // Bodies.
        "encoded-in-transfer": [
            #"GET /books "200": 200 {ETag: "1", Content-Type: text/plain} Hello"#
        ],
        "base64": [#"GET /books "200": 200 {Content-Type: image/png} �PNG\#r\#n"#],
        "base64-in-lines": [hello],
        "base64-that-is-text": [plain("/books", "Hello, plain text!")],
        "base64-cut-off": [
            #"GET /drawing "200": 200 {Content-Type: image/svg+xml; charset=utf-8} <svg title="ü"/>"#,
            "passed over: GET https://api.example.com/cover: its body is not the base64 that it says",
        ],
        "gzip-kept": [#"GET /books "200": 200 {Content-Type: application/json} {"id":7}"#],
        "hexadecimal-chunks": [hello],
        "charset": [
            #"GET /books "200": 200 {Content-Type: text/html; charset=utf-8} Grüße"#,
            #"GET /plain "200": 200 {Content-Type: text/plain; charset=utf-8} Grüße"#,
            #"GET /json "200": 200 {Content-Type: application/json} "Grüße""#,
        ],
        "type-of-content": [
            #"GET /books "200": 200 {Content-Type: application/json} {}"#,
            #"GET /unknown "200": 200 {} ?"#,
        ],
        "body-not-in-file": [
            "passed over: GET https://api.example.com/books: its body is not in the file (Response bodies are not included.)",
            "passed over: GET https://api.example.com/a: its body is not in the file",
            "passed over: GET https://api.example.com/b: its body is not in the file",
        ],
        "no-content": [plain("/b"), plain("/size-zero")],
        "size-of-text": [hello, plain("/minus", "Hello")],
        "body-files": [
            plain("/books", "Hello from a file\n"),
            #"passed over: GET https://api.example.com/outside: its "_file" wants a path in the folder, got one with "..""#,
            #"passed over: GET https://api.example.com/absolute: its "_file" wants a path in the folder, got an absolute one"#,
            #"passed over: GET https://api.example.com/missing: its "_file" names "missing.txt", which is missing"#,
            #"passed over: GET https://api.example.com/folder: its "_file" wants a path like "books/all.json""#,
        ],
        "unknown-encoding": [
            #"passed over: GET https://api.example.com/books: its body is encoded as "rot13", which is not known"#
        ],
        // Outcomes.
        "errors": [
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
            #"GET /null "Not Connected To Internet": error notConnectedToInternet"#,
        ],
        "no-response": [
            "passed over: GET https://api.example.com/aborted: it was cancelled",
            "passed over: GET https://api.example.com/blocked: the browser blocked it",
            "passed over: GET https://api.example.com/silent: it got no response, and no error is named",
        ],
        "redirects": [
            #"GET /old "301": 301 {Location: /books} "#,
            #"GET /older "302": 302 {Location: https://api.example.com/old} "#,
            #"GET /with-body "307": 307 {Location: /books, Content-Type: text/plain} moved"#,
        ],
        "no-body-allowed": [
            #"GET /books "204": 204 {} "#,
            #"GET /same "200": 200 {ETag: "1", Content-Type: text/plain} cached"#,
        ],
        "head": [
            #"HEAD /books "200": 200 {Content-Type: text/plain, Content-Length: 5000, Content-Encoding: gzip} "#
        ],
        "repeats": [
            plain("/books", "1"), #"GET /books "404": 404 {Content-Type: text/plain} gone"#,
            plain("/books", "2", number: 2),
            #"GET /books "As Recorded": in turn 200 text/plain, 404 text/plain, 200 text/plain"#,
        ],
        // Requests.
        "preflights": [
            #"OPTIONS /own "200": 200 {Content-Type: text/plain} Hello"#,
            "passed over: OPTIONS https://api.example.com/books: it is a browser's CORS preflight, which no app sends",
            "passed over: OPTIONS https://api.example.com/b: it is a browser's CORS preflight, which no app sends",
        ],
        "pseudo-headers": [#"GET /books "200": 200 {X-Empty: , Content-Type: text/plain} Hello"#],
        "headers-as-pairs": [
            #"GET /books "200": 200 {X-A: 1, X-B: , Content-Type: text/plain} Hello"#,
            #"GET /object "200": 200 {X-A: 1, Content-Type: text/plain} Hello"#,
        ],
        "cookies-in-lines": [
            #"GET /books "200": 200 {Set-Cookie: a=1; Path=/, Set-Cookie: b=2, Content-Type: text/plain} Hello"#
        ],
        "post-data": [
            hello,
            #"POST /graphql GetCart "200": 200 {Content-Type: text/plain} Hello"#,
            #"POST /graphql GetUser "200": 200 {Content-Type: text/plain} 2"#,
            #"POST /form "200": 200 {Content-Type: text/plain} Hello"#,
        ],
        "odd-requests": [
            #"POST /books "200": 200 {Content-Type: text/plain} Hello"#,
            plain("/none", "Hello"),
            "passed over: (no request): it names no URL",
            "passed over: GET https://api.example.com/status: its status 999 is not between 200 and 599",
            "passed over: GET https://api.example.com/status: its status 99 is not between 200 and 599",
        ],
        // URLs.
        "odd-urls": [
            "/a b?%3Cx>&q", "/a%zz", "/%7Bid}", "/user", "/upper", "/apos'()!,;=@",
            "/%2A/%3Ax?a&b", "/é/ü?ö", "/a//b", "/six",
        ].map { plain($0) } + [
            "passed over: GET https://a b.example.com/x: its URL cannot be read",
            "passed over: GET https://api.example.com:99999/x: its URL cannot be read",
            "passed over: GET https:///no-host: its URL has no host",
        ],
        // Layouts of the file.
        "nulls": [hello],
        "numbers": [
            hello,
            #"GET /text "404": 404 {Content-Type: text/plain} Hello"#,
        ],
        "dates": inTurn(6),
        "no-dates": inTurn(3),
        "byte-order-mark": [hello],
        "version-1.1": [hello],
        "http-versions": (0...5).map { plain("/v\($0)") },
        "no-entries": [],
    ]
}
