import BarricadeFolder
import Barricade
import BarricadeCommon
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What an app sees from the real server, and then from the recording of it.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct PlaybackTests {
    /// Sends the requests of a kind, one after the other.
    ///
    /// - Returns: The replies as an app sees them: status, address and header fields, and the body;
    ///   of JSON, which a folder lays out, the tokens.
    private static func replies(
        _ kind: ReplyKind, from server: ScriptedServer, to session: URLSession
    ) async throws -> [String] {
        var replies: [String] = []
        for _ in 0..<kind.count {
            var request = URLRequest(url: try server.url("/here"))
            request.httpMethod = kind.method
            request.allHTTPHeaderFields = kind.headers
            request.httpBody = kind.body.map { Data($0.utf8) }
            let (data, response) = try await session.data(for: request)
            let http = try #require(response as? HTTPURLResponse)
            let address = http.url?.absoluteString.replacing(server.host, with: "host") ?? "-"
            let fields = ["Content-Type", "Retry-After", "WWW-Authenticate"].map {
                http.value(forHTTPHeaderField: $0) ?? "-"
            }
            let body =
                (try? JSONNode.read(Array(data)))?.compact ?? data.base64EncodedString()
            replies.append(
                "\(http.statusCode) \(address) \(http.mimeType ?? "-") \(fields) \(body)")
        }
        return replies
    }

    private static func server(_ kind: ReplyKind) throws -> ScriptedServer {
        let count = Locked(0)
        return try ScriptedServer { kind.answer($0, count.next()) }
    }

    @Test(arguments: ReplyKind.all) func appsSeeTheSame(_ kind: ReplyKind) async throws {
        let server = try Self.server(kind)
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let passed = try await Self.replies(kind, from: server, to: barricade.session)
        if !kind.hangsAlone {
            let bare = URLSession(configuration: .ephemeral)
            let real = try await Self.replies(kind, from: Self.server(kind), to: bare)
            #expect(passed == real)
        }
        #expect(recording.report.refusals == [])
        await server.stop()
        // At once, and from the folder.
        recording.stop(then: .barricaded)
        let folder = try ScratchFolder()
        try recording.save(to: folder.url)
        let read = try Barricade(folder: .directory(folder.url))
        #expect(read.validate() == [])
        for player in [barricade, read] {
            let played = try await Self.replies(kind, from: server, to: player.session)
            #expect(played == passed)
        }
    }

    @Test func cookiesAreSetAgain() async throws {
        let server = try ScriptedServer { request in
            request.headers["Cookie"] == nil
                ? .init(302, headers: ["Location": "/b", "Set-Cookie": "theme=dark; Path=/"])
                : .json("[\"\(request.headers["Cookie"] ?? "")\"]")
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        #expect(try await barricade.texts(["/a"], of: server) == [#"["theme=dark"]"#])
        await server.stop()
        let folder = try ScratchFolder()
        try recording.save(to: folder.url)
        let read = try Barricade(folder: .directory(folder.url))
        try await read.texts(["/a"], of: server)
        let cookie = read.requests.last?.request.headers["Cookie"]
        #expect(cookie?.hasPrefix("theme=") == true)
    }
}
