import Barricade
import BarricadeSurfaces
import BarricadePanel
import Testing

@testable import TestSupport

/// Responses that take their time, and clients that do not wait for them.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ServedTimeTests {
    private static let get = "GET /feed HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private let clock = ForeignClock()

    private func barricade(_ response: CannedResponse) -> Barricade {
        Barricade(ResponseSet("Feed", on: .get("/feed")) { response }) { $0.clock = clock }
    }

    /// Asks for the feed, and tells what comes: the status, and each event.
    private func read(
        _ server: BarricadeServer
    ) -> (Events<String>, Task<Void, any Error>) {
        let told = Events<String>()
        let request = server.request("GET /feed", ["Connection: close"])
        let reading = Task {
            try await server.connect { client in
                client.send(request)
                told.add("\(try client.reply(hasBody: false).status)")
                while true { told.add(try client.text(before: "\n\n")) }
            }
        }
        return (told, reading)
    }

    @Test func aDelayIsWaitedFor() async throws {
        let barricade = barricade(CannedResponse("Slow", text: "late", delay: .seconds(3)))
        let server = try await barricade.served()
        async let reply = server.reply("GET /feed")
        await clock.waitForSleeper(of: .seconds(3))
        #expect(barricade.requests.map(\.outcome) == [.pending])
        clock.advance(by: .seconds(3))
        #expect(try await reply.body == "late")
        #expect(barricade.requests.map(\.outcome) == [.answered(.ok)])
    }

    @Test func piecesAreSentAsTheyCome() async throws {
        let server = try await barricade(
            CannedResponse(
                "Live", body: .events([.init("one"), .init("two")], every: .seconds(1)))
        ).served()
        let (told, reading) = read(server)
        await told.wait(count: 2)
        await clock.waitForSleeper(of: .seconds(1))
        #expect(told.all.count == 2)
        clock.advance(by: .seconds(1))
        await told.wait(count: 3)
        // Each event is a chunk of 11 bytes.
        #expect(told.all == ["200", "b\r\ndata: one", "\r\nb\r\ndata: two"])
        // Nothing comes after the last one but the end.
        await #expect(throws: Client.Fault.self) { try await reading.value }
    }

    @Test(arguments: [
        ResponseBody.text(String(repeating: "x", count: 200_000)),
        .chunks((0..<40).map { _ in String(repeating: "x", count: 65_536) }),
        .stream {
            AsyncStream { pieces in
                pieces.yield(Data("123".utf8))
                let end = Task {
                    try? await Task.sleep(for: .seconds(600)); pieces.finish()
                }
                pieces.onTermination = { _ in end.cancel() }
            }
        },
    ])
    func aBodyBeyondItsLengthHoldsUpNobody(_ body: ResponseBody) async throws {
        let barricade = barricade(
            CannedResponse("Long", headers: ["Content-Length": "3"], body: body))
        let server = try await barricade.served()
        let replies = try await server.connect { client in
            try (0..<3).map { _ in
                client.send(Self.get)
                return try client.reply()
            }
        }
        #expect(replies.map(\.body.utf8.count) == [3, 3, 3])
        #expect((replies[0]["Content-Length"], barricade.requests.count) == ("3", 3))
        // The source of a body that does not end is given up.
        while barricade.requests.contains(where: { $0.outcome == .pending }) {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test func theLogTellsWhichResponseIsLongerThanItSays() async throws {
        let barricade = barricade(
            CannedResponse("Long", headers: ["Content-Length": "3"], text: "Salt and Sea"))
        let server = try await barricade.served()
        #expect(try await server.reply("GET /feed").body == "Sal")
        while barricade.requests[0].explanation == nil {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(
            barricade.requests[0].explanation == """
                Response "Long" of set "Feed" has a body that is longer than its Content-Length, by \
                at least 9 bytes, which were not sent.

                To fix: leave Content-Length out of its header fields, since the body sets it.
                """)
        #expect(barricade.requests[0].outcome == .answered(.ok))
    }

    @Test func networkConditionsSlowBodiesDown() async throws {
        let barricade = Barricade(
            ResponseSet("Feed", on: .get("/feed")) {
                CannedResponse("Large", text: String(repeating: "a", count: 2_000))
            })
        barricade.networkConditions = NetworkConditions(
            download: .init(bandwidth: .kilobitsPerSecond(80)), upload: .init())
        let server = try await barricade.served()
        let start = ContinuousClock.now
        #expect(try await server.reply("GET /feed").body.count == 2_000)
        #expect(start.duration(to: .now) >= .milliseconds(200))
    }

    @Test func heldRequestsWaitUntilTheyAreReleased() async throws {
        let barricade = barricade(CannedResponse("Now", text: "news"))
        let server = try await barricade.served()
        let held = try barricade.hold("Feed")
        async let first = server.reply("GET /feed")
        async let second = server.reply("GET /feed")
        try await held.waitForRequest(count: 2, timeout: .seconds(300))
        #expect(barricade.requests.map(\.outcome) == [.held, .held])
        held.release(with: CannedResponse(text: "other"))
        held.release()
        #expect(Set([try await first.body, try await second.body]) == ["other", "news"])
    }

    @Test(arguments: ["dies", "ends its half", "dies in the middle"])
    func aClientThatGoesCancelsItsRequest(_ end: String) async throws {
        let barricade = barricade(
            CannedResponse(
                "Live", body: .events([.init("one"), .init("two")], every: .seconds(1))))
        let server = try await barricade.served()
        let held = try barricade.hold("Feed")
        let events = barricade.requestEvents
        let client = try Client(port: server.port)
        client.send(Self.get)
        try await held.waitForRequest(timeout: .seconds(300))
        if end == "dies in the middle" {
            held.release()
            _ = try await onThread { try client.reply(hasBody: false) }
        }
        if end == "ends its half" { client.socket.endSending() } else { client.die() }
        #expect(await outcome(in: events) == .cancelled)
        #expect(held.requests.isEmpty)
    }

    /// Waits for the end of a request.
    private func outcome(in events: AsyncStream<RequestEvent>) async -> LoggedRequest.Outcome? {
        for await case .ended(let request) in events { return request.outcome }
        return nil
    }

    @Test func aSlowReaderHoldsUpItsSource() async throws {
        let (pieces, size) = (512, 64 * 1_024)
        let made = Locked(0)
        let server = try await barricade(
            CannedResponse(
                "Large",
                body: .stream {
                    AsyncStream<Data>(unfolding: {
                        let number = made.withLock { made in
                            made += 1
                            return made
                        }
                        return number > pieces ? nil : Data(repeating: 65, count: size)
                    })
                })
        ).served()
        let client = try Client(port: server.port)
        client.send(server.request("GET /feed", ["Connection: close"]))
        var last = -1
        // Until nothing more comes, which a slow machine can only make earlier.
        while last != made.current || last < 1 {
            last = made.current
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect(last < pieces / 2)
        let held = Locked(client)
        let count = await onOwnThread {
            var count = 0
            while let more = held.current.socket.read() { count += more.count }
            return count
        }
        #expect(count > pieces * size)
        #expect(made.current == pieces + 1)
    }
}
