import BarricadeSurfaces
import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// What the routes about sets, presets and policies do.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct SetRouteTests {
    private let login = "/sets/\("Login".identifierForURLs)"
    private let awkward = "/sets/\(String.awkwardName.identifierForURLs)"

    @Test func theStateIsTheOverview() async throws {
        let visit = try await PanelVisit()
        try visit.barricade.select("Offline", for: "Login")
        let state = try await visit.ask("GET", "/state")
        let overview = visit.barricade.overview
        #expect(state.json?["revision"]?.int == overview.revision)
        #expect(state.json?["sets"]?.array?.map { $0["name"]?.string } == overview.sets.map(\.name))
        #expect(state.json?["sets"]?[0]?["selectedResponse"] == "Offline")
        #expect(state.json?["sets"]?[0]?["group"] == "Account")
        #expect(state.json?["presets"]?[0]?["state"] == "available")
    }

    @Test func aResponseIsSelectedAndARealRequestGetsIt() async throws {
        let visit = try await PanelVisit()
        #expect(await visit.load("/login", method: "POST") == 200)
        let answer = try await visit.ask(
            "PATCH", login, ["selected": "Invalid Credentials"])
        #expect(answer.json?["selectedResponse"] == "Invalid Credentials")
        #expect(await visit.load("/login", method: "POST") == 401)
        let reset = try await visit.ask("PATCH", login, ["selected": nil])
        #expect(reset.json?["selectedResponse"] == "Success")
        #expect(await visit.load("/login", method: "POST") == 200)
    }

    @Test func namesMayHoldAnyCharacters() async throws {
        let visit = try await PanelVisit()
        let answer = try await visit.ask(
            "PATCH", awkward, ["selected": .string(.awkwardName), "mode": "held"])
        #expect(answer.status == 200)
        #expect(answer.json?["name"]?.string == .awkwardName)
        let content = try await visit.ask(
            "GET", "\(awkward)/responses/\(String.awkwardName.identifierForURLs)")
        #expect(content.json?["content"]?["body"]?["text"]?.string == .awkwardName)
        #expect(try visit.barricade.mode(of: .awkwardName) == .held)
    }

    @Test func aDetailTellsWhatEachResponseSends() async throws {
        let visit = try await PanelVisit()
        for id in 1...7 { await visit.load("/profile/\(id)") }
        let json = try await visit.ask("GET", "/sets/\("Profile".identifierForURLs)").json
        let responses = try #require(json?["responses"]?.array)
        #expect(responses.map { $0["name"] } == ["Regular", "Gone", "Offline"])
        #expect(
            responses[0]["caption"] == #"200 OK · default · 14 bytes · {"name":"Ada"}"#)
        #expect(responses[0]["tone"] == "2")
        #expect(responses[1]["fault"]?.string?.contains("no-such-file.json") == true)
        #expect(
            responses[2] == [
                "id": .string("Offline".identifierForURLs), "name": "Offline",
                "caption": "error notConnectedToInternet", "tone": "error",
            ])
        let requests = json?["requests"]?.array ?? []
        #expect(
            requests.map { $0["url"]?.string }
                == (3...7).reversed().map { "https://api.example.com/profile/\($0)" })
    }

    @Test func aBodyIsCutAtTheLimit() async throws {
        let visit = try await PanelVisit()
        let path = "\(login)/responses/\("Success".identifierForURLs)"
        let cut = try await visit.ask("GET", "\(path)?limit=4").json?["content"]
        #expect(cut?["body"]?["text"] == "{\n  \"to")
        #expect(cut?["body"]?["isCut"] == true)
        #expect(cut?["body"]?["summary"] == "JSON, 16 bytes")
        let whole = try await visit.ask("GET", path).json?["content"]
        #expect(whole?["body"]?["isCut"] == false)
        #expect(whole?["body"]?["folds"] == [[1, 3]])
        #expect(whole?["line"] == "200 OK")
    }

    @Test func manySetsChangeOrNone() async throws {
        let visit = try await PanelVisit()
        let refused = try await visit.ask(
            "PATCH", "/selections",
            [
                "sets": [
                    "Login": ["selected": "Offline", "mode": "live"],
                    "Profile": ["selected": "Ofline"],
                ]
            ])
        #expect(refused.status == 422)
        #expect(
            refused.detail == """
                Set "Profile" has no response named "Ofline".
                Did you mean "Offline"? Known: "Offline", "Gone", "Regular".
                """)
        #expect(refused.nearest == ["Offline", "Gone", "Regular"])
        #expect(visit.barricade.overview.sets.filter(\.isChanged) == [])
        let answer = try await visit.ask(
            "PATCH", "/selections",
            ["sets": ["Login": ["selected": "Offline", "mode": "live"], "Profile": [:]]])
        #expect(answer.status == 204)
        #expect(visit.barricade.overview["Login"]?.selectedResponse == "Offline")
        #expect(try visit.barricade.mode(of: "Login") == .live)
        // Choices that were made one by one are no preset.
        #expect(visit.barricade.overview.presets[0].state == .available)
    }

    @Test func aPresetIsAppliedAndLeft() async throws {
        let visit = try await PanelVisit()
        let path = "/presets/\("Offline".identifierForURLs)/apply"
        #expect(try await visit.ask("POST", path).status == 204)
        #expect(visit.barricade.overview.presets[0].state == .applied)
        _ = try await visit.ask("PATCH", login, ["selected": "Success"])
        #expect(visit.barricade.overview.presets[0].state == .modified)
    }

    @Test func pathsTakeNamesToo() async throws {
        let visit = try await PanelVisit()
        #expect(try await visit.ask("POST", "/presets/Offline/apply").status == 204)
        #expect(visit.barricade.overview.presets[0].state == .applied)
        #expect(
            try await visit.ask("PATCH", "/sets/Login", ["selected": "Success"]).status == 200)
        #expect(try visit.barricade.selectedResponse(for: "Login") == "Success")
        #expect(try await visit.ask("GET", "/sets/Login/responses/Offline").status == 200)
    }

    static let awkwardNames = ["Sign In", "a/b", "100 %", "ü", "🧱", "..", "a?b#c", "%20", "a+b"]

    @Test(arguments: awkwardNames)
    func segmentsOfPathsAreDecodedOnce(_ name: String) async throws {
        let visit = try await PanelVisit(
            to: Barricade(
                ResponseSet(name, on: .get("/")) {
                    CannedResponse("First")
                    CannedResponse(name, text: name)
                }
            ) { $0.presets = [Preset(name, [name: name])] })
        let encoded = PercentEncoding.encoded(name).replacing(".", with: "%2E")
        for path in ["/sets/\(encoded)", "/sets/\(name.identifierForURLs)"] {
            let answer = try await visit.raw(
                "GET /api/v1\(path) HTTP/1.1", "Authorization: Bearer \(visit.token)")
            #expect(answer.status == 200, "\(answer.body)")
            let body = try await visit.raw(
                "GET /api/v1\(path)/responses/\(encoded)/body HTTP/1.1",
                "Authorization: Bearer \(visit.token)")
            #expect(body.body == name)
        }
        let remote = RemoteBarricade(url: visit.panel.url)
        try await remote.select(name, for: name)
        #expect(try await remote.overview[name]?.selectedResponse == name)
        try await remote.reset(name)
        try await remote.apply(name)
        #expect(try visit.barricade.selectedResponse(for: name) == name)
        #expect(try await remote.requests(for: name) == [])
        #if os(Linux) || os(macOS)
        guard Curl.isInstalled else { return }
        let url = "http://127.0.0.1:\(visit.panel.port)/api/v1/sets/\(encoded)"
        let outcome = try await Curl.run([
            "--path-as-is", "--header", "Authorization: Bearer \(visit.token)", url,
        ])
        #expect(outcome.lines.joined().contains("\"id\":\"\(name.identifierForURLs)\""))
        #endif
    }

    @Test(arguments: ["100%", "%zz", "%ff"])
    func invalidEncodingIsPartOfAName(_ segment: String) async throws {
        let visit = try await PanelVisit()
        let answer = try await visit.raw(
            "GET /api/v1/sets/\(segment) HTTP/1.1", "Authorization: Bearer \(visit.token)")
        #expect(answer.status == 404)
        #expect(answer.body.contains("No response set is named \\\"\(segment)\\\"."))
    }

    @Test func anIdentifierComesBeforeANameThatLooksLikeIt() async throws {
        let login = "Login".identifierForURLs
        let visit = try await PanelVisit(
            to: Barricade(
                ["Login", login].map { name in
                    ResponseSet(name, on: .get("/\(name)")) { CannedResponse("OK") }
                }))
        for name in ["Login", login] {
            let answer = try await visit.ask("GET", "/sets/\(name.identifierForURLs)")
            #expect(answer.json?["set"]?["name"]?.string == name)
            try await RemoteBarricade(url: visit.panel.url).hold(name)
            #expect(try visit.barricade.mode(of: name) == .held)
        }
    }

    @Test func resettingNamesItsSetsOrTakesAll() async throws {
        let visit = try await PanelVisit()
        try visit.barricade.select("Offline", for: "Login")
        try visit.barricade.setMode(.live, for: "Profile")
        let unknown = try await visit.ask("POST", "/reset", ["sets": ["Login", "Profil"]])
        #expect(unknown.nearest?.first == "Profile")
        #expect(visit.barricade.overview.sets.filter(\.isChanged).count == 2)
        _ = try await visit.ask("POST", "/reset", ["sets": ["Login"]])
        #expect(visit.barricade.overview.sets.filter(\.isChanged).map(\.name) == ["Profile"])
        _ = try await visit.ask("POST", "/reset", [:])
        #expect(visit.barricade.overview.sets.filter(\.isChanged) == [])
    }

    @Test func theCodesOwnConditionsAndPolicyAreAmongTheChoices() async throws {
        let barricade = Barricade.shop
        let conditions = NetworkConditions("Tunnel", latency: .milliseconds(1))
        barricade.networkConditions = conditions
        barricade.unmatchedPolicy = .passThrough(hosts: ["localhost"])
        let visit = try await PanelVisit(to: barricade)
        let choices = try await visit.ask("GET", "/choices").json
        #expect(
            choices?["unmatchedPolicies"] == [
                "pass through to localhost, else fail", "fail", "pass through",
                "pass through with a warning",
            ])
        #expect(choices?["networkConditions"]?.array?.prefix(2) == ["Tunnel", "Offline"])
        _ = try await visit.ask("PUT", "/conditions", ["name": "3G"])
        #expect(barricade.networkConditions == .threeG)
        _ = try await visit.ask("DELETE", "/conditions")
        #expect(barricade.networkConditions == nil)
        _ = try await visit.ask("PUT", "/conditions", ["name": "Tunnel"])
        #expect(barricade.networkConditions == conditions)
        _ = try await visit.ask("PUT", "/unmatched-policy", ["policy": "fail"])
        #expect(barricade.unmatchedPolicy == .fail)
        let back: JSONValue = ["policy": "pass through to localhost, else fail"]
        _ = try await visit.ask("PUT", "/unmatched-policy", back)
        #expect(barricade.unmatchedPolicy == .passThrough(hosts: ["localhost"]))
    }

    @Test func faultsAreLookedForInFiles() async throws {
        let visit = try await PanelVisit()
        let faults = try await visit.ask("GET", "/faults").json?["faults"]?.array
        #expect(faults?.count == 1)
        #expect(faults?.first?.string?.contains("no-such-file.json") == true)
    }
}
