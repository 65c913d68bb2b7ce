#if compiler(>=6.3) && os(Linux)
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

/// What is done to a server in a process of its own.
enum ServingLoad: String, Codable, CaseIterable {
    case clients
    case largeFile

    /// Does it, and returns the figures.
    func figures() async throws -> String {
        switch self {
        case .clients: try await Self.serveManyClients()
        case .largeFile: try await Self.streamLargeFile()
        }
    }

    // MARK: Clients

    private static let width = 32

    private static func serveManyClients() async throws -> String {
        let echo = CannedResponse("Path", handler: { CannedResponse(text: $0.url.path) })
        let pieces = CannedResponse(
            "Path",
            handler: { request in
                CannedResponse(body: .chunks(request.url.path.map(String.init)))
            })
        let barricade = Barricade(
            ResponseSet("Echo", on: .get("/echo/:name")) { echo },
            ResponseSet("Pieces", on: .get("/pieces/:name")) { pieces },
            ResponseSet("Silence", on: .get("/silence/:name")) { CannedResponse.neverAnswers() }
        ) { $0.logLimits = RequestLogLimits(requests: 100) }
        let server = try await barricade.served()
        let port = server.port
        // First a little, so that what is made once is there.
        try await ask(port, requests: 8)
        let count = 8 * Endurance.scale
        return try await OwnProcess.serve(count * width, threads: 8) {
            try await ask(port, requests: count)
        } stopping: {
            let waiting = barricade.requests.filter { $0.outcome == .pending }
            try OwnProcess.check(waiting.isEmpty, "nobody waits for \(waiting)")
            await server.stop()
        }
    }

    /// Lets all clients ask at once.
    private static func ask(_ port: UInt16, requests: Int) async throws {
        try await onThreads(width) { try ask($0, port, requests: requests) }
    }

    /// Asks one after the other, and dies while it waits now and then; each answer is its own.
    private static func ask(_ worker: Int, _ port: UInt16, requests: Int) throws {
        var client = try Client(port: port)
        for index in 0..<requests {
            let kind = index % 8 == 7 ? "silence" : index % 2 == 0 ? "echo" : "pieces"
            let path = "/\(kind)/\(worker)-\(index)"
            client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if kind == "silence" {
                client.die()
                client = try Client(port: port)
            } else {
                let reply = try client.reply()
                try OwnProcess.check(
                    reply.status == 200 && reply.body == path, "\(path) got \(reply)")
            }
        }
    }

    // MARK: A large file

    private static func streamLargeFile() async throws -> String {
        let size = max(40_000_000, 20_000_000 * Endurance.scale)
        let folder = try ScratchFolder()
        try make(folder.file("film.bin"), of: size)
        let barricade = Barricade(
            ResponseSet("Film", on: .get("/film")) { CannedResponse("File", file: "film.bin") }
        ) { $0.files = .directory(folder.url) }
        let server = try await barricade.served()
        let port = server.port
        // First a part, so that what is made once is there.
        _ = try await onThread { try read(port, "bytes=0-9999999") }
        let (before, start) = (ProcessUse.current, ContinuousClock.now)
        let (count, peak) = try await onThread { try read(port, "bytes=0-") }
        let time = start.duration(to: .now)
        try OwnProcess.check(count > size, "only \(count) bytes of \(size)")
        try OwnProcess.check(
            peak < before.memory + 24_576, "memory: \(before), then up to \(peak) KB")
        let speed = Int(Double(size) / 1_000_000 / (time / .seconds(1)))
        return """
            \(size) bytes in \(time), \(speed) MB a second
            before: \(before)
            at most: \(peak) KB

            """
    }

    /// Writes a file piece by piece.
    private static func make(_ file: URL, of size: Int) throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        let piece = Data(repeating: 7, count: 1_000_000)
        for _ in 0..<(size / piece.count) { try handle.write(contentsOf: piece) }
        try handle.close()
    }

    /// Reads a part of the file; returns how many bytes came, and the most memory meanwhile.
    private static func read(_ port: UInt16, _ range: String) throws -> (Int, Int) {
        let client = try Client(port: port)
        client.send(
            "GET /film HTTP/1.1\r\nHost: localhost\r\nRange: \(range)\r\nConnection: close\r\n\r\n")
        var (count, peak, next) = (0, 0, 0)
        while let more = client.socket.read() {
            count += more.count
            guard count > next else { continue }
            next += 1_000_000
            peak = max(peak, ProcessUse.current.memory)
        }
        return (count, peak)
    }
}
#endif
