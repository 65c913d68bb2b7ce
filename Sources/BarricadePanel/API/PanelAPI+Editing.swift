import Barricade
import BarricadeFolder
import BarricadeSurfaces
import Foundation
import LoopbackServer

// The routes that make and change responses.
extension PanelAPI {
    /// How many removed responses can be brought back.
    private static let mostRemoved = 16

    static let editingAnswers: [APIOperation.Name: Answer] = [
        .addSet: { _, request in
            let set = try ManifestPart.set(request.message.body)
            try request.barricade.put(set, selecting: request.selects)
            return try .json(request.barricade.row(of: set.name), status: .created)
        },
        .addResponse: { _, request in
            let set = try request.set().name
            let response = try ManifestPart.response(request.message.body)
            try request.barricade.put(response, in: set, selecting: request.selects)
            return try .made(response.name, of: set, in: request.barricade, status: .created)
        },
        .replaceResponse: { _, request in
            let set = try request.set()
            let name = try request.response(of: set).name
            let response = try ManifestPart.response(request.message.body, named: name)
            try request.barricade.put(
                response, inPlaceOf: name, in: set.name,
                version: request.version(of: name, in: set.name),
                selecting: request.selects)
            return try .made(response.name, of: set.name, in: request.barricade)
        },
        .removeResponse: { api, request in
            let set = try request.set()
            let name = try request.response(of: set).name
            let removed = try request.barricade.remove(
                name, from: set.name, version: request.version(of: name, in: set.name))
            api.removed.withLock { $0 = $0.suffix(mostRemoved - 1) + [removed] }
            return .done
        },
        .undo: { api, request in
            let wanted = try request.body(as: RemovalToUndo.self)
            let removed = api.removed.withLock { removed in
                removed.lastIndex(where: wanted.isSame).map { removed.remove(at: $0) }
            }
            guard let removed else {
                throw Problem(.conflict, .unacceptableValue, "No such response was removed here.")
            }
            do {
                try request.barricade.restore(removed)
            } catch {
                // It can be tried again once its name is free, or there is room.
                api.removed.withLock { $0.append(removed) }
                throw error
            }
            return .done
        },
        .saveToFolder: { api, request in
            guard api.savesToFolder else {
                throw Problem(
                    .conflict, .unusableFolder,
                    """
                    Over the local network nothing is saved to a folder.

                    To fix: copy or download the responses, or save them on the device.
                    """)
            }
            let (text, notes) = try request.barricade.saveToFolder()
            return try .json(Saved(text: text, notes: notes))
        },
        .draft: { _, request in
            let set = try request.set()
            let draft = try request.barricade.draft(
                of: request.response(of: set).name, in: set.name,
                isCopy: request.query["copy"] == "true")
            return try .json(CheckedDraft(draft, in: request.barricade))
        },
        .draftFromLog: { _, request in
            let draft = try request.barricade.draft(from: request.loggedRequest(), isMasked: true)
            return try .json(CheckedDraft(draft, in: request.barricade))
        },
        .checkDraft: { _, request in
            let change = try request.body(as: DraftChange.self)
            var draft = change.draft
            if let segment = change.toggledSegment {
                guard segment >= 0 else {
                    throw Problem(
                        .unprocessableContent, .unacceptableValue,
                        "The member \"toggledSegment\" counts from 0, got \(segment).")
                }
                draft.toggleSegment(at: segment)
            }
            let checked = CheckedDraft(draft, in: request.barricade)
            guard change.save == true, checked.faults.isEmpty else { return try .json(checked) }
            do {
                try request.barricade.save(draft, selecting: change.select == true)
                return try .json(checked)
            } catch is ResponseDraft.Faults {
                // Someone else has taken the name since.
                return try .json(CheckedDraft(draft, in: request.barricade))
            }
        },
    ]
}

extension APIRequest {
    /// Whether what is made is selected too.
    fileprivate var selects: Bool { query["select"] == "true" }

    /// Returns the version that the client has seen (RFC 9110, section 13.1.1): the present one if
    /// it is in the list; `nil` means any.
    fileprivate func version(of response: String, in set: String) -> String? {
        guard let tags = message.headers["If-Match"], tags != "*" else { return nil }
        // A weak tag, `W/"7"`, matches none.
        let versions = tags.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces).trimmingCharacters(in: ["\""])
        }
        let now = barricade.version(of: response, in: set).map { "\($0)" }
        return versions.first { $0 == now } ?? versions.first ?? ""
    }
}

extension LoopbackServer.Response {
    /// Returns a response that was made, with its version as the entity tag.
    fileprivate static func made(
        _ response: String, of set: String, in barricade: Barricade, status: HTTP.Status = .ok
    ) throws -> Self {
        guard let made = barricade.summary(of: set)?[response] else {
            throw Problem(.notFound, .unknownName, "The response was removed meanwhile.")
        }
        var answer = try Self.json(
            ResponseContent(made, of: set, in: barricade, bodyLimit: 0), status: status)
        answer.headers["ETag"] = barricade.version(of: response, in: set).map { "\"\($0)\"" }
        return answer
    }
}

/// The response to bring back, by names or identifiers; `nil` means any, the latest first.
///
/// Several pages may remove responses at the same time, and each brings its own back.
private struct RemovalToUndo: Decodable {
    var set: String?
    var response: String?

    func isSame(_ removed: RemovedResponse) -> Bool {
        func isNamed(_ wanted: String?, _ name: String) -> Bool {
            wanted == nil || wanted == name || wanted == name.identifierForURLs
        }
        return isNamed(set, removed.setName) && isNamed(response, removed.name)
    }
}

/// A draft to check, and perhaps to save.
struct DraftChange: Decodable {
    let draft: ResponseDraft
    /// The segment of its pattern to name, or to give its text again.
    let toggledSegment: Int?
    /// Whether to save it if it has no faults.
    let save: Bool?
    /// Whether to select it then.
    let select: Bool?
}

/// What was saved to a folder and what was not, in sentences.
struct Saved: Codable {
    let text: String
    /// Those about what was not.
    let notes: [String]
}

/// A draft with its faults, and what can be copied of it if it has none.
struct CheckedDraft: Encodable {
    struct Fault: Encodable {
        let field: ResponseDraft.Field
        let row: Int?
        let message: String
    }

    /// The title of the form.
    let title: String
    /// The identifier of its set.
    let setID: String
    let draft: ResponseDraft
    let faults: [Fault]
    /// The segments of the pattern's path.
    let segments: [String]
    let json: String?
    let swift: String?

    init(_ draft: ResponseDraft, in barricade: Barricade) {
        (self.draft, title, setID) = (draft, draft.title, draft.set.identifierForURLs)
        segments = draft.segments
        do throws(ResponseDraft.Faults) {
            let made = try barricade.made(of: draft)
            (faults, json) = ([], made.json)
            swift = barricade.store.state.routing.isRunByTool ? nil : made.swift
        } catch {
            faults = error.faults.map {
                Fault(field: $0.field, row: $0.row, message: $0.sentence)
            }
            (json, swift) = (nil, nil)
        }
    }
}
