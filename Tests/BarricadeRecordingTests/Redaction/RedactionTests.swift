import Barricade
import BarricadeRecording
import Testing

@testable import TestSupport

/// The rules that a user can change, and the parts of an exchange.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RedactionTests {
    private func redact(
        _ exchange: Exchange, _ change: (inout Redaction) -> Void = { _ in }
    ) throws -> Exchange {
        try Redactor(Redaction(change)).redact(exchange)
    }

    // MARK: Requests

    @Test func keepsOnlyMethodAndURLOfARequestUnlessMoreIsAllowed() throws {
        let exchange = Exchange.reply(
            "", to: "https://ada:hunter2@api.example.com/a?page=2&q=x&token=abc1&flag#top",
            requestHeaders: ["Accept": "text/html", "Authorization": "Bearer abcdef12"],
            requestBody: #"{"query":"{a}","password":"hunter2"}"#)
        #expect(
            String(decoding: try redact(exchange).written, as: UTF8.self)
                == "GET https://api.example.com/a?page=2&q&token&flag\n")
        let kept = try redact(exchange) {
            $0.allowedQueryItems.formUnion(["q", "token"])
            $0.keptRequestHeaders = ["accept", "Authorization"]
            $0.keepsRequestBodies = true
        }
        #expect(
            String(decoding: kept.written, as: UTF8.self) == """
                GET https://api.example.com/a?page=2&q=x&token&flag
                Accept: text/html
                Authorization: Bearer redacted-2
                {"query":"{a}","password":"redacted-3"}
                """)
    }

    @Test func redactsThePath() throws {
        let paths: KeyValuePairs = [
            "/users/ada@b.org/orders": "/users/:secret/orders",
            "/users/ada%40b.org": "/users/:secret",
            "/reset-password/4f9a2b7c1d8e": "/reset-password/:secret",
            "/files/Zk3xQ9wLm2Pf8RtY6vBn1C/a": "/files/:secret/a",
            "/sessions/a1b2c3d4e5": "/sessions/:secret",
            "/a;jsessionid=abcdef12/b": "/a;jsessionid=redacted-1/b",
            "/a?&b=1&&c": "/a?&b&&c", "/a?token=a&token=b": "/a?token&token",
            "/a/token=abcdef12/b": "/a/:secret/b", "/a/token:abcdef12": "/a/:secret",
            "/a/token,abcdef12": "/a/:secret", "/a/token%253Dabcdef12": "/a/:secret",
            "/a/ada:abcdef12@b": "/a/:secret", "/a/b,Zk3xQ9wLm2Pf8RtY6vBn1C": "/a/:secret",
            "/a/token!abcdef12": "/a/:secret", "/Tokens(token='abcdef12')": "/:secret",
            "/a/b$Zk3xQ9wLm2Pf8RtY6vBn1C": "/a/:secret", "/Books('a',b=2)!": "/Books('a',b=2)!",
            "/a/http:%2F%2Fada:abcdef12@b": "/a/:secret",
            "/urn:isbn:9783161484100": "/urn:isbn:9783161484100",
            "/a/37.77,-122.41,15z": "/a/37.77,-122.41,15z",
            "/a?abcdef12": "/a", "/a?Zk3xQ9wLm2Pf8RtY6vBn1C=1&b": "/a?b", "/a?1413623488": "/a",
            "/a?all&v2": "/a?all&v2",
            // Words are no secrets, whatever goes before them.
            "/reset-password/words": "/reset-password/words",
            "/sessions/9b2c6a1e-7f5d-4c3b-8a19-0e1f2a3b4c5d":
                "/sessions/9b2c6a1e-7f5d-4c3b-8a19-0e1f2a3b4c5d",
            "/tokens/refresh": "/tokens/refresh", "/sessions": "/sessions",
            "/session-list/2024": "/session-list/2024", "/design/tokens": "/design/tokens",
            "/cards/summary": "/cards/summary", "/caf%C3%A9/7": "/caf%C3%A9/7", "": "",
        ]
        let mismatches = try paths.mismatches { path in
            let kept = try redact(.reply("", to: "https://api.example.com\(path)"))
            return String(kept.request.url.trimmingPrefix("https://api.example.com"))
        }
        #expect(mismatches == [])
    }

    // MARK: Header fields

    @Test func keepsHeaderFieldsOnTheListAndMoreIfAllowed() throws {
        let kept = try redact(
            .reply(
                "{}", type: "application/json",
                headers: [
                    "etag": "\"e00000001a2ce-920-490c55c0a6377\"", "X-RateLimit-Limit": "60",
                    "X-Request-Id": "7",
                    "SET-COOKIE":
                        "sid=abcdef12; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; note=abcdef12",
                    "Set-Cookie": "theme=dark; Secure", "Location": "/next?token=abcdef12&page=2#x",
                    "Link":
                        "<https://api.example.com/a?cursor=7&page=3>; rel=\"next\", </b>; rel=a",
                    "Content-Disposition": "attachment; filename=\"ada@b.org.pdf\"",
                ]))
        #expect(
            kept.replyHeaders == [
                "etag": "\"e00000001a2ce-920-490c55c0a6377\"", "X-RateLimit-Limit": "60",
                "SET-COOKIE": "sid=redacted-1; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
                "Set-Cookie": "theme=redacted-2; Secure", "Location": "/next?token&page=2",
                "Link": "<https://api.example.com/a?cursor=7&page=3>; rel=\"next\", </b>; rel=a",
                "Content-Disposition": "attachment; filename=\"user-1@example.com.pdf\"",
                "Content-Type": "application/json",
            ])
        // What stands for a cookie must differ, which one digit does not make easy.
        let cookie = try redact(.reply("", headers: ["X-Cost": "7", "Set-Cookie": "a=1"]))
        let more = try redact(.reply("", headers: ["X-Cost": "7", "X-Cost-2": "8", "x-a": "1"])) {
            $0.keptHeaders = ["x-cost*"]
        }
        #expect(
            [cookie, more].map(\.replyHeaders)
                == [
                    ["X-Cost": "7", "Set-Cookie": "a=2"],
                    ["X-Cost": "7", "X-Cost-2": "8", "x-a": "1"],
                ])
    }

    @Test func judgesTheParametersOfHeaderFields() throws {
        let fields: KeyValuePairs = [
            "Content-Disposition: attachment; filename=\"a.json\"; password=abcdef1":
                "attachment; filename=\"a.json\"; password=redacted-1",
            "Link: </a>; rel=next; token=\"abcdef1\"": "</a>; rel=next; token=\"redacted-1\"",
            "Cache-Control: max-age=60, token=abcdef1": "max-age=60, token=redacted-1",
            "WWW-Authenticate: Bearer realm=\"a\", token=\"abcdef1\"":
                "Bearer realm=\"a\", token=\"redacted-1\"",
            "Set-Cookie: 4f9a2b7c1d8e4f9a2b7c1d8e4f9a2b7c=1; Path=/a/Zk3xQ9wLm2Pf8RtY6vBn1C":
                "00000000000000000000000000000001=2; Path=/a/redacted-1-xxxxxxxxxxx",
            "Set-Cookie: abcdef12; Path=/": "redacted-1; Path=/",
        ]
        let mismatches = try fields.mismatches { field in
            let parts = field.split(separator: ": ", maxSplits: 1).map(String.init)
            return try redact(.reply("", headers: [parts[0]: parts[1]])).replyHeaders[parts[0]]
                ?? ""
        }
        #expect(mismatches == [])
        let type = "multipart/form-data; boundary=Zk3xQ9wLm2Pf8RtY6vBn1C; token=abcdef1"
        let part =
            "--Zk3xQ9wLm2Pf8RtY6vBn1C\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        let kept = try redact(.reply("\(part)--Zk3xQ9wLm2Pf8RtY6vBn1C--\r\n", type: type))
        #expect(kept.replyHeaders["Content-Type"] == type.replacing("abcdef1", with: "redacted-1"))
    }

    /// OData and Google tell the parts of a batch apart by these.
    @Test func partsKeepTheFieldsThatAReplyKeeps() throws {
        let kept = ["Content-Type: application/http", "Content-ID: <response-item1>"]
        let secret = "X-Auth-Token: abcdef12"
        func batch(_ fields: [String]) -> String {
            (["--b"] + fields + ["Content-Transfer-Encoding: binary", "", "{}", "--b--", ""])
                .joined(separator: "\r\n")
        }
        let reply = Exchange.reply(batch(kept + [secret]), type: "multipart/mixed; boundary=b")
        #expect(try redact(reply).text == batch(kept))
    }

    /// Each part holds a reply of its own.
    @Test func repliesInABatchAreRedactedLikeOthers() throws {
        func batch(_ status: String, _ fields: [String], _ body: String) -> String {
            let part = ["Content-Type: application/http; msgtype=response", "", status]
            return (["--b"] + part + fields + ["", body, "--b--", ""]).joined(separator: "\r\n")
        }
        func redacted(_ batch: String) throws -> String {
            try redact(.reply(batch, type: "multipart/mixed; boundary=b")).text
        }
        let (status, json) = ("HTTP/1.1 200 OK", "Content-Type: application/json")
        let tag = "ETag: \"a1\""
        let secret = [tag, json, "X-Auth-Token: abcdef12", "Content-Length: 30"]
        #expect(
            try redacted(batch(status, secret, #"{"id":7,"apiKey":"abcdef12"}"#))
                == batch(status, [tag, json], #"{"id":7,"apiKey":"redacted-1"}"#))
        // A reply without fields, one without a body, and a text that is none.
        #expect(
            try redacted(batch(status, [], #"{"pin":1234}"#))
                == batch(status, [], #"{"pin":1001}"#))
        for (status, body) in [("HTTP/1.1 204 No Content", ""), ("a line", "and another")] {
            #expect(try redacted(batch(status, [], body)) == batch(status, [], body))
        }
    }

    @Test func whatARequestHasACopyOfIsNoSecret() throws {
        let tag = "\"33a64df551425fcc55e4d42a148795d9f25f89d4\""
        for name in ["If-None-Match", "If-Match", "If-Range"] {
            let kept = try redact(
                .reply("", headers: ["ETag": tag], requestHeaders: [name: tag]))
            #expect(kept.replyHeaders["ETag"] == tag, "\(name)")
        }
    }

    /// What signs in is sought elsewhere from eight characters on, unless it is a word.
    @Test func credentialsAreKnown() throws {
        for (fields, isKnown) in [
            (["Authorization": "Bearer abcdefg1"], true), (["Cookie": "sid=abcdefg1"], true),
            (["Cookie": "theme=abcdefg1"], false), (["Authorization": "Token abcdefgh"], false),
            (["Authorization": "Basic \("ada:abcdefg1".base64)"], true),
            (["Authorization": "Bearer abcdef1"], false),
        ] as [([String: String], Bool)] {
            let redactor = Redactor()
            redactor.learn(from: .reply("", requestHeaders: HTTP.Headers(fields)))
            let kept = try redactor.redact("you are abcdefg1, abcdefgh, abcdef1")
            #expect((kept != "you are abcdefg1, abcdefgh, abcdef1") == isKnown, "\(fields)")
        }
    }

    @Test func refusesXMLThatDeclaresEntities() throws {
        let text = "<!DOCTYPE a [<!ENTITY b \"abcdef1\">]><a><token>&b;</token></a>"
        let error = BarricadeError(
            .unreadableSecrets,
            """
            The reply to GET https://api.example.com/a cannot be searched for secrets: it is XML \
            that declares its own entities.

            To fix: record it again when it is whole, or leave it out.
            """)
        #expect(throws: error) { try redact(.reply(text, type: "application/xml")) }
    }

    // MARK: Names, paths and exceptions

    @Test func takesMoreNamesSecretsAndPathsThatCanBeRead() throws {
        let named = try redact(
            .reply(#"{"customer_ref":"x1","CustomerRef":123,"a":"customerRef"}"#)
        ) { $0.names.insert("customer-ref") }
        let users = Exchange.reply(#"{"user":{"nick":"ada"},"list":[{"nick":"bob"}]}"#)
        let deep = try redact(users) { $0.paths = ["$..nick"] }
        let one = try redact(users) { $0.paths = ["$.list[*].nick"] }
        let told = try redact(.reply("Hello Hunter2, is it you?")) { $0.secrets = ["hunter2"] }
        #expect(
            [named, deep, one, told].map(\.text) == [
                #"{"customer_ref":"redacted-1","CustomerRef":101,"a":"customerRef"}"#,
                #"{"user":{"nick":"redacted-1"},"list":[{"nick":"redacted-2"}]}"#,
                #"{"user":{"nick":"ada"},"list":[{"nick":"redacted-1"}]}"#,
                "Hello redacted-1, is it you?",
            ])
        let text = "user.pin"
        let error = BarricadeError(
            .invalidDefinition,
            "The JSON path \"user.pin\" cannot be read: it must start with $; write \"$.user.pin\"."
        )
        #expect(throws: error) { try Redaction.Path(text) }
    }

    @Test func tellsSecretsApartThatBeginAlike() throws {
        let kept = try redact(.reply("q8ZrtW2-91 q8ZrtW2 Q8ZRTW2-9. q8ZrtW")) {
            $0.secrets = ["q8ZrtW2", "q8ZrtW2-91", "q8ZrtW2-9"]
        }
        #expect(kept.text == "redacted-2 redacted-1 redacted-3. q8ZrtW")
    }

    @Test func exceptionsStay() throws {
        let body =
            #"{"user":{"nick":"ada","email":"a@b.org"},"page":{"token":"abcdef12","n":1},"pin":4711}"#
        let kept = try redact(.reply(body)) { $0.exceptions = ["$.page", "$.user.email"] }
        let tokens = #"{"token_type":"Bearer","username":"lovelace","other":"lovelacy"}"#
        let besideTokens = try redact(.reply(tokens)) { $0.exceptions = ["username"] }
        #expect(
            [kept, besideTokens].map(\.text) == [
                body.replacing("4711", with: "1001"),
                tokens.replacing("lovelacy", with: "redacted-1"),
            ])
        // A name alone is a path to any depth.
        let bodies = [
            #"{"a":{"page_token":"f00df00d"}}"#, "page_token=f00df00d",
            "<a><page_token>f00df00d</page_token></a>",
        ]
        let named = try bodies.map { body in
            try redact(.reply(body)) { $0.exceptions = ["page_token"] }.text
        }
        let usual = try bodies.filter { try redact(.reply($0)).text == $0 }
        #expect(named == bodies)
        #expect(usual == [])
    }

    /// What an exception keeps, though it is secret elsewhere, is not written.
    ///
    /// An exception keeps what is in an object, but a key in it has to be named.
    @Test func nothingIsWrittenIfAnExceptionKeepsAKnownSecret() throws {
        let redactor = Redactor(Redaction { $0.exceptions = ["$.page.token"] })
        let body = #"{"password":"hunt3r2sw0rd","page":{"token":"hunt3r2sw0rd"}}"#
        let kept = try redactor.redact(body)
        #expect(kept == #"{"password":"redacted-1-x","page":{"token":"hunt3r2sw0rd"}}"#)
        let error = BarricadeError(
            .secretInFile,
            """
            get-a/200.json holds a known secret at $.page.token.
            It is a secret by its name in GET https://api.example.com/a: body $.password.

            To fix, do one of these:
              replace it there: Redaction { $0.names.insert("token") }, or --secret-name token
              if it is harmless: Redaction { $0.exceptions.append("$.password") }, or --keep '$.password'
              take it out of the file
            """)
        #expect(throws: error) { try redactor.verify(Data(kept.utf8), at: "get-a/200.json") }
        let both = Redactor(Redaction { $0.exceptions = ["$.page.token", "password"] })
        #expect(try both.redact(body) == body)
        try both.verify(Data(body.utf8), at: "get-a/200.json")

        let cursor = "Zk3xQ9wLm2Pf8RtY6vBn1C"
        let page = #"{"page":{"cursor":"\#(cursor)","size":20,"email":"ada@b.org"}}"#
        let whole = Redactor(Redaction { $0.exceptions = ["$.page"] })
        let named = Redactor(Redaction { $0.exceptions = ["$.page", "cursor"] })
        #expect(try [whole, named].map { try $0.redact(page) } == [page, page])
        let fault = BarricadeError.thrown { try whole.verify(Data(page.utf8), at: "a.json") }
        #expect(fault?.message.contains("or --keep '$.page.cursor'") == true)
        try named.verify(Data(page.utf8), at: "a.json")
        let secret = try redact(.reply(page)) {
            $0.exceptions = ["$.page"]
            $0.names = ["cursor"]
        }
        #expect(secret.text == page.replacing(cursor, with: "redacted-1-xxxxxxxxxxx"))
    }

    // MARK: Bodies that cannot be read

    /// Images are known by their first bytes, and not changed, so a secret in them is a reason to
    /// refuse them.
    @Test func keepsImagesWithoutSecrets() throws {
        let redactor = Redactor()
        redactor.learn(from: .reply(#"{"password":"hunt3r2&sw0rd"}"#))
        let images = [
            "hunter3", "hunt3r2&sw0rd", "hunt3r2%26sw0rd", "hunt3r2&amp;sw0rd",
            #"hunt3r2\u0026sw0rd"#, "h\0u\0n\0t\03\0r\02\0&\0s\0w\00\0r\0d\0",
        ].map {
            Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFF]) + Data($0.utf8) + [0xFE]
        }
        let kept = images.filter { image in
            (try? redactor.redact(.reply(image, type: "text/html")).bytes) == image
        }
        #expect(kept == [images[0]])
        let error = BarricadeError(
            .unreadableSecrets,
            """
            The reply to GET https://api.example.com/a cannot be searched for secrets: its 23 bytes \
            hold a known secret, which cannot be replaced there.

            To fix, if bodies of its type hold none:
              Redaction { $0.allowedTypes.insert("application/octet-stream") }, or --allow-type application/octet-stream
            """)
        #expect(throws: error) { try redactor.redact(.reply(images[1])) }
        #expect(throws: BarricadeError.self) {
            try redact(.reply(Data([1, 2, 0, 4]), type: "image/png"))
        }
    }

    @Test func refusesWhatIsNotOfItsTypeWithTheLineThatAllowsIt() throws {
        let exchange = Exchange.reply(
            Data([1, 2, 0, 4]), type: "application/x-protobuf; v=1",
            to: "https://api.example.com/a?token=abcdef12")
        let error = BarricadeError(
            .unreadableSecrets,
            """
            The reply to GET https://api.example.com/a cannot be searched for secrets: its 4 bytes of \
            application/x-protobuf are no text, but an unknown format.

            To fix, if bodies of its type hold none:
              Redaction { $0.allowedTypes.insert("application/x-protobuf") }, or --allow-type application/x-protobuf
            """)
        #expect(throws: error) { try redact(exchange) }
        let kept = try redact(exchange) { $0.allowedTypes.insert("application/x-protobuf") }
        #expect(kept.bytes == exchange.bytes)
        let text = "{\"a\":1,\n\"b\" 2}"
        let noJSON = BarricadeError(
            .unreadableSecrets,
            """
            The reply to GET https://api.example.com/a cannot be searched for secrets: its content type \
            is JSON, but it is not (line 2, column 5).

            To fix: record it again when it is whole, or leave it out.
            """)
        #expect(throws: noJSON) { try redact(.reply(text, type: "application/json")) }
        #expect(try redact(.reply(text, type: "text/plain")).text == text)
        let form = "--b\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n4711"
        #expect {
            try redact(.reply(form, type: "multipart/form-data; boundary=b"))
        } throws: {
            "\($0)".contains("is cut off.")
        }
    }

    /// `{"password": "hunter22", "user": "ada"}`: bytes that are no UTF-8, without control
    /// characters.
    private static let binary: [String: [UInt8]] = [
        "CBOR": bytes([0xA2, 0x68], "password", [0x68], "hunter22", [0x64], "user", [0x63], "ada"),
        "MessagePack": bytes(
            [0x82, 0xA8], "password", [0xA8], "hunter22", [0xA4], "user", [0xA3], "ada"),
        // A text alone is ASCII.
        "CBOR text": bytes([0x68], "hunter22"),
    ]

    private static func bytes(_ parts: Any...) -> [UInt8] {
        parts.flatMap { part in
            (part as? String).map { Array($0.utf8) } ?? (part as? [Int] ?? []).map(UInt8.init)
        }
    }

    @Test(arguments: [
        nil, "", "application/octet-stream", "application/x", "application/json", "application/xml",
        "application/soap+xml", "application/vnd.api+json", "binary/octet-stream", "audio/x",
        "application/x-www-form-urlencoded", "application/octet-stream; charset=utf-8",
        "application/cbor", "application/senml+cbor", "application/x-amz-cbor-1.1",
        "application/msgpack", "application/vnd.msgpack", "application/x-msgpack; charset=latin1",
        "application/grpc-web+proto", "application/vnd.google.protobuf",
    ])
    func refusesBinaryFormats(_ type: String?) throws {
        let words = ["cbor", "msgpack", "grpc", "protobuf", "+json", "/json"]
        let isNamed = words.contains { type?.contains($0) == true }
        for (name, bytes) in Self.binary where name != "CBOR text" || isNamed {
            let error = BarricadeError.thrown { try redact(.reply(Data(bytes), type: type)) }
            #expect(error?.code == .unreadableSecrets, "\(name) as \(type ?? "nothing")")
        }
    }

    @Test(arguments: ["text/plain", "text/html", "application/javascript", "x/y; charset=latin1"])
    func textInAnotherCharsetIsRead(_ type: String) throws {
        let text = Data("Gr\u{FC}\u{DF}e an ".unicodeScalars.map { UInt8($0.value) })
        let kept = try redact(.reply(text + Data("ada@example.org".utf8), type: type))
        #expect(kept.bytes == text + Data("user-1@example.com".utf8))
    }

    // MARK: The report

    @Test func reportsPlacesAndRulesNeverValues() throws {
        let redactor = Redactor()
        for _ in 0..<2 {
            _ = try redactor.redact(
                .reply(
                    #"{"users":[{"email":"ada@b.org"},{"pin":"4711"}],"ref":"Zk3xQ9wLm2Pf8RtY6vBn1C"}"#,
                    to: "https://api.example.com/users/Aa1Bb2Cc3Dd4Ee5Ff6Gg7Hh8?token=abcdef12",
                    headers: ["X-Request-Id": "7"]))
        }
        #expect(
            redactor.report.description == """
                2 replaced by its name:
                  GET https://api.example.com/users/:secret: body $.users[*].pin (2 times)

                2 replaced by its form:
                  GET https://api.example.com/users/:secret: body $.users[*].email (2 times)

                4 replaced since it is random:
                  GET https://api.example.com/users/:secret: URL (2 times)
                  GET https://api.example.com/users/:secret: body $.ref (2 times)

                4 left out:
                  header X-Request-Id
                  query item token

                Played back, a reply has the replacements, also of what its request held. \
                To keep a value, name its place: exceptions, or --keep.
                """)
        #expect(Redactor().report.description == "Nothing was changed.")
    }
}
