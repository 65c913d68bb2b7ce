import Barricade
import BarricadeFolder
import BarricadeSurfaces
import Foundation
import LoopbackServer

// The operations that make and change responses.
extension APIRequest {
    /// Whether what is made is selected too.
    var selects: Bool { query["select"] == "true" }

    func addResponse() throws -> LoopbackServer.Response {
        let (set, response) = (try setRow().name, try ManifestPart.response(message.body))
        try barricade.put(response, in: set, selecting: selects)
        return try made(response.name, of: set, status: .created)
    }

    func replaceResponse() throws -> LoopbackServer.Response {
        let (old, set) = try response()
        let new = try ManifestPart.response(message.body, named: old.name)
        try barricade.put(
            new, inPlaceOf: old.name, in: set.name, version: version(of: old.name, in: set.name),
            selecting: selects)
        return try made(new.name, of: set.name, status: .ok)
    }

    /// Returns a response that was made, with its version as the entity tag.
    private func made(
        _ name: String, of set: String, status: HTTP.Status
    ) throws -> LoopbackServer.Response {
        guard let made = barricade.summary(of: set)?[name] else {
            throw Problem("The response was removed meanwhile.", .notFound, .unknownName)
        }
        var answer = try LoopbackServer.Response.json(
            ResponseContent(made, of: set, in: barricade, bodyLimit: 0), status: status)
        answer.headers["ETag"] = barricade.version(of: name, in: set).map { "\"\($0)\"" }
        return answer
    }

    /// Returns the version that the client has seen (RFC 9110, section 13.1.1): the present one if
    /// it is in the list; `nil` means any.
    private func version(of response: String, in set: String) -> String? {
        guard let tags = message.headers["If-Match"], tags != "*" else { return nil }
        // A weak tag, `W/"7"`, matches none.
        let versions = tags.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces).trimmingCharacters(in: ["\""])
        }
        let now = barricade.version(of: response, in: set).map { "\($0)" }
        return versions.first { $0 == now } ?? versions.first ?? ""
    }

    // MARK: Removing

    func removeResponse() throws {
        let (response, set) = try response()
        let removed = try barricade.remove(
            response.name, from: set.name, version: version(of: response.name, in: set.name))
        api.removed.withLock { $0 = $0.suffix(15) + [removed] }
    }

    /// Brings a response back: the one that the body names, or the latest.
    ///
    /// Several pages may remove responses at the same time, and each brings its own back.
    func undo() throws {
        let wanted = try body(as: [String: String].self)
        func isWanted(_ name: String, as member: String) -> Bool {
            [nil, name, name.identifierForURLs].contains(wanted[member])
        }
        let removed = api.removed.withLock { all in
            all.lastIndex { isWanted($0.setName, as: "set") && isWanted($0.name, as: "response") }
                .map { all.remove(at: $0) }
        }
        guard let removed else {
            throw Problem("No such response was removed here.", .conflict)
        }
        do { try barricade.restore(removed) } catch {
            // It can be tried again once its name is free, or there is room.
            api.removed.withLock { $0.append(removed) }
            throw error
        }
    }

    // MARK: Drafts

    /// A draft to check, and perhaps to save.
    private struct DraftChange: Decodable {
        let draft: ResponseDraft
        /// The segment of its pattern to name, or to give its text again.
        let toggledSegment: Int?
        /// Whether to save it if it has no faults.
        let save: Bool?
        /// Whether to select it then.
        let select: Bool?
    }

    func checkDraft() throws -> LoopbackServer.Response {
        let change = try body(as: DraftChange.self)
        var draft = change.draft
        change.toggledSegment.map { draft.toggleSegment(at: $0) }
        return try checked(draft) { made in
            if change.save == true {
                try barricade.save(made, selecting: change.select == true)
            }
        }
    }

    /// Returns a draft with its faults, and what can be copied of it if it has none.
    ///
    /// - Parameter use: Called with what it makes.
    func checked(
        _ draft: ResponseDraft, use: (ResponseDraft.Made) throws -> Void = { _ in }
    ) throws -> LoopbackServer.Response {
        let (made, faults) = barricade.check(draft)
        try made.map(use)
        return try .json(
            [
                "draft": draft, "title": draft.title, "setID": draft.set.identifierForURLs,
                "faults": faults.map {
                    ["field": $0.field, "row": $0.row, "message": $0.sentence] as JSONObject
                },
                "segments": draft.segments, "json": made?.json,
                "swift": barricade.store.state.routing.isRunByTool ? nil : made?.swift,
            ] as JSONObject)
    }

    func saveToFolder() throws -> LoopbackServer.Response {
        guard api.savesToFolder else {
            throw Problem(
                """
                Over the local network nothing is saved to a folder.

                To fix: copy or download the responses, or save them on the device.
                """, .conflict, .unusableFolder)
        }
        let (text, notes) = try barricade.saveToFolder()
        return try .json(["text": text, "notes": notes] as JSONObject)
    }
}
