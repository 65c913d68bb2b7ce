import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

    /// Collects what a data delegate is told.
    private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
        let events: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation

        override init() {
            (events, continuation) = AsyncStream.makeStream(of: String.self)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            continuation.yield("response")
            completionHandler(.allow)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
        ) {
            continuation.yield(String(decoding: data, as: UTF8.self))
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            continuation.yield(error.map { "\(($0 as NSError).code)" } ?? "end")
            continuation.finish()
        }
    }

    private func delegated(_ barricade: Barricade) throws -> AsyncStream<String> {
        let delegate = Delegate()
        let session = URLSession(
            configuration: .barricaded(by: barricade), delegate: delegate, delegateQueue: nil)
        session.dataTask(with: try #require(URL(string: api))).resume()
        return delegate.events
    }

    @Test func aDelegateSeesThePiecesAsTheyCome() async throws {
        let clock = ForeignClock()
        let barricade = barricade(
            body(.chunks(["one", "two", "three"], every: .seconds(1))), clock: clock)
        var events = try delegated(barricade).makeAsyncIterator()
        #expect(await events.next() == "response")
        for piece in ["one", "two", "three"] {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            #expect(await events.next() == piece)
        }
        #expect(await events.next() == "end")
    }

    @Test func othersGetTheWholeBody() async throws {
        let barricade = barricade(body(.chunks(["one", "two", "three"])))
        let answer = try await barricade.session.get(api)
        #expect(answer.text == "onetwothree")
        #expect(answer.response.value(forHTTPHeaderField: "Content-Length") == "11")

        // The same in a session whose delegate would take pieces.
        let session = URLSession(
            configuration: .barricaded(by: barricade), delegate: Delegate(), delegateQueue: nil)
        let (ends, ended) = AsyncStream.makeStream(of: String.self)
        session.dataTask(with: try #require(URL(string: api))) { data, _, _ in
            ended.yield(String(decoding: data ?? Data(), as: UTF8.self))
        }.resume()
        for await text in ends {
            #expect(text == "onetwothree")
            break
        }
        #expect(try await session.get(api).text == "onetwothree")
    }

    @Test func aStreamIsMadeForEachRequest() async throws {
        let barricade = barricade(
            body(
                .stream(contentType: "text/plain") {
                    AsyncStream { continuation in
                        for text in ["a", "", "b"] { continuation.yield(Data(text.utf8)) }
                        continuation.finish()
                    }
                }))
        for _ in 0..<2 {
            let answer = try await barricade.session.get(api)
            #expect(answer.text == "ab")
            #expect(answer.response.value(forHTTPHeaderField: "Content-Length") == nil)
            #expect(answer.response.mimeType == "text/plain")
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
        let error = try await barricade.session.failure(api)
        #expect((error as? URLError)?.code == .networkConnectionLost)
        var events: [String] = []
        for await event in try delegated(barricade) { events.append(event) }
        #expect(events == ["response", "half", "-1005"])
    }

    @Test func aStreamThatStopsComingTimesOut() async throws {
        let clock = ForeignClock()
        let (pieces, more) = AsyncStream.makeStream(of: Data.self)
        let barricade = barricade(body(.stream { pieces }), clock: clock)
        var events = try delegated(barricade).makeAsyncIterator()
        #expect(await events.next() == "response")
        await clock.waitForSleeper(of: .seconds(60))
        clock.advance(by: .seconds(59))
        // Each piece gives the next one the whole time again.
        more.yield(Data("one".utf8))
        #expect(await events.next() == "one")
        clock.advance(by: .seconds(59))
        more.yield(Data("two".utf8))
        #expect(await events.next() == "two")
        clock.advance(by: .seconds(59))
        more.yield(Data("three".utf8))
        #expect(await events.next() == "three")
        clock.advance(by: .seconds(60))
        #expect(await events.next() == "-1001")
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
        session.dataTask(with: try #require(URL(string: api))).resume()
        await delegate.completion()
        let most = try #require(ahead.withLock { $0.max() })
        #expect(ahead.withLock { $0.count } == 100)
        #expect(most <= 5, "\(most) pieces were asked for too early")
    }

    @Test(arguments: [
        (CannedResponse.FailurePoint.headers, ["response", "-1005"]),
        (.bytes(0), ["response", "-1005"]),
        (.bytes(2), ["response", "he", "-1005"]), (.bytes(9), ["response", "hello", "-1005"]),
    ])
    func failsOnItsWay(_ point: CannedResponse.FailurePoint, _ expected: [String]) async throws {
        for response in [
            CannedResponse("Whole", text: "hello"), body(.chunks([Data("hello".utf8)])),
        ] {
            let barricade = barricade(response.failing(.networkConnectionLost, after: point))
            var events: [String] = []
            for await event in try delegated(barricade) { events.append(event) }
            #expect(events == expected, "\(response)")
            let error = try await barricade.session.failure(api)
            #expect((error as? URLError)?.code == .networkConnectionLost)
            #expect(
                barricade.requests.map(\.outcome)
                    == Array(repeating: .failed(domain: NSURLErrorDomain, code: -1005), count: 2))
        }
    }

    @Test func contentLengthMayLie() async throws {
        for (length, text) in [("3", "hello"), ("100", "hello")] {
            let barricade = barricade(
                CannedResponse("Lie", headers: ["Content-Length": length], text: text))
            let answer = try await barricade.session.get(api)
            #expect(answer.text == text)
            #expect(answer.response.value(forHTTPHeaderField: "Content-Length") == length)
        }
    }

    @Test(arguments: [
        (
            CannedResponse("Odd", body: .chunks(["a"], every: .seconds(-1))),
            "the pause between its pieces is negative"
        ),
        (
            CannedResponse("Odd", text: "a").failing(.timedOut, after: .bytes(-1)),
            "it fails after a negative number of bytes"
        ),
    ])
    func saysWhatCannotBeGiven(_ response: CannedResponse, _ reason: String) async throws {
        let barricade = Barricade([ResponseSet("Set", on: .any, responses: [response], line: 3)]) {
            $0.faultHandler = { _ in }
        }
        let error = try await barricade.session.failure(api)
        let text =
            "Response \"Odd\" of set \"Set\" (BodyPiecesTests.swift:3) cannot be sent: \(reason)."
        #expect(error.localizedDescription == text)
    }
}
