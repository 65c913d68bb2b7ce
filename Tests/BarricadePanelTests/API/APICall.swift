import BarricadeSurfaces
import Barricade
import BarricadeFolder
import BarricadePanel
import Foundation

@testable import TestSupport

/// A call of one of the API's operations, which is to be answered with one status.
struct APICall: Sendable {
    var path = ""
    var body: JSONValue?
    var fields: [String: String?] = [:]
    /// What happens before it.
    var preparation: @Sendable (PanelVisit) async throws -> Void = { _ in }
}

extension APICall {
    private static let login = "Login".identifierForURLs
    private static let success = "Success".identifierForURLs
    private static let unknown = "Logni".identifierForURLs

    /// The calls, by the operation and the status that is expected.
    static let all: [String: APICall] = [
        "openAPI 200": APICall(path: "/openapi.json"),
        "state 200": APICall(path: "/state"),
        "choices 200": APICall(path: "/choices"),
        "faults 200": APICall(path: "/faults"),
        "set 200": APICall(path: "/sets/\(login)", preparation: logIn),
        "set 404": APICall(path: "/sets/\(unknown)"),
        "changeSet 200": APICall(
            path: "/sets/\(login)", body: ["selected": "Offline", "mode": "live"]),
        "changeSet 400": APICall(path: "/sets/\(login)", body: ["selectd": "Offline"]),
        "changeSet 404": APICall(path: "/sets/\(unknown)", body: [:]),
        "changeSet 422": APICall(path: "/sets/\(login)", body: ["selected": "Ofline"]),
        "response 200": APICall(path: "/sets/\(login)/responses/\(success)"),
        "response 404": APICall(path: "/sets/\(login)/responses/\(unknown)"),
        "response 422": APICall(path: "/sets/\(login)/responses/\(success)?limit=-1"),
        "responseBody 200": APICall(path: "/sets/\(login)/responses/\(success)/body"),
        "responseBody 404": APICall(path: "/sets/\(unknown)/responses/\(success)/body"),
        "responseBody 409": APICall(
            path: "/sets/\(login)/responses/\("Offline".identifierForURLs)/body"),
        "changeSelections 204": APICall(
            path: "/selections", body: ["sets": ["Login": ["selected": nil]]]),
        "changeSelections 400": APICall(path: "/selections", body: ["sets": 1]),
        "changeSelections 422": APICall(
            path: "/selections", body: ["sets": ["Logni": ["selected": "Offline"]]]),
        "applyPreset 204": APICall(path: "/presets/\("Offline".identifierForURLs)/apply"),
        "applyPreset 400": APICall(
            path: "/presets/\("Offline".identifierForURLs)/apply", body: ["now": true]),
        "applyPreset 404": APICall(path: "/presets/\("Offlin".identifierForURLs)/apply"),
        "applyPreset 422": APICall(
            path: "/presets/\("Stale".identifierForURLs)/apply",
            preparation: { $0.barricade.register(Preset("Stale", ["Login": "No More"])) }),
        "setConditions 204": APICall(path: "/conditions", body: ["name": "3G"]),
        "setConditions 400": APICall(path: "/conditions", body: [:]),
        "setConditions 422": APICall(path: "/conditions", body: ["name": "4G"]),
        "deleteConditions 204": APICall(path: "/conditions"),
        "setUnmatchedPolicy 204": APICall(
            path: "/unmatched-policy", body: ["policy": "pass through"]),
        "setUnmatchedPolicy 400": APICall(path: "/unmatched-policy", body: ["policy": true]),
        "setUnmatchedPolicy 422": APICall(
            path: "/unmatched-policy", body: ["policy": "pass thru"]),
        "reset 204": APICall(path: "/reset", body: ["sets": ["Login"]]),
        "reset 400": APICall(path: "/reset", body: ["sets": "Login"]),
        "reset 422": APICall(path: "/reset", body: ["sets": ["Logni"]]),
        "log 200": APICall(
            path: "/log?limit=2", preparation: { visit in for _ in 0..<3 { await logIn(visit) } }),
        "log 422": APICall(path: "/log?filter=answer"),
        "clearLog 204": APICall(path: "/log"),
        "request 200": APICall(path: "/log/0", preparation: { await $0.load("/nothing") }),
        "request 404": APICall(path: "/log/7"),
        "requestBody 200": APICall(path: "/log/0/body", preparation: logIn),
        "requestBody 404": APICall(path: "/log/7/body"),
        "requestBody 409": APICall(path: "/log/0/body", preparation: { await $0.load("/files") }),
        "heldRequests 200": APICall(path: "/held", preparation: holdLogin),
        "releaseAll 204": APICall(path: "/held/release", preparation: holdLogin),
        "releaseAll 400": APICall(path: "/held/release", body: ["set": "Login"]),
        "release 204": APICall(
            path: "/held/0/release", body: ["response": "Offline"], preparation: holdLogin),
        "release 400": APICall(path: "/held/0/release", body: ["live": "yes"]),
        "release 404": APICall(path: "/held/0/release"),
        "release 409": APICall(path: "/held/0/release", preparation: logIn),
        "release 422": APICall(
            path: "/held/0/release", body: ["error": "notConnected"], preparation: holdLogin),
        "wait 200": APICall(path: "/wait", body: ["set": "Login"], preparation: logIn),
        "wait 400": APICall(path: "/wait", body: ["count": 1]),
        "wait 408": APICall(path: "/wait", body: ["set": "Login", "timeout": 0]),
        "wait 409": APICall(path: "/wait", body: ["set": "Login", "held": true]),
        "wait 422": APICall(path: "/wait", body: ["set": "Login", "count": 0]),
        "events 200": APICall(path: "/events"),
        "addSet 201": APICall(path: "/sets?select=true", body: newSet),
        "addSet 400": APICall(path: "/sets", fields: ["Content-Length": nil]),
        "addSet 422": APICall(path: "/sets", body: ["name": "New", "on": "/a", "responses": []]),
        "addResponse 201": APICall(path: "/sets/\(login)/responses", body: made),
        "addResponse 400": APICall(path: "/sets/\(login)/responses"),
        "addResponse 404": APICall(path: "/sets/\(unknown)/responses", body: made),
        "addResponse 422": APICall(
            path: "/sets/\(login)/responses", body: ["name": "Made", "live": true]),
        "replaceResponse 200": APICall(path: madePath, body: ["text": "b"], preparation: make),
        "replaceResponse 400": APICall(path: madePath, preparation: make),
        "replaceResponse 404": APICall(path: madePath, body: made),
        "replaceResponse 412": APICall(
            path: madePath, body: made, fields: ["If-Match": "\"other\""], preparation: make),
        "replaceResponse 422": APICall(path: "/sets/\(login)/responses/\(success)", body: made),
        "removeResponse 204": APICall(path: madePath, preparation: make),
        "removeResponse 404": APICall(path: madePath),
        "removeResponse 412": APICall(
            path: madePath, fields: ["If-Match": "\"other\""], preparation: make),
        "removeResponse 422": APICall(path: "/sets/\(login)/responses/\(success)"),
        "draft 200": APICall(path: "/sets/\(login)/responses/\(success)/draft"),
        "draft 404": APICall(path: "/sets/\(login)/responses/\(unknown)/draft"),
        "draft 422": APICall(
            path: madePath + "/draft",
            preparation: { try $0.barricade.add(.neverAnswers("Made"), to: "Login") }),
        "draftFromLog 200": APICall(path: "/log/0/draft", preparation: logIn),
        "draftFromLog 404": APICall(path: "/log/7/draft"),
        "draftFromLog 422": APICall(path: "/log/0/draft", preparation: replyAtLength),
        "replyBody 200": APICall(
            path: "/log/0/reply/body",
            preparation: { visit in
                visit.barricade.keep(visit.barricade.viewReplies())
                await logIn(visit)
            }),
        "replyBody 404": APICall(path: "/log/7/reply/body"),
        "replyBody 409": APICall(path: "/log/0/reply/body", preparation: logIn),
        "checkDraft 200": APICall(
            path: "/draft",
            body: [
                "draft": [
                    "set": "New", "pattern": "GET /a/b", "name": "", "status": "99",
                    "headers": [["name": "a b", "value": "1"]], "bodyKind": "json", "body": "{",
                    "delay": "",
                ], "toggledSegment": 1,
            ]),
        "checkDraft 400": APICall(path: "/draft", body: ["draft": ["set": "New"]]),
        "checkDraft 412": APICall(
            path: "/draft", body: saved(["replaced": "Made", "version": "other"]),
            preparation: make),
        "checkDraft 422": APICall(path: "/draft", body: saved(["set": "Logni"])),
        "undo 204": APICall(
            path: "/undo",
            preparation: { visit in
                try await make(visit)
                _ = try await visit.ask("DELETE", madePath)
            }),
        "undo 400": APICall(path: "/undo", body: ["now": true]),
        "undo 409": APICall(path: "/undo"),
        "undo 422": APICall(
            path: "/undo",
            preparation: { visit in
                try await make(visit)
                _ = try await visit.ask("DELETE", madePath)
                try visit.barricade.unregister("Login")
            }),
        "saveToFolder 200": APICall(
            path: "/folder/save",
            preparation: { visit in
                let folder = try ScratchFolder()
                try folder.write(#"{"version": 1, "sets": []}"#, to: "barricade.json")
                visit.barricade.keep(folder)
                try visit.barricade.register(folder: .directory(folder.url))
                try await make(visit)
            }),
        "saveToFolder 400": APICall(path: "/folder/save", body: ["now": true]),
        "saveToFolder 409": APICall(path: "/folder/save", preparation: make),
    ]

    private static let made: JSONValue = ["name": "Made", "text": "a"]
    private static let madePath = "/sets/\(login)/responses/\("Made".identifierForURLs)"
    private static let newSet: JSONValue = [
        "name": "New", "on": "GET /new", "responses": [["name": "A"]],
    ]

    /// A draft of `Made` to save, with some fields changed.
    private static func saved(_ changes: [String: JSONValue]) -> JSONValue {
        var draft: JSONValue = [
            "set": "Login", "name": "Made", "status": "200", "headers": [], "bodyKind": "text",
            "body": "a", "delay": "",
        ]
        for (field, value) in changes { draft[field] = value }
        return ["draft": draft, "save": true]
    }

    @Sendable private static func make(_ visit: PanelVisit) async throws {
        try visit.barricade.add(CannedResponse("Made", text: "a"), to: "Login")
    }

    @Sendable private static func replyAtLength(_ visit: PanelVisit) async throws {
        visit.barricade.keep(visit.barricade.viewReplies())
        let text = String(repeating: "long ", count: 20_000)
        try visit.barricade.answerNext("Login", with: CannedResponse(text: text))
        await logIn(visit)
    }

    @Sendable private static func logIn(_ visit: PanelVisit) async {
        await visit.load("/login", method: "POST", body: #"{"user":"ada"}"#)
    }

    @Sendable private static func holdLogin(_ visit: PanelVisit) async throws {
        let held = try visit.barricade.hold("Login")
        Task { await logIn(visit) }
        try await held.waitForRequest(timeout: .seconds(300))
    }
}
