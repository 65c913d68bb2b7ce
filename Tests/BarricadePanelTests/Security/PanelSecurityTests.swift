import BarricadeSurfaces
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

/// Who may ask a panel, and what its answers allow; each rule with the hostile value and the right
/// one.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct PanelSecurityTests {
    // MARK: The token

    @Test func everyOperationNeedsTheTokenAndNoOtherIsTaken() async throws {
        let visit = try await PanelVisit()
        for operation in APIDescription.own.operations.sorted() + [
            "GET /", "GET /no-such-path", "PUT /state",
        ] {
            let body = operation.hasPrefix("GET") ? "" : #" {"mode": "live"}"#
            let answer = try await visit.ask(
                "\(operation)\(body)", fields: ["Authorization": nil])
            let challenge = answer.headers["www-authenticate"]
            #expect((answer.status, challenge) == (401, "Bearer"), "\(operation)")
        }
        #expect(visit.barricade.overview.sets.filter(\.isChanged).isEmpty)
        let token = visit.token
        // One in the address or in a cookie is none.
        for (path, fields) in [
            "", "Bearer", "Bearer ", "Basic \(token)", token, "Bearer \(token)x",
            "Bearer x\(token)", "Bearer \(token) \(token)", "Bearer \(token.dropLast())",
            "Bearer \(token.lowercased())", "Bearer, Bearer \(token)",
        ].map({ ("/state", ["Authorization": $0]) }) + [
            ("/state?token=\(token)", ["Authorization": nil]),
            ("/state", ["Authorization": nil, "Cookie": "token=\(token)"]),
        ] as [(String, [String: String?])] {
            let answer = try await visit.ask("GET \(path)", fields: fields)
            #expect(
                answer.summary == """
                    401 unauthorized: The token of this panel is missing, or it is that of another \
                    panel.

                    To fix: use the whole address of the panel, which ends in #token=…; other \
                    programs send the field Authorization: Bearer, with that token
                    """, "\(path) \(fields)")
            #expect(!String(decoding: answer.data, as: UTF8.self).contains(token))
        }
    }

    // MARK: The page

    @Test func thePageNeedsNoTokenAndHoldsNone() async throws {
        let visit = try await PanelVisit()
        let files = PageFiles.all
        #expect(files.count == 3)
        try await expectOutcomes([
            "200 text/html; charset=utf-8, a whole file, no-store": ["GET /", "GET /index.html"],
            // Browsers keep only the files that are named after their content.
            "200 text/javascript; charset=utf-8, a whole file, max-age=31536000, immutable": [
                "GET /\(files[1].path)"
            ],
            "200 text/css; charset=utf-8, a whole file, max-age=31536000, immutable": [
                "GET /\(files[2].path)"
            ],
            "404 text/plain; charset=utf-8, no file, no-store": [
                "GET /no-such-file", "GET /../Package.swift", "GET /%2e%2e/etc/passwd",
            ],
            "405 text/plain; charset=utf-8, no file, no-store": ["POST /"],
        ]) { line in
            let reply = try await visit.raw("\(line) HTTP/1.1")
            #expect(!reply.body.contains(visit.token))
            let (type, kept) = (reply["Content-Type"] ?? "", reply["Cache-Control"] ?? "")
            let isFile = files.contains { $0.contentType == type && $0.text == reply.body }
            return "\(reply.status) \(type), \(isFile ? "a whole file" : "no file"), \(kept)"
        }
    }

    @Test func everyAnswerKeepsOtherSitesOut() async throws {
        let visit = try await PanelVisit()
        for path in ["/", "/no-such-file", "/api/v1/state", "/api/v1/nothing", "/api"] {
            let answer = try await visit.raw(
                "GET \(path) HTTP/1.1", "Authorization: Bearer \(visit.token)",
                "Origin: http://127.0.0.1:\(visit.panel.port)")
            let rules = answer.fields.filter {
                !$0.hasPrefix("Content-Type") && !$0.hasPrefix("Content-Length")
            }
            #expect(
                rules.sorted() == [
                    "Cache-Control: no-store",
                    """
                    Content-Security-Policy: default-src 'none'; script-src 'self'; style-src \
                    'self'; connect-src 'self'; img-src data: blob:; base-uri 'none'; form-action \
                    'none'; frame-ancestors 'none'
                    """,
                    "Cross-Origin-Opener-Policy: same-origin",
                    "Cross-Origin-Resource-Policy: same-origin", "Referrer-Policy: no-referrer",
                    "X-Content-Type-Options: nosniff",
                ], "\(path)")
        }
    }

    // MARK: Other sites

    @Test func onlyItsOwnPageMayAskWithANameOfThisMachine() async throws {
        let visit = try await PanelVisit()
        let port = visit.panel.port
        try await expectOutcomes([
            "200": [
                "Host: localhost:\(port)", "Host: 127.0.0.1:\(port)", "Host: [::1]:\(port)",
                "Origin: http://127.0.0.1:\(port)", "Sec-Fetch-Site: same-origin",
                "Sec-Fetch-Site: none",
            ],
            "403": [
                "Origin: https://evil.example", "Origin: null", "Origin: http://localhost:\(port)",
                "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
            ],
            "421": ["Host: evil.example", "Host: 127.0.0.1.evil.example"],
        ]) { field in
            let host = field.hasPrefix("Host") ? field : "Host: 127.0.0.1"
            let reply = try await visit.raw(
                "GET /api/v1/state HTTP/1.1", "Authorization: Bearer \(visit.token)",
                field.hasPrefix("Host") ? "X: none" : field, host: host)
            return "\(reply.status)"
        }
        // Nobody is told in a preflight that he may ask.
        let preflight = try await visit.raw(
            "OPTIONS /api/v1/reset HTTP/1.1", "Authorization: Bearer \(visit.token)",
            "Access-Control-Request-Method: POST")
        let allowed = preflight.fields.filter { $0.lowercased().hasPrefix("access-control-") }
        #expect((preflight.status, allowed) == (405, []))
    }

    // MARK: Changes

    @Test func readingChangesNothingAndChangesNeedJSON() async throws {
        let visit = try await PanelVisit()
        let login = "Login".identifierForURLs
        for method in ["GET", "HEAD"] {
            for path in [
                "/reset", "/sets/\(login)?selected=Offline", "/conditions", "/held/release",
            ] {
                let answer = try await visit.ask(
                    "\(method) \(path)", fields: ["X-HTTP-Method": "POST"])
                #expect([200, 405].contains(answer.status), "\(method) \(path)")
            }
        }
        let overview = visit.barricade.overview
        #expect(overview.sets.filter(\.isChanged).isEmpty)
        #expect(overview.networkConditions == nil)

        try await expectOutcomes([
            "204 Success": [
                "application/json", "application/json; charset=utf-8", "Application/JSON",
            ],
            "415 Offline": [
                "text/plain", "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=a",
                "text/plain; a=application/json", "application/jsonp", "",
            ],
        ]) { type in
            try visit.barricade.select("Offline", for: "Login")
            let answer = try await visit.ask("POST /reset {}", fields: ["Content-Type": type])
            return "\(answer.status) \(try visit.barricade.selectedResponse(for: "Login"))"
        }
    }

    /// No other page can send the token, so what has no body needs no content type.
    @Test func aChangeWithoutABodyNeedsOnlyTheToken() async throws {
        let visit = try await PanelVisit()
        try visit.barricade.select("Offline", for: "Login")
        let refused = try await visit.ask(
            "POST /reset", fields: ["Content-Type": nil, "Authorization": nil])
        #expect(refused.status == 401)
        #expect(try visit.barricade.selectedResponse(for: "Login") == "Offline")
        #expect(try await visit.ask("POST /reset", fields: ["Content-Type": nil]).status == 204)
        #expect(try visit.barricade.selectedResponse(for: "Login") == "Success")
    }

    // MARK: Bodies

    @Test func bodiesAreSavedAndNeverShown() async throws {
        let page = "<script>alert(1)</script>"
        let visit = try await PanelVisit(
            to: Barricade(
                ResponseSet("Page", on: .post("/page")) {
                    CannedResponse("HTML", headers: ["Content-Type": "text/html"], text: page)
                }))
        await visit.load("/page", method: "POST", body: page, type: "text/html")
        let (set, response) = ("Page".identifierForURLs, "HTML".identifierForURLs)
        for path in ["/sets/\(set)/responses/\(response)/body", "/log/0/body"] {
            let answer = try await visit.ask("GET \(path)")
            let fields = ["content-type", "content-disposition", "x-content-type-options"]
                .map { answer.headers[$0] }
            #expect(fields == ["application/octet-stream", "attachment", "nosniff"])
            #expect(String(decoding: answer.data, as: UTF8.self) == page)
        }
    }

    @Test func secretsInTheFieldsOfAFormAreMasked() async throws {
        let visit = try await PanelVisit()
        let form = """
            --b\r\nContent-Disposition: form-data; name="password"\r\n\r\nsesame\r
            --b\r\nContent-Disposition: form-data; name="photo"; filename="a.bin"\r
            Content-Type: application/octet-stream\r\n\r\nBytes\r\n--b--\r\n
            """
        await visit.load(
            "/login", method: "POST", body: form, type: "multipart/form-data; boundary=b")
        let body = String(decoding: try await visit.ask("GET /log/0/body").data, as: UTF8.self)
        #expect(body == form.replacing("sesame", with: "•••"))
        for (word, count) in [("Bytes", 1), ("sesame", 0)] {
            let found = try await visit.ask("GET /log?search=\(word)").json?["count"]
            #expect(found == .integer(count), "\(word)")
        }
    }

    @Test func secretsOfTheLogAreMasked() async throws {
        let visit = try await PanelVisit()
        let viewer = visit.barricade.viewReplies()
        var request = URLRequest(url: try URL("https://api.example.com/login?token=sesame"))
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"password":"sesame","user":"ada"}"#.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("Bearer sesame", forHTTPHeaderField: "Authorization")
        request.setValue("a=sesame", forHTTPHeaderField: "Cookie")
        _ = try? await visit.session.data(for: request)
        for path in ["/log", "/log/0", "/log/0/draft", "/state"] {
            let text = String(decoding: try await visit.ask("GET \(path)").data, as: UTF8.self)
            #expect(!text.contains("sesame"), "\(path)")
        }
        let body = try await visit.ask("GET /log/0/body").json
        let reply = try await visit.ask("GET /log/0/reply/body")
        #expect([body, reply.json] == [["password": "•••", "user": "ada"], ["token": "•••"]])
        #expect(reply.headers["content-disposition"] == "attachment")
        let detail = try await visit.ask("GET /log/0").json?["reply"]
        #expect(detail?["headers"]?[0] == ["name": "Content-Type", "value": "application/json"])
        expect(
            detail,
            has: [
                "line": "200 OK",
                "body": [
                    "summary": "JSON, 16 bytes", "text": "{\n  \"token\": \"•••\"\n}",
                    "isCut": false,
                ],
            ])
        _ = consume viewer
    }
}
