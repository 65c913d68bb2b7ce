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
    /// A reply as an app sees it.
    private struct Seen: Equatable, CustomStringConvertible {
        let status: Int
        let url: String
        let type: String?
        let headers: [String: String]
        /// The body; of JSON, which a folder lays out, the tokens.
        let body: String
        let bytes: Data

        static func == (left: Seen, right: Seen) -> Bool { left.description == right.description }

        var description: String {
            let fields = headers.map { "\($0): \($1)" }.sorted()
            return "\(status) \(url) \(type ?? "-") \(fields) \(body)"
        }
    }

    private static let comparedFields = ["Content-Type", "Retry-After", "WWW-Authenticate"]

    /// Sends the requests of a kind, one after the other.
    private static func replies(
        _ kind: ReplyKind, from server: ScriptedServer, to session: URLSession
    ) async throws -> [Seen] {
        var replies: [Seen] = []
        for _ in 0..<kind.count {
            var request = URLRequest(url: try server.url("/here"))
            request.httpMethod = kind.method
            request.allHTTPHeaderFields = kind.headers
            request.httpBody = kind.body.map { Data($0.utf8) }
            let (data, response) = try await session.data(for: request)
            let http = try #require(response as? HTTPURLResponse)
            var headers: [String: String] = [:]
            for name in comparedFields { headers[name] = http.value(forHTTPHeaderField: name) }
            let node = try? JSONNode.read(Array(data))
            replies.append(
                Seen(
                    status: http.statusCode, url: http.url?.absoluteString ?? "",
                    type: http.mimeType, headers: headers,
                    body: node?.compact ?? data.map { String($0, radix: 16) }.joined(), bytes: data)
            )
        }
        return replies
    }

    private static func server(_ kind: ReplyKind) throws -> ScriptedServer {
        let count = Locked(0)
        return try ScriptedServer { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return kind.answer(request, number)
        }
    }

    @Test(arguments: ReplyKind.all) func appsSeeTheSame(_ kind: ReplyKind) async throws {
        let server = try Self.server(kind)
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let passed = try await Self.replies(kind, from: server, to: barricade.session)
        if !kind.hangsAlone {
            let another = try Self.server(kind)
            let bare = URLSession(configuration: .ephemeral)
            let real = try await Self.replies(kind, from: another, to: bare)
            #expect(passed.map(\.bytes) == real.map(\.bytes))
            #expect(passed.map(\.status) == real.map(\.status))
            #expect(passed.map(\.headers) == real.map(\.headers))
        }
        #expect(recording.report.refusals == [])
        await server.stop()
        // At once, and from the folder.
        recording.stop(then: .barricaded)
        let played = try await Self.replies(kind, from: server, to: barricade.session)
        #expect(played == passed)
        let folder = try ScratchFolder()
        try recording.save(to: folder.url)
        let read = try Barricade(folder: .directory(folder.url))
        #expect(read.validate() == [])
        let replayed = try await Self.replies(kind, from: server, to: read.session)
        #expect(replayed == passed)
    }

    @Test func cookiesAreSetAgain() async throws {
        let server = try ScriptedServer { request in
            request.headers["Cookie"] == nil
                ? .init(302, headers: ["Location": "/b", "Set-Cookie": "theme=dark; Path=/"])
                : .json("[\"\(request.headers["Cookie"] ?? "")\"]")
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        #expect(try await barricade.get(try server.url("/a")).text == #"["theme=dark"]"#)
        await server.stop()
        let folder = try ScratchFolder()
        try recording.save(to: folder.url)
        let read = try Barricade(folder: .directory(folder.url))
        try await read.get(try server.url("/a"))
        let cookie = read.requests.last?.request.headers["Cookie"]
        #expect(cookie?.hasPrefix("theme=") == true)
    }

    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    @Test func aFolderPlaysBackInAnotherProcess() async throws {
        let server = try ScriptedServer { request in .json("[\"\(request.path)\"]") }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        try await barricade.get(try server.url("/books/7"))
        await server.stop()
        let folder = try ScratchFolder()
        try recording.save(to: folder.url)
        let path = folder.url.path
        let url = try server.url("/books/7").absoluteString
        await #expect(processExitsWith: .success) {
            [path = path as String, url = url as String] in
            OwnProcess.mustEnd(withinMinutes: 1)
            let read = try Barricade(folder: .directory(path))
            let reply = try await read.get(try #require(URL(string: url)))
            #expect(reply.text == "[\n  \"/books/7\"\n]\n")
        }
    }
    #endif
}
