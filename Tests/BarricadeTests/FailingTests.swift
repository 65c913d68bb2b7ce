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
    private func barricade(
        _ response: CannedResponse, clock: any Clock<Duration> = ContinuousClock()
    ) -> Barricade {
        Barricade(
            [ResponseSet("Set", on: .any, responses: [response], fileID: "M/A.swift", line: 3)]
        ) {
            $0.clock = clock
        }
    }

    /// Returns what a delegate is told of requests, one after the other.
    private func told(
        _ response: CannedResponse, requests count: Int = 1
    ) async throws -> [String] {
        let barricade = barricade(response)
        let (session, delegate) = barricade.recordedSession()
        for number in 1...count {
            session.dataTask(with: try #require(URL(string: api))).resume()
            await delegate.events.wait { $0.count(where: \.isEnd) == number }
        }
        session.finishTasksAndInvalidate()
        let names = await delegate.invalidation().dropLast()
        // A broken reply is logged as one that failed.
        #expect(
            barricade.requests.map(\.outcome).last
                == .failed(domain: NSURLErrorDomain, code: URLError.networkConnectionLost.rawValue))
        return Array(names)
    }

    // MARK: Every nth

    @Test func everyNthRequestFailsAndSelectingStartsAnew() async throws {
        let table = [
            1: ["timedOut", "timedOut", "timedOut", "timedOut"],
            2: ["a", "timedOut", "a", "timedOut"], 3: ["a", "a", "timedOut", "a"],
        ]
        for (count, expected) in table {
            let barricade = barricade(
                CannedResponse("Flaky", text: "a").failing(.timedOut, every: count))
            let paths = Array(repeating: "/", count: 4)
            var answers = await barricade.answers(to: paths)
            try barricade.select("Flaky", for: "Set")
            answers += await barricade.answers(to: paths)
            #expect(answers == expected + expected, "every \(count)")
        }
    }

    @Test func itFailsWhereItIsTo() async throws {
        let names = try await told(
            CannedResponse("Flaky", text: "hello")
                .failing(.networkConnectionLost, after: .bytes(2), every: 2), requests: 2)
        #expect(
            names == [
                "response 200", "data hello", "completed", "response 200", "data he",
                "failed NSURLErrorDomain -1005",
            ])
    }

    // MARK: On the way

    /// Returns the pieces that come of a body that fails after a point, for each of the points.
    private func pieces(
        of response: CannedResponse, before points: [CannedResponse.FailurePoint]
    ) async throws -> [String] {
        var all: [String] = []
        for point in points {
            let names = try await told(response.failing(.networkConnectionLost, after: point))
            let ends = [names.first, names.last]
            #expect(ends == ["response 200", "failed NSURLErrorDomain -1005"], "\(point)")
            all.append(names.dropFirst().dropLast().joined(separator: ", "))
        }
        return all
    }

    @Test func aBodyBreaksOffAfterSoManyBytes() async throws {
        let sequence = CannedResponse.sequence("Sequence") { CannedResponse(text: "hello") }
        for response in [
            CannedResponse("Whole", text: "hello"),
            CannedResponse("Piece", body: .chunks(["hello"])), sequence,
            CannedResponse("Handler") { _ in CannedResponse(text: "hello") },
        ] {
            let pieces = try await pieces(
                of: response, before: [.headers, .bytes(0), .bytes(2), .bytes(9)])
            #expect(pieces == ["", "", "data he", "data hello"], "\(response)")
        }
    }

    @Test func aBodyBreaksOffAfterSoManyPieces() async throws {
        let stream = ResponseBody.stream {
            AsyncStream { stream in
                for piece in ["one", "", "three"] { stream.yield(Data(piece.utf8)) }
                stream.finish()
            }
        }
        let chunks: [CannedResponse.FailurePoint] = [
            .chunks(0), .chunks(1), .chunks(2), .chunks(3), .chunks(9),
        ]
        let (one, all) = ("data one", "data one, data three")
        let first = "data data: a\n\n"
        let both = "\(first), data data: b\ndata: c\n\n"
        let events = ResponseBody.events([.init("a"), .init("b\nc")])
        let table: [(ResponseBody, before: [CannedResponse.FailurePoint], pieces: [String])] = [
            (.chunks(["one", "", "three"]), chunks, ["", one, one, all, all]),
            (stream, chunks, ["", one, one, all, all]),
            (events, [.events(0), .events(1), .events(2), .events(9)], ["", first, both, both]),
            (events, [.chunks(0), .chunks(1), .chunks(2), .chunks(9)], ["", first, both, both]),
        ]
        for (body, points, expected) in table {
            let pieces = try await pieces(of: CannedResponse("R", body: body), before: points)
            #expect(pieces == expected, "\(body) \(points)")
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
        let pieces = try await pieces(
            of: CannedResponse("Chunks", body: body), before: [.chunks(2)])
        #expect(pieces == ["data a, data a"])
        #expect(asked.current == 2)
    }

    @Test func itFailsWithoutAnotherPause() async throws {
        let clock = ImmediateClock()
        let barricade = barricade(
            CannedResponse("Chunks", body: .chunks(["a", "b", "c"], every: .seconds(1)))
                .failing(.timedOut, after: .chunks(2)), clock: clock)
        #expect(try await barricade.session.complete(api).code == .timedOut)
        #expect(clock.now.offset == .seconds(2))
    }

    // MARK: Malformed JSON

    @Test func malformedJSONIsJSONNoMore() async throws {
        for json in [
            "{\"a\": 1}", "[1, 2]", "\"text\"", "true", "12", "{\"é\": \"ü\"}", " [] ",
        ] {
            let barricade = barricade(CannedResponse("Broken", jsonText: json).malformingJSON())
            let answer = try await barricade.session.get(api)
            #expect(answer.text == "\(json.dropLast()),")
            #expect(throws: (any Error).self) {
                try JSONSerialization.jsonObject(
                    with: Data(answer.text.utf8), options: .fragmentsAllowed)
            }
            let fields = ["Content-Type", "Content-Length"].map {
                answer.response.value(forHTTPHeaderField: $0)
            }
            #expect(fields == ["application/json", "\(json.utf8.count)"])
        }
    }

    @Test func whateverMakesTheBodyItIsMalformed() async throws {
        let folder = try ScratchFolder()
        try folder.write("{\"a\": 1}", to: "a.json")
        let responses = [
            CannedResponse("File", file: "a.json", in: .directory(folder.url)),
            CannedResponse("Handler") { _ in CannedResponse(jsonText: "{\"a\": 2}") },
            .sequence("Sequence") { CannedResponse(jsonText: "{\"a\": 3}") },
            // An empty body stays empty.
            CannedResponse("None"), CannedResponse("Empty", text: ""),
        ]
        var texts: [String] = []
        for response in responses {
            texts += await barricade(response.malformingJSON()).answers(to: "/")
        }
        #expect(texts == ["{\"a\": 1,", "{\"a\": 2,", "{\"a\": 3,", "", ""])
        #expect(try folder.read("a.json") == "{\"a\": 1}")
    }

    // MARK: Mistakes

    @Test func whatCannotBeGivenIsToldAtOnceAndInTheError() async throws {
        let text = CannedResponse("R", text: "a")
        let chunks = CannedResponse("R", body: .chunks(["a"]))
        let table: [(CannedResponse, String)] = [
            (text.failing(.timedOut, every: 0), "one of its responses is served less than once"),
            (text.failing(.timedOut, every: -1), "one of its responses is served less than once"),
            (
                text.failing(.timedOut, after: .bytes(-1)),
                "it fails after a negative number of bytes"
            ),
            (
                chunks.failing(.timedOut, after: .chunks(-1)),
                "it fails after a negative number of chunks"
            ),
            (
                CannedResponse("R", body: .events([])).failing(.timedOut, after: .events(-1)),
                "it fails after a negative number of events"
            ),
            (
                text.failing(.timedOut, after: .chunks(1)),
                """
                it fails after a number of chunks, and its body does not come in chunks (.chunks, \
                .stream or .events)
                """
            ),
            (
                chunks.failing(.timedOut, after: .events(1)),
                "it fails after a number of events, and its body is not one of .events"
            ),
            (
                chunks.malformingJSON(),
                "its body comes in pieces, which malformingJSON() cannot change"
            ),
            (
                CannedResponse("R", body: .chunks(["a"], every: .seconds(-1))),
                "the pause between its pieces is negative"
            ),
        ]
        for (response, fault) in table {
            let barricade = barricade(response)
            let error = BarricadeError(try await barricade.session.failure(api))
            let text = "Response \"R\" of set \"Set\" (A.swift:3) cannot be sent: \(fault)."
            #expect(barricade.validate().map(\.message) + [error?.message] == [text, text])
        }
    }
}
