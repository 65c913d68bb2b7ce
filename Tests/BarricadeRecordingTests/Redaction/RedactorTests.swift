import Barricade
import BarricadeRecording
import Testing

@testable import TestSupport

/// Each rule by itself, with whole texts.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RedactorTests {
    // MARK: Names

    private static let secretNames: KeyValuePairs<String, String> = [
        #"{"password":"hunter2"}"#: #"{"password":"redacted-1"}"#,
        #"{ "pass_word" : "hunter2", "a": 1.50 }"#: #"{ "pass_word" : "redacted-1", "a": 1.50 }"#,
        #"{"pin": 4711}"#: #"{"pin": 1001}"#,
        #"{"pin":-4712.5e1}"#: #"{"pin":-1001.0e0}"#,
        #"{"pin":"4711","other":{"cvv":812}}"#: #"{"pin":"1001","other":{"cvv":101}}"#,
        #"{"tokens":["a1b2c3d4","words"]}"#: #"{"tokens":["redacted-1","words"]}"#,
        #"{"passwords":["hunter2","swordfish"]}"#: #"{"passwords":["redacted-1","redacted-2"]}"#,
        #"{"auth":{"a":{"b":["a1b2c3d4",1234567]}}}"#:
            #"{"auth":{"a":{"b":["redacted-1",1234567]}}}"#,
        #"{"otps":[4711,471147]}"#: #"{"otps":[4711,100001]}"#,
        // A number is known as text too.
        #"{"otp":49381712,"note":"your code was 49381712","n":49381712}"#:
            #"{"otp":10000001,"note":"your code was 10000001","n":10000001}"#,
        #"{"email":"ada@lovelace.org"}"#: #"{"email":"user-1@example.com"}"#,
        #"{"phone":"+49 30 901820"}"#: #"{"phone":"+10 00 000001"}"#,
        #"{"next":"https://a.test/cb?page=2#access_token=abcdef1&state=ok"}"#:
            #"{"next":"https://a.test/cb?page=2#access_token=redacted-1&state=ok"}"#,
        #"{"session":"0f1e2d3c4b5a69780f1e2d3c4b5a6978"}"#:
            #"{"session":"00000000000000000000000000000001"}"#,
        #"{"token":"9b2c6a1e-7f5d-4c3b-8a19-0e1f2a3b4c5d"}"#:
            #"{"token":"00000000-0000-4000-8000-000000000001"}"#,
        #"{"authorization":"Bearer abc.def-123"}"#: #"{"authorization":"Bearer redacted-1"}"#,
        #"{"name":"password","value":"hunter2"}"#: #"{"name":"password","value":"redacted-1"}"#,
        #"{"value":"f00df00d","type":"access_token"}"#:
            #"{"value":"redacted-1","type":"access_token"}"#,
        #"[["Authorization","Bearer abcdef123"]]"#: #"[["Authorization","Bearer redacted-1"]]"#,
        #"{"columns":["id","token"],"rows":[[1,"abcdef1"],[2,"bcdefg2"]],"n":[3]}"#:
            #"{"columns":["id","token"],"rows":[[1,"redacted-1"],[2,"redacted-2"]],"n":[3]}"#,
        #"{"code":"SplxlOBeZQQYbYS6WxSbIA"}"#: #"{"code":"redacted-1-xxxxxxxxxxx"}"#,
        #"{"ref":"Zk3xQ9wLm2Pf8RtY6vBn1C"}"#: #"{"ref":"redacted-1-xxxxxxxxxxx"}"#,
        #"{"password":"a","password":"bcdefg7"}"#:
            #"{"password":"redacted-1","password":"redacted-2"}"#,
        #"{"Pass\u0077ord":"hunter2"}"#: #"{"Pass\u0077ord":"redacted-1"}"#,
        #"{"TOKEN":"abcdef1"}"#: #"{"TOKEN":"redacted-1"}"#,
        #"{"x-api-key":"abcdef1"}"#: #"{"x-api-key":"redacted-1"}"#,
        #"{"password":"Bearer abcdef12"}"#: #"{"password":"Bearer redacted-1"}"#,
        #"{"a":"{\"token\":\"abcdef1\"}"}"#: #"{"a":"{\"token\":\"redacted-1\"}"}"#,
        #"["token","abcdef1"]"#: #"["token","redacted-1"]"#,
        #"{"headers":[{"name":"X-Api-Key","value":"abcdef1"}]}"#:
            #"{"headers":[{"name":"X-Api-Key","value":"redacted-1"}]}"#,
        "<ns:Token>\n abcdef1\n</ns:Token>": "<ns:Token>\n redacted-1\n</ns:Token>",
        "password=hunter2&page=2": "password=redacted-1&page=2",
        "user%5Bpassword%5D=hunter%32&a=1+2": "user%5Bpassword%5D=redacted-1&a=1+2",
        "<u><password>hunter2</password><id>7</id></u>":
            "<u><password>redacted-1</password><id>7</id></u>",
        #"<u token="abcdef1" id='7'/>"#: #"<u token="redacted-1" id='7'/>"#,
        #"<p><param name="token" value="abcdef1"/></p>"#:
            #"<p><param name="token" value="redacted-1"/></p>"#,
        "<dict><key>token</key><string>abcdef1</string><key>a</key><string>b</string></dict>":
            "<dict><key>token</key><string>redacted-1</string><key>a</key><string>b</string></dict>",
        "<session><id>12</id><a>a1b2c3d4</a><!-- ada@b.org --></session>":
            "<session><id>12</id><a>redacted-1</a><!-- user-1@example.com --></session>",
        "<?auth token=\"abcdef1\"?><!DOCTYPE a><a><!--token=abcdef1-->1</a>":
            "<?auth token=\"redacted-1\"?><!DOCTYPE a><a><!--token=redacted-1-->1</a>",
        "<?to > ada@b.org?><a><!-- token=\"abcdef1\" --><!-- a --></a>":
            "<?to > user-1@example.com?><a><!-- token=\"redacted-1\" --><!-- a --></a>",
        #"{"clientSecretV2":"abcdef1","password_confirmation":"hunter2","token_old":"abcdef3"}"#:
            #"{"clientSecretV2":"redacted-1","password_confirmation":"redacted-2","token_old":"redacted-3"}"#,
        "Server=db;User Id=sa;Pwd=abcdef1;": "Server=db;User Id=sa;Pwd=redacted-1;",
        #"{"a":"AccountName=a;AccountKey=abcdef12==;B=1"}"#:
            #"{"a":"AccountName=a;AccountKey=redacted-1;B=1"}"#,
        #"{"a":"jdbc:postgresql://db/a?user=ada&password=abcdef1"}"#:
            #"{"a":"jdbc:postgresql://db/a?user=ada&password=redacted-1"}"#,
        #"{"a":"jdbc:sqlserver://db:1433;password=abcdef1"}"#:
            #"{"a":"jdbc:sqlserver://db:1433;password=redacted-1"}"#,
        #"{"a":"postgres://ada:abcdef12@db.test:5432/a"}"#: #"{"a":"postgres://db.test:5432/a"}"#,
        #"{"a":[{"password":{"b":1}},{"password":"hunter2"}]}"#:
            #"{"a":[{"password":{"b":1}},{"password":"redacted-1"}]}"#,
        #"{"a":"\#("https://h.test/?token=abcdef1".base64)"}"#:
            #"{"a":"\#("https://h.test/?token=redacted-1".base64)"}"#,
        "token=abcdef12%26a%3D1": "token=redacted-1-x",
        ": token=abcdef1\nid: token=bcdefg2\ndata: 1\n\n":
            ": token=redacted-1\nid: token=redacted-2\ndata: 1\n\n",
        "event: a\ndata: {\"token\":\"abcdef1\"}\n\n":
            "event: a\ndata: {\"token\":\"redacted-1\"}\n\n",
        "{\"token\":\"abcdef1\"}\n{\"id\":2}\n": "{\"token\":\"redacted-1\"}\n{\"id\":2}\n",
        ")]}',\n{\"token\":\"abcdef1\"}": ")]}',\n{\"token\":\"redacted-1\"}",
        "for(;;);[{\"token\":\"abcdef1\"}]": "for(;;);[{\"token\":\"redacted-1\"}]",
        "\u{FEFF}<a token=\"abcdef1\"/>": "\u{FEFF}<a token=\"redacted-1\"/>",
        "ng.show({\"token\":\"abcdef1\"});\n": "ng.show({\"token\":\"redacted-1\"});\n",
        "42[\"hi\",{\"token\":\"abcdef1\"}]": "42[\"hi\",{\"token\":\"redacted-1\"}]",
        // Only what is secret changes; the rest stays as it is written, and so do keys.
        "{\"a\" : [ 1.50,\t\"\\u00e9 ada@b.org\" ],\r\n \"token\":\"abcdef1\" }\r\n":
            "{\"a\" : [ 1.50,\t\"é user-1@example.com\" ],\r\n \"token\":\"redacted-1\" }\r\n",
        "var a = \"x\\ny\";\nvar re = /\\d+\\.\\d/;\nvar mail = \"ada@b.org\";":
            "var a = \"x\\ny\";\nvar re = /\\d+\\.\\d/;\nvar mail = \"user-1@example.com\";",
        "id,email,city\n1,ada@lovelace.org,Oslo\n2,,Rome\n":
            "id,email,city\n1,user-1@example.com,Oslo\n2,,Rome\n",
        "<ada@b.org>, <bob@b.org>": "<user-1@example.com>, <user-2@example.com>",
    ]

    @Test func replacesValuesWithSecretNamesAndKeepsTheRest() throws {
        #expect(try Self.secretNames.mismatches { try Redactor().redact($0) } == [])
        // UTF-16 needs no mark.
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let body = try #require(#"{"token":"abcdef12"}"#.data(using: encoding))
            let kept = try Redactor().redact(.reply(body)).bytes
            #expect(String(data: kept, encoding: encoding) == #"{"token":"redacted-1"}"#)
        }
    }

    // MARK: Replies that hand out tokens

    /// Paths, each with the body of its reply.
    private static let tokenReplies: KeyValuePairs<String, String> = [
        #"/a {"access":"Aq3kP9zLw8","refresh":"Rr7mN2xVb4"}"#:
            #"/a {"access":"redacted-1","refresh":"redacted-2"}"#,
        #"/a {"token_type":"Bearer","expires_in":3600,"x":[{"code":"Id5tG8yHj1"}]}"#:
            #"/a {"token_type":"Bearer","expires_in":3600,"x":[{"code":"redacted-1"}]}"#,
        #"/v1/login {"id":"9b2c6a1e-7f5d-4c3b-8a19-0e1f2a3b4c5d","role":"admin"}"#:
            #"/v1/login {"id":"00000000-0000-4000-8000-000000000001","role":"admin"}"#,
        #"/session/7 {"a":"swordfish","b":"two words","c":"application/json","d":"2024-05-01"}"#:
            #"/session/7 {"a":"redacted-1","b":"two words","c":"application/json","d":"2024-05-01"}"#,
        #"/oauth/token {"a":"https://id.example/keys","b":"https://id.example/?a=b"}"#:
            #"/oauth/token {"a":"https://id.example/keys","b":"redacted-1-xxxxxxxxxxxx"}"#,
        "/a {\"a\":\"swordfish\"}\n{\"deviceCode\":\"\"}":
            "/a {\"a\":\"redacted-1\"}\n{\"deviceCode\":\"\"}",
        "/refresh-token a=swordfish&b=short": "/refresh-token a=redacted-1&b=short",
        "/login <p>Hello swordfish</p": "/login <p>Hello swordfish</p",
        #"/sessions {"slug":"swordfish"}"#: #"/sessions {"slug":"swordfish"}"#,
    ]

    @Test func aReplyThatHandsOutTokensIsSecretWhole() throws {
        let mismatches = try Self.tokenReplies.mismatches { reply in
            let parts = reply.split(separator: " ", maxSplits: 1)
            let exchange = Exchange.reply("\(parts[1])", to: "https://api.example.com\(parts[0])")
            return "\(parts[0]) \(try Redactor().redact(exchange).text)"
        }
        #expect(mismatches == [])
    }

    // MARK: Forms

    private static func inJSON(_ text: String) -> String { "{\"a\":\(JSONValue.string(text))}" }

    @Test func replacesSecretsByForm() throws {
        // In text, and in JSON.
        let table: KeyValuePairs = [
            "mail ada@lovelace.org!": "mail user-1@example.com!",
            "paid with 4111 1111 1111 1111.": "paid with 4000 0000 0000 0010.",
            "4111111111111112 is no card": "4111111111111112 is no card",
            "6212345678901232": "6000000000000015",
            "2024-05-01 4111-1111-1111-1111": "2024-05-01 4000-0000-0000-0010",
            "to DE89 3704 0044 0532 0130 00": "to DE09 0000 0000 0000 0000 01",
            "AKIAIOSFODNN7EXAMPLE": "AKIAredacted00000001",
            "x ghp_16C7e42F292c6912E7710c838347Ae178B4a y":
                "x ghp_redacted0000000000000000000000000001 y",
            // No form with a name and a value.
            "ATATT3xFfGF0q8Z1mR4tYwK7uLpX2nB9vD6sHc0jGe5=1A2B3C4D":
                "ATATT3redacted00000000000000000000000000000000000001",
            "to https://hooks.slack.com/triggers/T0A1B2C3D/671234567890/8f219e9cb0eb53f16947ccf25ec84d70":
                "to https://hooks.slack.com/triggers/redacted00000000000000000000000000000000000000000000001",
            "-----BEGIN A KEY-----\nMIIB\n-----END A KEY-----":
                "redacted-1-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "see https://s3.example/f?a=1&X-Amz-Signature=abcdef12, ok":
                "see https://s3.example/f?a=1&X-Amz-Signature=redacted-1, ok",
        ]
        let mismatches = try table.mismatches { text in
            let kept = try Redactor().redact(text)
            let json = try Redactor().redact(Self.inJSON(text))
            return json == Self.inJSON(kept) ? kept : json
        }
        #expect(mismatches == [])
        // More in values of data; in a program they may be sums, or words.
        let values: KeyValuePairs = [
            "call +49 (30) 901-820": "call +10 (00) 000-001",
            "ssn 219-09-9999": "ssn 000-00-0001",
            "with Bearer abc123def456": "with Bearer redacted-1-x",
            "2024-05-01 10:00 +49 170 1234567": "2024-05-01 10:00 +10 000 0000001",
            "2024-05-01 10:00:00.250 +02:00": "2024-05-01 10:00:00.250 +02:00",
            "https://ada:hunter2@h.example/a?token=abcdef1&b=2#x":
                "https://h.example/a?token=redacted-1&b=2#x",
            // A token stays readable.
            "eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIn0.eyJzdWIiOiJhZGEiLCJleHAiOjE3MDAwMDAwMDB9.dBjftJeZ4CVP-mB92K27uhbUJU1p1r":
                "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3MDAwMDAwMDAsInN1YiI6InJlZGFjdGVkIn0.redacted-1-xxxxxxxxxxxxxxxxxxx",
        ]
        let texts = try values.map { try Redactor().redact(Self.inJSON($0.key)) }
        #expect(texts == values.map { Self.inJSON($0.value) })
        let scripts = values.prefix(3).map { "x = 1; // \($0.key)" }
        #expect(try scripts.map { try Redactor().redact($0, type: "text/javascript") } == scripts)
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
        let text = "b0bby77x9 6629fae49393a053 dbl5p4ce-t0k99 b.org"
        #expect(try redactor.redact(text) == "redacted-1 0000000000000001 redacted-3-xxx b.org")
    }

    /// Keys are never changed, so an address among them is a reason to refuse.
    @Test func refusesKeysThatAreSecretByTheirForm() throws {
        let body = #"{"users":{"ada@b.org":{"role":"admin"}}}"#
        let error = BarricadeError(
            .unreadableSecrets,
            """
            The reply to GET https://api.example.com/a cannot be searched for secrets: a key at $.users \
            is secret by its form, and keys are never changed.

            To fix, if it is harmless:
              Redaction { $0.exceptions.append("$.users") }, or --keep '$.users'
            """)
        #expect(throws: error) { try Redactor().redact(body) }
        #expect(try Redactor(Redaction { $0.exceptions = ["$.users"] }).redact(body) == body)
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

    @Test func refusesJSONAndPartsThatAreNestedTooDeep() {
        var parts = "a"
        for level in 0..<400 {
            parts = """
                --b\(level)\r
                Content-Disposition: form-data; name="a"\r
                Content-Type: multipart/mixed; boundary=b\(level - 1)\r
                \r
                \(parts)\r
                --b\(level)--\r

                """
        }
        let json = String(repeating: "[", count: 100_000)
        let errors = [(json, "text/plain"), (parts, "multipart/mixed; boundary=b399")].map {
            body, type in
            BarricadeError.thrown { try Redactor().redact(body, type: type) }?.code
        }
        #expect(errors == [.unreadableSecrets, .unreadableSecrets])
    }

    // MARK: Many secrets

    /// Where each secret was compared with all that start alike, this took eight seconds.
    @Test func learnsManySecretsThatStartAlike() throws {
        let tokens = (0..<2_500).map { "{\"token\":\"al1k3-\($0 &* 7_654_321)a9b8c7\"}" }
        let exchange = Exchange.reply("[\(tokens.joined(separator: ","))]")
        let redactor = Redactor()
        let seconds = ThreadTime.seconds { redactor.learn(from: exchange) }
        #expect(redactor.generation == 2_500)
        #expect(seconds < 5)
    }

    @Test func reportsTheFirstFiftyPlacesInOrder() throws {
        let names = (10..<70).map { "password\($0)" }
        let redactor = Redactor()
        _ = try redactor.redact(
            .reply("{\(names.shuffled().map { "\"\($0)\":\"hunter2\"" }.joined(separator: ","))}"))
        let lines = redactor.report.description.split(separator: "\n").dropFirst().prefix(51)
        let places = names.prefix(50).map { "  GET \(api)/a: body $.\($0)" }
        #expect(lines.map(String.init) == places + ["  and 10 more places"])
    }

    /// All cores look for secrets, but they are numbered in the order of the exchanges.
    @Test func tellsSimilarSecretsOfManyExchangesApartAndNumbersThemInOrder() throws {
        let numbers = 1...200
        let exchanges = numbers.map { number in
            Exchange.reply(#"{"email":"customer-\#(number)@b.org","n":\#(number)}"#)
        }
        let redactor = Redactor()
        let lessons = redactor.learn(from: exchanges)
        let kept = redactor.redact(zip(exchanges, lessons).map { ($0, $1) })
        #expect(
            try kept.map { try $0.get().text }
                == numbers.map { #"{"email":"user-\#($0)@example.com","n":\#($0)}"# })
        #expect(redactor.report.count(.name) == 200)
        let text = numbers.map { "id customer-\($0)@B.org" }.joined(separator: "; ")
        let similar = numbers.map { "id user-\($0)@example.com" }.joined(separator: "; ")
        #expect(try redactor.redact(text) == similar)
    }
}
