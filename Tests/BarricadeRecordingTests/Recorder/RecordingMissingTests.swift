import Barricade
import BarricadeFolder
import BarricadeRecording
import LoopbackServer
import Testing

@testable import TestSupport

/// A policy that records what a folder lacks.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RecordingMissingTests {
    private let outer: ScratchFolder
    private let folder: URL
    /// The requests that reached the server, in order: `GET /books/7`.
    private let asked = Locked<[String]>([])
    private let server: ScriptedServer
    private let faults = Locked<[BarricadeError]>([])

    /// Makes a server that answers with the request's line, but for some paths.
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
            case "/cut",
                "/hangs" where number == 1:
                return .init(
                    body: .stream { writer in
                        try await writer.write(Data("first".utf8))
                        if request.path == "/cut" { throw CancellationError() }
                        try await Task.sleep(for: .seconds(3_600))
                    })
            case "/unreadable": return .unreadable
            case "/login": return .json(#"{"access_token": "s3cr3t-Value-4711", "name": "Ada"}"#)
            case "/same/1", "/same/2": return .text("same")
            case "/number": return .text("\(number)")
            default: return .text(line)
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

    // MARK: Missing

    @Test func noRequestWaitsForAProcessThatWritesTheFolder() async throws {
        let barricade = barricade()
        let path = folder.resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(".Responses.lock").path
        let lock = open(path, O_RDWR | O_CREAT, 0o666)
        try #require(flock(lock, LOCK_EX) == 0)
        #expect(try await barricade.texts(["/writers"], of: server) == ["GET /writers"])
        // Its reply still waits, and is saved before the next one.
        #expect(throws: (any Error).self) { try outer.read("Responses/get-writers/200.txt") }
        // Closing would leave it to a program that another test is starting at this moment.
        flock(lock, LOCK_UN)
        close(lock)
        _ = try await barricade.texts(["/readers"], of: server)
        #expect(try outer.read("Responses/get-writers/200.txt") == "GET /writers")
        #expect(faults.current.map(\.message) == [])
    }

    @Test func whatNoSetClaimsIsAskedOnceAndKeptWithoutSecrets() async throws {
        let barricade = barricade(
            ResponseSet("Books", on: .get("/books")) { CannedResponse("Two", json: [1, 2]) })
        let texts = try await barricade.texts(["/books", "/writers", "/writers"], of: server)
        #expect(texts == ["[1,2]", "GET /writers", "GET /writers"])
        #expect(
            barricade.requests.map(\.outcome)
                == [.answered(.ok), .passedThrough, .answered(.ok)])
        let text = try outer.read("Responses/get-writers/200.txt")
        #expect(
            barricade.sets.map(\.outline) + [text]
                == ["Books: Two", "GET /writers: 200", "GET /writers"])
        // Another barricade, and a set of its own that came later than the policy.
        let other = self.barricade()
        var again = try await other.texts(["/writers", "/login", "/login"], of: server)
        other.register(
            ResponseSet("Writers", on: .get("/writers")) { CannedResponse(json: ["own"]) })
        again += try await other.texts(["/writers"], of: server)
        #expect([again[0], again[3]] == ["GET /writers", #"["own"]"#])
        let secret = "s3cr3t-Value-4711"
        let found = try [again[1], again[2], outer.everything()].map { text in
            [secret, "Ada"].filter(text.contains)
        }
        #expect(found == [[secret, "Ada"], ["Ada"], ["Ada"]])
        #expect(asked.current == ["GET /writers", "GET /login"])
        #expect(faults.current == [])
    }

    /// The second run has some of them from the folder, the third all.
    @Test func whatWasNotRecordedIsAskedForUnlessAResponseIsChosen() async throws {
        let paths = [
            "/books/7", "/books/8", "/same/1", "/books", "/books?page=2",
            "/rates?base=EUR", "/rates?base=CHF",
            "/same/2", "/books/9", "/books?page=3", "/books?page=2&sort=name",
        ]
        for (run, count) in [("first", 7), ("second", 11), ("third", 11)] {
            let paths = paths[..<count] + paths[..<count].reversed()
            let texts = try await barricade(run: run).texts(Array(paths), of: server)
            #expect(texts == paths.map { $0.hasPrefix("/same") ? "same" : "GET \($0)" }, "\(run)")
        }
        let barricade = barricade(run: "fourth")
        try barricade.select("200 (2)", for: "GET /books/:id")
        #expect(try await barricade.texts(["/books/10"], of: server) == ["GET /books/8"])
        #expect(asked.current == paths.map { "GET \($0)" })
    }

    @Test func setsOfTwoHostsStayApart() async throws {
        let other = try ScriptedServer { _ in .text("other") }
        try await barricade().texts(["/books"], of: server)
        try await barricade(run: "second").texts(["/books"], of: other)
        await other.stop()
        let barricade = barricade(run: "third")
        let texts = try await barricade.texts(["/books"], of: other)
        #expect(
            try await texts + barricade.texts(["/books"], of: server) == ["other", "GET /books"])
        #expect(asked.current == ["GET /books"])
    }

    @Test func manyThatMissTheSameAtOnceRecordItOnce() async throws {
        let barricades = [barricade(), barricade()]
        await Endurance.inParallel(20) { index in
            let texts = try await barricades[index % 2].texts(["/writers"], of: server)
            #expect(texts == ["GET /writers"])
        }
        #expect(asked.current == ["GET /writers"])
        // Each is in its log, once.
        #expect(barricades.map(\.requestCount) == [10, 10])
    }

    @Test func aRequestThatIsCancelledOrADownloadLeavesItsTurn() async throws {
        let barricade = barricade()
        let url = try server.url("/hangs")
        let first = barricade.session.dataTask(with: url)
        first.resume()
        while asked.current.isEmpty { await Task.yield() }
        async let second = barricade.get(url)
        first.cancel()
        #expect(try await second == "GET /hangs")
        #expect(asked.current == ["GET /hangs", "GET /hangs"])
        // On Linux nobody sees the reply of a download.
        let writers = try server.url("/writers")
        let error = await withCheckedContinuation { continuation in
            barricade.session.downloadTask(with: writers) { continuation.resume(returning: $2) }
                .resume()
        }
        #expect(error == nil)
        #expect(try await barricade.get(writers) == "GET /writers")
        #expect(Set(self.barricade().sets.map(\.name)) == ["GET /hangs", "GET /writers"])
    }

    // MARK: Several recorders

    @Test func aRecordingBesideThePolicyKeepsTheReplyToo() async throws {
        let barricade = barricade()
        let recording = barricade.record(.live)
        #expect(try await barricade.texts(["/writers"], of: server) == ["GET /writers"])
        #expect(recording.report.keptCount == 1)
        #expect(self.barricade().sets.map(\.outline) == ["GET /writers: 200"])
    }

    @Test func anotherPolicyRecordsIntoItsOwnFolderAndTheFirstStillAnswers() async throws {
        let barricade = barricade()
        try await barricade.texts(["/writers"], of: server)
        let other = outer.file("Other")
        barricade.unmatchedPolicy = .record(
            into: other, mode: .missing, redaction: Redaction(), environment: [:])
        let texts = try await barricade.texts(["/writers", "/pens", "/pens"], of: server)
        #expect(texts == ["GET /writers", "GET /pens", "GET /pens"])
        #expect(asked.current == ["GET /writers", "GET /pens"])
        let sets = try [folder, other].map { folder in
            try ResponseSet.sets(in: .directory(folder)).map(\.outline)
        }
        #expect(sets == [["GET /writers: 200"], ["GET /pens: 200"]])
    }

    @Test func aPolicyThatIsSetAgainRecordsOnce() async throws {
        let barricade = barricade()
        let policy = barricade.unmatchedPolicy
        for _ in 0..<2 { barricade.unmatchedPolicy = policy }
        try await barricade.texts(["/writers", "/writers"], of: server)
        #expect(asked.current == ["GET /writers"])
        #expect(barricade.sets.map(\.outline) == ["GET /writers: 200"])
    }

    @Test func aPolicyThatIsReplacedIsNotAskedAnyMore() async throws {
        let barricade = barricade()
        try await barricade.texts(["/books/7"], of: server)
        barricade.unmatchedPolicy = .fail
        // Without the policy, the set answers with the reply to another ID.
        #expect(try await barricade.texts(["/books/8"], of: server) == ["GET /books/7"])
        await #expect(throws: (any Error).self) {
            try await barricade.texts(["/writers"], of: server)
        }
        #expect(asked.current == ["GET /books/7"])
    }

    // MARK: Not kept

    @Test func aReplyThatIsCutOrCannotBeReadIsNotKept() async throws {
        let barricade = barricade()
        for _ in 0..<2 {
            await #expect(throws: (any Error).self) {
                try await barricade.texts(["/unreadable", "/cut"], of: server)
            }
        }
        let expected = ["GET /unreadable", "GET /cut"]
        #expect(asked.current == expected + expected)
        #expect(barricade.sets.isEmpty)
        let fault = """
            The reply to GET http://\(server.host)/unreadable is not kept: The reply to GET \
            http://\(server.host)/unreadable cannot be searched for secrets: its 5 bytes of \
            application/x-unknown are no text, but an unknown format.

            To fix, if bodies of its type hold none:
              Redaction { $0.allowedTypes.insert("application/x-unknown") }, or --allow-type \
            application/x-unknown
            """
        #expect(faults.current.map(\.message) == [fault, fault])
    }

    @Test func aFolderThatCannotBeWrittenIsReported() async throws {
        try outer.write("not a folder", to: "Responses")
        #expect(try await barricade().texts(["/writers"], of: server) == ["GET /writers"])
        let start = """
            The reply to GET http://\(server.host)/writers is not kept: The folder \
            \(folder.path) cannot be written: there is a file of that name.
            """
        #expect(faults.current.map(\.code) == [.unusableFolder, .unusableFolder])
        #expect(faults.current.first?.message.hasPrefix(start) == false)
        #expect(faults.current.last?.message.hasPrefix(start) == true)
    }

    // MARK: Modes

    @Test func inCIWhatIsMissingFails() async throws {
        func message(_ barricade: Barricade, _ url: URL) async throws -> String {
            do {
                return try await barricade.get(url)
            } catch {
                return BarricadeError(error)?.message ?? "\(error)"
            }
        }
        let url = try server.url("/writers")
        #expect(
            try await message(barricade(environment: ["CI": "true"]), url) == """
                No response set matches GET \(url.absoluteString).

                No sets are registered.

                To fix:
                  ResponseSet("GET /writers", on: .get("\(url.absoluteString)")) { \
                CannedResponse(json: [:]) }
                  or record its reply into Responses: run this where the environment has no CI
                """)
        try await barricade().texts(["/books/7"], of: server)
        // What the folder has is answered.
        let inCI = barricade(environment: ["CI": "true"])
        #expect(try await inCI.texts(["/books/7"], of: server) == ["GET /books/7"])
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
        #expect(asked.current == ["GET /books/7"])
    }

    @Test func refreshAsksAgain() async throws {
        var texts: [String] = []
        // The new reply replaces the old one.
        for mode in [Recording.Mode.missing, .refresh, .missing] {
            texts += try await barricade(mode: mode).texts(["/number"], of: server)
        }
        #expect(texts == ["1", "2", "2"])
        #expect(barricade().sets.map(\.outline) == ["GET /number: 200"])
    }

    @Test func policiesDifferByFolderAndMode() {
        let modes: [Recording.Mode] = [.missing, .refresh, .never]
        let policies = modes.map { mode in
            UnmatchedPolicy.record(into: folder, mode: mode, environment: [:])
        }
        #expect(!(policies[1...] + [.fail]).contains(policies[0]))
        #expect(policies[0] == .record(into: folder, mode: .missing, environment: [:]))
        // Whether this is CI, the environment of the process says.
        let own = UnmatchedPolicy.record(into: folder)
        let environment = ProcessInfo.processInfo.environment
        let same = UnmatchedPolicy.record(into: folder, mode: .missing, environment: environment)
        #expect("\(own)" == "\(same)")
        #expect(
            policies.map(\.description) == [
                "record into Responses what it lacks", "record into Responses again",
                "fail what Responses lacks",
            ])
    }
}
