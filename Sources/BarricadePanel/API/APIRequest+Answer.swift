import Barricade
import BarricadeCommon
import BarricadeFolder
import BarricadeSurfaces
import Foundation
import LoopbackServer

extension APIRequest {
    /// Does what the operation says, and returns its answer.
    func answer() async throws -> LoopbackServer.Response {
        switch operation.name {
        // The barricade as a whole.
        case .openAPI: return .json(data: Data(APIDocument.text.utf8))
        case .state: return try .json(barricade.overview.shown())
        case .choices: return try .json(api.choices.names)
        case .faults: return try .json(["faults": barricade.validate().map(\.message)])
        case .events:
            let stream = EventStream(of: self)
            return LoopbackServer.Response(
                headers: ["Content-Type": MediaType.events],
                body: .events { writer in try await stream.write(to: writer) })
        case .applyPreset: try barricade.apply(preset())
        case .setConditions:
            barricade.networkConditions = try api.choices.networkConditions
                .element(named: text("name"), "network condition", by: \.name)
        case .deleteConditions: barricade.networkConditions = nil
        case .setUnmatchedPolicy:
            barricade.unmatchedPolicy = try api.choices.unmatchedPolicies
                .element(named: text("policy"), "unmatched policy", by: \.description)
        case .reset:
            if let sets = try body(as: [String: [String]].self)["sets"] {
                try barricade.reset(sets)
            } else {
                barricade.reset()
            }

        // Sets and their responses.
        case .set:
            let row = try setRow()
            let set = row.summary
            let rows = set.responses.map { ResponseRow($0, of: set, in: barricade) }
            let entries = try barricade.requests(for: set.name)
            let latest = LogPage.rows(of: entries, LogRow.latestCount)
            return try .json(["set": row, "responses": rows, "requests": latest] as JSONObject)
        case .changeSet:
            try barricade.change([setRow().name: body(as: Barricade.SetChange.self)])
            return try .json(setRow())
        case .changeSelections:
            let changes = try body(as: [String: [String: Barricade.SetChange]].self)
            try barricade.change(changes["sets"] ?? [:])
        case .response:
            let (response, set) = try response()
            let limit = query["limit"].flatMap { Int($0) } ?? BodyPreview.firstBytes
            return try .json(
                ResponseContent(
                    response, of: set.name, in: barricade,
                    bodyLimit: min(limit, BodyPreview.mostBytes)))
        case .responseBody:
            let (response, set) = try response()
            let preview = try barricade.preview(of: response.name, for: set.name, bodyLimit: .max)
            return try .attachment(
                preview.flatMap { $0.isWhole ? $0.body : nil },
                orElse: """
                    Response "\(response.name.shortened)" of set "\(set.name.shortened)" has no \
                    body that is known before it is sent.
                    """)

        // What is made.
        case .addSet:
            let set = try ManifestPart.set(message.body)
            try barricade.put(set, selecting: selects)
            return try .json(barricade.row(of: set.name), status: .created)
        case .addResponse: return try addResponse()
        case .replaceResponse: return try replaceResponse()
        case .removeResponse: try removeResponse()
        case .undo: try undo()
        case .draft:
            let (response, set) = try response()
            return try checked(
                barricade.draft(of: response.name, in: set.name, isCopy: query["copy"] == "true"))
        case .draftFromLog:
            return try checked(barricade.draft(from: loggedRequest(), isMasked: true))
        case .checkDraft: return try checkDraft()
        case .saveToFolder: return try saveToFolder()

        // The log.
        case .log: return try .json(LogPage(self))
        case .clearLog: barricade.clearRequests()
        case .request: return try .json(loggedRequest().detail(in: barricade))
        case .requestBody:
            let entry = try loggedRequest()
            return try .attachment(
                entry.request.maskedBodyData,
                orElse: "The log has no body of request \(entry.id): \(entry.request.body).")
        case .replyBody:
            let entry = try loggedRequest()
            return try .attachment(
                barricade.reply(to: entry)?.maskedBody,
                orElse: """
                    No reply to request \(entry.id) was kept: replies are kept while a page or a \
                    screen is open.
                    """)

        // Held requests, and waiting.
        case .heldRequests: return try .json(["heldRequests": barricade.overview.heldRequests])
        case .releaseAll: barricade.releaseAll()
        case .release: try release()
        case .wait: return try .json(["request": RequestSummary(await awaitedRequest())])
        }
        return LoopbackServer.Response(.noContent)
    }

    /// Returns a member of the body, which the document requires.
    private func text(_ member: String) throws -> String {
        try body(as: [String: String].self)[member] ?? ""
    }
}

extension Barricade.SetChange: Decodable {
    package init(from decoder: any Decoder) throws {
        self.init()
        let members = try [String: String?](from: decoder)
        if let name = members["selected"] { selection = name.map { .response($0) } ?? .byDefault }
        if let name = members["mode"] ?? nil {
            mode = try ResponseSet.Mode.allCases.element(named: name, "mode", by: \.rawValue)
        }
    }
}

extension BarricadeOverview {
    /// It with the texts about it, and each set with those of its row.
    ///
    /// - Parameter sets: The sets to show; `nil`, the default, means all.
    func shown(_ sets: ArraySlice<SetSummary>? = nil) -> JSONObject {
        var rest = self
        // All that the texts are about.
        rest.sets = changedSets
        let texts = (differences: rest.differences, resetLines: rest.resetLines)
        rest.sets = []
        // The page offers no recording that cannot be.
        let modes = ResponseSet.Mode.allCases.map { mode in
            [
                "mode": mode.rawValue, "title": mode.title,
                "explanation": mode.explanation(isRecording: isRecording || mode != .recording),
            ]
        }
        return JSONObject(
            rest,
            with: [
                "sets": rows(of: sets ?? self.sets[...]),
                "differences": texts.differences, "resetLines": texts.resetLines,
                "madeHere": madeHere,
                "modes": modes,
            ])
    }

    func rows(of sets: ArraySlice<SetSummary>) -> [SetRow] {
        sets.map { SetRow($0, isRecording: isRecording) }
    }
}

extension Choices {
    /// The names to choose from, with those of errors.
    var names: [String: [String]] {
        [
            "networkConditions": networkConditions.map(\.name),
            "unmatchedPolicies": unmatchedPolicies.map(\.description),
            "errors": ResponseDraft.errorNames,
        ]
    }
}
