#if compiler(>=6.3) && os(Linux)
import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// What is done to a server in a process of its own.
enum Load: String, Codable, CaseIterable {
    case requests
    case randomBytes
    case silence
    case noDescriptors

    /// Does it, and returns the figures.
    func figures() async throws -> String {
        switch self {
        case .requests: try await Self.run(500 * Endurance.scale, Self.serveEveryone)
        case .randomBytes: try await Self.run(800 * Endurance.scale, Self.sendRandomBytes)
        case .silence: try await Self.expectSleep()
        case .noDescriptors: try await Self.expectServiceWithoutDescriptors()
        }
    }

    /// Runs clients twice, and sees that the second time leaves nothing more than the first.
    private static func run(
        _ count: Int, _ clients: (_ port: UInt16, _ count: Int) async throws -> Void
    ) async throws -> String {
        let server = try server(handler: LoadedHandler.answer)
        let port = try #require(server.port)
        // First a little, so that what is made once is there.
        try await clients(port, max(count / 10, 64))
        return try await OwnProcess.serve(count, threads: 4) {
            try await clients(port, count)
        } stopping: {
            await server.stop()
        }
    }

    // MARK: Requests

    private static func serveEveryone(_ port: UInt16, requests: Int) async throws {
        let (isDone, began) = (Locked(false), Events<Void>())
        let streams = (0..<7).map { number in
            Task {
                try await onThread { try readEvents(number, port, began) { isDone.current } }
            }
        }
        // The eighth stalls at once. A stream has a place among the connections until it begins.
        let staller = try Client(port: port)
        staller.send("GET /long?events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await onThread { try staller.reply(hasBody: false) }
        await began.wait(count: 7)
        try await onThreads(32) { try ask($0, port, requests: (requests + 31) / 32) }
        isDone.withLock { $0 = true }
        for stream in streams { try await stream.value }
        staller.die()
    }

    /// Asks one after the other, and dies half-way now and then; each answer is its own.
    private static func ask(_ worker: Int, _ port: UInt16, requests: Int) throws {
        var random = SeededGenerator(seed: UInt64(worker))
        var client = try Client(port: port)
        for index in 0..<requests {
            let name = "\(worker)-\(index)-\(random.next())"
            let post =
                "POST /\(name) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(name.count)\r\n\r\n"
            switch index % 16 {
            case 7:
                client.send("GET /\(name)?stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let body = try client.reply().body
                try OwnProcess.check(body == name, "\(name) got \(body)")
            case 15:
                // In the middle of a request, or before its response is read.
                client.send(post + (index % 32 == 15 ? "\(name.prefix(3))" : name))
                client.die()
                client = try Client(port: port)
            default:
                client.send(post + name)
                let reply = try client.reply()
                try OwnProcess.check(
                    reply.status == 200 && reply.body == "\(name) \(name)",
                    "\(name) got \(reply)")
            }
        }
    }

    /// Reads events, in order and of its own stream.
    private static func readEvents(
        _ number: Int, _ port: UInt16, _ began: Events<Void>, until isDone: () -> Bool
    ) throws {
        let client = try Client(port: port)
        client.send("GET /\(number)?events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let reply = try client.reply(hasBody: false)
        began.add(())
        try OwnProcess.check(reply.status == 200, "stream \(number) got \(reply)")
        for index in 0... {
            let event = try client.text(before: "\n\n\r\n")
            try OwnProcess.check(
                event.hasSuffix("\r\ndata: \(number) \(index)"), "\(number) \(index) got \(event)")
            if index % 64 == 0, isDone() { return }
        }
    }

    // MARK: Random bytes

    private static let beginnings = [
        "", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET / HTTP/1.1\r\n",
        "POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n",
        "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n",
        "POST /a?stream HTTP/1.0\r\nHost: [::1]\r\nExpect: 100-continue\r\n",
        "GET http://localhost/ HTTP/1.1\r\nOrigin: http://localhost\r\n",
    ]

    private static func sendRandomBytes(_ port: UInt16, connections: Int) async throws {
        let width = 8
        try await onThreads(width) { worker in
            var random = SeededGenerator(seed: UInt64(worker))
            for _ in 0..<(connections + width - 1) / width {
                try sendRandomBytes(port, &random)
            }
        }
    }

    private static func sendRandomBytes(_ port: UInt16, _ random: inout SeededGenerator) throws {
        let client = try Client(port: port)
        var bytes = Array((beginnings.randomElement(using: &random) ?? "").utf8)
        let tokens = Array("\r\n\r\n:; 0123456789abcdefHTTP/1.1".utf8)
        for _ in 0..<Int.random(in: 0...200, using: &random) {
            let token = tokens.randomElement(using: &random) ?? 0
            let isToken = Bool.random(using: &random)
            bytes.append(isToken ? token : UInt8.random(in: 0...255, using: &random))
        }
        if !bytes.isEmpty, Bool.random(using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1
        }
        client.socket.write(bytes)
        if Int.random(in: 0..<4, using: &random) > 0 {
            client.socket.endSending()
            let text = client.rest()
            try OwnProcess.check(
                text.isEmpty || text.hasPrefix("HTTP/1.1 "), "\(bytes) got \(text.prefix(80))")
        }
        // Otherwise the system remembers the connection, and has no port left after many.
        client.die()
    }

    // MARK: Nothing to do

    private static func expectSleep() async throws -> String {
        let server = try server(handler: LoadedHandler.answer)
        let port = try #require(server.port)
        // Silent ones; one in the middle of a request; one whose handler works, and one that has
        // ended its half besides; one that does not read.
        let clients = try (0..<20).map { _ in try Client(port: port) }
        clients[0].send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nbody")
        for client in clients[1...2] {
            client.send("GET /?held HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        clients[1].socket.endSending()
        clients[3].send("GET /?large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let used = try await onThread { timeUsed() }
        try OwnProcess.check(
            used < .milliseconds(100), "an idle server used \(used) in two seconds")
        withExtendedLifetime(clients) {}
        await server.stop()
        return "used \(used) in two seconds\n"
    }

    private static func expectServiceWithoutDescriptors() async throws -> String {
        let server = try server(handler: LoadedHandler.answer)
        let port = try #require(server.port)
        let used = try await onThread { try expectServiceWithoutDescriptors(port) }
        await server.stop()
        try await expectReserveToComeBack()
        return "used \(used) in two seconds\n"
    }

    /// Dispatch needs descriptors for its own threads, so nothing here waits on them: this is a
    /// thread of its own, and what is asked meanwhile is answered without a handler.
    private static func expectServiceWithoutDescriptors(_ port: UInt16) throws -> Duration {
        let early = try Client(port: port)
        early.send("GET /early HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try early.reply()
        var spare = SpareDescriptors()
        // One for each client, none for the server, which has eight in reserve.
        let served = try (0..<8).map { _ in
            spare.giveBack()
            let client = try Client(port: port)
            client.send("GET /now HTTP/1.1\r\n")
            return client
        }
        spare.giveBack()
        let late = try Client(port: port)
        late.send("GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let used = timeUsed()
        try OwnProcess.check(used < .milliseconds(100), "a server without descriptors used \(used)")
        try OwnProcess.check(!late.socket.hasSomethingToRead, "there was a descriptor nevertheless")
        // Meanwhile those that are there are served.
        early.send("GET /now HTTP/1.1\r\n")
        for client in [early] + served {
            client.send("Host: elsewhere.example\r\n\r\n")
            let now = try client.reply()
            try OwnProcess.check(now.status == 421, "\(now)")
        }
        spare.giveBackAll()
        let reply = try late.reply()
        try OwnProcess.check(reply.body == "late ", "\(reply)")
        return used
    }

    /// A client that got a descriptor of the reserve gives it back after one answer.
    private static func expectReserveToComeBack() async throws {
        let server = try server(handler: LoadedHandler.answer)
        let port = try #require(server.port)
        try await onThread { try expectReserveToComeBack(port) }
        await server.stop()
    }

    private static func expectReserveToComeBack(_ port: UInt16) throws {
        let early = try Client(port: port)
        early.send("GET /early HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try early.reply()
        var spare = SpareDescriptors()
        spare.giveBack()
        let client = try Client(port: port)
        client.send(
            """
            PUT /late HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\
            Content-Length: 4\r\n\r\n
            """)
        let told = try client.reply(hasBody: false)
        spare.giveBackAll()
        client.send("body")
        let reply = try client.reply()
        try OwnProcess.check(told.status == 100 && reply["Connection"] == "close", "\(reply)")
    }

    /// Returns the time for which the process works in two seconds, once it is at rest.
    private static func timeUsed() -> Duration {
        Thread.sleep(forTimeInterval: 0.5)
        let before = ProcessUse.processorTime
        Thread.sleep(forTimeInterval: 2)
        return ProcessUse.processorTime - before
    }
}
#endif
