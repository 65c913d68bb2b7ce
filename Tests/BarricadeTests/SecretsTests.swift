import Barricade
import Testing

@testable import TestSupport

/// What is printed of a URL, and what is not.
@Suite(.timeLimit(.minutes(10))) struct SecretsTests {
    private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbU"

    private let barricade = Barricade()

    /// Expects what the log, an error and the request itself show of a URL.
    private func expect(_ url: String, toBeShownAs shown: String) async throws {
        let request = try BarricadeRequest.line(url)
        let error = try await barricade.session.failure(url)
        let line = try #require(barricade.requests.last).description
        let told: [String] = [
            request.description,
            String(error.localizedDescription.prefix { $0 != "\n" }),
            line.components(separatedBy: "  unmatched in ")[0],
        ]
        #expect(
            told == ["GET \(shown)", "No response set matches GET \(shown).", "GET \(shown)"])
    }

    // MARK: Names

    private static let secretNames = [
        "pass", "pwd", "appkey", "app_key", "appKey", "code_verifier", "codeVerifier", "assertion",
        "client_assertion", "SAMLResponse", "SAMLRequest", "samlresponse", "otp", "otp_code",
        "smsOTP", "cvv", "cvv2", "cardCvv", "card", "card_number", "cardNumber", "card1", "cards",
        "iban", "IBAN", "ssn", "user.ssn", "csrf", "csrf-token", "_csrf", "xsrf", "hmac", "HMAC",
        "body_hmac", "seed", "seed_phrase", "email", "user_email", "userEmail", "e-mail", "EMAIL",
        "emails", "user%5Femail", "X-Amz-Signature", "clientSecret", "client_secret",
        "accesstoken", "JSESSIONID", "PHPSESSID", "db_pass", "wifiPass", "newPwd", "oauth_token",
        "id_token_hint", "apiKey2", "jwt", "key", "code", "pin", "user.Email", "phone",
        "home_phone",
        "cookie", "auth", "authKey", "recoveryCode", "mobile", "accountKey", "passport_no",
    ]

    private static let plainNames = [
        "passenger", "passengers", "cardinality", "seeded", "discard", "compass", "bypassed",
        "classname", "className", "photoPrint", "emailed", "primary_key", "zip_code",
        "country-code",
        "spin", "sort", "page", "q", "state", "author", "hotPlate", "assert", "ibanez",
        "scorecards_",
        "monkey", "keyboard", "x", "cardio", "headphones", "authority", "mobility",
    ]

    @Test func hidesTheValuesOfSecretNamesOnly() async throws {
        let cases = [(Self.secretNames, "hunter2", "•••"), (Self.plainNames, "7", "7")]
        for (names, value, shown) in cases {
            // With more names a URL would be too long to be shown whole.
            for start in stride(from: 0, to: names.count, by: 6) {
                let some = names[start...].prefix(6)
                for (before, separator, after) in [
                    ("?", "&", "&page=2"), ("#", "&", ""), (";", ";", ";v=1/b"), ("?x;", ";", ";y"),
                ] {
                    func url(_ value: String) -> String {
                        let items = some.map { "\($0)=\(value)" }
                        return api + "/a" + before + items.joined(separator: separator) + after
                    }
                    try await expect(url(value), toBeShownAs: url(shown))
                }
            }
        }
    }

    // MARK: Places

    /// URLs, or what follows ``api`` of them, with what is shown.
    private static let secrets: [(String, String)] = [
        // Path segments.
        ("/verify/\(jwt)/now", "/verify/•••/now"),
        ("/\(jwt)", "/•••"),
        ("/unsigned/eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "/unsigned/•••"),
        ("/bot123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/sendMessage", "/bot•••/sendMessage"),
        ("/file/bot123456%3AAAHdq-Tc_v/a.png", "/file/bot•••/a.png"),
        ("/a;jsessionid=hunter2", "/a;jsessionid=•••"),
        ("/a;v=\(jwt);w=2/b", "/a;v=•••;w=2/b"),
        ("/proxy/https://ada:pw@h.example/x", "/proxy/https://•••@h.example/x"),
        // Values of secret names.
        ("/a?api_key=x&API-Key=y&apiKey=", "/a?api_key=•••&API-Key=•••&apiKey=•••"),
        ("/a?access%5Ftoken=x", "/a?access%5Ftoken=•••"),
        ("/a?code=1&code&zip_code=2", "/a?code=•••&code&zip_code=2"),
        ("/a?sig=a=b&token=c&page=2", "/a?sig=•••&token=•••&page=2"),
        ("/a#access_token=x&state=1", "/a#access_token=•••&state=1"),
        ("/a?b=1#id_token=x", "/a?b=1#id_token=•••"),
        ("/a?password=1#top", "/a?password=•••#top"),
        ("app:open?token=x", "app:open?token=•••"),
        // Values, whatever their names.
        ("/a?data=\(jwt)&page=2", "/a?data=•••&page=2"),
        ("/a?\(jwt)==&x=1", "/a?•••&x=1"),
        (
            "/a?data=eyJhbGciOiJIUzI1NiJ9%2EeyJzdWIiOiIxIn0%2EdBjftJeZ4CVP-mB92K27uhbU&s=\(jwt)=",
            "/a?data=•••&s=•••"
        ),
        ("/a?to=https%3A%2F%2Fada%3Apw%40h%FF", "/a?to=https%3A%2F%2F•••%40h%EF%BF%BD"),
        ("/a?pass%77ord%FF=hunter2", "/a?pass%77ord%FF=•••"),
        ("/a?\(jwt)", "/a?•••"),
        ("/a#\(jwt)", "/a#•••"),
        ("/a?hunter22&b=1", "/a?•••&b=1"),
        ("/a?b&v2#hunter22", "/a?b&v2#•••"),
        ("/a#correct-horse-battery", "/a#•••"),
        // URLs in values.
        (
            "/go?to=https%3A%2F%2Fh.example%2Fcb%3Ftoken%3Dhunter2%26page%3D2&x=1",
            "/go?to=https%3A%2F%2Fh.example%2Fcb%3Ftoken%3D•••%26page%3D2&x=1"
        ),
        ("/go?to=https%3A%2F%2Fada%3Apw%40h.example%2F", "/go?to=https%3A%2F%2F•••%40h.example%2F"),
        ("/go?to=https://ada:pw@h.example/?otp=1", "/go?to=https://•••@h.example/?otp=•••"),
        ("/go?to=%2Fcb%3Fcode%3Dhunter2", "/go?to=%2Fcb%3Fcode%3D•••"),
        ("/go?state=token%3Dhunter2%26a%3D1", "/go?state=token%3D•••%26a%3D1"),
        (
            "/go?to=https%253A%252F%252Fh%253Ftoken%253Dhunter2",
            "/go?to=https%253A%252F%252Fh%253Ftoken%253D•••"
        ),
        (
            "/go?to=%2Fa%3Fto%3D%252Fb%253Ftoken%253Dhunter2",
            "/go?to=%2Fa%3Fto%3D%252Fb%253Ftoken%253D•••"
        ),
        // Users.
        ("https://ada:pw@api.example.com/a@b", "https://•••@api.example.com/a@b"),
        ("https://ada@api.example.com/", "https://•••@api.example.com/"),
        ("mailto:ada@example.com", "mailto:•••@example.com"),
        ("mailto:ada@example.com,bob@example.com?subject=hi", "mailto:•••@example.com?subject=hi"),
        ("sip:ada:pw@example.com", "sip:•••@example.com"),
        ("/a?from=mailto%3Aada%40example.com", "/a?from=mailto%3A•••%40example.com"),
        ("/a?login=ada:pw@example.com", "/a?login=ada:•••@example.com"),
        // What is secret by its form.
        ("/a?u=ada@example.com&v=1", "/a?u=•••&v=1"),
        ("/users/ada%40example.com/a", "/users/•••/a"),
        ("/a?q=for%20ada%40example.com%21", "/a?q=for%20•••%21"),
        ("/a?q=AKIAIOSFODNN7EXAMPLE", "/a?q=•••"),
        ("/sk_live_4eC39HqLyjWDarjtT1zdp7dc/a", "/•••/a"),
        ("/a?q=4111111111111111", "/a?q=•••"),
        ("/a?q=4111-1111-1111-1111", "/a?q=•••"),
        ("/a?q=DE89370400440532013000", "/a?q=•••"),
        ("/a?q=%2B49301234567", "/a?q=•••"),
    ]

    private static let noSecrets = [
        "/eyJhbGciOiJIUzI1NiJ9", "/a.b.c", "/eyJ/a.b.c", "/bottle/bot/bot12/robot1:a",
        "/v1.2.3/@ada",
        "/pkg@1.0/x;v=2;w", "/a?t=10:30&u=ada@example&to=https%3A%2F%2Fh%2Fa%3Fb%3D1",
        "/a?q=4111111111111112&to=icon@2x.png", "/a?q=50%25&r=a%3Db&s=a==&t=%FF", "/a?x;y;z=1&&=",
        "/a?to=https://h.example/@ada?b=1#c=d",
        "/a?a=%2Fb%3Fc%3D%252Fd%253Fe%253D1", "/a#top",
    ]

    @Test func hidesWhatIsSecretByItsPlaceOrItsForm() async throws {
        // Values within values end somewhere; what is deeper is hidden as a whole.
        var value = "token=hunter2"
        for _ in 0..<12 {
            value =
                "/a?b=" + (value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }
        let deep = try BarricadeRequest.line(api + value).description
        #expect(!deep.contains("hunter2"))
        #expect(deep.contains("•••"))
        for (url, shown) in Self.secrets + Self.noSecrets.map({ ($0, $0) }) {
            let start = url.hasPrefix("/") ? api : ""
            try await expect(start + url, toBeShownAs: start + shown)
        }
    }

    // MARK: Messages

    @Test func neitherSetsNorSuggestionsShowThem() async throws {
        let barricade = Barricade(
            ResponseSet("Bot", on: .get("/bot1:AAHdq/me"), line: 1) { CannedResponse("OK") },
            ResponseSet("Next", on: .query("next", "/cb?token=hunter2"), line: 2) {
                CannedResponse("OK")
            },
            ResponseSet("Moved", on: .get("/moved"), line: 3) {
                CannedResponse("To", redirect: "/a;token=hunter2")
            })
        let error = try await barricade.session.failure(
            "\(api)/bot2:BBHdq/me/\(Self.jwt)?next=%2Fcb%3Ftoken%3Dswordfish")
        let file = "SecretsTests.swift"
        #expect(
            error.localizedDescription == """
                No response set matches GET \(api)/bot•••/me/•••?next=%2Fcb%3Ftoken%3D•••.

                Nearest:
                  "Next" (\(file):2)    wants query item next "/cb?token=•••", got "/cb?token=•••"
                  "Bot" (\(file):1)     wants path /bot•••/me, got /bot•••/me/•••
                  "Moved" (\(file):3)   wants path /moved, got /bot•••/me/•••

                The request or the set may be wrong. To fix:
                  change what "Next" (\(file):2) wants
                  or list a set for it; the line would be too long, or tell a secret
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """)
        #expect(
            "\(try #require(barricade.sets[2].responses.first))" == "To: 302 to /a;token=•••"
        )
    }
}
