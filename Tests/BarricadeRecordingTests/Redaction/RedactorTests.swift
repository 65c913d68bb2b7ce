import Barricade
import BarricadeRecording
import Foundation
import Testing

/// Each rule by itself, with whole texts.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RedactorTests {
    private static let token =
        "eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIn0.eyJzdWIiOiJhZGEiLCJleHAiOjE3MDAwMDAwMDB9.dBjftJeZ4CVP-mB92K27uhbUJU1p1r"

    // MARK: Names

    @Test(arguments: [
        (#"{"password":"hunter2"}"#, #"{"password":"redacted-1"}"#),
        (#"{ "pass_word" : "hunter2", "a": 1.50 }"#, #"{ "pass_word" : "redacted-1", "a": 1.50 }"#),
        (#"{"pin": 4711}"#, #"{"pin": 1001}"#), (#"{"pin":-12.5e1}"#, #"{"pin":-11.0e0}"#),
        (#"{"pin":"4711","other":{"cvv":812}}"#, #"{"pin":"1001","other":{"cvv":101}}"#),
        (#"{"tokens":["abcdef1","abcdef2"]}"#, #"{"tokens":["redacted-1","redacted-2"]}"#),
        (#"{"auth":{"a":{"b":["abcdef1"]}}}"#, #"{"auth":{"a":{"b":["redacted-1"]}}}"#),
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
        (#"[["Authorization","Bearer abcdef123"]]"#, #"[["Authorization","Bearer redacted-1"]]"#),
        (#"{"code":"SplxlOBeZQQYbYS6WxSbIA"}"#, #"{"code":"redacted-1-xxxxxxxxxxx"}"#),
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
            #"<input name="csrf_token" value="abcdef1"><p>Hi</p>"#,
            #"<input name="csrf_token" value="redacted-1"><p>Hi</p>"#
        ),
        (
            "<dict><key>token</key><string>abcdef1</string><key>a</key><string>b</string></dict>",
            "<dict><key>token</key><string>redacted-1</string><key>a</key><string>b</string></dict>"
        ),
        (
            "id,email,city\n1,ada@lovelace.org,Oslo\n2,,Rome\n",
            "id,email,city\n1,user-1@example.com,Oslo\n2,,Rome\n"
        ),
        ("a: 1\npassword: hunter2 and more\nb: 2\n", "a: 1\npassword: redacted-1-xxxxx\nb: 2\n"),
        (
            #"window.state = {"token": "abcdef1", a: 1};"#,
            #"window.state = {"token": "redacted-1", a: 1};"#
        ),
        (
            "event: a\ndata: {\"token\":\"abcdef1\"}\n\n",
            "event: a\ndata: {\"token\":\"redacted-1\"}\n\n"
        ),
        ("{\"token\":\"abcdef1\"}\n{\"id\":2}\n", "{\"token\":\"redacted-1\"}\n{\"id\":2}\n"),
        (")]}',\n{\"token\":\"abcdef1\"}", ")]}',\n{\"token\":\"redacted-1\"}"),
    ])
    func replacesValuesWithSecretNames(_ body: String, _ kept: String) throws {
        #expect(try Redactor().redact(body) == kept)
    }

    @Test(arguments: [
        #"{"id":7,"price":12.50,"name":"Ada","at":"2024-05-01T10:00:00Z","ok":true,"n":null}"#,
        #"{"token_type":"Bearer","expires_in":3600,"total_tokens":57,"session_count":"12","email_verified":true}"#,
        #"{"error":{"code":"NOT_FOUND","key":"PROJ-12"},"code":40401}"#,
        #"{"author":"Mary","passenger":"Tom","keyboard":"de","session":{"start":"2024-05-01"}}"#,
        #"{"id":"9b2c6a1e-7f5d-4c3b-8a19-0e1f2a3b4c5d","icon":"icon@2x.png","v":"1.2.3"}"#,
        "Your order 4711 was sent on 2024-05-01 at 10:30. Total: 12.50 EUR.",
        #"{"token_endpoint":"https://id.example/oauth/token","jwks_uri":"https://id.example/keys"}"#,
        #"Bearer authorization_uri="https://id.example/authorize", error="invalid_token""#,
        "Bearer authentication is required, see Basic information",
        "Basic namespaces. Bearer tokens.push(x)",
        "<p>It's 3 < 4 &amp; 100% fine</p>", "a=1&b=two", "",
    ])
    func keepsTheRest(_ body: String) throws {
        #expect(try Redactor().redact(body) == body)
    }

    // MARK: Forms

    @Test(arguments: [
        ("mail ada@lovelace.org!", "mail user-1@example.com!"),
        ("paid with 4111 1111 1111 1111.", "paid with 4000 0000 0000 0010."),
        ("4111111111111112 is no card", "4111111111111112 is no card"),
        ("to DE89 3704 0044 0532 0130 00", "to DE09 0000 0000 0000 0000 01"),
        ("call +49 (30) 901-820", "call +10 (00) 000-001"),
        ("ssn 219-09-9999", "ssn 000-00-0001"),
        ("AKIAIOSFODNN7EXAMPLE", "AKIAredacted00000001"),
        (
            "x ghp_16C7e42F292c6912E7710c838347Ae178B4a y",
            "x ghp_redacted0000000000000000000000000001 y"
        ),
        ("with Bearer abc123def456", "with Bearer redacted-1-x"),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----",
            "-----BEGIN RSA PRIVATE KEY-----\ncmVkYWN0ZWQtMQ==\n-----END RSA PRIVATE KEY-----"
        ),
        (
            "https://ada:hunter2@h.example/a?token=abcdef1&b=2#x",
            "https://h.example/a?token=redacted-3&b=2#x"
        ),
        (
            "see https://h.example/?email=ada@b.org&b=2 or mail=ada@b.org",
            "see https://h.example/?email=user-1@example.com&b=2 or mail=user-1@example.com"
        ),
        (
            "see https://s3.example/f?a=1&X-Amz-Signature=abcdef12, ok",
            "see https://s3.example/f?a=2&X-Amz-Signature=redacted-1, ok"
        ),
    ])
    func replacesSecretsByForm(_ text: String, _ kept: String) throws {
        #expect(try Redactor().redact(text) == kept)
        let json = try Redactor().redact("{\"a\":\(JSONValue.string(text))}")
        #expect(json == "{\"a\":\(JSONValue.string(kept))}")
    }

    @Test func keepsTokensReadable() throws {
        let kept = try Redactor().redact(#"{"a":"\#(Self.token)"}"#)
        #expect(
            kept
                == #"{"a":"eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3MDAwMDAwMDAsInN1YiI6InJlZGFjdGVkIn0.redacted-1-xxxxxxxxxxxxxxxxxxx"}"#
        )
    }

    /// Labels are replaced where they stand, in case they are secret, but are words of other texts.
    @Test func doesNotSeekLabels() throws {
        let kept = try Redactor().redact(
            #"{"Cookies":"Cookies","a":"Cookies","password":"Your password?","b":"Your password?"}"#
        )
        #expect(
            kept
                == #"{"Cookies":"redacted-1","a":"Cookies","password":"redacted-2-xxx","b":"Your password?"}"#
        )
    }

    // MARK: Attacks

    private static let nested = (0..<9).reduce(#"{"token":"hunter2swordfish"}"#) { text, _ in
        "{\"a\":\(JSONValue.string(text))}"
    }

    @Test(arguments: [
        #"{"a":"password=hunter2swordfish and more"}"#,
        "X: 1\nAuthorization: Token hunter2swordfish\n",
        #"{'token': 'hunter2swordfish', }"#, #"{"token": "hunter2swordfish", } // no JSON"#,
        #"{"t\u006Fken":"hunter2\u0073wordfish"}"#, #"{"TOKEN":"hunter2swordfish"}"#,
        #"{"to_ken":{"a":[[{"b":"hunter2swordfish"}]]}}"#, #"{"x-api-key":"hunter2swordfish"}"#,
        #"{"a":"{\"token\":\"hunter2swordfish\"}"}"#, #"{"a":"'token' => 'hunter2swordfish'"}"#,
        "//ada:hunter2swordfish@h.example/", #"<a href="/r?token=hunter2swordfish&amp;x=1">r</a>"#,
        #"<a><![CDATA[{"token":"hunter2swordfish"}]]></a>"#,
        "<ns:Token>\n hunter2swordfish\n</ns:Token>",
        "<env><token type='x'>hunter2swordfish</env>", "a=1;token=hunter2swordfish",
        #"{"a":"aHR0cHM6Ly9oLmV4YW1wbGUvP3Rva2VuPWh1bnRlcjJzd29yZGZpc2g"}"#,
        #"["token","hunter2swordfish"]"#.replacing("fish", with: "f1sh"),
        #"{"headers":[{"name":"X-Api-Key","value":"hunter2swordfish"}]}"#,
        "token%3Dhunter2swordfish%26a%3D1", "token%253Dhunter2swordfish", nested,
        "callback({\"token\":\"hunter2swordfish\"});", "TOKEN=hunter2swordfish\nA=1\n",
        "id\tpassword\n1\t\"hunter2swordfish\"\n",
        #"a("Bearer hunter2swordfish")"#, "postgres://ada:hunter2swordfish@db.example:5432/a",
        String(repeating: "[", count: 600) + #"{"token":"hunter2swordfish"}"#,
        "token:\n  - hunter2swordfish\npassword: hunter2swordfish\n",
    ])
    func leavesNothingToAnAttacker(_ body: String) throws {
        let kept = try Redactor().redact(body)
        for secret in ["hunter2swordfish", "hunter2swordf1sh"] {
            #expect(Leak.of(secret, in: Data(kept.utf8)) == nil, "\(kept)")
        }
    }

    @Test func aNumberIsKnownAsTextToo() throws {
        let kept = try Redactor().redact(
            #"{"otp":493817,"note":"your code was 493817","n":493817}"#)
        #expect(kept == #"{"otp":100001,"note":"your code was 100001","n":100001}"#)
    }

    @Test func readsUTF16WithoutAMark() throws {
        let text = #"{"token":"abcdef12"}"#
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let kept = try Redactor().redact(.reply(text.data(using: encoding) ?? Data())).bytes
            #expect(String(data: kept, encoding: encoding) == #"{"token":"redacted-1"}"#)
        }
    }

    @Test(arguments: [
        ("name,password\r\nAda,swordfish\r\n", "name,password\r\nAda,redacted-1\r\n"),
        (
            "{\"tokens\":[\"abcdef1\"]}\r\n{\"a\":1}\r\n",
            "{\"tokens\":[\"redacted-1\"]}\r\n{\"a\":1}\r\n"
        ),
        (
            "event: a\r\ndata: {\"tokens\":[\"abcdef1\"]}\r\n\r\n",
            "event: a\r\ndata: {\"tokens\":[\"redacted-1\"]}\r\n\r\n"
        ),
    ])
    func readsLinesThatEndInCarriageReturns(_ body: String, _ kept: String) throws {
        #expect(try Redactor().redact(body) == kept)
    }

    /// Only what is secret changes; the rest stays as it is written.
    @Test(arguments: [
        (
            "<?xml version=\"1.0\"?>\n<!DOCTYPE a>\n<a><!-- end of page -->hi</a>",
            "<?xml version=\"1.0\"?>\n<!DOCTYPE a>\n<a><!-- end of page -->hi</a>"
        ),
        (
            "<a><!-- by ada@b.org --><![CDATA[{\"token\":\"abcdef1\"}]]></a>",
            "<a><!-- by user-1@example.com --><![CDATA[{\"token\":\"redacted-1\"}]]></a>"
        ),
        (
            #"<p title="a &lt; &quot;b&quot; ada@b.org &gt;">"c" &amp; ada@b.org</p>"#,
            #"<p title="a &lt; &quot;b&quot; user-1@example.com &gt;">"c" &amp; user-1@example.com</p>"#
        ),
        (
            "var a = \"x\\ny\";\nvar re = /\\d+\\.\\d/;\nvar mail = \"ada@b.org\";",
            "var a = \"x\\ny\";\nvar re = /\\d+\\.\\d/;\nvar mail = \"user-1@example.com\";"
        ),
        (
            #"cb({"site":"https:\/\/b.org\/a","mail":"ada@b.org"});"#,
            #"cb({"site":"https:\/\/b.org\/a","mail":"user-1@example.com"});"#
        ),
        (
            #"{"a":"Discount 50%25 off! Write to ada@b.org, caf%C3%A9"}"#,
            #"{"a":"Discount 50%25 off! Write to user-1@example.com, caf%C3%A9"}"#
        ),
        (
            #"var a="x\ny",b=["ada@b.org","bob@b.org"],c={password:"two words, (and {more"},d="\u00e9";"#,
            #"var a="x\ny",b=["user-1@example.com","user-2@example.com"],c={password:"redacted-1-xxxxxxxxxx"},d="\u00e9";"#
        ),
        (
            #"a="caf\u00e9 &eacute; 100%25 &amp;\n";b="ada@b.org";c="%C3%A9 &lt; \"d\" bob@b.org";"#,
            #"a="caf\u00e9 &eacute; 100%25 &amp;\n";b="user-1@example.com";c="%C3%A9 &lt; \"d\" user-2@example.com";"#
        ),
        (
            #"u="https:\/\/b.org\/?mail=ada%40b.org&amp;a=%2F";"#,
            #"u="https:\/\/b.org\/?mail=user-1%40example.com&amp;a=%2F";"#
        ),
        (
            "A=50%25 off\nPASSWORD=two words, and more\nB=\\d\n",
            "A=50%25 off\nPASSWORD=redacted-1-xxxxxxxx\nB=\\d\n"
        ),
        (#"x password=\"\" y="\u0041""#, #"x password=\"\" y="\u0041""#),
        (
            "id,pin,c\n1,,\"{\"\"token\"\":\"\"abcdef1\"\"}\"\n2,,\"a \"\"b\"\"\"\n",
            "id,pin,c\n1,,\"{\"\"token\"\":\"\"redacted-1\"\"}\"\n2,,\"a \"\"b\"\"\"\n"
        ),
        ("PASSWORD=ab%20cd-9\nA=1", "PASSWORD=redacted-1\nA=1"),
        ("<p>a</p><!-- ada&#64;b.org %20 -->", "<p>a</p><!-- user-1@example.com %20 -->"),
        (
            #"{a} x "client_secret" = "two words here"}"ada@b.org" c%"#,
            #"{a} x "client_secret" = "redacted-1-xxx"}"user-1@example.com" c%"#
        ),
        ("<ada@b.org>, <bob@b.org>", "<user-1@example.com>, <user-2@example.com>"),
        (
            "<b>ada@b.org</b><br>&lt;<i>bob@b.org</i>",
            "<b>user-1@example.com</b><br>&lt;<i>user-2@example.com</i>"
        ),
        (
            #"{"h":"Hi &amp; <b>ada@b.org</b><i>bob@b.org</i>"}"#,
            #"{"h":"Hi &amp; <b>user-1@example.com</b><i>user-2@example.com</i>"}"#
        ),
        (
            "<script>if(a<b){c={password:\"hunter2x\"}}",
            "<script>if(a<b){c={password:\"redacted-1\"}}"
        ),
        (
            "---\r\ntitle: x\r\n\r\nhello\r\n-----\r\nmore",
            "---\r\ntitle: x\r\n\r\nhello\r\n-----\r\nmore"
        ),
    ])
    func keepsTheRestAsItIsWritten(_ body: String, _ kept: String) throws {
        #expect(try Redactor().redact(body) == kept)
    }

    @Test(arguments: [
        #"{"password":"Winter-horse=x;battery-99"}"#, #"{"password":"abc://xyzsecret99"}"#,
        #"{"client_secret":"aB3dEfGhIj==;kLmNoPqRsT99"}"#, #"{"n":-12345678.5,"pin":"12345678"}"#,
        ",name,password\n0,bob,xyzsecret99\n", "prénom,password\nbob,xyzsecret99\n",
        "name,password,note\nbob,xyzsecret99,\"line1\nline2\"\n",
        "# by ada@b.org\nname,password\nbob,xyzsecret99\nal,xyzsecret99,more\n",
        #"{"session_url":"https://b.org/a/b7?x=1","self":"https://b.org/a/b7?x=1"}"#,
    ])
    func leavesNothingOfASecret(_ body: String) throws {
        let kept = try Redactor().redact(body)
        for part in [
            "horse", "battery", "xyzsecret99", "kLmNo", "12345678", "ada@b.org", "b7?x",
        ] {
            #expect(!kept.contains(part), "\(kept)")
        }
    }

    private static let script = #"""
        "use strict";if(i<n&&n>t.csrf==i){e.token=function(e){return!0},x.session=!1}
        this.cookies={type:t},password:e.value;secret=`${a}`+b.password(c)
        get("/x?token="+t+"&a="+b),u='api_key='+k+'&user='+u;log("password: " + p + ", by: "+u);
        h={Authorization:"Bearer "+t,token:"/api/token"};f("secret=");g(['sid=', 'pin='])
        """#

    /// In a program, only text and numbers can be secret.
    @Test(arguments: ["application/javascript", "text/javascript; charset=utf-8", "text/css"])
    func keepsScripts(_ type: String) throws {
        #expect(try Redactor().redact(Self.script, type: type) == Self.script)
        for page in [
            "<html><script>\(Self.script)</script><p>a</p></html>",
            "<SCRIPT type='module'>\(Self.script)</SCRIPT>",
        ] {
            #expect(try Redactor().redact(page) == page)
        }
    }

    @Test(arguments: [
        ("e.token='abcdef1',f()", "e.token='redacted-1',f()"),
        ("e={pin:471147,token:`abcdef1`}", "e={pin:100001,token:`redacted-1`}"),
        (
            #"if(token==="abcdef1"||"abcdef1"==t)a()"#,
            #"if(token==="redacted-1"||"redacted-1"==t)a()"#
        ),
        (#"a(i<n,{password:"hunter2 b"})"#, #"a(i<n,{password:"redacted-1"})"#),
        ("a<b;mail='ada@b.org'", "a<b;mail='user-1@example.com'"),
        ("phone='+49 30 901820'", "phone='+10 00 000001'"),
        (#"a={password:"hun\"ter2-sword"}"#, #"a={password:"redacted-1-xxx"}"#),
        ("a={password:\t\"hunter2x\",b:'\u{5C}n'}", "a={password:\t\"redacted-1\",b:'\u{5C}n'}"),
        ("password =\n'hunter2x';f()", "password =\n'redacted-1';f()"),
        (#"o["password"]||="hunter2x";"#, #"o["password"]||="redacted-1";"#),
        (#"f({password:["hunter2x"]})"#, #"f({password:["redacted-1"]})"#),
        (#"f("/a?token=hunter2x99&b=1")"#, #"f("/a?token=redacted-1&b=1")"#),
        (#"cb({"pin": 471147})"#, #"cb({"pin": 100001})"#),
        (
            #"a{} %2541 \\n &amp;lt; "c\\\\d" ada@b.org"#,
            #"a{} %2541 \\n &amp;lt; "c\\\\d" user-1@example.com"#
        ),
        (#"a="x\nuser-1@example.com";b=`&lt;`"#, #"a="x\nuser-1@example.com";b=`&lt;`"#),
        (
            #"a="x\nada@b.org\nb"; ada@b.org&x=1&bob@b.org"#,
            #"a="x\nuser-1@example.com\nb"; user-1@example.com&x=1&user-2@example.com"#
        ),
        (#"a=b%c3;u="ada%40b.org";"#, #"a=b%c3;u="user-1%40example.com";"#),
        (#"h={Authorization:"Bearer abcdef123"}"#, #"h={Authorization:"Bearer redacted-1"}"#),
    ])
    func replacesSecretsInScripts(_ script: String, _ kept: String) throws {
        #expect(try Redactor().redact(script, type: "text/javascript") == kept)
        let page = try Redactor().redact("<a>b</a><script>\(script)</script><i>")
        #expect(page == "<a>b</a><script>\(kept)</script><i>")
    }

    /// Escapes may be nested in any order, as by a template that is sent in JSON.
    @Test func findsSecretsInEscapesOfAnyOrder() throws {
        let secret = "Zq&8\"wü%r 7/k"
        let ways: [(name: String, write: (String) -> String)] = [
            ("percent", { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }),
            ("JSON", { String(JSONValue.string($0).description.dropFirst().dropLast()) }),
            ("entity", { $0.replacing("&", with: "&amp;").replacing("\"", with: "&quot;") }),
        ]
        for first in ways {
            for second in ways {
                for third in ways {
                    let written = third.write(second.write(first.write(secret)))
                    let redactor = Redactor()
                    redactor.learn(from: .reply("{\"password\":\(JSONValue.string(secret))}"))
                    let kept = try redactor.redact(
                        "a(1 < 2, 'x \(written) y') // %41 \\u0041 &#65;")
                    let order = "\(first.name), \(second.name), \(third.name)"
                    #expect(!kept.contains(written), "\(order): \(kept)")
                    #expect(kept.contains("redacted-1"), "\(order): \(kept)")
                    #expect(kept.hasSuffix(" y') // %41 \\u0041 &#65;"), "\(order): \(kept)")
                }
            }
        }
    }

    /// Images are not changed, so a secret in them is a reason to refuse them.
    @Test(arguments: [
        "hunter2&sword", "hunter2%26sword", "hunter2&amp;sword", #"hunter2\u0026sword"#,
        "h\0u\0n\0t\0e\0r\02\0&\0s\0w\0o\0r\0d\0",
    ])
    func refusesImagesWithSecrets(_ text: String) throws {
        let redactor = Redactor()
        redactor.learn(from: .reply(#"{"password":"hunter2&sword"}"#))
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
                #"{"password":"  pad-secret99  "}"#,
                requestHeaders: [
                    "Authorization":
                        #"Digest username="bobby77", realm="b.org", response="6629fae49393a053""#,
                    "Proxy-Authorization": "bearer  dbl-space-tok99",
                ]))
        #expect(
            try redactor.redact("bobby77 6629fae49393a053 dbl-space-tok99 pad-secret99 b.org")
                .hasSuffix(" b.org"))
        for secret in ["bobby77", "6629fae49393a053", "dbl-space-tok99", "pad-secret99"] {
            #expect(try !redactor.redact("is \(secret) known?").contains(secret))
        }
    }

    @Test func replacesTheLinesWithEncodedSecretsOnly() throws {
        let redactor = Redactor()
        redactor.learn(from: .reply(#"{"password":"hunter2secret"}"#))
        let line = Data("x hunter2secret".utf8).base64EncodedString()
        #expect(
            try redactor.redact("harmless1\nharmless2\n\(line)\nafterword1\n")
                == "harmless1\nharmless2\nredacted-1-xxxxxxxxx\nafterword1\n")
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
        let tokens = (0..<10_000).map { "\"alike-\($0 &* 7_654_321)\"" }.joined(separator: ",")
        let exchange = Exchange.reply(#"{"tokens":[\#(tokens)]}"#)
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
        let replaced = redactor.report.counts.filter { $0.key.change == .replaced }
        #expect(replaced.values.reduce(0, +) == 500)
    }

    /// Wherever the secret starts in the encoded bytes, and wherever lines break.
    @Test(arguments: 0...3, [4, 7, 64])
    func findsSecretsInEncodedTextOverLines(_ before: Int, _ width: Int) throws {
        let redactor = Redactor()
        redactor.learn(from: .reply(#"{"password":"hunter2swordfish"}"#))
        let bytes = Data(repeating: 1, count: before) + Data("hunter2swordfish\u{2}".utf8)
        let hexadecimal = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        for text in [bytes.base64EncodedString(), hexadecimal] {
            let lines = stride(from: 0, to: text.count, by: width).map {
                String(text.dropFirst($0).prefix(width))
            }.joined(separator: "\r\n  ")
            let kept = try redactor.redact("blob: <\(lines)>, end")
            #expect(kept.hasPrefix("blob: <redacted-1") && kept.hasSuffix(">, end"))
        }
    }

    // MARK: Speed

    /// Prints how fast it is, also while many secrets are known.
    @Test func isFast() throws {
        #if DEBUG
        let size = 1 << 16
        #else
        let size = 1 << 20
        #endif
        let record =
            #"{"id":4711,"name":"Ada Lovelace","at":"2024-05-01T10:00:00Z","email":"ada@b.org","tags":["one","two"],"note":"a text of some words"},"#
        let body = "[\(String(repeating: record, count: size / record.utf8.count).dropLast())]"
        let redactor = Redactor()
        let clock = ContinuousClock()
        var kept = ""
        let time = try clock.measure { kept = try redactor.redact(body, type: "application/json") }
        #expect(kept.contains("user-1@example.com") && !kept.contains("ada@b.org"))
        for number in 0..<2_000 { redactor.learn(from: .reply(#"{"token":"\#(number)abcdefgh"}"#)) }
        let again = try clock.measure { kept = try redactor.redact(body, type: "application/json") }
        print("\(size) bytes of JSON: \(time); with 2 000 more secrets: \(again)")
    }
}
