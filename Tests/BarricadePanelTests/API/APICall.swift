import BarricadeSurfaces
import Barricade
import BarricadePanel
import Foundation

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
        "keepReply 204": APICall(path: "/log/0/keep", preparation: offerReply),
        "keepReply 400": APICall(
            path: "/log/0/keep", body: ["now": true], preparation: offerReply),
        "keepReply 404": APICall(path: "/log/7/keep"),
        "keepReply 409": APICall(path: "/log/0/keep", preparation: logIn),
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
    ]

    @Sendable private static func logIn(_ visit: PanelVisit) async {
        await visit.load("/login", method: "POST", body: #"{"user":"ada"}"#)
    }

    @Sendable private static func offerReply(_ visit: PanelVisit) async {
        await logIn(visit)
        let recorder = TestRecorder(offering: [0])
        visit.barricade.keep(visit.barricade.observe(with: recorder))
    }

    @Sendable private static func holdLogin(_ visit: PanelVisit) async throws {
        let held = try visit.barricade.hold("Login")
        Task { await logIn(visit) }
        try await held.waitForRequest(timeout: .seconds(60))
    }
}
