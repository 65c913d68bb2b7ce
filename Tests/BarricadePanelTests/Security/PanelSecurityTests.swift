import BarricadeSurfaces
import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Who may ask a panel, and what its answers allow; each rule with the hostile value and the right
/// one.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct PanelSecurityTests {
    // MARK: The token

    @Test func everyOperationNeedsTheToken() async throws {
        let visit = try await PanelVisit()
        for operation in PanelAPI.operations + ["GET /", "GET /no-such-path", "PUT /state"] {
            let words = operation.split(separator: " ").map(String.init)
            let answer = try await visit.ask(
                words[0], words[1], words[0] == "GET" ? nil : ["mode": "live"],
                fields: ["Authorization": nil])
            #expect(answer.status == 401, "\(operation)")
            #expect(answer.headers["www-authenticate"] == "Bearer", "\(operation)")
        }
        #expect(visit.barricade.overview.sets.filter(\.isChanged) == [])
    }

    @Test(arguments: [
        "", "Bearer", "Bearer ", "Basic TOKEN", "TOKEN", "Bearer TOKENx", "Bearer xTOKEN",
        "Bearer TOKEN TOKEN", "Bearer SHORT", "Bearer LOWER", "Bearer, Bearer TOKEN",
    ]) func anotherTokenIsRefused(_ form: String) async throws {
        let visit = try await PanelVisit()
        let value = form.replacing("TOKEN", with: visit.token)
            .replacing("SHORT", with: String(visit.token.dropLast()))
            .replacing("LOWER", with: visit.token.lowercased())
        let answer = try await visit.ask("GET", "/state", fields: ["Authorization": value])
        #expect(answer.status == 401)
        #expect(
            answer.detail == """
                The token of this panel is missing, or it is that of another panel.

                To fix: use the whole address that panel.url gives, which ends in #token=…
                """)
        #expect(!String(decoding: answer.data, as: UTF8.self).contains(visit.token))
    }

    @Test func aTokenInTheAddressOrInACookieIsNone() async throws {
        let visit = try await PanelVisit()
        let inQuery = try await visit.ask(
            "GET", "/state?token=\(visit.token)", fields: ["Authorization": nil])
        let inCookie = try await visit.ask(
            "GET", "/state", fields: ["Authorization": nil, "Cookie": "token=\(visit.token)"])
        #expect(inQuery.status == 401)
        #expect(inCookie.status == 401)
    }

    @Test func theTokenHas128BitsAndEveryPanelItsOwn() async throws {
        let first = try await PanelVisit()
        let second = try await first.barricade.openPanel()
        // 22 characters of base64 without padding.
        #expect(first.token.utf8.count == 22)
        #expect(first.panel.url.fragment != second.url.fragment)
        #expect(
            first.panel.url.absoluteString
                == "http://127.0.0.1:\(first.panel.port)/#token=\(first.token)")
        #expect("\(first.panel)" == "http://127.0.0.1:\(first.panel.port)/")
    }

    // MARK: The page

    @Test func thePageNeedsNoTokenAndHoldsNone() async throws {
        let visit = try await PanelVisit()
        for file in PageFiles.all.map(\.path) + [""] {
            let answer = try await visit.raw("GET /\(file) HTTP/1.1")
            #expect(answer.status == 200, "/\(file)")
            #expect(!answer.body.contains(visit.token))
        }
        let page = try await visit.raw("GET / HTTP/1.1")
        #expect(page["Content-Type"] == "text/html; charset=utf-8")
        #expect(try await visit.raw("GET /index.html HTTP/1.1").body == page.body)
        #expect(try await visit.raw("GET /no-such-file HTTP/1.1").status == 404)
        #expect(try await visit.raw("GET /../Package.swift HTTP/1.1").status == 404)
        #expect(try await visit.raw("GET /%2e%2e/etc/passwd HTTP/1.1").status == 404)
        #expect(try await visit.raw("POST / HTTP/1.1").status == 405)
    }

    @Test func browsersKeepOnlyTheFilesThatAreNamedAfterTheirContent() async throws {
        let visit = try await PanelVisit()
        for file in PageFiles.all {
            let kept = try await visit.raw("GET /\(file.path) HTTP/1.1")["Cache-Control"]
            let isPage = file.path == "index.html"
            #expect(kept == (isPage ? "no-store" : "max-age=31536000, immutable"))
        }
    }

    @Test(arguments: ["/", "/no-such-file", "/api/v1/state", "/api/v1/nothing", "/api"])
    func everyAnswerKeepsOtherSitesOut(_ path: String) async throws {
        let visit = try await PanelVisit()
        let answer = try await visit.raw(
            "GET \(path) HTTP/1.1", "Authorization: Bearer \(visit.token)",
            "Origin: http://127.0.0.1:\(visit.panel.port)")
        #expect(
            answer["Content-Security-Policy"]
                == """
                default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
                """)
        #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(answer["X-Content-Type-Options"] == "nosniff")
        #expect(answer["Referrer-Policy"] == "no-referrer")
        #expect(answer["Cache-Control"] == "no-store")
        #expect(!answer.fields.contains { $0.lowercased().hasPrefix("access-control-") })
        #expect(!answer.fields.contains { $0.lowercased().hasPrefix("set-cookie") })
    }

    // MARK: Other sites

    @Test(arguments: [
        ("Host: evil.example", 421), ("Host: 127.0.0.1.evil.example", 421),
        ("Host: localhost:PORT", 200), ("Host: 127.0.0.1:PORT", 200), ("Host: [::1]:PORT", 200),
    ]) func onlyNamesOfThisMachineAreServed(_ host: String, _ status: Int) async throws {
        let visit = try await PanelVisit()
        let answer = try await visit.raw(
            "GET /api/v1/state HTTP/1.1", "Authorization: Bearer \(visit.token)",
            host: host.replacing("PORT", with: "\(visit.panel.port)"))
        #expect(answer.status == status)
    }

    @Test(arguments: [
        ("Origin: https://evil.example", 403), ("Origin: null", 403),
        ("Origin: http://localhost:PORT", 403), ("Origin: http://127.0.0.1:PORT", 200),
        ("Sec-Fetch-Site: cross-site", 403), ("Sec-Fetch-Site: same-site", 403),
        ("Sec-Fetch-Site: same-origin", 200), ("Sec-Fetch-Site: none", 200),
    ]) func onlyItsOwnPageMayAsk(_ field: String, _ status: Int) async throws {
        let visit = try await PanelVisit()
        let answer = try await visit.raw(
            "GET /api/v1/state HTTP/1.1", "Authorization: Bearer \(visit.token)",
            field.replacing("PORT", with: "\(visit.panel.port)"))
        #expect(answer.status == status)
    }

    @Test func nobodyIsToldInAPreflightThatHeMayAsk() async throws {
        let visit = try await PanelVisit()
        let answer = try await visit.raw(
            "OPTIONS /api/v1/reset HTTP/1.1", "Authorization: Bearer \(visit.token)",
            "Access-Control-Request-Method: POST")
        #expect(answer.status == 405)
        #expect(!answer.fields.contains { $0.lowercased().hasPrefix("access-control-") })
    }

    // MARK: Changes

    @Test(arguments: [
        ("application/json", 204), ("application/json; charset=utf-8", 204),
        ("Application/JSON", 204), ("text/plain", 415), ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=a", 415), ("text/plain; a=application/json", 415),
        ("application/jsonp", 415), ("", 415),
    ]) func changesNeedJSON(_ type: String, _ status: Int) async throws {
        let visit = try await PanelVisit()
        try visit.barricade.select("Offline", for: "Login")
        let answer = try await visit.ask("POST", "/reset", [:], fields: ["Content-Type": type])
        #expect(answer.status == status)
        let isReset = try visit.barricade.selectedResponse(for: "Login") == "Success"
        #expect(isReset == (status == 204))
    }

    @Test func readingChangesNothing() async throws {
        let visit = try await PanelVisit()
        let login = "Login".identifierForURLs
        for method in ["GET", "HEAD"] {
            for path in [
                "/reset", "/sets/\(login)?selected=Offline", "/conditions", "/held/release",
            ] {
                let answer = try await visit.ask(method, path, fields: ["X-HTTP-Method": "POST"])
                #expect([200, 405].contains(answer.status), "\(method) \(path)")
            }
        }
        #expect(visit.barricade.overview.sets.filter(\.isChanged) == [])
        #expect(visit.barricade.networkConditions == nil)
    }

    // MARK: Bodies

    @Test func bodiesAreSavedAndNeverShown() async throws {
        let page = "<script>alert(1)</script>"
        let visit = try await PanelVisit(
            to: Barricade(
                ResponseSet("Page", on: .post("/page")) {
                    CannedResponse("HTML", headers: ["Content-Type": "text/html"], text: page)
                }))
        await visit.load("/page", method: "POST", body: page)
        let (set, response) = ("Page".identifierForURLs, "HTML".identifierForURLs)
        for path in ["/sets/\(set)/responses/\(response)/body", "/log/0/body"] {
            let answer = try await visit.ask("GET", path)
            #expect(String(decoding: answer.data, as: UTF8.self) == page)
            #expect(answer.headers["content-type"] == "application/octet-stream")
            #expect(answer.headers["content-disposition"] == "attachment")
            #expect(answer.headers["x-content-type-options"] == "nosniff")
        }
    }

    @Test func secretsOfRequestsAreMasked() async throws {
        let visit = try await PanelVisit()
        var request = URLRequest(
            url: try #require(URL(string: "https://api.example.com/nothing?token=sesame")))
        request.setValue("Bearer sesame", forHTTPHeaderField: "Authorization")
        request.setValue("a=sesame", forHTTPHeaderField: "Cookie")
        _ = try? await visit.session.data(for: request)
        for path in ["/log", "/log/0", "/state"] {
            let text = String(decoding: try await visit.ask("GET", path).data, as: UTF8.self)
            #expect(!text.contains("sesame"), "\(path)")
        }
    }
}
