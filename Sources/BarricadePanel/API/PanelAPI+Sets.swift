import Barricade
import BarricadeCommon
import BarricadeSurfaces
import Foundation

// The routes about one set.
extension PanelAPI {
    static let setAnswers: [APIOperation.Name: Answer] = [
        .set: { _, request in
            let row = try request.setRow()
            let set = row.summary
            let entries = try request.barricade.requests(for: set.name).suffix(LogRow.latestCount)
            return try .json(
                SetDetail(
                    set: row,
                    responses: set.responses.map {
                        ResponseRow($0, of: set, in: request.barricade)
                    },
                    requests: entries.reversed().map { RequestSummary($0) }))
        },
        .changeSet: { _, request in
            let set = try request.set()
            let change = try request.body(as: Barricade.SetChange.self)
            try request.barricade.change([set.name: change])
            return try .json(try request.setRow())
        },
        .response: { _, request in
            let set = try request.set()
            let response = try request.response(of: set)
            let limit = try request.integer("limit", in: 0 ... .max) ?? BodyPreview.firstBytes
            return try .json(
                ResponseContent(
                    response, of: set.name, in: request.barricade,
                    bodyLimit: min(limit, BodyPreview.mostBytes)))
        },
        .responseBody: { _, request in
            let set = try request.set()
            let response = try request.response(of: set)
            let preview = try request.barricade.preview(
                of: response.name, for: set.name, bodyLimit: .max)
            guard let preview, preview.isWhole else {
                throw Problem(
                    .conflict, .unacceptableValue,
                    """
                    Response "\(response.name.shortened)" of set "\(set.name.shortened)" has no \
                    body that is known before it is sent.
                    """)
            }
            return .attachment(preview.body)
        },
    ]
}

/// A set, a preview of its responses, and its latest requests.
struct SetDetail: Encodable {
    let set: SetRow
    let responses: [ResponseRow]
    let requests: [RequestSummary]
}
