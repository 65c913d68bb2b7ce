import BarricadeSurfaces
import Barricade
import BarricadeFolder
import BarricadePanel

@testable import TestSupport

/// A call of one of the API's operations, which is to be answered with one status.
struct APICall: Sendable {
    /// The path and, behind a space, the body.
    let target: String
    var fields: [String: String?]
    /// What happens before it.
    let preparation: @Sendable (PanelVisit) async throws -> Void

    init(
        _ target: String, fields: [String: String?] = [:],
        preparation: @escaping @Sendable (PanelVisit) async throws -> Void = { _ in }
    ) {
        (self.target, self.fields, self.preparation) = (target, fields, preparation)
    }
}

extension APICall {
    private static let login = "Login".identifierForURLs
    private static let success = "Success".identifierForURLs
    private static let unknown = "Logni".identifierForURLs

    /// The readers that keep all event streams of panels.
    private static let readers = Locked<[Client]>([])

    private static func takeAllStreams(of visit: PanelVisit) async throws {
        let clients = try await onThread {
            try (0..<8).map { _ in try EventReader(visit).client }
        }
        readers.withLock { $0 += clients }
    }

    /// The calls, by the operation and the status that is expected.
    static let all: [String: APICall] = [
        "openAPI 200": APICall("/openapi.json"),
        "state 200": APICall("/state"),
        "choices 200": APICall("/choices"),
        "faults 200": APICall("/faults"),
        "set 200": APICall("/sets/\(login)", preparation: logIn),
        "set 404": APICall("/sets/\(unknown)"),
        "changeSet 200": APICall(#"/sets/\#(login) {"selected": "Offline", "mode": "live"}"#),
        "changeSet 400": APICall(#"/sets/\#(login) {"selectd": "Offline"}"#),
        "changeSet 404": APICall("/sets/\(unknown) {}"),
        "changeSet 422": APICall(#"/sets/\#(login) {"selected": "Ofline"}"#),
        "response 200": APICall("/sets/\(login)/responses/\(success)"),
        "response 404": APICall("/sets/\(login)/responses/\(unknown)"),
        "response 422": APICall("/sets/\(login)/responses/\(success)?limit=-1"),
        "responseBody 200": APICall("/sets/\(login)/responses/\(success)/body"),
        "responseBody 404": APICall("/sets/\(unknown)/responses/\(success)/body"),
        "responseBody 409": APICall("/sets/\(login)/responses/\("Offline".identifierForURLs)/body"),
        "changeSelections 204": APICall(#"/selections {"sets": {"Login": {"selected": null}}}"#),
        "changeSelections 400": APICall(#"/selections {"sets": 1}"#),
        "changeSelections 422": APICall(
            #"/selections {"sets": {"Logni": {"selected": "Offline"}}}"#),
        "applyPreset 204": APICall("/presets/\("Offline".identifierForURLs)/apply"),
        "applyPreset 400": APICall(
            #"/presets/\#("Offline".identifierForURLs)/apply {"now": true}"#),
        "applyPreset 404": APICall("/presets/\("Offlin".identifierForURLs)/apply"),
        "applyPreset 422": APICall(
            "/presets/\("Stale".identifierForURLs)/apply",
            preparation: { $0.barricade.register([Preset("Stale", ["Login": "No More"])]) }),
        "setConditions 204": APICall(#"/conditions {"name": "3G"}"#),
        "setConditions 400": APICall("/conditions {}"),
        "setConditions 422": APICall(#"/conditions {"name": "4G"}"#),
        "deleteConditions 204": APICall("/conditions"),
        "setUnmatchedPolicy 204": APICall(#"/unmatched-policy {"policy": "pass through"}"#),
        "setUnmatchedPolicy 400": APICall(#"/unmatched-policy {"policy": true}"#),
        "setUnmatchedPolicy 422": APICall(#"/unmatched-policy {"policy": "pass thru"}"#),
        "reset 204": APICall(#"/reset {"sets": ["Login"]}"#),
        "reset 400": APICall(#"/reset {"sets": "Login"}"#),
        "reset 422": APICall(#"/reset {"sets": ["Logni"]}"#),
        "log 200": APICall(
            "/log?limit=2", preparation: { visit in for _ in 0..<3 { await logIn(visit) } }),
        "events 422": APICall("/events?for=app"),
        "log 422": APICall("/log?filter=answer"),
        "clearLog 204": APICall("/log"),
        "request 200": APICall("/log/0", preparation: { await $0.load("/nothing") }),
        "request 404": APICall("/log/7"),
        "requestBody 200": APICall("/log/0/body", preparation: logIn),
        "requestBody 404": APICall("/log/7/body"),
        "requestBody 409": APICall("/log/0/body", preparation: { await $0.load("/files") }),
        "heldRequests 200": APICall("/held", preparation: holdLogin),
        "releaseAll 204": APICall("/held/release", preparation: holdLogin),
        "releaseAll 400": APICall(#"/held/release {"set": "Login"}"#),
        "release 204": APICall(#"/held/0/release {"response": "Offline"}"#, preparation: holdLogin),
        "release 400": APICall(#"/held/0/release {"live": "yes"}"#),
        "release 404": APICall("/held/0/release"),
        "release 409": APICall("/held/0/release", preparation: logIn),
        "release 422": APICall(
            #"/held/0/release {"error": "notConnected"}"#, preparation: holdLogin),
        "wait 200": APICall(#"/wait {"set": "Login"}"#, preparation: logIn),
        "wait 400": APICall(#"/wait {"count": 1}"#),
        "wait 408": APICall(#"/wait {"set": "Login", "timeout": 0}"#),
        "wait 409": APICall(#"/wait {"set": "Login", "held": true}"#),
        "wait 422": APICall(#"/wait {"set": "Login", "count": 0}"#),
        "events 200": APICall("/events"),
        "events 503": APICall("/events", preparation: takeAllStreams),
        "addSet 201": APICall("/sets?select=true \(newSet)"),
        "addSet 400": APICall("/sets", fields: ["Content-Length": nil]),
        "addSet 409": APICall("/sets \(newSet.replacing("New", with: "Login"))"),
        "addSet 422": APICall(#"/sets {"name": "New", "on": "/a", "responses": []}"#),
        "addResponse 201": APICall("/sets/\(login)/responses \(made)"),
        "addResponse 400": APICall("/sets/\(login)/responses"),
        "addResponse 404": APICall("/sets/\(unknown)/responses \(made)"),
        "addResponse 409": APICall(#"/sets/\#(login)/responses {"name": "Success"}"#),
        "addResponse 422": APICall(#"/sets/\#(login)/responses {"name": "Made", "live": true}"#),
        "replaceResponse 200": APICall(#"\#(madePath) {"text": "b"}"#, preparation: make),
        "replaceResponse 400": APICall(madePath, preparation: make),
        "replaceResponse 404": APICall("\(madePath) \(made)"),
        "replaceResponse 412": APICall(
            "\(madePath) \(made)", fields: ["If-Match": "\"other\""], preparation: make),
        "replaceResponse 409": APICall("/sets/\(login)/responses/\(success) \(made)"),
        "replaceResponse 422": APICall(#"\#(madePath) {"status": 99}"#, preparation: make),
        "removeResponse 204": APICall(madePath, preparation: make),
        "removeResponse 404": APICall(madePath),
        "removeResponse 412": APICall(
            madePath, fields: ["If-Match": "\"other\""], preparation: make),
        "removeResponse 409": APICall("/sets/\(login)/responses/\(success)"),
        "draft 200": APICall("/sets/\(login)/responses/\(success)/draft"),
        "draft 404": APICall("/sets/\(login)/responses/\(unknown)/draft"),
        "draft 409": APICall("/sets/Profile/responses/Gone/draft"),
        "draft 422": APICall(
            "\(madePath)/draft",
            preparation: { try $0.barricade.add(.neverAnswers("Made"), to: "Login") }),
        "draftFromLog 200": APICall("/log/0/draft", preparation: logIn),
        "draftFromLog 404": APICall("/log/7/draft"),
        "draftFromLog 422": APICall("/log/0/draft", preparation: replyAtLength),
        "replyBody 200": APICall(
            "/log/0/reply/body",
            preparation: { visit in
                _ = visit.barricade.attachments.value { visit.barricade.viewReplies() }
                await logIn(visit)
            }),
        "replyBody 404": APICall("/log/7/reply/body"),
        "replyBody 409": APICall("/log/0/reply/body", preparation: logIn),
        "checkDraft 200": APICall(
            #"""
            /draft {"toggledSegment": 1, "draft": {
                "set": "New", "pattern": "GET /a/b", "name": "", "status": "99",
                "headers": [{"name": "a b", "value": "1"}], "bodyKind": "json", "body": "{",
                "delay": ""
            }}
            """#
        ),
        "checkDraft 400": APICall(#"/draft {"draft": {"set": "New"}}"#),
        "checkDraft 409": APICall(
            "/draft \(saved(#""set": "Login", "replaced": "Made""#))"
                .replacing("Made", with: "Success")),
        "checkDraft 412": APICall(
            "/draft \(saved(#""set": "Login", "replaced": "Made", "version": "other""#))",
            preparation: make),
        "checkDraft 422": APICall("/draft \(saved(#""set": "Logni""#))"),
        "undo 204": APICall(
            "/undo",
            preparation: { visit in
                try await make(visit)
                _ = try await visit.ask("DELETE \(madePath)")
            }),
        "undo 400": APICall(#"/undo {"now": true}"#),
        "undo 409": APICall("/undo"),
        "undo 422": APICall(
            "/undo",
            preparation: { visit in
                try await make(visit)
                _ = try await visit.ask("DELETE \(madePath)")
                try visit.barricade.unregister("Login")
            }),
        "saveToFolder 200": APICall(
            "/folder/save",
            preparation: { visit in
                let folder = try ScratchFolder()
                try folder.write(#"{"version": 1, "sets": []}"#, to: "barricade.json")
                _ = visit.barricade.attachments.value { folder }
                try visit.barricade.register(folder: .directory(folder.url))
                try await make(visit)
            }),
        "saveToFolder 400": APICall(#"/folder/save {"now": true}"#),
        "saveToFolder 409": APICall("/folder/save", preparation: make),
    ]

    private static let made = #"{"name": "Made", "text": "a"}"#
    private static let madePath = "/sets/\(login)/responses/\("Made".identifierForURLs)"
    private static let newSet = #"{"name": "New", "on": "GET /new", "responses": [{"name": "A"}]}"#

    /// A draft of `Made` to save, with more fields.
    private static func saved(_ fields: String) -> String {
        #"""
        {"save": true, "draft": {
            "name": "Made", "status": "200", "headers": [], "bodyKind": "text", "body": "a",
            "delay": "", \#(fields)
        }}
        """#
    }

    @Sendable private static func make(_ visit: PanelVisit) async throws {
        try visit.barricade.add(CannedResponse("Made", text: "a"), to: "Login")
    }

    @Sendable private static func replyAtLength(_ visit: PanelVisit) async throws {
        _ = visit.barricade.attachments.value { visit.barricade.viewReplies() }
        let text = String(repeating: "long ", count: 20_000)
        try visit.barricade.answerNext("Login", with: CannedResponse(text: text))
        await logIn(visit)
    }

    @Sendable private static func logIn(_ visit: PanelVisit) async {
        await visit.load("/login", method: "POST", body: #"{"user":"ada"}"#)
    }

    @Sendable private static func holdLogin(_ visit: PanelVisit) async throws {
        _ = try await visit.holdLogin()
    }
}
