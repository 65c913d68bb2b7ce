import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

/// Each rule by itself, with whole texts.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RedactorTests {
    private static let token =
        "eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIn0.eyJzdWIiOiJhZGEiLCJleHAiOjE3MDAwMDAwMDB9.dBjftJeZ4CVP-mB92K27uhbUJU1p1r"

    // MARK: Names

    @Test(arguments: [
        (#"{"password":"hunter2"}"#, #"{"password":"redacted-1"}"#),
        (#"{ "pass_word" : "hunter2", "a": 1.50 }"#, #"{ "pass_word" : "redacted-1", "a": 1.50 }"#),
        (#"{"pin": 4711}"#, #"{"pin": 1001}"#), (#"{"pin":-4712.5e1}"#, #"{"pin":-1001.0e0}"#),
        (#"{"pin":"4711","other":{"cvv":812}}"#, #"{"pin":"1001","other":{"cvv":101}}"#),
        (#"{"tokens":["a1b2c3d4","words"]}"#, #"{"tokens":["redacted-1","words"]}"#),
        (#"{"passwords":["hunter2","swordfish"]}"#, #"{"passwords":["redacted-1","redacted-2"]}"#),
        (
            #"{"auth":{"a":{"b":["a1b2c3d4",1234567]}}}"#,
            #"{"auth":{"a":{"b":["redacted-1",1234567]}}}"#
        ),
        (#"{"otps":[4711,471147]}"#, #"{"otps":[4711,100001]}"#),
        (#"{"email":"ada@lovelace.org"}"#, #"{"email":"user-1@example.com"}"#),
        (#"{"phone":"+49 30 901820"}"#, #"{"phone":"+10 00 000001"}"#),
        (
            #"{"session":"0f1e2d3c4b5a69780f1e2d3c4b5a6978"}"#,
            #"{"session":"00000000000000000000000000000001"}"#
        ),
        (
            #"{"token":"9b2c6a1e-7f5d-4c3b-8a19-0e1f2a3b4c5d"}"#,
            #"{"token":"00000000-0000-4000-8000-000000000001"}"#
        ),
        (#"{"authorization":"Bearer abc.def-123"}"#, #"{"authorization":"Bearer redacted-1"}"#),
        (#"{"name":"password","value":"hunter2"}"#, #"{"name":"password","value":"redacted-1"}"#),
        (
            #"{"value":"f00df00d","type":"access_token"}"#,
            #"{"value":"redacted-1","type":"access_token"}"#
        ),
        (#"[["Authorization","Bearer abcdef123"]]"#, #"[["Authorization","Bearer redacted-1"]]"#),
        (
            #"{"columns":["id","token"],"rows":[[1,"abcdef1"],[2,"bcdefg2"]],"n":[3]}"#,
            #"{"columns":["id","token"],"rows":[[1,"redacted-1"],[2,"redacted-2"]],"n":[3]}"#
        ),
        (#"{"code":"SplxlOBeZQQYbYS6WxSbIA"}"#, #"{"code":"redacted-1-xxxxxxxxxxx"}"#),
        (#"{"ref":"Zk3xQ9wLm2Pf8RtY6vBn1C"}"#, #"{"ref":"redacted-1-xxxxxxxxxxx"}"#),
        (
            #"{"password":"a","password":"bcdefg7"}"#,
            #"{"password":"redacted-1","password":"redacted-2"}"#
        ),
        (#"{"Pass\u0077ord":"hunter2"}"#, #"{"Pass\u0077ord":"redacted-1"}"#),
        ("password=hunter2&page=2", "password=redacted-1&page=2"),
        ("user%5Bpassword%5D=hunter%32&a=1+2", "user%5Bpassword%5D=redacted-1&a=1+2"),
        (
            "<u><password>hunter2</password><id>7</id></u>",
            "<u><password>redacted-1</password><id>7</id></u>"
        ),
        (#"<u token="abcdef1" id='7'/>"#, #"<u token="redacted-1" id='7'/>"#),
        (
            #"<p><param name="token" value="abcdef1"/></p>"#,
            #"<p><param name="token" value="redacted-1"/></p>"#
        ),
        (
            "<dict><key>token</key><string>abcdef1</string><key>a</key><string>b</string></dict>",
            "<dict><key>token</key><string>redacted-1</string><key>a</key><string>b</string></dict>"
        ),
        (
            "<session><id>12</id><a>a1b2c3d4</a><!-- ada@b.org --></session>",
            "<session><id>12</id><a>redacted-1</a><!-- user-1@example.com --></session>"
        ),
        (
            "event: a\ndata: {\"token\":\"abcdef1\"}\n\n",
            "event: a\ndata: {\"token\":\"redacted-1\"}\n\n"
        ),
        ("{\"token\":\"abcdef1\"}\n{\"id\":2}\n", "{\"token\":\"redacted-1\"}\n{\"id\":2}\n"),
        (")]}',\n{\"token\":\"abcdef1\"}", ")]}',\n{\"token\":\"redacted-1\"}"),
        ("for(;;);[{\"token\":\"abcdef1\"}]", "for(;;);[{\"token\":\"redacted-1\"}]"),
        ("\u{FEFF}<a token=\"abcdef1\"/>", "\u{FEFF}<a token=\"redacted-1\"/>"),
        ("ng.show({\"token\":\"abcdef1\"});\n", "ng.show({\"token\":\"redacted-1\"});\n"),
        ("42[\"hi\",{\"token\":\"abcdef1\"}]", "42[\"hi\",{\"token\":\"redacted-1\"}]"),
    ])
    func replacesValuesWithSecretNames(_ body: String, _ kept: String) throws {
        #expect(try Redactor().redact(body) == kept)
    }

    @Test(arguments: [
        #"{"id":7,"price":12.50,"name":"Ada","at":"2024-05-01T10:00:00Z","ok":true,"n":null}"#,
        #"{"total_tokens":57,"session_count":"12","email_verified":true,"token_type_hint":"x"}"#,
        #"{"error":{"code":"NOT_FOUND","key":"PROJ-12"},"code":40401}"#,
        #"{"author":"Mary","passenger":"Tom","keyboard":"de","session":{"start":"2024-05-01"}}"#,
        #"{"id":"9b2c6a1e-7f5d-4c3b-8a19-0e1f2a3b4c5d","icon":"icon@2x.png","v":"1.2.3"}"#,
        "Your order 4711 was sent on 2024-05-01 at 10:30. Total: 12.50 EUR.",
        #"{"token_endpoint":"https://id.example/oauth/token","jwks_uri":"https://id.example/keys"}"#,
        "Bearer authentication is required, see Basic information",
        "<p>It's 3 < 4 &amp; 100% fine</p>", "a=1&b=two", "",
        #"<path d="M 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 z"/>"#,
    ])
    func keepsTheRest(_ body: String) throws {
        #expect(try Redactor().redact(body) == body)
    }

    // MARK: Replies that hand out tokens

    @Test(arguments: [
        (
            "/a", #"{"access":"Aq3kP9zLw8","refresh":"Rr7mN2xVb4"}"#,
            #"{"access":"redacted-1","refresh":"redacted-2"}"#
        ),
        (
            "/a", #"{"token_type":"Bearer","expires_in":3600,"x":[{"code":"Id5tG8yHj1"}]}"#,
            #"{"token_type":"Bearer","expires_in":3600,"x":[{"code":"redacted-1"}]}"#
        ),
        (
            "/v1/login", #"{"id":"9b2c6a1e-7f5d-4c3b-8a19-0e1f2a3b4c5d","role":"admin"}"#,
            #"{"id":"00000000-0000-4000-8000-000000000001","role":"admin"}"#
        ),
        (
            "/session/7",
            #"{"a":"swordfish","b":"two words","c":"application/json","d":"2024-05-01"}"#,
            #"{"a":"redacted-1","b":"two words","c":"application/json","d":"2024-05-01"}"#
        ),
        (
            "/oauth/token", #"{"a":"https://id.example/keys","b":"https://id.example/?a=b"}"#,
            #"{"a":"https://id.example/keys","b":"redacted-1-xxxxxxxxxxxx"}"#
        ),
        (
            "/a", "{\"a\":\"swordfish\"}\n{\"deviceCode\":\"\"}",
            "{\"a\":\"redacted-1\"}\n{\"deviceCode\":\"\"}"
        ),
        ("/refresh-token", "a=swordfish&b=short", "a=redacted-1&b=short"),
        ("/login", "<p>Hello swordfish</p", "<p>Hello swordfish</p"),
        ("/sessions", #"{"slug":"swordfish"}"#, #"{"slug":"swordfish"}"#),
    ])
    func aReplyThatHandsOutTokensIsSecretWhole(
        _ path: String, _ body: String, _ kept: String
    ) throws {
        let exchange = Exchange.reply(body, to: "https://api.example.com\(path)")
        #expect(try Redactor().redact(exchange).text == kept)
    }

    @Test func anExceptionNamesWhatStaysBesideTokens() throws {
        let redactor = Redactor(Redaction { $0.exceptions = ["username"] })
        let body = #"{"token_type":"Bearer","username":"lovelace","other":"lovelacy"}"#
        #expect(
            try redactor.redact(body)
                == #"{"token_type":"Bearer","username":"lovelace","other":"redacted-1"}"#)
    }

    // MARK: Forms

    @Test(arguments: [
        ("mail ada@lovelace.org!", "mail user-1@example.com!"),
        ("paid with 4111 1111 1111 1111.", "paid with 4000 0000 0000 0010."),
        ("4111111111111112 is no card", "4111111111111112 is no card"),
        ("to DE89 3704 0044 0532 0130 00", "to DE09 0000 0000 0000 0000 01"),
        ("AKIAIOSFODNN7EXAMPLE", "AKIAredacted00000001"),
        (
            "x ghp_16C7e42F292c6912E7710c838347Ae178B4a y",
            "x ghp_redacted0000000000000000000000000001 y"
        ),
        (
            "-----BEGIN A KEY-----\nMIIB\n-----END A KEY-----",
            "redacted-1-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
        ),
        (
            "see https://s3.example/f?a=1&X-Amz-Signature=abcdef12, ok",
            "see https://s3.example/f?a=1&X-Amz-Signature=redacted-1, ok"
        ),
    ])
    func replacesSecretsByForm(_ text: String, _ kept: String) throws {
        #expect(try Redactor().redact(text) == kept)
        let json = try Redactor().redact("{\"a\":\(JSONValue.string(text))}")
        #expect(json == "{\"a\":\(JSONValue.string(kept))}")
    }

    /// In a program they may be sums, or words.
    @Test(arguments: [
        ("call +49 (30) 901-820", "call +10 (00) 000-001"), ("ssn 219-09-9999", "ssn 000-00-0001"),
        ("with Bearer abc123def456", "with Bearer redacted-1-x"),
        (
            "https://ada:hunter2@h.example/a?token=abcdef1&b=2#x",
            "https://h.example/a?token=redacted-1&b=2#x"
        ),
    ])
    func replacesMoreInValuesOfData(_ text: String, _ kept: String) throws {
        let json = try Redactor().redact("{\"a\":\(JSONValue.string(text))}")
        #expect(json == "{\"a\":\(JSONValue.string(kept))}")
        let script = "x = 1; // \(text)"
        let isAddress = text.contains("@")
        #expect(try Redactor().redact(script, type: "text/javascript") == script || isAddress)
    }

    @Test func keepsTokensReadable() throws {
        let kept = try Redactor().redact(#"{"a":"\#(Self.token)"}"#)
        #expect(
            kept
                == #"{"a":"eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3MDAwMDAwMDAsInN1YiI6InJlZGFjdGVkIn0.redacted-1-xxxxxxxxxxxxxxxxxxx"}"#
        )
    }

    // MARK: Attacks

    @Test(arguments: [
        #"{"t\u006Fken":"hunter2\u0073wordfish"}"#, #"{"TOKEN":"hunter2swordfish"}"#,
        #"{"x-api-key":"hunter2swordfish"}"#, #"{"a":"{\"token\":\"hunter2swordfish\"}"}"#,
        "<ns:Token>\n hunter2swordfish\n</ns:Token>",
        #"{"a":"aHR0cHM6Ly9oLmV4YW1wbGUvP3Rva2VuPWh1bnRlcjJzd29yZGZpc2g"}"#,
        #"["token","hunter2swordfish"]"#,
        #"{"headers":[{"name":"X-Api-Key","value":"hunter2swordfish"}]}"#,
        "token=hunter2swordfish%26a%3D1",
        #"{"a":"postgres://ada:hunter2swordfish@db.example:5432/a"}"#,
        #"{"a":[{"password":{"b":1}},{"password":"hunter2swordfish"}]}"#,
        #"{"password":"Bearer hunter2swordfish"}"#,
    ])
    func leavesNothingToAnAttacker(_ body: String) throws {
        let kept = try Redactor().redact(body)
        #expect(Leak.of("hunter2swordfish", in: Data(kept.utf8)) == nil, "\(kept)")
    }

    @Test func aNumberIsKnownAsTextToo() throws {
        let kept = try Redactor().redact(
            #"{"otp":49381712,"note":"your code was 49381712","n":49381712}"#)
        #expect(kept == #"{"otp":10000001,"note":"your code was 10000001","n":10000001}"#)
    }

    /// What stands for it must differ, which few digits do not make easy.
    @Test func replacesCookiesOfOneDigit() throws {
        let exchange = Exchange.reply("", headers: ["Set-Cookie": "a=1"])
        #expect(try Redactor().redact(exchange).replyHeaders == ["Set-Cookie": "a=2"])
    }

    @Test func readsUTF16WithoutAMark() throws {
        let text = #"{"token":"abcdef12"}"#
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let kept = try Redactor().redact(.reply(text.data(using: encoding) ?? Data())).bytes
            #expect(String(data: kept, encoding: encoding) == #"{"token":"redacted-1"}"#)
        }
    }

    /// Only what is secret changes; the rest stays as it is written, and so do keys.
    @Test(arguments: [
        (
            "{\"a\" : [ 1.50,\t\"\\u00e9 ada@b.org\" ],\r\n \"token\":\"abcdef1\" }\r\n",
            "{\"a\" : [ 1.50,\t\"é user-1@example.com\" ],\r\n \"token\":\"redacted-1\" }\r\n"
        ),
        (
            "<?xml version=\"1.0\"?>\n<!DOCTYPE a>\n<a><!-- end -->hi<b/>ho &lt; 3</a>",
            "<?xml version=\"1.0\"?>\n<!DOCTYPE a>\n<a><!-- end -->hi<b/>ho &lt; 3</a>"
        ),
        (
            "var a = \"x\\ny\";\nvar re = /\\d+\\.\\d/;\nvar mail = \"ada@b.org\";",
            "var a = \"x\\ny\";\nvar re = /\\d+\\.\\d/;\nvar mail = \"user-1@example.com\";"
        ),
        (
            "id,email,city\n1,ada@lovelace.org,Oslo\n2,,Rome\n",
            "id,email,city\n1,user-1@example.com,Oslo\n2,,Rome\n"
        ),
        ("<ada@b.org>, <bob@b.org>", "<user-1@example.com>, <user-2@example.com>"),
        (
            "---\r\ntitle: x\r\n\r\nhello\r\n-----\r\nmore",
            "---\r\ntitle: x\r\n\r\nhello\r\n-----\r\nmore"
        ),
    ])
    func keepsTheRestAsItIsWritten(_ body: String, _ kept: String) throws {
        #expect(try Redactor().redact(body) == kept)
    }

    /// Images are not changed, so a secret in them is a reason to refuse them.
    @Test(arguments: [
        "hunt3r2&sw0rd", "hunt3r2%26sw0rd", "hunt3r2&amp;sw0rd", #"hunt3r2\u0026sw0rd"#,
        "h\0u\0n\0t\03\0r\02\0&\0s\0w\00\0r\0d\0",
    ])
    func refusesImagesWithSecrets(_ text: String) throws {
        let redactor = Redactor()
        redactor.learn(from: .reply(#"{"password":"hunt3r2&sw0rd"}"#))
        let start = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFF, 0xFE])
        #expect(throws: BarricadeError.self) {
            try redactor.redact(.reply(start + Data(text.utf8) + Data([0xFF]), type: "image/png"))
        }
        let clean = start + Data("hunter3".utf8)
        #expect(try redactor.redact(.reply(clean, type: "image/png")).bytes == clean)
    }

    @Test func learnsTheValuesOfCredentials() throws {
        let redactor = Redactor()
        redactor.learn(
            from: .reply(
                "",
                requestHeaders: [
                    "Authorization":
                        #"Digest username="b0bby77x9", realm="b.org", response="6629fae49393a053""#,
                    "Proxy-Authorization": "bearer  dbl5p4ce-t0k99",
                ]))
        #expect(
            try redactor.redact("b0bby77x9 6629fae49393a053 dbl5p4ce-t0k99 b.org")
                .hasSuffix(" b.org"))
        for secret in ["b0bby77x9", "6629fae49393a053", "dbl5p4ce-t0k99"] {
            #expect(try !redactor.redact("is \(secret) known?").contains(secret))
        }
    }

    /// Keys are never changed, so an address among them is a reason to refuse.
    @Test func refusesKeysThatAreSecretByTheirForm() throws {
        let body = #"{"users":{"ada@b.org":{"role":"admin"}}}"#
        let error = #expect(throws: BarricadeError.self) { try Redactor().redact(body) }
        #expect(
            error?.message == """
                The reply to GET https://api.example.com/a cannot be searched for secrets: a key at $.users \
                is secret by its form, and keys are never changed.

                To fix, if it is harmless:
                  Redaction { $0.exceptions.append("$.users") }, or --keep '$.users'
                """)
        let redactor = Redactor(Redaction { $0.exceptions = ["$.users"] })
        #expect(try redactor.redact(body) == body)
    }

    // MARK: Bodies that make a reader slow

    // A debug build takes fifty times as long.
    #if DEBUG
    private static let thousand = 200
    #else
    private static let thousand = 1_000
    #endif

    @Test(arguments: [
        String(repeating: ")]}'", count: 20 * thousand),
        String(repeating: "\u{FEFF}", count: 20 * thousand),
        "x " + String(repeating: "a=", count: 50 * thousand),
        String(repeating: "3f:", count: 30 * thousand),
        String(repeating: "eyJ-", count: 50 * thousand),
        String(repeating: "<a>", count: 50 * thousand)
            + String(repeating: "</b>", count: 50 * thousand),
        String(repeating: "<![CDATA[", count: 30 * thousand),
        #"x \u0041 ""# + String(repeating: "password=a(", count: 10 * thousand),
        "<script>" + String(repeating: "<script>a<b;", count: 10 * thousand),
        String(repeating: #""ada@b.org" two words \n bob@b.org%20 "#, count: 1 * thousand),
        String(
            repeating: #"see https://e.com/a?b=c%2541 \\n &amp;#65; dolor "#, count: thousand / 2),
    ])
    func readsInTimeWhateverIsThere(_ body: String) throws {
        let time = try ContinuousClock().measure { _ = try Redactor().redact(body) }
        #expect(time < .seconds(30), "\(body.prefix(20))")
    }

    @Test func refusesJSONThatIsNestedTooDeep() throws {
        let error = #expect(throws: BarricadeError.self) {
            try Redactor().redact(String(repeating: "[", count: 100_000), type: "text/plain")
        }
        #expect(error?.code == .unreadableSecrets)
    }

    @Test func refusesPartsThatAreNestedTooDeep() throws {
        var body = "a"
        for level in 0..<400 {
            body = """
                --b\(level)\r
                Content-Disposition: form-data; name="a"\r
                Content-Type: multipart/mixed; boundary=b\(level - 1)\r
                \r
                \(body)\r
                --b\(level)--\r

                """
        }
        #expect(throws: BarricadeError.self) {
            try Redactor().redact(body, type: "multipart/mixed; boundary=b399")
        }
    }

    // MARK: Many secrets

    @Test func tellsSimilarSecretsApart() throws {
        let redactor = Redactor()
        let numbers = 1...300
        let emails = numbers.map { #""customer-\#($0)@b.org""# }.joined(separator: ",")
        redactor.learn(from: .reply(#"{"email":[\#(emails)]}"#))
        let text = numbers.map { "id customer-\($0)@B.org" }.joined(separator: "; ")
        let kept = numbers.map { "id user-\($0)@example.com" }.joined(separator: "; ")
        #expect(try redactor.redact(text) == kept)
    }

    /// Where each secret was compared with all that start alike, this took minutes.
    @Test func learnsManySecretsThatStartAlike() throws {
        let tokens = (0..<10_000).map { "{\"token\":\"al1k3-\($0 &* 7_654_321)a9b8c7\"}" }
        let exchange = Exchange.reply("[\(tokens.joined(separator: ","))]")
        let redactor = Redactor()
        let time = ContinuousClock().measure { redactor.learn(from: exchange) }
        #expect(redactor.generation == 10_000)
        #expect(time < .seconds(60))
    }

    /// All cores look for secrets, but they are numbered in the order of the exchanges.
    @Test func numbersTheSecretsOfManyExchangesInTheirOrder() throws {
        let numbers = 1...500
        let exchanges = numbers.map { number in
            Exchange.reply(#"{"email":"customer-\#(number)@b.org","n":\#(number)}"#)
        }
        let redactor = Redactor()
        let lessons = redactor.learn(from: exchanges)
        let kept = redactor.redact(zip(exchanges, lessons).map { ($0, $1) })
        #expect(
            try kept.map { try $0.get().text }
                == numbers.map { #"{"email":"user-\#($0)@example.com","n":\#($0)}"# })
        #expect(redactor.report.count(.name) == 500)
    }

    // MARK: Speed

    /// Prints how fast it is, also while many secrets are known.
    @Test func isFast() throws {
        // Only an optimized build says anything of speed.
        #if DEBUG
        let (size, count) = (1 << 13, 200)
        #else
        let (size, count) = (1 << 20, 2_000)
        #endif
        let record =
            #"{"id":4711,"name":"Ada Lovelace","at":"2024-05-01T10:00:00Z","email":"ada@b.org","tags":["one","two"],"note":"a text of some words"},"#
        let body = "[\(String(repeating: record, count: size / record.utf8.count).dropLast())]"
        let redactor = Redactor()
        let clock = ContinuousClock()
        var kept = ""
        let time = try clock.measure { kept = try redactor.redact(body, type: "application/json") }
        #expect(kept.contains("user-1@example.com") && !kept.contains("ada@b.org"))
        for number in 0..<count {
            redactor.learn(from: .reply(#"{"token":"a1b2c3\#(number)d4e5"}"#))
        }
        let again = try clock.measure { kept = try redactor.redact(body, type: "application/json") }
        print("\(size) bytes of JSON: \(time); with \(count) more secrets: \(again)")
    }
}
