import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

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
            session.dataTask(with: try URL(api)).resume()
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

    @Test func everyNthRequestFailsWhereItIsToAndSelectingStartsAnew() async throws {
        let table = [
            1: ["timedOut", "timedOut", "timedOut", "timedOut"],
            2: ["a", "timedOut", "a", "timedOut"], 3: ["a", "a", "timedOut", "a"],
        ]
        for (count, expected) in table {
            let barricade = barricade(
                CannedResponse("Flaky", text: "a").failing(.timedOut, everyNth: count))
            let paths = Array(repeating: "/", count: 4)
            var answers = await barricade.answers(to: paths)
            try barricade.select("Flaky", for: "Set")
            answers += await barricade.answers(to: paths)
            #expect(answers == expected + expected, "every \(count)")
        }
        let names = try await told(
            CannedResponse("Flaky", text: "hello")
                .failing(.networkConnectionLost, after: .bytes(2), everyNth: 2), requests: 2)
        #expect(
            names == [
                "response 200", "data hello", "completed", "response 200", "data he",
                "failed NSURLErrorDomain -1005",
            ])
    }

    // MARK: On the way

    @Test func aBodyBreaksOffAfterSoManyBytesOrPiecesAndAsksForNoMore() async throws {
        let asked = Locked(0)
        let stream = ResponseBody.stream {
            let pieces = Locked(["one", "", "three"].map { Data($0.utf8) })
            return AsyncStream<Data>(unfolding: {
                asked.withLock { $0 += 1 }
                return pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            })
        }
        let sequence = CannedResponse.sequence("Sequence") { CannedResponse(text: "hello") }
        let handler = CannedResponse("Handler") { _ in CannedResponse(text: "hello") }
        let events = CannedResponse("Events", body: .events([.init("a"), .init("b\nc")]))
        let bytes: [CannedResponse.FailurePoint] = [.headers, .bytes(0), .bytes(2), .bytes(9)]
        let chunks: [CannedResponse.FailurePoint] = [
            .chunks(0), .chunks(1), .chunks(2), .chunks(3), .chunks(9),
        ]
        let hello = [[], [], ["data he"], ["data hello"]]
        let (one, all) = (["data one"], ["data one", "data three"])
        let first = ["data data: a\n\n"]
        let both = first + ["data data: b\ndata: c\n\n"]
        let table: [(CannedResponse, [CannedResponse.FailurePoint], pieces: [[String]])] = [
            (CannedResponse("Whole", text: "hello"), bytes, hello),
            (CannedResponse("Piece", body: .chunks(["hello"])), bytes, hello),
            (sequence, bytes, hello), (handler, bytes, hello),
            (
                CannedResponse("Chunks", body: .chunks(["one", "", "three"])), chunks,
                [[], one, one, all, all]
            ),
            (CannedResponse("Stream", body: stream), chunks, [[], one, one, all, all]),
            (events, [.events(0), .events(1), .events(2), .events(9)], [[], first, both, both]),
            (events, [.chunks(0), .chunks(1), .chunks(2), .chunks(9)], [[], first, both, both]),
        ]
        for (response, points, expected) in table {
            for (point, pieces) in zip(points, expected) {
                let names = try await told(response.failing(.networkConnectionLost, after: point))
                let wanted = ["response 200"] + pieces + ["failed NSURLErrorDomain -1005"]
                #expect(names == wanted, "\(response.name) \(point)")
            }
        }
        // None, one, two, three, and then once more for the end.
        #expect(asked.current == 0 + 1 + 2 + 3 + 4)
    }

    // MARK: Malformed JSON

    @Test func malformedJSONIsJSONNoMoreWhateverMakesIt() async throws {
        let folder = try ScratchFolder()
        try folder.write("{\"a\": 1}", to: "a.json")
        let texts = [
            "{\"a\": 1}", "[1, 2]", "\"text\"", "true", "12", "{\"é\": \"ü\"}", " [] ",
        ]
        var table: [(CannedResponse, json: String)] = [
            (CannedResponse("File", file: "a.json", in: .directory(folder.url)), "{\"a\": 1}"),
            (
                CannedResponse("Handler") { _ in CannedResponse(jsonText: "{\"a\": 2}") },
                "{\"a\": 2}"
            ),
            (.sequence("Sequence") { CannedResponse(jsonText: "{\"a\": 3}") }, "{\"a\": 3}"),
        ]
        table += texts.map { (CannedResponse("Text", jsonText: $0), $0) }
        for (response, json) in table {
            let barricade = barricade(response.malformingJSON())
            let answer = try await barricade.session.get(api)
            let length = answer.response.value(forHTTPHeaderField: "Content-Length") ?? "none"
            let told: [String] = [answer.text, answer.response.mimeType ?? "none", length]
            #expect(told == ["\(json.dropLast()),", "application/json", "\(json.utf8.count)"])
            #expect(throws: (any Error).self) {
                try JSONSerialization.jsonObject(
                    with: Data(answer.text.utf8), options: .fragmentsAllowed)
            }
        }
        #expect(try folder.read("a.json") == "{\"a\": 1}")
        // An empty body stays empty.
        for response in [CannedResponse("None"), CannedResponse("Empty", text: "")] {
            #expect(await barricade(response.malformingJSON()).answers(to: "/") == [""])
        }
    }
}
