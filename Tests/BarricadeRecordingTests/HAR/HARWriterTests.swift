import Barricade
import BarricadeFolder
import BarricadeRecording
import BarricadeSurfaces
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What proxies and browsers really write, each kind in an archive of its own.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARWriterTests {
    /// The replies of an archive, and then the reasons why entries are passed over.
    private func results(
        _ entries: [String], redaction: Redaction? = nil
    ) throws -> [String] {
        let archive = try HARArchive(entries: entries) { $0.redaction = redaction }
        return try archive.replies() + archive.passedOver.map { "\($0.entry ?? 0): \($0.reason)" }
    }

    // MARK: Bodies

    @Test func anEmptyTextIsMissingIfAnythingSaysThatThereWasABody() throws {
        let none = String.content("text/plain", "", size: 0)
        #expect(
            try results([
                .entry("GET /size", .content("image/png", "", size: 70)),
                .entry("GET /length", none, ["Content-Length": "24"]),
                .entry("GET /gzip", none, ["Content-Encoding": "gzip"]),
                .entry("GET /chunked", none, ["Transfer-Encoding": "chunked"]),
                .entry("GET /empty", none),
                .entry("GET /zero", none, ["Content-Length": "0"]),
                .entry("GET /identity", none, ["Content-Encoding": "identity"]),
                .entry("GET /none", none, status: 204, ["Content-Encoding": "gzip"]),
                .entry("HEAD /head", none, ["Content-Length": "24"]),
                .entry("GET /unsized", .content(#""mimeType":"a/b""#), ["Content-Encoding": "br"]),
                .entry("GET /sized", .content(#""size":0"#), ["Content-Encoding": "br"]),
                .entry("GET /unknown", .content(#""size":-1,"mimeType":"application/json""#)),
                .entry("GET /nothing", .content(#""size":-1"#), ["Content-Length": "0"]),
            ]) == [
                #"GET /empty "200": 200 {} "#, #"GET /zero "200": 200 {} "#,
                #"GET /identity "200": 200 {} "#, #"GET /none "204": 204 {} "#,
                #"GET /sized "200": 200 {} "#, #"GET /nothing "200": 200 {} "#,
                #"HEAD /head "200": 200 {Content-Length: 24} "#,
                "1: its body is not in the file", "2: its body is not in the file",
                "3: its body is empty or was cut off, which the file does not say",
                "4: its body is empty or was cut off, which the file does not say",
                "10: its body is empty or was cut off, which the file does not say",
                "12: its body is not in the file",
            ])
    }

    /// Half a body is no reply either.
    @Test func anEntryThatNamesAnErrorIsNoReply() throws {
        let half = String.content("application/json", #"{\"a\":[1,"#)
        let errors: KeyValuePairs = [
            "net::ERR_HTTP2_PROTOCOL_ERROR": "networkConnectionLost",
            "net::ERR_CONTENT_LENGTH_MISMATCH": "networkConnectionLost",
            "server closed connection": "networkConnectionLost",
            "peer closed connection without sending complete message body": "networkConnectionLost",
            "stream reset by server (PROTOCOL_ERROR)": "networkConnectionLost",
            "[Errno 111] Connect call failed ('127.0.0.1', 1)": "cannotConnectToHost",
            "[Errno 113] Connect call failed": "cannotConnectToHost",
            "[Errno 110] Connect call failed": "timedOut",
            "[Errno -2] Name or service not known": "cannotFindHost",
            "[Errno -3] Temporary failure in name resolution": "cannotFindHost",
            "[Errno -5] No address associated with hostname": "cannotFindHost",
            "Certificate verify failed: self-signed certificate": "serverCertificateUntrusted",
            "Certificate verify failed: certificate has expired": "serverCertificateHasBadDate",
            "Server TLS handshake failed. connection closed": "secureConnectionFailed",
            "Client disconnected.": "it was cancelled",
        ]
        for status in [0, 200, 500] {
            let mismatches = try errors.mismatches { error in
                let failed = half + ",\"_error\":\(JSONValue.string(error))"
                return try results([.entry("GET /a", failed, status: status)])
                    .joined().replacing(#/.*error |1: /#, with: "")
            }
            #expect(mismatches == [])
        }
    }

    @Test func bodiesInCodingsThatNobodyHereReadsArePassedOver() throws {
        func body(_ type: String, _ size: Int, _ base64: String) -> String {
            .content(type, base64, size: size, encoding: "base64")
        }
        // Brotli for `<b>Fog</b>`; the same inflated; zstd; and bytes that were inflated.
        let (brotli, plain) = ("iwSAPGI+Rm9nPC9iPgM=", "PGI+Rm9nPC9iPg==")
        let png = "iVBORw0KGgr/"
        let zstd = "KLUv/QQAUQAAPGI+Rm9nPC9iPg=="
        for redaction in [nil, Redaction { $0.allowedTypes = ["text/html", "image/*"] }] {
            let results = try results(
                [
                    .entry("GET /a", body("text/html", 10, brotli), ["Content-Encoding": "br"]),
                    .entry("GET /b", body("text/html", 10, plain), ["Content-Encoding": "br"]),
                    .entry("GET /c", body("image/png", 19, zstd), ["Content-Encoding": "zstd"]),
                    .entry("GET /d", body("image/png", 9, png), ["Content-Encoding": "br"]),
                    .entry(
                        "GET /e", body("image/png", 9, png),
                        ["Content-Encoding": "br", "Content-Length": "9"]),
                    .entry(
                        "GET /f", body("image/png", 9, png) + #","bodySize":9"#,
                        ["Content-Encoding": "br", "Content-Length": "13"]),
                ], redaction: redaction)
            #expect(
                results.filter { $0.hasPrefix("GET") }.map { $0.prefix(6) } == [
                    "GET /b", "GET /d", "GET /f",
                ])
            #expect(
                results.filter { !$0.hasPrefix("GET /d") && !$0.hasPrefix("GET /f") } == [
                    #"GET /b "200": 200 {Content-Type: text/html} <b>Fog</b>"#,
                    "1: its body is compressed with br", "3: its body is compressed with zstd",
                    "5: its body is compressed with br",
                ])
        }
    }

    /// Proxies write the port that a scheme has anyway.
    @Test func aURLWithItsDefaultPortIsTheSame() throws {
        let archive = try HARArchive(entries: [
            .entry("GET :443/a", .content("text/plain", "1")),
            .entry("GET /a", .content("text/plain", "1")),
            .entry("GET :80/a", .content("text/plain", "1")),
        ])
        let patterns = ["GET https://api.example.com/a", "GET https://api.example.com:80/a"]
        #expect(archive.responseSets.map { "\($0.matcher)" } == patterns)
    }

    /// BrowserMob and chrome-har leave out that a body is in base64.
    @Test func base64ThatIsNotCalledSoIsToldByItsSizeOrAsAnImage() throws {
        let archive = try HARArchive(entries: [
            .entry("GET /bytes", .content("application/octet-stream", "AP8B", size: 3)),
            .entry("GET /json", .content("application/json", "eyJhIjoxfQ==", size: 7)),
            .entry("GET /image", .content("image/png", "iVBORw0KGgr/", size: -1)),
            .entry("GET /word", .content("text/plain", "true", size: 4)),
            .entry("GET /text", .content("text/plain", "iVBORw0KGgr/", size: -1)),
            .entry("GET /unknown", .content("application/octet-stream", "AP8B", size: -1)),
        ]) { $0.redaction = nil }
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFF])
        let texts = ["true", "iVBORw0KGgr/", "AP8B"].map { Data($0.utf8) }
        #expect(
            try archive.bodies() == [Data([0, 0xFF, 1]), Data(#"{"a":1}"#.utf8), png] + texts)
    }

    /// Each character is a byte, which is told by a length.
    @Test func bytesThatAreWrittenAsTextAreBytes() throws {
        let bytes = Data([0x25, 0xE2, 0xE3, 0x80, 0xFF, 0x00])
        let text = #"%\u00e2\u00e3\u0080\u00ff\u0000"#
        func body(_ type: String, _ size: Int) -> String { .content(type, text, size: size) }
        let entries: [String] = [
            .entry("GET /size", body("application/pdf", 6)),
            .entry("GET /length", body("application/pdf", -1), ["Content-Length": "6"]),
            .entry(
                "GET /packed",
                body("application/octet-stream", 4).replacing("}", with: #","compression":2}"#),
                ["Content-Encoding": "gzip", "Content-Length": "4"]),
            .entry("GET /untyped", body("", 6)),
            // Ten bytes of UTF-8, and text.
            .entry("GET /unicode", body("application/pdf", 10)),
            .entry("GET /text", body("text/csv", 6)),
        ]
        let archive = try HARArchive(entries: entries) { $0.redaction = nil }
        let bodies = try zip(archive.responseSets.map(\.name), archive.bodies())
        #expect(bodies.filter { $1 != bytes }.map(\.0) == ["GET /unicode"])
        // UTF-8 that a browser has read as windows-1252, and a text that is what it says.
        #expect(
            try results([
                .entry(
                    "GET /a", .content("text/plain", #"Gr\u00c3\u00bc\u00c3\u0178e"#, size: 7)),
                .entry("GET /b", .content("text/plain", #"Gr\u00fc\u00dfe"#, size: 5)),
            ]) == [
                #"GET /a "200": 200 {Content-Type: text/plain} Grüße"#,
                #"GET /b "200": 200 {Content-Type: text/plain; charset=utf-8} Grüße"#,
            ])
    }

    /// Proxies write what names no charset as text in Latin-1, and browsers in windows-1252.
    @Test func textsThatWereGuessedWronglyAreBytes() throws {
        func entry(_ path: String, _ type: String, _ size: Int, _ text: String) -> String {
            .entry("GET \(path)", .content(type, text, size: size))
        }
        func xml(_ name: String, _ text: String) -> String {
            #"<?xml version='1.0' encoding='\#(name)'?><a>\#(text)</a>"#
        }
        let bodies = try HARArchive(entries: [
            entry("/xml", "text/xml", 55, xml("windows-1251", "Ìèð")),
            entry("/read", "text/xml", 55, xml("windows-1251", "Мир")),
            entry("/wide", "text/xml", 53, xml("Shift_JIS", "×")),
            entry("/unicode", "text/xml", 48, xml("utf-8", "Ì")),
            entry("/image", "text/plain", 10, "‰PNG\\r\\n\\u001a\\n\\u0000\\u0001"),
            entry("/text", "text/plain", 4, "café"),
            entry("/page", "text/html", 5, "né \\u0080!"),
            entry("/wide-json", "application/json", 6, "ÿþ[\\u0000]\\u0000"),
        ]) { $0.redaction = nil }.bodies()
        #expect(bodies[0] == xml("windows-1251", "Мир").data(using: .windowsCP1251))
        #expect(String(decoding: bodies[1], as: UTF8.self) == xml("utf-8", "Мир"))
        #expect(String(decoding: bodies[2], as: UTF8.self) == xml("utf-8", "×"))
        #expect(String(decoding: bodies[3], as: UTF8.self) == xml("utf-8", "Ì"))
        #expect(bodies[4] == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 1]))
        #expect(String(decoding: bodies[5], as: UTF8.self) == "café")
        #expect(bodies[6] == "né €!".data(using: .windowsCP1252))
        #expect(bodies[7] == Data([0xFF, 0xFE, 0x5B, 0, 0x5D, 0]))
    }

    @Test func aBodyThatIsCompressedTwiceIsDecodedTwice() throws {
        let twice = "H4sIAAAAAAACA5Pv5mAAASZmbc3zPn6sDNol0zhYgQIAKfgkQRkAAAA="
        func body(_ type: String) -> String { .content(type, twice, size: 45, encoding: "base64") }
        #expect(
            try results([
                .entry("GET /one", body("text/plain"), ["Content-Encoding": "gzip, gzip"]),
                .entry("GET /a.gz", body("application/gzip")),
            ])[0] == #"GET /one "200": 200 {Content-Type: text/plain} twice"#)
    }

    @Test func halvesOfSurrogatePairsAreNoText() throws {
        #expect(
            try results([
                .entry("GET /a", .content("text/plain", #"\udcff\udcfe"#)),
                .entry("GET /b", .content("text/plain", #"\ud83d\ude00 \ufffd"#)),
                .entry("GET /c", .content("text/plain", #"\udcff \ufffd"#)),
                // Firefox reads the charset utf-16 with the low byte first.
                .entry("GET /d", .content("application/xml", #"\ufffe\u3c00\u6100"#)),
            ]) == [
                #"GET /b "200": 200 {Content-Type: text/plain; charset=utf-8} 😀 �"#,
                "1: its text has bytes that JSON cannot hold",
                "3: its text has bytes that JSON cannot hold",
                "4: its text was read in the wrong byte order",
            ])
    }

    /// Attached texts are in UTF-8, whatever the header field says.
    @Test func attachedTextsAndRequestsAreRead() throws {
        let folder = try ScratchFolder()
        for (name, text) in [
            ("u.txt", "Grüße"), ("a.txt", "plain"), ("me.json", #"{"note":"Zq8r3TnV5yB2kLm"}"#),
            ("login.json", #"{"password":"Zq8r3TnV5yB2kLm"}"#),
            ("op.json", #"{"operationName":"GetCart","query":"query GetCart { id }"}"#),
        ] { try folder.write(text, to: name) }
        func attached(_ type: String, _ file: String) -> String {
            .content(#""size":9,"mimeType":"\#(type)","_file":"\#(file)""#)
        }
        func posted(_ file: String) -> String {
            #","postData":{"mimeType":"application/json","text":"","_file":"\#(file)"}"#
        }
        let entries: [String] = [
            .entry("GET /sjis", attached("text/plain; charset=shift_jis", "u.txt")),
            .entry("GET /ascii", attached("text/plain; charset=iso-8859-1", "a.txt")),
            .entry("GET /utf16", attached("text/plain; charset=utf-16", "a.txt")),
            .entry("GET /none", attached("text/plain", "u.txt")),
            .entry("POST /login", status: 204, more: posted("login.json")),
            .entry("GET /me", attached("application/json", "me.json")),
            .entry("POST /graphql", attached("text/plain", "a.txt"), more: posted("op.json")),
            .entry("POST /gone", status: 204, more: posted("gone.json")),
            .entry("POST /out", status: 204, more: posted("../out.json")),
        ]
        let archive = try HARArchive(entries: entries, in: folder)
        #expect(
            try archive.replies() == [
                #"GET /sjis "200": 200 {Content-Type: text/plain; charset=utf-8} Grüße"#,
                #"GET /ascii "200": 200 {Content-Type: text/plain; charset=iso-8859-1} plain"#,
                #"GET /utf16 "200": 200 {Content-Type: text/plain; charset=utf-8} plain"#,
                #"GET /none "200": 200 {Content-Type: text/plain; charset=utf-8} Grüße"#,
                #"GET /me "200": 200 {Content-Type: application/json} {"note":"redacted-1-xxxx"}"#,
                #"POST /graphql GetCart "200": 200 {Content-Type: text/plain} plain"#,
                #"POST /login "204": 204 {} "#, #"POST /gone "204": 204 {} "#,
                #"POST /out "204": 204 {} "#,
            ])
        #expect(
            archive.notes == [
                """
                entry 8 (line 1)  POST https://api.example.com/gone: the secrets in the body of the \
                request cannot be known: its "_file" names "gone.json", which is missing.
                """,
                """
                entry 9 (line 1)  POST https://api.example.com/out: the secrets in the body of the \
                request cannot be known: its "_file" wants a path in the folder, got one with "..".
                """,
            ])
    }

    // MARK: Parts and copies

    private func part(
        _ path: String, _ range: String, _ text: String, tag: String = "1", time: String
    ) -> String {
        .entry(
            "GET \(path)", .content("text/plain", text, size: 5), status: 206,
            ["Content-Range": range, "ETag": "\"\(tag)\""], time: time)
    }

    @Test func partsThatCoverABodyAreOneReply() async throws {
        let part = "its reply is a part of a body (status 206), and the others are missing"
        let lie = #"its reply is a part of a body, of other bytes than its "Content-Range" says"#
        let entries: [String] = [
            self.part("/a", "bytes 6-10/11", "world", time: "09:30:02"),
            self.part("/a", "bytes 0-6/11", "hello w", time: "09:30:01"),
            self.part("/whole", "bytes 0-4/5", "hello", time: "09:30:03"),
            self.part("/half", "bytes 0-4/11", "hello", time: "09:30:04"),
            self.part("/other", "bytes 0-4/10", "hello", time: "09:30:05"),
            self.part("/other", "bytes 5-9/10", "world", tag: "2", time: "09:30:06"),
            self.part("/lie", "bytes 0-4/3", "hello", time: "09:30:07"),
            self.part("/huge", "bytes 0-4/9223372036854775807", "hello", time: "09:30:07"),
            self.part("/long", "bytes 0-9/10", "hello", time: "09:30:08"),
            self.part("/no", "", "hello", time: "09:30:09"),
            .entry("GET /416", .content(""), status: 416, ["Content-Range": "bytes */5"]),
        ]
        #expect(
            try results(entries, redaction: Redaction()) == [
                #"GET /a "200": 200 {ETag: "1", Content-Type: text/plain} hello world"#,
                #"GET /whole "200": 200 {ETag: "1", Content-Type: text/plain} hello"#,
                "4: \(part)", "5: \(part)", "6: \(part)", "7: \(lie)", "8: \(part)", "9: \(lie)",
                "10: \(part)", "11: it asks for a part that the body does not have (status 416)",
            ])
        let barricade = Barricade(try HARArchive(entries: entries))
        let ranges = try await barricade.patientSession.get(
            "\(api)/a", headers: ["Range": "bytes=4-6"])
        #expect(ranges.status == 206)
        #expect(ranges.text == "o w")
    }

    @Test func partsMayBeManyAndInAnyOrder() throws {
        let entries = (0..<1_000).map { index in
            let place = (index * 919) % 1_000
            return part(
                "/a", "bytes \(place * 5)-\(place * 5 + 4)/5000", "hello", time: "09:30:00")
        }
        let archive = try HARArchive(entries: entries)
        #expect(archive.passedOver.isEmpty)
        #expect(archive.responseSets.count == 1)
    }

    @Test func aCopyThatIsStillGoodIsTheEarlierReply() async throws {
        let body = String.content("application/json", #"{\"v\":1}"#, size: 7)
        let same = #""content":{"size":0,"mimeType":"x-unknown"}"#
        let (tag, date) = ("\"v1\"", "Sun, 01 Mar 2026 09:00:00 GMT")
        let entries: [String] = [
            .entry("GET /a", body, ["ETag": tag], time: "09:30:00"),
            .entry("GET /a", same, status: 304, ["ETag": tag], time: "09:30:01"),
            // A browser's, which has the copy.
            .entry("GET /a", body, status: 304, ["ETag": tag], time: "09:30:02"),
            .entry("GET /b", body, status: 304, ["Last-Modified": date], time: "09:30:03"),
            .entry("GET /c", same, status: 304, ["ETag": tag], time: "09:30:04"),
        ]
        for redaction in [nil, Redaction()] {
            #expect(
                try results(entries, redaction: redaction) == [
                    #"GET /a "200": 200 {ETag: "v1", Content-Type: application/json} {"v":1}"#,
                    #"GET /b "200": 200 {Last-Modified: \#(date), Content-Type: application/json} {"v":1}"#,
                    "5: its reply says that the client's copy is still good (status 304), and the copy is not there",
                ])
        }
        let barricade = Barricade(try HARArchive(entries: entries))
        let session = barricade.patientSession
        defer { withExtendedLifetime(barricade) {} }
        let tagged = try await session.get("\(api)/a", headers: ["If-None-Match": tag])
        let dated = try await session.get("\(api)/b", headers: ["If-Modified-Since": date])
        #expect(tagged.status == 304)
        #expect(dated.status == 304)
    }

    // MARK: Header fields

    @Test func cookiesAreUnfoldedAndLastAsLong() throws {
        func cookies(_ path: String, _ cookies: String..., listed names: String...) -> String {
            let listed = names.map { #"{"name":"\#($0)"}"# }.joined(separator: ",")
            return .entry(
                "GET \(path)", #""content":{},"cookies":[\#(listed)]"#,
                HTTP.Headers(cookies.map { .init("Set-Cookie", $0) }))
        }
        let archive = try HARArchive(entries: [
            cookies(
                "/folded",
                "a=dark; Expires=Sun, 01 Mar 2026 10:30:00 GMT; Path=/, sid=light; Max-Age=60"
            ),
            cookies("/listed", "a=dark,b=2; Path=/, c=blue", listed: "a", "c"),
            cookies(
                "/taken", "a=dark; Path=/, d=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                listed: "a"),
            cookies(
                "/dates", "a=dark; Expires=Mon, 02-Mar-2026 09:30:00 GMT; HttpOnly",
                "b=dark; Max-Age=600; Expires=Sun, 01 Mar 2026 09:40:00 GMT",
                "c=dark; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                "d=dark; Expires=Sun, 01 Mar 2026 10:30:00 GMT; Expires=no; Expires=Sun, 01 Mar 2026 09:31:00 GMT",
                "e=dark; Expires=tomorrow"),
        ])
        let barricade = Barricade(archive)
        let fields = try barricade.sets.map { set in
            try barricade.preview(of: "200", for: set.name)?.headers.values(of: "Set-Cookie")
        }
        #expect(
            fields == [
                ["a=redacted-1; Path=/; Max-Age=3600", "sid=redacted-2; Max-Age=60"],
                ["a=redacted-3; Path=/", "c=redacted-4"],
                ["a=redacted-1; Path=/", "d=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
                [
                    "a=redacted-1; HttpOnly; Max-Age=86400", "b=redacted-1; Max-Age=600",
                    "c=redacted-1; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                    "d=redacted-1; Max-Age=60", "e=redacted-1; Expires=tomorrow",
                ],
            ])
    }

    @Test func harmlessHeaderFieldsStay() throws {
        let fields: HTTP.Headers = [
            "X-Total-Count": "42", "X-Next-Page": "2", "RateLimit-Remaining": "0",
            "Content-Location": "/items?page=1", "Deprecation": "true", "X-Home": "/start",
            "X-Pagination": #"{"total":73,"page":1}"#, "Content-Range": "items 0-9/100",
            "Server-Timing": "db;dur=53.2, app;dur=47", "X-Job": "job-1234567",
            "X-Trace": "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
            "X-Auth-Token": "f00dbabe1", "Date": "Sun, 01 Mar 2026 09:30:00 GMT",
            "Connection": "keep-alive", "Access-Control-Allow-Origin": "*",
        ]
        let archive = try HARArchive(
            entries: [
                .entry("GET /items", .content(""), fields),
                .entry("GET /other", .content(""), ["Date": "Sun, 01 Mar 2026 09:30:00 GMT"]),
                .entry("HEAD /clip", .content(""), ["Content-Length": "104857600"]),
            ]
        ) { $0.redaction = Redaction { $0.keptHeaders.insert("x-job") } }
        #expect(
            try archive.replies() == [
                #"GET /items "200": 200 {X-Total-Count: 42, X-Next-Page: 2, RateLimit-Remaining: 0, Content-Location: /items?page=1, Deprecation: true, X-Home: /start, X-Pagination: {"total":73,"page":1}, Content-Range: items 0-9/100, Server-Timing: db;dur=53.2, app;dur=47, X-Job: job-1234567} "#,
                #"GET /other "200": 200 {} "#,
                #"HEAD /clip "200": 200 {Content-Length: 104857600} "#,
            ])
        #expect(
            archive.redactionReport?.description == """
                6 left out:
                  header Access-Control-Allow-Origin, Connection, Date, X-Auth-Token, X-Trace
                """)
    }

    // MARK: What is refused, and what is written

    @Test func reasonsAreToldAsTheyAre() throws {
        let archive = try HARArchive(entries: [
            .entry("GET /cut", .content("application/json", #"[{\"id\":1},{\"i"#, size: 39)),
            .entry(
                "GET /bytes", .content("application/x-thing", "AP8=", size: 2, encoding: "base64")),
        ])
        #expect(
            archive.description == """
                traffic.har: 0 responses in 0 sets, from 0 of 2 entries; 2 passed over.
                Passed over 1 entry: its JSON ends at line 1, column 14.
                    entry 1 (line 1)  GET https://api.example.com/cut
                Passed over 1 entry: its 2 bytes of application/x-thing are no text, but an unknown format.
                  To fix, if it holds none: Redaction { $0.allowedTypes.insert("application/x-thing") }, or --allow-type application/x-thing
                    entry 2 (line 1)  GET https://api.example.com/bytes
                """)
    }

    /// A recorded body need not be what its type says.
    @Test func whatIsWrittenHasNoMistakes() throws {
        let texts = [
            #")]}',\n{\"a\":1}"#, "<html>Bad gateway</html>", " ", #"{\"a\":1}{\"a\":2}"#,
            #"{\"a\":NaN}"#,
        ]
        let entries = texts.enumerated().map { index, text in
            String.entry("GET /\(index)", .content("application/json", text))
        }
        let folder = try ScratchFolder()
        try HARArchive(entries: entries) {
            $0.redaction = Redaction { $0.allowedTypes.insert("application/json") }
        }.write(to: folder.url)
        let barricade = try Barricade(folder: .directory(folder.url))
        #expect(barricade.validate() == [])
        #expect(barricade.sets.count == 5)
    }
}
