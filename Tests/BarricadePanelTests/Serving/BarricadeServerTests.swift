import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

/// The life of a server, and clients that are no tests.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct BarricadeServerTests {
    private let barricade = Barricade(
        ResponseSet("Books", on: .get("/books")) {
            CannedResponse("Two", json: ["Salt", "Sea"])
            CannedResponse("None", json: [])
        })

    @Test func clientsGetWhatIsSelected() async throws {
        let server = try await barricade.served()
        #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)/")
        let url = server.url.appendingPathComponent("books")
        let session = URLSession(configuration: .ephemeral)
        // Downloads are served everywhere.
        let file = try await session.download(from: url).0
        var bodies = [try Data(contentsOf: file), try await session.data(from: url).0]
        try barricade.select("None", for: "Books")
        bodies.append(try await session.data(from: url).0)
        let texts = bodies.map { String(decoding: $0, as: UTF8.self) }
        #expect(texts == [#"["Salt","Sea"]"#, #"["Salt","Sea"]"#, "[]"])
        let lines = barricade.requests.map {
            "\($0.line) \($0.response ?? "") \($0.outcome) \($0.request.url.host ?? "")"
        }
        #expect(
            lines == [
                "GET /books Two 200 api.example.com", "GET /books Two 200 api.example.com",
                "GET /books None 200 api.example.com",
            ])
    }

    @Test func stoppingFreesThePortAndCancelsWhatWaits() async throws {
        let server = try await barricade.serve(
            port: QuietPort.free(), as: "https://api.example.com")
        let held = try barricade.hold("Books")
        async let text = server.rest(after: "GET /books")
        try await held.waitForRequest(timeout: .seconds(300))
        await server.stop()
        #expect(try await text == "")
        let again = try await barricade.serve(port: server.port, as: "https://api.example.com")
        // Released before it is cancelled, the first request would be answered.
        while !held.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        held.releaseAll()
        #expect(try await again.reply("GET /books").status == 200)
        #expect(barricade.requests.map(\.outcome) == [.cancelled, .answered(.ok)])
    }

    @Test func aServerKeepsItsBarricadeAndStopsWithItsLastReference() async throws {
        weak var kept: Barricade?
        var server: BarricadeServer?
        do {
            let barricade = Barricade(
                ResponseSet("Books", on: .get("/books")) { CannedResponse("One", text: "Salt") })
            kept = barricade
            server = try await barricade.serve(
                port: QuietPort.free(), as: "https://api.example.com")
        }
        let port = try #require(server?.port)
        #expect(try await server?.reply("GET /books").body == "Salt")
        server = nil
        // The thread of the server ends a moment later, and with it the last of its requests.
        while kept != nil || (try? Socket.connect(to: port))?.close() != nil {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test func clientsThatLeaveAmidAFileLeaveNothingBehind() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(String(repeating: "Salt", count: 1 << 20), to: "big.txt")
        weak var kept: Barricade?
        do {
            let barricade = Barricade(
                ResponseSet("Books", on: .get("/books")) {
                    CannedResponse("Big", body: .file(file))
                })
            kept = barricade
            let server = try await barricade.served()
            for _ in 0..<20 {
                let socket = try Socket.connect(to: server.port)
                socket.write(Data("GET /books HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
                #expect(socket.read() != nil)
                socket.close()
            }
        }
        // Each load holds the barricade until its end.
        while kept != nil { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func aPortInUseAndADisabledBarricadeAreSaid() async throws {
        let server = try await barricade.served()
        let error = await #expect(throws: BarricadeError.self) {
            try await barricade.serve(port: server.port, as: "https://api.example.com")
        }
        // Who uses it is said where that is known.
        let start = "Port \(server.port) of 127.0.0.1 is in use"
        #expect(error?.message.hasPrefix(start) == true)
        let disabled = Barricade {
            $0.launchOptions = LaunchOptions(arguments: ["-barricade.disabled"], environment: [:])
        }
        await expectFailure(
            .unsupported,
            """
            This barricade is disabled, so it opens no port for https://api.example.com.

            To fix: ask that server itself, or leave out -barricade.disabled and the condition \
            BARRICADE_DISABLED.
            """
        ) { _ = try await disabled.served() }
    }
}
