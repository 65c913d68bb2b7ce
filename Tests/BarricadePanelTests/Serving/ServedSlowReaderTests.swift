#if compiler(>=6.3) && os(Linux)
import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// A client that does not read what a real server sends.
@Suite(.timeLimit(.minutes(20))) struct ServedSlowReaderTests {
    private static let size = 160 << 20

    /// Starts a server that sends a large body to those who want one.
    private static func server() throws -> UInt16 {
        let listener = try Socket.listening()
        Thread.detachNewThread {
            while let client = listener.accept() {
                Thread.detachNewThread {
                    let head = String(decoding: client.read() ?? Data(), as: UTF8.self)
                    let isLarge = head.hasPrefix("GET /large ")
                    let count = isLarge ? size : 5
                    client.write(
                        Data("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n".utf8))
                    if isLarge {
                        let piece = Data(count: 1 << 20)
                        for _ in 0..<160 { client.write(piece) }
                    } else {
                        client.write(Data("small".utf8))
                    }
                    client.close()
                }
            }
        }
        return try listener.port()
    }

    /// It takes half a minute of real time, so it runs with `BARRICADE_ENDURANCE` alone.
    @Test(
        .onOwnThreads,
        .enabled(if: ProcessInfo.processInfo.environment["BARRICADE_ENDURANCE"] != nil))
    func isCutOffAndHoldsUpNobodyElse() async throws {
        await #expect(processExitsWith: .success) {
            OwnProcess.mustEnd(withinMinutes: 5)
            let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
            let server = try await barricade.serve(as: "http://127.0.0.1:\(Self.server())")
            #expect(try await server.reply("GET /small").body == "small")
            let before = ProcessUse.current.memory
            let stalled = try Client(port: server.port)
            stalled.send(server.request("GET /large"))
            func explanation() -> String? {
                barricade.requests.first { $0.request.url.path == "/large" }?.explanation
            }
            var most = 0
            while explanation() == nil {
                #expect(try await server.reply("GET /small").body == "small")
                most = max(most, ProcessUse.current.memory - before)
                try await Task.sleep(for: .milliseconds(500))
            }
            #expect(
                explanation() == """
                    The client reads too slowly, and was cut off: more than 64 MB of the real \
                    server's body waited for it.
                    """)
            #expect(try await server.reply("GET /small").body == "small")
            // What has waited is there once; the process fails if it stays, also with the allocator.
            #expect(most < Self.size / 1_024 * 3 / 2)
            #expect(stalled.rest().utf8.count < Self.size)
            while ProcessUse.current.memory - before > most / 2 {
                try await Task.sleep(for: .milliseconds(500))
            }
        }
    }
}
#endif
