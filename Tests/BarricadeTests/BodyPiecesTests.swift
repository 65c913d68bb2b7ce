import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct BodyPiecesTests {
    private func barricade(
        _ response: CannedResponse, clock: any Clock<Duration> = ContinuousClock()
    ) -> Barricade {
        Barricade([ResponseSet("Set", on: .any, responses: [response])]) {
            $0.clock = clock
        }
    }

    private func body(_ body: ResponseBody) -> CannedResponse {
        CannedResponse("Pieces", body: body)
    }

    @Test func aDelegateSeesThePiecesAsTheyCome() async throws {
        let clock = ForeignClock()
        let barricade = barricade(
            body(.chunks(["one", "two", "three"], every: .seconds(1))), clock: clock)
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try URL(api)).resume()
        var names = ["response 200", "data one"]
        for piece in ["two", "three"] {
            await clock.waitForSleepers()
            #expect(await delegate.events.wait(count: names.count).map(\.name) == names)
            clock.advance(by: .seconds(1))
            names.append("data \(piece)")
        }
        #expect(await delegate.completion() == names + ["completed"])
    }

    @Test func anEmptyPieceIsAPauseBeforeTheFirstOrTheEnd() async throws {
        let clock = ForeignClock()
        let barricade = barricade(
            body(.chunks(["", "one", ""], every: .seconds(1))), clock: clock)
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try URL(api)).resume()
        for names in [["response 200"], ["response 200", "data one"]] {
            await clock.waitForSleepers()
            #expect(await delegate.events.wait(count: names.count).map(\.name) == names)
            clock.advance(by: .seconds(1))
        }
        #expect(await delegate.completion() == ["response 200", "data one", "completed"])
    }

    @Test func aPauseWithoutEndIsSilentUntilTheTimeout() async throws {
        let clock = ForeignClock()
        let silent = body(.chunks(["data: 1\n\n", ""], every: .seconds(86_400)))
        let barricade = barricade(silent, clock: clock)
        let (session, delegate) = barricade.recordedSession()
        var request = URLRequest(url: try URL(api))
        request.timeoutInterval = 20
        session.dataTask(with: request).resume()
        await clock.waitForSleeper(of: .seconds(20))
        #expect(await delegate.events.wait(count: 2).count == 2)
        clock.advance(by: .seconds(20))
        #expect(
            await delegate.completion() == [
                "response 200", "data data: 1\n\n", "failed NSURLErrorDomain -1001",
            ])
    }

    @Test func othersGetTheWholeBody() async throws {
        let stream = ResponseBody.stream(contentType: "text/plain") {
            AsyncStream { continuation in
                for text in ["a", "", "b"] { continuation.yield(Data(text.utf8)) }
                continuation.finish()
            }
        }
        let chunks = ResponseBody.chunks(["one", "two", "three"], contentType: "a/b")
        let table: [(ResponseBody, [String?])] = [
            (chunks, ["onetwothree", "a/b", nil, "onetwothree"]),
            // It is made anew for each request.
            (stream, ["ab", "text/plain", nil, "ab"]),
        ]
        for (whole, expected) in table {
            let barricade = barricade(body(whole))
            // The session of the second has a delegate that would take pieces.
            for session in [barricade.session, barricade.recordedSession().session] {
                let (text, _, response) = try await session.get(api)
                let length = response.value(forHTTPHeaderField: "Content-Length")
                let completion = try await session.complete(api)
                let told: [String?] = [text, response.mimeType, length, completion.text]
                #expect(told == expected)
            }
        }
    }

    @Test func whatAStreamThrowsFailsTheLoad() async throws {
        let barricade = barricade(
            body(
                .stream {
                    AsyncThrowingStream { continuation in
                        continuation.yield(Data("half".utf8))
                        continuation.finish(throwing: URLError(.networkConnectionLost))
                    }
                }))
        #expect(try await barricade.session.complete(api).code == .networkConnectionLost)
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try URL(api)).resume()
        #expect(
            await delegate.completion() == [
                "response 200", "data half", "failed NSURLErrorDomain -1005",
            ])
    }

    @Test func aStreamThatStopsComingTimesOut() async throws {
        let clock = ForeignClock()
        let (pieces, more) = AsyncStream.makeStream(of: Data.self)
        let barricade = barricade(body(.stream { pieces }), clock: clock)
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try URL(api)).resume()
        await delegate.events.wait()
        let patience = Duration.seconds(URLSession.patience)
        await clock.waitForSleeper(of: patience)
        clock.advance(by: patience - .seconds(1))
        more.yield(Data("one".utf8))
        await delegate.events.wait(count: 2)
        // Each piece gives the next one the whole time again.
        clock.advance(by: patience - .seconds(1))
        await clock.waitForSleeper(of: .seconds(1))
        more.yield(Data("two".utf8))
        await delegate.events.wait(count: 3)
        clock.advance(by: patience)
        #expect(
            await delegate.completion() == [
                "response 200", "data one", "data two", "failed NSURLErrorDomain -1001",
            ])
    }

    @Test func eventsAreMadeOfTextAndJSON() async throws {
        struct Word: Encodable { var text = "lo" }
        let events: ResponseBody = .events([
            "Hel", .encoding(Word()), .json(["text": "!"], event: "end"),
        ])
        let ofEvents = barricade(body(events))
        #expect(
            try await ofEvents.session.get(api).text == """
                data: Hel

                data: {"text":"lo"}

                event: end
                data: {"text":"!"}


                """)
        let words = ["a", "b"]
        let ofWords = barricade(body(.events(words)))
        #expect(
            try await ofWords.session.get(api).text
                == "data: a\n\ndata: b\n\n")
        let broken = barricade(body(.events([.json(["n": .number(.nan)])])))
        #expect(
            broken.validate().map(\.message) == [
                """
                Response "Pieces" of set "Set" (BodyPiecesTests.swift:10) cannot be sent: its JSON \
                cannot be written: JSON has no nan.
                """
            ])
    }

    @Test func serverSentEventsAreWrittenAsTheyAreRead() async throws {
        let barricade = barricade(
            body(
                .events([
                    ResponseBody.ServerSentEvent("hello"),
                    ResponseBody.ServerSentEvent(
                        "two\nlines", event: "note", id: "7", retry: .milliseconds(1500)),
                    .comment("still\rhere"), ResponseBody.ServerSentEvent(nil, id: "a\nb"),
                ])))
        let answer = try await barricade.session.get(api)
        #expect(answer.response.mimeType == "text/event-stream")
        #expect(
            answer.text == """
                data: hello

                event: note
                id: 7
                retry: 1500
                data: two
                data: lines

                : still
                : here

                id: a b


                """)
    }

    /// Pieces without end, counted as they are asked for.
    private struct Counted: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let asked = Events<Int>()

        func makeAsyncIterator() -> Counted { self }

        mutating func next() async -> Data? {
            asked.add(asked.all.count + 1)
            return asked.all.count <= 100 ? Data("a".utf8) : nil
        }
    }

    @Test func aStreamIsNotAskedForMoreThanIsTaken() async throws {
        let pieces = Counted()
        let barricade = barricade(body(.stream { pieces }))
        let ahead = Locked<[Int]>([])
        let (session, delegate) = barricade.recordedSession(onData: { number in
            ahead.withLock { $0.append(pieces.asked.all.count - number) }
        })
        session.dataTask(with: try URL(api)).resume()
        await delegate.completion()
        let most = try #require(ahead.current.max())
        #expect(ahead.current.count == 100)
        #expect(most <= 5, "\(most) pieces were asked for too early")
    }
}
