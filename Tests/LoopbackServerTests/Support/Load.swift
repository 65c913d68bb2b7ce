#if compiler(>=6.3) && os(Linux)
import Barricade
import Foundation
import LoopbackServer
import Testing

/// What is done to a server in a process of its own.
enum Load: String, Codable, CaseIterable {
    case requests
    case randomBytes
    case silence
    case noDescriptors

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Does it; returns what came of it, and whether that is as it should be.
    func report() async -> (text: String, isGood: Bool) {
        do {
            let text =
                switch self {
                case .requests:
                    try await Self.run(500 * Endurance.scale, Self.serveEveryone)
                case .randomBytes:
                    try await Self.run(5_000 * Endurance.scale, Self.sendRandomBytes)
                case .silence: try await Self.expectSleep()
                case .noDescriptors: try await Self.expectServiceWithoutDescriptors()
                }
            return ("OK\n\(text)\n", true)
        } catch {
            return ("\(error)", false)
        }
    }

    /// Runs clients against a server twice, and sees that the second time has left nothing more.
    private static func run(
        _ count: Int, _ clients: (_ server: LoopbackServer, _ count: Int) async throws -> Void
    ) async throws -> String {
        let server = try server(handler: answer)
        // First a little, so that what is made once is there.
        try await clients(server, max(count / 10, 64))
        let (before, start) = (try await settled(), ContinuousClock.now)
        try await clients(server, count)
        let time = start.duration(to: .now)
        let after = try await settled()
        try check(after.descriptors == before.descriptors, "descriptors: \(before) then \(after)")
        // Dispatch and Swift's concurrency keep a thread or two more or less.
        try check(after.threads <= before.threads + 4, "threads: \(before) then \(after)")
        try check(after.memory < before.memory + (32 << 20), "memory: \(before) then \(after)")
        await server.stop()
        // Two listeners and the pair of sockets that wakes the thread.
        let stopped = ProcessUse.current
        try check(stopped.descriptors == after.descriptors - 4, "\(after), stopped: \(stopped)")
        return """
            \(count) in \(time), \(Int(Double(count) / (time / .seconds(1)))) a second
            before: \(before)
            after: \(after)
            stopped: \(stopped)
            """
    }

    private static let answer: LoopbackServer.Handler = { request in
        let number = request.path.dropFirst()
        if request.query == "events" {
            return .init(
                headers: ["Content-Type": "text/event-stream"],
                body: .events { writer in
                    for index in 0... {
                        try await writer.write(Data("data: \(number) \(index)\n\n".utf8))
                    }
                })
        }
        if request.query == "stream" {
            return .init(
                body: .stream { writer in
                    for byte in number.utf8 { try await writer.write(Data([byte])) }
                })
        }
        await Task.yield()
        return .text("\(number) \(String(decoding: request.body, as: UTF8.self))")
    }

    private static func check(_ condition: Bool, _ message: @autoclosure () -> String) throws {
        if !condition { throw Fault(description: message()) }
    }

