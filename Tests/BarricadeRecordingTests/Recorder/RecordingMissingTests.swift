import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A policy that records what a folder lacks.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RecordingMissingTests {
    private let outer: ScratchFolder
    private let folder: URL
    /// The requests that reached the server, in order: `GET /books/7`.
    private let asked = Locked<[String]>([])
    private let server: ScriptedServer
    private let faults = Locked<[BarricadeError]>([])

    init() throws {
        outer = try ScratchFolder()
        folder = outer.file("Responses")
        let asked = asked
        server = try ScriptedServer { request in
            let line =
                "\(request.method) \(request.path)" + (request.query.map { "?\($0)" } ?? "")
            let number = asked.withLock { asked in
                asked.append(line)
                return asked.count
            }
            switch request.path {
            case "/cut":
                return .init(
                    body: .stream { writer in
                        try await writer.write(Data("first".utf8))
                        throw CancellationError()
                    })
            case "/hangs" where number == 1:
                return .init(
                    body: .stream { writer in
                        try await writer.write(Data("first".utf8))
                        try await Task.sleep(for: .seconds(3_600))
                    })
            case "/unreadable":
                return .init(
                    headers: ["Content-Type": "application/x-unknown"],
                    body: .data(Data([0, 1, 2, 0xFF, 0xFE])))
            case "/login": return .json(#"{"access_token": "s3cr3t-Value-4711", "name": "Ada"}"#)
            case "/same/1", "/same/2": return .json("[]")
            case "/number": return .json("[\(number)]")
            default: return .json("[\"\(line)\"]")
            }
        }
    }

    private func barricade(
        _ sets: ResponseSet..., mode: Recording.Mode = .missing, run: String = "first",
        environment: [String: String] = [:]
    ) -> Barricade {
        Barricade(sets) { [faults] in
            // Other rules share nothing but the folder, as another run of the tests does.
            let redaction = Redaction { $0.names = [run] }
            $0.unmatchedPolicy = .record(
                into: folder, mode: mode, redaction: redaction, environment: environment)
            $0.faultHandler = { fault in faults.withLock { $0.append(fault) } }
        }
    }

    private var requestsOfServer: [String] { asked.withLock { $0 } }

    private func names(of barricade: Barricade) -> [String] { barricade.sets.map(\.name) }

    // MARK: Missing

    @Test func whatNoSetClaimsIsAskedOnce() async throws {
        let barricade = barricade(
            ResponseSet("Books", on: .get("/books")) { CannedResponse("Two", json: [1, 2]) })
        #expect(try await barricade.get(try server.url("/books")).text == "[1,2]")
        for _ in 0..<3 {
            let text = try await barricade.get(try server.url("/writers")).text
            #expect(text.split(separator: /\s+/).joined(separator: " ").contains("GET /writers"))
        }
        #expect(requestsOfServer == ["GET /writers"])
        #expect(names(of: barricade) == ["Books", "GET /writers"])
        #expect(try barricade.mode(of: "GET /writers") == .barricaded)
        #expect(barricade.requests.map(\.outcome).first == .answered(.ok))
        #expect(barricade.requests.map(\.outcome).dropFirst().first == .passedThrough)
        #expect(barricade.requests.map(\.outcome).last == .answered(.ok))
        #expect(FileManager.default.fileExists(atPath: folder.path + "/get-writers/200.json"))
        #expect(faults.withLock { $0 } == [])
        // Another barricade, and a set of its own that came later than the policy.
        let other = self.barricade()
        #expect(try await other.get(try server.url("/writers")).text.contains("GET /writers"))
        other.register(
            ResponseSet("Writers", on: .get("/writers")) { CannedResponse(json: ["own"]) })
        #expect(try await other.get(try server.url("/writers")).text == #"["own"]"#)
        #expect(requestsOfServer == ["GET /writers"])
    }

    @Test func anIDThatWasNotRecordedIsAskedToo() async throws {
        let paths = ["/books/7", "/books/8", "/same/1", "/same/2", "/books/9"]
        for (round, run) in ["first", "second", "third"].enumerated() {
            let barricade = barricade(run: run)
            // The second run has some from the folder, the third everything.
            let some = round == 0 ? Array(paths.prefix(3)) : paths
            for path in some + some {
                let text = try await barricade.get(try server.url(path)).text
                #expect(path.hasPrefix("/same") || text.contains("GET \(path)\""), "round \(round)")
            }
        }
        #expect(names(of: barricade()).sorted() == ["GET /books/:id", "GET /same/:id"])
        #expect(requestsOfServer == paths.map { "GET \($0)" })
        // A choice answers all of them.
        let barricade = barricade()
        try barricade.select("200 (2)", for: "GET /books/:id")
        #expect(try await barricade.get(try server.url("/books/10")).text.contains("/books/8"))
        #expect(requestsOfServer.count == paths.count)
    }

    @Test func aQueryItemThatWasNotRecordedIsAskedToo() async throws {
        let paths = ["/books", "/books?page=2", "/books?page=3", "/books?page=2&sort=name"]
        for (count, run) in [(2, "first"), (4, "second"), (4, "third")] {
            let barricade = barricade(run: run)
            for path in paths[..<count] + paths[..<count].reversed() {
                let text = try await barricade.get(try server.url(path)).text
                #expect(text.contains("GET \(path)\""))
            }
        }
        #expect(requestsOfServer == paths.map { "GET \($0)" })
    }

    @Test func setsOfTwoHostsStayApart() async throws {
        let other = try ScriptedServer { _ in .json(#"["other"]"#) }
        _ = try await barricade().get(try server.url("/books"))
        for run in ["second", "third"] {
            let barricade = barricade(run: run)
            #expect(try await barricade.get(try other.url("/books")).text.contains("other"))
            #expect(try await barricade.get(try server.url("/books")).text.contains("GET /books"))
        }
        await other.stop()
        #expect(try await barricade().get(try other.url("/books")).text.contains("other"))
        #expect(requestsOfServer == ["GET /books"])
    }

    @Test func manyThatMissTheSameAtOnceRecordItOnce() async throws {
        let barricades = [barricade(), barricade()]
        let url = try server.url("/writers")
        try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<20 {
                group.addTask { try await barricades[index % 2].get(url).text }
            }
            for try await text in group { #expect(text.contains("GET /writers")) }
        }
        #expect(requestsOfServer == ["GET /writers"])
        // Each is in its log, once.
        #expect(barricades.map(\.requestCount) == [10, 10])
        let passed = barricades.flatMap(\.requests).count { $0.outcome == .passedThrough }
        #expect(passed == 1)
    }

    @Test func aRequestThatIsCancelledLeavesItsTurn() async throws {
        let barricade = barricade()
        let url = try server.url("/hangs")
        let first = barricade.session.dataTask(with: url)
        first.resume()
        while requestsOfServer.isEmpty { await Task.yield() }
        async let second = barricade.get(url)
        first.cancel()
        #expect(try await second.text.contains("GET /hangs"))
        #expect(requestsOfServer == ["GET /hangs", "GET /hangs"])
    }

    /// On Linux nobody sees its reply.
    @Test func aDownloadLeavesItsTurn() async throws {
        let barricade = barricade()
        let url = try server.url("/writers")
        let error = await withCheckedContinuation { continuation in
            barricade.session.downloadTask(with: url) { continuation.resume(returning: $2) }
                .resume()
        }
        #expect(error == nil)
        #expect(try await barricade.get(url).text.contains("GET /writers"))
        #expect(self.barricade().sets.count == 1)
    }

    // MARK: Not kept

    @Test func aCutReplyIsNotKept() async throws {
        let barricade = barricade()
        for _ in 0..<2 {
            await #expect(throws: (any Error).self) {
                try await barricade.get(try server.url("/cut"))
            }
        }
        #expect(requestsOfServer == ["GET /cut", "GET /cut"])
        #expect(barricade.sets.isEmpty)
        #expect(faults.withLock { $0 } == [])
    }

    @Test func aReplyThatRedactionRefusesIsNotKept() async throws {
        let barricade = barricade()
        for _ in 0..<2 { try await barricade.get(try server.url("/unreadable")) }
        #expect(requestsOfServer.count == 2)
        #expect(barricade.sets.isEmpty)
        let messages = faults.withLock { $0.map(\.message) }
        #expect(messages.count == 2)
        #expect(
            messages.first?.hasPrefix(
                "The reply to GET http://\(server.host)/unreadable is not kept: ") == true)
        #expect(messages.first?.contains("application/x-unknown") == true)
    }

    @Test func secretsAreRedacted() async throws {
        let secret = "s3cr3t-Value-4711"
        let barricade = barricade()
        let url = try server.url("/login")
        #expect(try await barricade.get(url).text.contains(secret))
        let second = try await barricade.get(url).text
        #expect(!second.contains(secret))
        #expect(second.contains("Ada"))
        let everything = try outer.tree().map { "\($0.key)\n\($0.value)" }.joined()
        #expect(everything.contains("Ada"))
        #expect(!everything.contains(secret))
        #expect(requestsOfServer.count == 1)
    }

    @Test func aFolderThatCannotBeWrittenIsReported() async throws {
        try outer.write("not a folder", to: "Responses")
        let barricade = barricade()
        #expect(try await barricade.get(try server.url("/writers")).text == #"["GET /writers"]"#)
        let codes = faults.withLock { $0.map(\.code) }
        #expect(codes == [.unusableFolder, .unusableFolder])
        #expect(
            faults.withLock { $0.last?.message }?.hasPrefix(
                """
                The reply to GET http://\(server.host)/writers is not kept: The folder \
                \(folder.path) cannot be written: there is a file of that name.
                """) == true)
    }

    // MARK: Modes

    @Test func inCIWhatIsMissingFails() async throws {
        let url = try server.url("/writers")
        func message(_ barricade: Barricade, _ url: URL) async throws -> String {
            let error = await #expect(throws: (any Error).self) { try await barricade.get(url) }
            return BarricadeError(try #require(error))?.message ?? "\(String(describing: error))"
        }
        #expect(
            try await message(barricade(environment: ["CI": "true"]), url) == """
                No response set matches GET \(url.absoluteString).

                No sets are registered.

                To fix:
                  ResponseSet("GET /writers", on: .get("\(url.absoluteString)")) { \
                CannedResponse(json: [:]) }
                  or record its reply into Responses: run this where the environment has no CI
                """)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        let books = try server.url("/books/7")
        try await barricade().get(books)
        // What the folder has is answered.
        let inCI = barricade(environment: ["CI": "true"])
        #expect(try await inCI.get(books).text.contains("GET /books/7"))
        let other = try server.url("/books/8")
        let text = try await message(barricade(mode: .never), other)
        #expect(
            text.replacing(#/\([^()]*set\.json[^()]*\)/#, with: "(…)") == """
                No response set matches GET \(other.absoluteString).

                Nearest:
                  "GET /books/:id" (…)   matches, but has no reply recorded for this URL

                To fix:
                  record its reply into Responses: run this with mode: .missing
                """)
        #expect(inCI.unmatchedRequests.isEmpty)
        #expect(requestsOfServer == ["GET /books/7"])
    }

    @Test func refreshAsksAgain() async throws {
        let url = try server.url("/number")
        #expect(try await barricade().get(url).text == "[1]")
        let again = barricade(mode: .refresh)
        #expect(try await again.get(url).text == "[2]")
        #expect(again.sets.isEmpty)
        // The new reply has replaced the old one.
        let barricade = barricade()
        #expect(barricade.sets.map { $0.responses.map(\.name) } == [["200"]])
        #expect(try await barricade.get(url).text == "[\n  2\n]\n")
        #expect(requestsOfServer.count == 2)
    }

    @Test func policiesDifferByFolderAndMode() throws {
        let policy = UnmatchedPolicy.record(into: folder, mode: .missing, environment: [:])
        #expect(policy == policy)
        #expect(policy != .fail)
        #expect(policy != .record(into: folder, mode: .never))
        #expect("\(policy)" == "record into Responses what it lacks")
        #expect(
            "\(UnmatchedPolicy.record(into: folder, mode: .refresh))"
                == "record into Responses again")
        #expect(
            "\(UnmatchedPolicy.record(into: folder, mode: .never))" == "fail what Responses lacks")
    }

    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    @Test func theNextRunReadsTheFolder() async throws {
        try await barricade().get(try server.url("/books/7"))
        await server.stop()
        let url = try server.url("/books/7").absoluteString
        await #expect(processExitsWith: .success) {
            [path = folder.path as String, url = url as String] in
            OwnProcess.mustEnd(withinMinutes: 1)
            setenv("CI", "true", 1)
            let folder = URL(fileURLWithPath: path, isDirectory: true)
            let barricade = Barricade { $0.unmatchedPolicy = .record(into: folder) }
            let known = try #require(URL(string: url))
            let reply = try await barricade.get(known)
            #expect(reply.text == "[\n  \"GET /books/7\"\n]\n")
            let other = known.deletingLastPathComponent().appendingPathComponent("8")
            let error = await #expect(throws: (any Error).self) { try await barricade.get(other) }
            let message = error.flatMap { BarricadeError($0) }?.message ?? ""
            #expect(message.hasSuffix("run this where the environment has no CI"))
        }
    }
    #endif
}
