import Barricade
import BarricadeSurfaces
import BarricadePanel
import Testing

@testable import TestSupport

/// Whether the API is what its description says: each route, with each status.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct OpenAPITests {
    private static let description = APIDescription.own

    @Test func eachCallOfTheTestsIsOfADescribedAnswer() {
        let described = Set(Self.description.answers.map { "\($0.operation) \($0.status)" })
        #expect(described.isSuperset(of: APICall.all.keys))
    }

    @Test(arguments: description.answers)
    func answersAreAsDescribed(_ expected: APIDescription.Answer) async throws {
        let visit = try await PanelVisit()
        var call = APICall.all["\(expected.operation) \(expected.status)"]
        if call == nil {
            // What is the same everywhere.
            let any = try #require(
                APICall.all.first { $0.key.hasPrefix("\(expected.operation) 2") }?.value)
            switch expected.status {
            case 401:
                call = APICall(any.target, fields: ["Authorization": "Bearer no"])
            case 415:
                let body = any.target.contains(" ") ? "" : " {}"
                call = APICall(any.target + body, fields: ["Content-Type": "text/plain"])
            case 410:
                let answer = try await GonePanel.ask(expected.method, any.target)
                return expectSchema(answer, expected)
            default: break
            }
        }
        let made = try #require(
            call, "No call of \(expected.operation) is to get \(expected.status)")
        try await made.preparation(visit)
        if expected.operation == "events", expected.status == 200 {
            let event = try await visit.readEvents { try $0.next() }
            return #expect(event.name == "overview")
        }
        let answer = try await visit.ask(
            "\(expected.method) \(made.target)", fields: made.fields)
        expectSchema(answer, expected)
    }

    @Test func linksLeadToWhatAnswersHave() async throws {
        let visit = try await PanelVisit()
        await visit.load("/login", method: "POST")
        for expected in Self.description.answers
        where ["state", "log"].contains(expected.operation) {
            for case let (name, link) in expected.response["links"]?.object ?? [:] {
                let answer = try await visit.ask("GET \(expected.path)").json
                for pointer in (link["parameters"]?.object ?? [:]).values.compactMap(\.string) {
                    let found = pointer.split(separator: "/").dropFirst().reduce(answer) {
                        part, step in
                        Int(step).map { part?[$0] } ?? part?[String(step)]
                    }
                    #expect(found != nil, "\(name): \(pointer)")
                }
            }
        }
    }

    private func expectSchema(
        _ answer: PanelVisit.Answer, _ expected: APIDescription.Answer
    ) {
        #expect(answer.status == expected.status, "\(String(decoding: answer.data, as: UTF8.self))")
        let content = expected.response["content"]?.object ?? [:]
        guard let (type, media) = content.first else {
            return #expect(answer.data.isEmpty, "a body, where none is described")
        }
        #expect(answer.headers["content-type"] == type)
        guard let schema = media["schema"] else { return }
        let isAsDescribed = answer.json.map(Self.description.schema(schema).accepts) ?? false
        #expect(isAsDescribed, "\(String(decoding: answer.data, as: UTF8.self))")
        if answer.status >= 400 { expect(answer.json, has: ["status": .integer(answer.status)]) }
    }
}
