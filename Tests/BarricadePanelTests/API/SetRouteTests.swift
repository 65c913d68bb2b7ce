import BarricadeSurfaces
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

/// What the routes about sets, presets and policies do.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct SetRouteTests {
    private let login = "/sets/\("Login".identifierForURLs)"

    @Test func theStateIsTheOverviewAndARealRequestGetsWhatIsSelected() async throws {
        let visit = try await PanelVisit()
        try visit.barricade.select("Offline", for: "Login")
        let state = try await visit.ask("GET /state").json
        expect(
            state,
            has: [
                "revision": .integer(visit.barricade.overview.revision),
                "sets": [
                    ["name": "Login", "selectedResponse": "Offline", "group": "Account"],
                    ["name": "Profile", "selectedResponse": "Regular", "group": "Account"],
                    ["name": .string(.awkwardName), "selectedResponse": "Empty"],
                ], "presets": [["name": "Offline", "state": "available"]],
            ])
        try await expectOutcomes([
            "Invalid Credentials 401": [#"{"selected": "Invalid Credentials"}"#],
            "Success 200": [#"{"selected": null}"#],
        ]) { body in
            let answer = try await visit.ask("PATCH \(login) \(body)")
            let loaded = await visit.load("/login", method: "POST")
            return "\(answer.json?["selectedResponse"]?.string ?? "") \(loaded)"
        }
    }

    @Test func aDetailTellsWhatEachResponseSendsAsFarAsItsLimit() async throws {
        let visit = try await PanelVisit()
        for id in 1...7 { await visit.load("/profile/\(id)") }
        let json = try await visit.ask("GET /sets/\("Profile".identifierForURLs)").json
        expect(
            json,
            has: [
                "responses": [
                    [
                        "name": "Regular", "tone": "2",
                        "caption": #"200 OK · default · 14 bytes · {"name":"Ada"}"#,
                    ], ["name": "Gone"],
                    [
                        "id": .string("Offline".identifierForURLs), "name": "Offline",
                        "caption": "error notConnectedToInternet", "tone": "error", "fault": nil,
                    ],
                ],
                "requests": .array(
                    (3...7).reversed().map { ["url": "https://api.example.com/profile/\($0)"] }),
            ])
        let fault = json?["responses"]?[1]?["fault"]?.string ?? ""
        let faults = try await visit.ask("GET /faults").json?["faults"]
        #expect(fault.contains("no-such-file.json"))
        #expect(faults == [.string(fault)])

        let path = "\(login)/responses/\("Success".identifierForURLs)"
        let cut = try await visit.ask("GET \(path)?limit=4").json?["content"]?["body"]
        expect(
            cut, has: ["text": "{\n  \"to", "isCut": true, "summary": "JSON, 16 bytes"])
        let whole = try await visit.ask("GET \(path)").json?["content"]
        expect(whole, has: ["line": "200 OK", "body": ["isCut": false, "folds": [[1, 3]]]])
    }

    @Test func manySetsChangeOrNoneAndResettingNamesItsSetsOrTakesAll() async throws {
        let visit = try await PanelVisit()
        let (login, profile) = (
            "Login: Offline to Success, live to barricaded", "Profile: live to barricaded"
        )
        try await expectOutcomes([
            // One of them is unknown.
            "422 []": [
                """
                PATCH /selections {"sets": {
                    "Login": {"selected": "Offline", "mode": "live"}, "Profile": {"selected": "No"}
                }}
                """
            ],
            "204 \([login])": [
                """
                PATCH /selections {"sets": {
                    "Login": {"selected": "Offline", "mode": "live"}, "Profile": {}
                }}
                """
            ],
            "204 \([login, profile])": [
                #"PATCH /selections {"sets": {"Profile": {"mode": "live"}}}"#
            ],
            "422 \([login, profile])": [#"POST /reset {"sets": ["Login", "Profil"]}"#],
            "204 \([profile])": [#"POST /reset {"sets": ["Login"]}"#],
            "204 []": ["POST /reset {}"],
        ]) { call in
            "\(try await visit.ask(call).status) \(visit.barricade.overview.resetLines)"
        }
    }

    /// By the identifiers, all other tests do.
    @Test func pathsTakeNamesTooUnlessTheyLookLikeIdentifiers() async throws {
        let visit = try await PanelVisit()
        let login = "Login".identifierForURLs
        visit.barricade.register(ResponseSet(login, on: .get("/id")) { CannedResponse("OK") })
        for name in ["Login", login] {
            let answer = try await visit.ask("GET /sets/\(name.identifierForURLs)")
            try await RemoteBarricade(url: visit.panel.url).hold(name)
            let mode = try visit.barricade.mode(of: name)
            #expect((answer.json?["set"]?["name"]?.string, mode) == (name, .held))
        }
        try await expectOutcomes([
            "204 applied": ["POST /presets/Offline/apply {}"],
            "200 modified": [
                #"PATCH /sets/Login {"selected": "Success"}"#,
                "GET /sets/Login/responses/Offline",
            ],
        ]) { call in
            "\(try await visit.ask(call).status) \(visit.barricade.overview.presets[0].state)"
        }
        // An encoding that is none is text.
        for segment in ["100%", "%zz", "%ff"] {
            let answer = try await visit.raw(
                "GET /api/v1/sets/\(segment) HTTP/1.1", "Authorization: Bearer \(visit.token)")
            #expect(answer.body.contains("No response set is named \\\"\(segment)\\\"."))
        }
    }

    static let awkwardNames = [
        "Sign In", "a/b", "100 %", "ü", "🧱", "..", "a?b#c", "%20", "a+b", .awkwardName,
    ]

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
        func reply(_ path: String) async throws -> Client.Reply {
            try await visit.raw(
                "GET /api/v1\(path) HTTP/1.1", "Authorization: Bearer \(visit.token)")
        }
        for path in ["/sets/\(encoded)", "/sets/\(name.identifierForURLs)"] {
            let set = try await reply(path)
            let body = try await reply("\(path)/responses/\(encoded)/body")
            #expect((set.status, body.body) == (200, name))
        }
        let remote = RemoteBarricade(url: visit.panel.url)
        try await remote.select(name, for: name)
        var selected = [try await remote.overview[name]?.selectedResponse]
        try await remote.reset(name)
        try await remote.apply(name)
        selected.append(try visit.barricade.selectedResponse(for: name))
        let requests = try await remote.requests(for: name)
        #expect((selected, requests) == ([name, name], []))
    }

    @Test func theCodesOwnConditionsAndPolicyAreAmongTheChoices() async throws {
        let barricade = Barricade.shop
        let conditions = NetworkConditions("Tunnel", latency: .milliseconds(1))
        barricade.networkConditions = conditions
        barricade.unmatchedPolicy = .passThrough(hosts: ["localhost"])
        let visit = try await PanelVisit(to: barricade)
        let choices = try await visit.ask("GET /choices").json
        #expect(
            choices?["unmatchedPolicies"] == [
                "pass through to localhost, else fail", "fail", "pass through",
                "pass through with a warning",
            ])
        #expect(choices?["networkConditions"]?.array?.prefix(2) == ["Tunnel", "Offline"])
        let own = "pass through to localhost, else fail"
        try await expectOutcomes([
            "3G, \(own)": [#"PUT /conditions {"name": "3G"}"#],
            "none, \(own)": ["DELETE /conditions"],
            "Tunnel, \(own)": [#"PUT /conditions {"name": "Tunnel"}"#],
            "Tunnel, fail": [#"PUT /unmatched-policy {"policy": "fail"}"#],
            "Tunnel, \(own)": [#"PUT /unmatched-policy {"policy": "\#(own)"}"#],
        ]) { call in
            _ = try await visit.ask(call)
            let overview = barricade.overview
            return "\(overview.networkConditions ?? "none"), \(overview.unmatchedPolicy)"
        }
        #expect(barricade.networkConditions == conditions)
    }
}
