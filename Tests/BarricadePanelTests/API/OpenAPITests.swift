import Barricade
import BarricadeFolder
import BarricadePanel
import BarricadeSurfaces
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

    /// What the folder's reader takes, and what it refuses.
    @Test(arguments: [
        #"{"name": "A", "status": 404, "headers": [["ETag", "7"]], "delay": 0.5}"#,
        #"{"text": "a", "contentType": "text/html", "httpVersion": "HTTP/1.0", "comment": "b"}"#,
        #"{"json": null, "malformingJSON": true}"#, #"{"base64": "AAE=", "contentType": null}"#,
        #"{"events": ["a", {"id": "1", "retry": 2}, {"commentLine": "b"}], "every": 1}"#,
        #"{"chunks": ["a", {"base64": "AA=="}]}"#, #"{"error": "timedOut"}"#,
        #"{"error": {"domain": "A", "code": 1}, "delay": {"fixed": 1, "plusUpTo": 2}}"#,
        #"{"neverAnswers": true}"#, #"{"delay": {"logNormal": {"median": 1, "sigma": 2}}}"#,
        #"{"name": ""}"#, #"{"name": "a\nb"}"#, #"{"status": 199}"#, #"{"headers": [["a"]]}"#,
        #"{"headers": [["a b", "1"]]}"#, #"{"headers": [["a", "\n"]]}"#,
        #"{"json": 1, "text": "a"}"#, #"{"contentType": "text/html"}"#, #"{"every": 1}"#,
        #"{"error": "timeOut"}"#, #"{"error": "timedOut", "status": 200}"#,
        #"{"neverAnswers": true, "delay": 1}"#, #"{"neverAnswers": false}"#, #"{"base64": "a"}"#,
        #"{"events": [{"commentLine": "a", "data": "b"}]}"#, #"{"chunks": [1]}"#,
        #"{"delay": -1}"#, #"{"delay": {"fixed": 1}}"#, #"{"live": true}"#, #"{"file": "a.txt"}"#,
        #"{"redirect": "/a"}"#, #"{"recorded": "a"}"#, #"{"body": "a"}"#,
    ])
    func aResponseIsReadAsDescribed(_ json: String) throws {
        try compare("ManifestResponse", with: json) { try ManifestPart.response($0, named: "A") }
    }

    @Test(arguments: ["/", "GET /a", "PUT https://a.b/c", "", "a", "get /a", "GET  /a", "/{id}"])
    func aSetIsReadAsDescribed(_ pattern: String) throws {
        let json = #"{"name": "A", "on": "\#(pattern)", "responses": [{"name": "B"}]}"#
        try compare("ManifestSet", with: json) { try ManifestPart.set($0) }
    }

    private func compare(
        _ schema: String, with json: String, read: (Data) throws -> some Any
    ) throws {
        let data = Data(json.utf8)
        let schema = Self.description.schema(["$ref": .string("#/components/schemas/\(schema)")])
        #expect(schema.accepts(try JSONReader.read(data)) == ((try? read(data)) != nil))
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
