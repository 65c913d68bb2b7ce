import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// Bodies that are written while they are sent, and readers that are too slow for them.
@Suite(.timeLimit(.minutes(10))) struct StreamTests {
    private typealias Response = LoopbackServer.Response
    private typealias Writer = LoopbackServer.BodyWriter

    @Test func piecesAreSentAsTheyAreWritten() async throws {
        let read = Events<String>()
        let server = try server { _ in
            Response(
                headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"],
                body: .stream { writer in
                    try await writer.write(Data("one".utf8))
                    try await writer.write(Data())
                    await read.wait(count: 1)
                    try await writer.write(Data("two".utf8))
                    await read.wait(count: 2)
                })
        }
        let (head, end, next) = try await server.connect { client in
            client.send(.get())
            let head = try client.reply(hasBody: false)
            read.add(try client.text(before: "3\r\none\r\n"))
            read.add(try client.text(before: "3\r\ntwo\r\n"))
            let end = try client.text(before: "\r\n\r\n")
            // The connection is good for another request.
            client.send(.get())
            return (head, end, try client.reply())
        }
        #expect(
            [head.summary, end, next.body] + read.all == [
                "200 OK | Set-Cookie: a=1 | Set-Cookie: b=2 | Transfer-Encoding: chunked", "0",
                "onetwo", "", "",
            ])
    }

    @Test func clientsSeeWhereABodyEnds() async throws {
        let server = try server { request in
            var headers: HTTP.Headers = ["Date": "today"]
            if request.path == "/short" { headers["Content-Length"] = "6" }
            return Response(
                headers: headers,
                body: .stream { writer in
                    try await writer.write(Data("half".utf8))
                    if request.path == "/failing" { throw CancellationError() }
                })
        }
        try await expectOutcomes([
            // If something is missing, the connection is cut.
            "Content-Length: 6\r\nConnection: close\r\n\r\nhalf": ["GET /short HTTP/1.1"],
            "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n4\r\nhalf\r\n": [
                "GET /failing HTTP/1.1"
            ],
            // Old clients read up to the end.
            "Connection: close\r\n\r\nhalf": ["GET /old HTTP/1.0\r\nConnection: keep-alive"],
        ]) { head in
            try await server.exchange("\(head)\r\nHost: localhost\r\n\r\n")
                .replacing("HTTP/1.1 200 OK\r\nDate: today\r\n", with: "")
        }
    }

    @Test(arguments: [0, 3]) func aBodyEndsWithItsLastByte(_ length: Int) async throws {
        let (read, wasOpen) = (Events<Void>(), Events<Bool>())
        let server = try server { request in
            guard request.path == "/" else { return .text("next") }
            return Response(
                headers: ["Content-Length": "\(length)"],
                body: .stream { writer in
                    if length > 0 { try await writer.write(Data(count: length)) }
                    // Its source goes on for as long as it likes.
                    await read.wait()
                    wasOpen.add((try? await writer.write(Data())) != nil)
                })
        }
        let body = try await server.connect { client in
            client.send(.get())
            _ = try client.reply()
            client.send(.get("/next"))
            defer { read.add(()) }
            return try client.reply().body
        }
        let opened = await wasOpen.wait()
        #expect((body, opened) == ("next", [false]))
    }

    @Test func othersAreServedMeanwhileAndAnEndedClientGetsNoEvents() async throws {
        let ended = Events<Void>()
        let server = try server { request in
            if request.path == "/ended" {
                ended.add(())
                return .text("")
            }
            await ended.wait()
            return Response(body: .events { try await $0.write(Data("event".utf8)) })
        }
        let port = try #require(server.port)
        let text = try await server.connect { client in
            client.send(.get())
            client.socket.endSending()
            // By the time that a later client is served, the end of this one has been read.
            let later = try Client(port: port)
            later.send(.get("/ended"))
            _ = try later.reply()
            return client.rest()
        }
        #expect(text == "")
    }

    @Test func writersWaitForReaders() async throws {
        let count = 400
        let (written, read) = (Locked(0), Events<Void>())
        let pieces = (0..<count).map { Data(repeating: UInt8($0 % 64 + 32), count: 65_536) }
        let server = try server {
            $0.backlog = 100_000
        } handler: { _ in
            Response(
                body: .stream { writer in
                    for piece in pieces {
                        try await writer.write(piece)
                        written.withLock { $0 += 1 }
                        if written.current == 2 { read.add(()) }
                    }
                })
        }
        let client = try Client(port: #require(server.port))
        let socket = client.socket
        socket.write(Data(String.get().utf8))
        await read.wait()
        // Another request shows that the server's thread is not the one that waits.
        _ = try await server.reply(to: "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n", hasBody: false)
        #expect(written.current < count)
        let body = try await onThread { try client.reply().body }
        #expect(Data(body.utf8) == pieces.reduce(into: Data()) { $0 += $1 })
    }

    @Test(arguments: ["is gone", "reads nothing"])
    func aWriteFailsForAClientThat(_ client: String) async throws {
        let events = Events<String>()
        let server = try server {
            if client == "reads nothing" { $0.idleTime = .milliseconds(300) }
        } handler: { _ in
            Response(
                body: .stream { writer in
                    events.add("began")
                    do {
                        while true { try await writer.write(Data(repeating: 7, count: 50_000)) }
                    } catch {
                        events.add("\(type(of: error))")
                        throw error
                    }
                })
        }
        let socket = try Socket.connect(to: #require(server.port))
        socket.write(Data(String.get().utf8))
        await events.wait()
        if client == "is gone" { socket.reset() }
        let all = await events.wait(count: 2)
        #expect(["ClientGone", "CancellationError"].contains(all[1]))
        if client == "reads nothing" { socket.close() }
    }

    @Test func aPauseOfTheHandlerIsNoStall() async throws {
        let server = try server {
            $0.idleTime = .milliseconds(500)
        } handler: { _ in
            Response(
                body: .stream { writer in
                    try await writer.write(Data("a".utf8))
                    try await Task.sleep(for: .milliseconds(1_500))
                    try await writer.write(Data("b".utf8))
                })
        }
        #expect(try await server.reply(to: .get()).body == "ab")
    }

    @Test func eventStreamsHavePlacesOfTheirOwn() async throws {
        let gone = Events<Void>()
        let server = try server {
            $0.connections = 1
            $0.eventStreams = 2
        } handler: { request in
            guard request.path == "/events" else { return .text("page") }
            return Response(
                headers: ["Content-Type": "text/event-stream"],
                body: .events { writer in
                    try await writer.write(Data("data: 1\n\n".utf8))
                    _ = await withTaskCancellationHandler {
                        await Events<Void>().wait { _ in Task.isCancelled }
                    } onCancel: {
                        gone.add(())
                    }
                })
        }
        let ask = String.get("/events")
        let port = try #require(server.port)
        let streams = try await onThread {
            try (0..<2).map { _ in
                let client = try Client(port: port)
                client.send(ask)
                _ = try client.reply(hasBody: false)
                return (client, event: try client.text(before: "\n\n"))
            }
        }
        #expect(streams.map(\.event) == ["9\r\ndata: 1", "9\r\ndata: 1"])
        let (third, page) = (try await server.reply(to: ask), try await server.reply(to: .get()))
        #expect(
            [third.summary, page.body] == [
                "503 Service Unavailable | This server has no event stream to spare.\n", "page",
            ])
        // One that only ends its half is gone too, and makes place for another.
        streams[0].0.socket.endSending()
        await gone.wait()
        #expect(try await server.reply(to: ask, hasBody: false).status == 200)
    }
}
