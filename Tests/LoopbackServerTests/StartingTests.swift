import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// Where a server listens, when it cannot, and what is left when it stops.
@Suite(.timeLimit(.minutes(10))) struct StartingTests {
    @Test func bothLoopbackAddressesAreServedAndNoOther() async throws {
        let server = try echoServer()
        let port = try #require(server.port)
        #expect(server.url?.absoluteString == "http://127.0.0.1:\(port)/")
        for host in ["127.0.0.1", "::1"] {
            let text = try await onThread {
                let socket = try Socket.connect(to: host, port)
                defer { socket.close() }
                socket.write(Data(String.get().utf8))
                return socket.read().map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(text?.hasPrefix("HTTP/1.1 200 OK\r\n") == true)
        }
        // One that listened on all addresses would be reached by any other too.
        for host in ["127.0.0.2"] + Self.otherAddresses {
            #expect(throws: Socket.Failure.self) { try Socket.connect(to: host, port) }
        }
    }

    /// The addresses of this machine that others can reach.
    private static let otherAddresses: [String] = {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        let all = sequence(first: first) { $0?.pointee.ifa_next }
        return all.compactMap { interface in
            guard let address = interface?.pointee.ifa_addr,
                CInt(address.pointee.sa_family) == AF_INET
            else { return nil }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            getnameinfo(
                address, socklen_t(MemoryLayout<sockaddr_in>.size), &name, socklen_t(name.count),
                nil, 0, NI_NUMERICHOST)
            let text = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
            return text.flatMap { $0.hasPrefix("127.") ? nil : $0 }
        }
    }()

    @Test func aPortInUseIsNamedAndTheNextTakenOnlyWhenAskedFor() throws {
        let other = try Socket.listening()
        defer { other.close() }
        let port = try other.port()
        let server = LoopbackServer { _ in .text("") }
        let error = try #require(throws: BarricadeError.self) { try server.start(port: port) }
        #expect(
            error.description == """
                Port \(port) of 127.0.0.1 is in use.

                To fix: end the program that listens on it, or ask for another port, or 0 \
                for any free one.
                """)
        #expect((server.port, server.url) == (nil, nil))
        let next = try server.start(port: port, triesNext: true)
        #expect((port + 1...port + 99).contains(next))
        #expect(server.port == next)
        // The last port has none. Somebody may have it already, which is as good.
        let (last, late) = (LoopbackServer { _ in .text("") }, LoopbackServer { _ in .text("") })
        _ = try? last.start(port: .max)
        let lateError = try #require(throws: BarricadeError.self) {
            try late.start(port: .max, triesNext: true)
        }
        #expect(lateError.description.hasPrefix("Port 65535 of 127.0.0.1 is in use"))
        // The address is that of the server.
        guard let address = IPv4Address.ofLocalNetwork else { return }
        let outer = LoopbackServer(at: address) { _ in .text("") }
        let outerPort = try outer.start()
        let taken = #expect(throws: BarricadeError.self) {
            try LoopbackServer(at: address) { _ in .text("") }.start(port: outerPort)
        }
        let unknown = BarricadeError(
            call: "bind", code: EADDRNOTAVAIL, port: outerPort, at: address)
        let starts = [
            "Port \(outerPort) of \(address) is in use.",
            "The server cannot listen on \(address) (bind: ",
        ]
        for (error, start) in zip([taken, unknown], starts) {
            #expect(error?.description.hasPrefix(start) == true)
        }
    }

    @Test func whatTheSystemForbidsAndASecondStartAreExplained() throws {
        let server = try echoServer()
        let port = try #require(server.port)
        let errors = [
            try #require(throws: BarricadeError.self) { try server.start() },
            BarricadeError(call: "bind", code: EPERM, port: 8123),
            BarricadeError(call: "bind", code: EACCES, port: 80),
            BarricadeError(call: "socket", code: EMFILE, port: 0),
        ]
        #expect(
            errors.map(\.description) == [
                """
                The server listens on port \(port) already.

                To fix: stop it before it starts again.
                """,
                """
                This process must not listen on 127.0.0.1 (bind: Operation not permitted).

                To fix: give a sandboxed Mac app the entitlement \
                com.apple.security.network.server (in Xcode: App Sandbox, Incoming Connections).
                """,
                """
                Port 80 is kept for the system (bind: Permission denied).

                To fix: ask for a port from 1024 on.
                """,
                "The server cannot listen on 127.0.0.1 (socket: Too many open files).",
            ])
    }

    // MARK: Stopping

    @Test func aStoppedServerStartsAgainOnItsPort() async throws {
        let server = try echoServer()
        let port = try #require(server.port)
        for _ in 0..<2 {
            let client = try Client(port: port)
            let status = try await onThread {
                client.send(.get())
                return try client.reply().status
            }
            // The server closes its side first, so that the system remembers the connection.
            await server.stop()
            let rest = await onOwnThread { client.rest() }
            #expect((status, server.port, rest) == (200, nil, ""))
            #expect(throws: Socket.Failure.self) { try Socket.connect(to: port) }
            #expect(try server.start(port: port) == port)
        }
        await server.stop()
        await server.stop()
    }

    @Test func stoppingCancelsHandlersAndEndsStreams() async throws {
        let events = Events<String>()
        let server = try server { request in
            let wait = { @Sendable in
                events.add("began")
                await withTaskCancellationHandler {
                    _ = await events.wait { $0.contains("cancelled \(request.path)") }
                } onCancel: {
                    events.add("cancelled \(request.path)")
                }
            }
            guard request.path == "/stream" else {
                await wait()
                return .text("late")
            }
            return .init(
                body: .stream { writer in
                    await wait()
                    do {
                        try await writer.write(Data("late".utf8))
                    } catch {
                        events.add("\(type(of: error))")
                    }
                })
        }
        let port = try #require(server.port)
        let sockets = try ["/stream", "/handler"].map { path in
            let socket = try Socket.connect(to: port)
            socket.write(Data(String.get(path).utf8))
            return socket
        }
        defer { sockets.forEach { $0.close() } }
        await events.wait { $0.filter { $0 == "began" }.count == 2 }
        await server.stop()
        await events.wait {
            $0.contains("cancelled /stream") && $0.contains("cancelled /handler")
                && $0.contains("ClientGone")
        }
    }
}
