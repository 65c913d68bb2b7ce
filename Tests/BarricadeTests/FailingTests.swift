import Barricade
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Responses that go wrong in part, or now and then.
@Suite(.timeLimit(.minutes(10))) struct FailingTests {
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
                Response "Flaky" of set "Set" (A.swift:3) cannot be sent: one of its responses is \
                served less than once.
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

    // MARK: After chunks and events

    private func told(_ response: CannedResponse) async throws -> [String] {
        let barricade = barricade(response)
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try #require(URL(string: api))).resume()
        session.finishTasksAndInvalidate()
        let names = await delegate.invalidation().dropLast()
        // It lives until then.
        #expect(barricade.requests.count == 1)
        return Array(names)
    }

    private static let bodies: [ResponseBody] = [
        .chunks(["one", "", "three"]),
        .stream {
            AsyncStream { stream in
                for piece in ["one", "", "three"] { stream.yield(Data(piece.utf8)) }
                stream.finish()
            }
        },
    ]

    @Test(arguments: [
        (0, []), (1, ["data one"]), (2, ["data one"]), (3, ["data one", "data three"]),
        (9, ["data one", "data three"]),
    ])
    func itFailsAfterSoManyChunks(_ count: Int, _ pieces: [String]) async throws {
        for body in Self.bodies {
            let response = CannedResponse("Chunks", body: body)
            let names = try await told(
                response.failing(.networkConnectionLost, after: .chunks(count)))
            #expect(names == ["response 200"] + pieces + ["failed NSURLErrorDomain -1005"])
        }
    }

    @Test func aStreamIsAskedForNoMoreThanItsChunks() async throws {
        let asked = Locked(0)
        let body = ResponseBody.stream {
            AsyncStream<Data>(unfolding: {
                asked.withLock { $0 += 1 }
                return Data("a".utf8)
            })
        }
        let names = try await told(
            CannedResponse("Chunks", body: body).failing(.timedOut, after: .chunks(2)))
        #expect(names == ["response 200", "data a", "data a", "failed NSURLErrorDomain -1001"])
        #expect(asked.current == 2)
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 2), (9, 2)])
    func itFailsAfterSoManyEvents(_ count: Int, _ come: Int) async throws {
        let events = [ResponseBody.ServerSentEvent("a"), ResponseBody.ServerSentEvent("b\nc")]
        let texts = ["data data: a\n\n", "data data: b\ndata: c\n\n"]
        for point in [CannedResponse.FailurePoint.events(count), .chunks(count)] {
            let names = try await told(
                CannedResponse("Events", body: .events(events)).failing(.timedOut, after: point))
            #expect(
                names == ["response 200"] + texts.prefix(come) + ["failed NSURLErrorDomain -1001"])
        }
    }

    @Test func itFailsWithoutAnotherPause() async throws {
        let clock = ImmediateClock()
        let barricade = Barricade(
            ResponseSet("Set", on: .any) {
                CannedResponse("Chunks", body: .chunks(["a", "b", "c"], every: .seconds(1)))
                    .failing(.networkConnectionLost, after: .chunks(2))
            }
        ) {
            $0.clock = clock
        }
        #expect(try await barricade.session.complete(api).code == .networkConnectionLost)
        #expect(clock.now.offset == .seconds(2))
    }

    @Test(arguments: [
        (
            CannedResponse("R", text: "a"), CannedResponse.FailurePoint.chunks(1),
            "it fails after a number of chunks, and its body does not come in chunks (.chunks, "
                + ".stream or .events)"
        ),
        (
            CannedResponse("R", body: .chunks(["a"])), .events(1),
            "it fails after a number of events, and its body is not one of .events"
        ),
        (
            CannedResponse("R", body: .chunks(["a"])), .chunks(-1),
            "it fails after a negative number of chunks"
        ),
        (
            CannedResponse("R", body: .events([])), .events(-1),
            "it fails after a negative number of events"
        ),
    ])
    func pointsThatTheBodyDoesNotHaveAreMistakes(
        _ response: CannedResponse, _ point: CannedResponse.FailurePoint, _ fault: String
    ) async throws {
        let barricade = barricade(response.failing(.timedOut, after: point))
        let text = "Response \"R\" of set \"Set\" (A.swift:3) cannot be sent: \(fault)."
        #expect(barricade.validate().map(\.message) == [text])
        #expect(BarricadeError(try await barricade.session.failure(api))?.message == text)
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
                Response "Pieces" of set "Set" (A.swift:3) cannot be sent: its body comes in pieces, \
                which malformingJSON() cannot change.
                """)
        #expect(barricade.validate().map(\.message) == [BarricadeError(error)?.message])
    }
}