    /// Waits until the server has closed what its clients have closed; returns what is left.
    private static func settled() async throws -> ProcessUse {
        // A connection lingers for a second at most.
        var use = ProcessUse.current
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(1_100))
            let next = ProcessUse.current
            if next.descriptors == use.descriptors, next.threads <= use.threads { return next }
            use = next
        }
        throw Fault(description: "never at rest: \(use)")
    }

    // MARK: Requests

    private static func serveEveryone(_ server: LoopbackServer, requests: Int) async throws {
        let port = try #require(server.port)
        let (isDone, began) = (Locked(false), Events<Void>())
        let streams = (0..<7).map { number in
            Task {
                try await Load.onThread {
                    try readEvents(number, port, began) { isDone.current }
                }
            }
        }
        // The eighth stalls at once. A stream has a place among the connections until it begins.
        let staller = try Client(port: port)
        staller.send("GET /7?events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await Load.onThread(staller) { try $0.reply(hasBody: false) }
        await began.wait(count: 7)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<32 {
                group.addTask {
                    try await Load.onThread { try ask(worker, port, requests: (requests + 31) / 32) }
                }
            }
            try await group.waitForAll()
        }
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
            let head = "POST /\(name) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(name.count)\r\n\r\n"
            switch index % 16 {
            case 7:
                client.send("GET /\(name)?stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let body = try client.reply().body
                try check(body == name, "\(name) got \(body)")
            case 15:
                // In the middle of a request, or before its response is read.
                client.send(index % 32 == 15 ? "\(head)\(name.prefix(3))" : "\(head)\(name)")
                client.die()
                client = try Client(port: port)
            default:
                client.send(head + name)
                let reply = try client.reply()
                try check(
                    reply.status == 200 && reply.body == "\(name) \(name)",
                    "\(name) got \(reply)")
            }
        }
    }

    /// Reads events, in order and of its own stream, and stalls at times.
    private static func readEvents(
        _ number: Int, _ port: UInt16, _ began: Events<Void>, until isDone: () -> Bool
    ) throws {
        let client = try Client(port: port)
        client.send("GET /\(number)?events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let reply = try client.reply(hasBody: false)
        began.add(())
        try check(reply.status == 200, "stream \(number) got \(reply)")
        for index in 0... {
            let event = try client.text(before: "\n\n\r\n")
            try check(
                event.hasSuffix("\r\ndata: \(number) \(index)"), "\(number) \(index) got \(event)")
            if index % 64 == 0, isDone() { return }
            if index % 1_000 == 999 { usleep(1_000) }
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

    private static func sendRandomBytes(to server: LoopbackServer, connections: Int) async throws {
        let port = try #require(server.port)
        let width = 8
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<width {
                group.addTask {
                    try await Load.onThread {
                        var random = SeededGenerator(seed: UInt64(worker))
                        for _ in 0..<(connections + width - 1) / width {
                            try sendRandomBytes(port, &random)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let reply = try await server.reply(to: "GET /still HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try check(reply.body == "still ", "\(reply)")
    }

    private static func sendRandomBytes(_ port: UInt16, _ random: inout SeededGenerator) throws {
        let client = try Client(port: port)
        var bytes = Array((beginnings.randomElement(using: &random) ?? "").utf8)
        let tail = Int.random(in: 0...200, using: &random)
        let tokens = Array("\r\n\r\n:; 0123456789abcdefHTTP/1.1".utf8)
        for _ in 0..<tail {
            let isToken = Bool.random(using: &random)
            let token = tokens.randomElement(using: &random) ?? 0
            bytes.append(isToken ? token : UInt8.random(in: 0...255, using: &random))
        }
        if !bytes.isEmpty, Bool.random(using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1
        }
        client.socket.write(bytes)
        if Int.random(in: 0..<4, using: &random) > 0 {
            client.socket.endSending()
            let text = client.rest()
            try check(
                text.isEmpty || text.hasPrefix("HTTP/1.1 "), "\(bytes) got \(text.prefix(80))")
        }
        // Without what TCP keeps of a connection for a minute, of which there is room for few.
        client.die()
    }

    // MARK: Sleeping

    private static func expectSleep() async throws -> String {
        let gate = Events<Void>()
        let server = try server { request in
            if request.path == "/held" { await gate.wait() }
            return .init(body: .data(Data(repeating: 7, count: 20_000_000)))
        }
        let port = try #require(server.port)
        // Silent ones, one in the middle of a request, one that has ended its half while its
        // handler works, and one that does not read.
        let clients = try (0..<20).map { _ in try Client(port: port) }
        clients[0].send("GET / HT")
        for client in clients[1...2] {
            client.send("GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        clients[1].socket.endSending()
        clients[3].send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await Task.sleep(for: .milliseconds(500))
        let before = ProcessUse.processorTime
        try await Task.sleep(for: .seconds(2))
        let used = ProcessUse.processorTime - before
        try check(used < .milliseconds(100), "an idle server used \(used) in two seconds")
        gate.add(())
        withExtendedLifetime(clients) {}
        await server.stop()
        return "used \(used) in two seconds"
    }

    private static func expectServiceWithoutDescriptors() async throws -> String {
        let server = try server(handler: answer)
        let port = try #require(server.port)
        var limits = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        let usual = limits
        defer {
            limits = usual
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        }
        let clients = try (0..<4).map { _ in try Client(port: port) }
        for client in clients { client.send("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        for client in clients { _ = try await Load.onThread(client) { try $0.reply() } }
        limits.rlim_cur = rlim_t(ProcessUse.current.descriptors + 20)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        // Dispatch makes its own at the first wait, and cannot do without them.
        try await Task.sleep(for: .milliseconds(1))
        var spare: [CInt] = []
        while true {
            let descriptor = open("/dev/null", O_RDONLY)
            guard descriptor >= 0 else { break }
            spare.append(descriptor)
        }
        // One for the client, none for the server.
        close(spare.removeLast())
        let waiting = try Client(port: port)
        waiting.send("GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let before = ProcessUse.processorTime
        try await Task.sleep(for: .seconds(1))
        let used = ProcessUse.processorTime - before
        try check(used < .milliseconds(100), "a server without descriptors used \(used)")
        // Connections that are there are served meanwhile.
        clients[0].send("GET /now HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let now = try await Load.onThread(clients[0]) { try $0.reply() }
        try check(now.body == "now ", "\(now)")
        close(spare.removeLast())
        let late = try await Load.onThread(waiting) { try $0.reply() }
        try check(late.body == "late ", "\(late)")
        await server.stop()
        return "used \(used) in a second"
    }

    // MARK: Threads

    private static func onThread<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await onOwnThread { Swift.Result { try work() } }.get()
    }

    private static func onThread<Result: Sendable>(
        _ client: Client, _ work: @escaping @Sendable (Client) throws -> Result
    ) async throws -> Result {
        let client = Locked(client)
        return try await onThread { try work(client.current) }
    }
}
#endif
