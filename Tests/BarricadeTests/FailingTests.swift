import Barricade
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Responses that go wrong in part, or now and then.
@Suite(.timeLimit(.minutes(5))) struct FailingTests {
    private func barricade(_ response: CannedResponse) -> Barricade {
        Barricade(
            [ResponseSet("Set", on: .any, responses: [response], fileID: "M/A.swift", line: 3)])
    }

    /// Sends so many requests; returns the statuses, and the codes of errors.
    private func outcomes(_ barricade: Barricade, _ count: Int) async throws -> [Int] {
        var outcomes: [Int] = []
        for _ in 0..<count {
            let completion = try await barricade.session.complete(api)
            outcomes.append(completion.status ?? completion.code?.rawValue ?? 0)
        }
        return outcomes
    }

    // MARK: Every nth

    @Test(arguments: [
        (1, [-1005, -1005, -1005, -1005]), (2, [200, -1005, 200, -1005]),
        (3, [200, 200, -1005, 200]),
    ])
    func everyNthRequestFails(_ count: Int, _ expected: [Int]) async throws {
        let barricade = barricade(
            CannedResponse("Flaky", text: "a").failing(.networkConnectionLost, every: count))
        #expect(barricade.sets.first?.responses.first?.name == "Flaky")
        #expect(try await outcomes(barricade, 4) == expected)
        try barricade.select("Flaky", for: "Set")
        #expect(try await outcomes(barricade, 4) == expected)
    }

    @Test func itFailsWhereItIsTo() async throws {
        let barricade = barricade(
            CannedResponse("Flaky", text: "hello")
                .failing(.networkConnectionLost, after: .bytes(2), every: 2))
        let (session, delegate) = barricade.recordedSession()
        for _ in 0..<2 {
            session.dataTask(with: try #require(URL(string: api))).resume()
            await delegate.events.wait { $0.contains { $0.name == "completed" } }
        }
        session.finishTasksAndInvalidate()
        let names = await delegate.invalidation()
        #expect(
            names == [
                "response 200", "data hello", "completed", "response 200", "data he",
                "failed NSURLErrorDomain -1005", "invalid",
            ])
    }

    @Test(arguments: [0, -1]) func lessThanEveryFirstIsAMistake(_ count: Int) async throws {
        let barricade = barricade(
            CannedResponse("Flaky", text: "a").failing(.timedOut, every: count))
        let error = try await barricade.session.failure(api)
        #expect(
            BarricadeError(error)?.message
                == """
                Response "Flaky" of set "Set" (A.swift:3) cannot be given: one of its responses is to \
                be served less than once.
                """)
        #expect(barricade.validate().map(\.message) == [BarricadeError(error)?.message])
    }

    // MARK: In whatever makes the reply

    @Test func sequencesAndHandlersFailToo() async throws {
        let sequence = CannedResponse.sequence("Sequence") {
            CannedResponse(text: "a")
            CannedResponse(status: 201, text: "b")
        }
        let handler = CannedResponse("Handler") { _ in CannedResponse(text: "a") }
        for response in [sequence, handler] {
            let barricade = barricade(response.failing(.networkConnectionLost, after: .bytes(0)))
            #expect(try await outcomes(barricade, 2) == [-1005, -1005])
        }
    }

    // MARK: Malformed JSON

    @Test(arguments: [
        "{\"a\": 1}", "[1, 2]", "\"text\"", "true", "12", "{\"é\": \"ü\"}", " [] ",
    ])
    func malformedJSONIsJSONNoMore(_ json: String) async throws {
        let barricade = barricade(CannedResponse("Broken", jsonText: json).malformingJSON())
        let completion = try await barricade.session.complete(api)
        let data = try #require(completion.data)
        #expect(data == Data(json.utf8.dropLast()) + Data(",".utf8))
        #expect(throws: (any Error).self) {
            try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        }
        let response = try #require(completion.response as? HTTPURLResponse)
        #expect(response.statusCode == 200)
        #expect(response.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(response.value(forHTTPHeaderField: "Content-Length") == "\(json.utf8.count)")
    }

    @Test func filesAndHandlersAnswersAreMalformedToo() async throws {
        let folder = try ScratchFolder()
        try folder.write("{\"a\": 1}", to: "a.json")
        for response in [
            CannedResponse("File", file: "a.json", in: .directory(folder.url)),
            CannedResponse("Handler") { _ in CannedResponse(jsonText: "{\"a\": 1}") },
            CannedResponse.sequence("Sequence") { CannedResponse(jsonText: "{\"a\": 1}") },
        ] {
            let barricade = barricade(response.malformingJSON())
            #expect(try await barricade.session.get(api).text == "{\"a\": 1,")
        }
        #expect(try folder.read("a.json") == "{\"a\": 1}")
    }

    @Test func anEmptyBodyStaysEmpty() async throws {
        for response in [CannedResponse("None"), CannedResponse("Empty", text: "")] {
            let barricade = barricade(response.malformingJSON())
            #expect(try await barricade.session.get(api).text == "")
        }
    }

    @Test func piecesCannotBeMalformed() async throws {
        let response = CannedResponse("Pieces", body: .chunks(["{", "}"])).malformingJSON()
        let barricade = barricade(response)
        let error = try await barricade.session.failure(api)
        #expect(
            BarricadeError(error)?.message
                == """
                Response "Pieces" of set "Set" (A.swift:3) cannot be given: its body comes in pieces, \
                which malformingJSON() cannot change.
                """)
        #expect(barricade.validate().map(\.message) == [BarricadeError(error)?.message])
    }
}
