import Barricade
import BarricadeSurfaces
import Foundation
import LoopbackServer

// The routes about the barricade as a whole.
extension PanelAPI {
    static let wholeAnswers: [APIOperation.Name: Answer] = [
        .openAPI: { _, _ in .json(data: Data(APIDocument.text.utf8)) },
        .state: { _, request in
            try .json(ShownOverview(request.barricade.overview))
        },
        .choices: { api, _ in try .json(api.choices.names) },
        .faults: { _, request in
            try .json(FoundFaults(faults: request.barricade.validate().map(\.message)))
        },
        .changeSelections: { _, request in
            try request.barricade.change(request.body(as: SelectionsChange.self).sets)
            return .done
        },
        .applyPreset: { _, request in
            let names = request.barricade.presets.map(\.name)
            let name = try request.element(
                "preset", of: "preset", among: names, named: { names.contains($0) ? $0 : nil })
            try request.barricade.apply(name)
            return .done
        },
        .setConditions: { api, request in
            let name = try request.body(as: ConditionsChange.self).name
            request.barricade.networkConditions = try api.choices.networkConditions
                .element(named: name, "network condition", by: \.name)
            return .done
        },
        .deleteConditions: { _, request in
            request.barricade.networkConditions = nil
            return .done
        },
        .setUnmatchedPolicy: { api, request in
            let name = try request.body(as: PolicyChange.self).policy
            request.barricade.unmatchedPolicy = try api.choices.unmatchedPolicies
                .element(named: name, "unmatched policy", by: \.description)
            return .done
        },
        .reset: { _, request in
            if let sets = try request.body(as: ResetBody.self).sets {
                try request.barricade.reset(sets)
            } else {
                request.barricade.reset()
            }
            return .done
        },
        .events: { api, request in
            let stream = EventStream(
                of: request.barricade, from: api,
                after: request.message.headers["Last-Event-ID"],
                isForPage: request.query["for"] == "page")
            return LoopbackServer.Response(
                headers: ["Content-Type": "text/event-stream"],
                body: .events { writer in try await stream.write(to: writer) })
        },
    ]
}

/// An overview with the texts about it, and each set with those of its row.
struct ShownOverview: Encodable {
    private let overview: BarricadeOverview
    private let rows: [SetRow]

    private enum CodingKeys: CodingKey {
        case sets, differences, resetLines, madeHere, modes
    }

    /// - Parameter sets: The sets to show; `nil`, the default, means all.
    init(_ overview: BarricadeOverview, sets: [BarricadeOverview.SetSummary]? = nil) {
        let isRecording = overview.isRecording
        self.overview = overview
        rows = (sets ?? overview.sets).map { SetRow($0, isRecording: isRecording) }
    }

    func encode(to encoder: any Encoder) throws {
        var rest = overview
        rest.sets = []
        try rest.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rows, forKey: .sets)
        try container.encode(overview.differences, forKey: .differences)
        try container.encode(overview.resetLines, forKey: .resetLines)
        try container.encodeIfPresent(overview.madeHere, forKey: .madeHere)
        let modes = ResponseSet.Mode.allCases.map { mode in
            // The page offers no recording that cannot be.
            let isRecording = overview.isRecording || mode != .recording
            return [
                "mode": mode.rawValue, "title": mode.title,
                "explanation": mode.explanation(isRecording: isRecording),
            ]
        }
        try container.encode(modes, forKey: .modes)
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
