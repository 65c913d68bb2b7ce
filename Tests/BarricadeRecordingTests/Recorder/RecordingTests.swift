import Barricade
import BarricadeRecording
import LoopbackServer
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RecordingTests {
    /// Counts requests, so that each reply can be another one.
    private let count = Locked(0)

    @Test func anUnclaimedReplyMakesASetThatCanBeSelectedAtOnce() async throws {
        let server = try ScriptedServer { _ in .json(#"{"title": "Fog"}"#) }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let texts = try await barricade.texts(["/books/7"], of: server)
        #expect(barricade.sets.map(\.outline) == ["GET /books/:id: 200"])
        #expect(try barricade.mode(of: "GET /books/:id") == .recording)
        try barricade.select("200", for: "GET /books/:id")
        try barricade.setMode(.barricaded, for: "GET /books/:id")
        await server.stop()
        #expect(try await barricade.texts(["/books/8"], of: server) == texts)
        #expect(recording.report.counts == "1 recorded")
    }

    @Test func aClaimedReplyJoinsItsSet() async throws {
        let server = try ScriptedServer { _ in .json("[]") }
        let barricade = Barricade.open(
            ResponseSet("Books", on: .get("/books")) {
                CannedResponse("Two", json: [1, 2])
                CannedResponse("None", json: [])
            },
            ResponseSet("Writers", on: .get("/writers")) { CannedResponse("One", json: [1]) })
        let recording = barricade.record(.recordingSets)
        try barricade.setMode(.recording, for: "Books")
        try barricade.setMode(.live, for: "Writers")
        // The reply to /books is the same as "None".
        try await barricade.texts(["/writers", "/books"], of: server)
        #expect(barricade.sets.map(\.outline) == ["Books: Two, None", "Writers: One"])
        let other = try ScriptedServer { _ in .json("[3]") }
        try await barricade.texts(["/books"], of: other)
        #expect(
            barricade.sets.map(\.outline)
                == ["Books: Two, None, 200, As Recorded", "Writers: One"])
        #expect(recording.report.counts == "1 recorded, 1 the same again")
        try barricade.setMode(.barricaded, for: "Books")
        try barricade.select("As Recorded", for: "Books")
        #expect(try await barricade.texts(["/books", "/books"], of: server) == ["[]", "[3]"])
    }

    @Test func cancelledAndCutRepliesAreNotKept() async throws {
        let server = try ScriptedServer { request in
            if request.path == "/never" { return .disconnection }
            return .init(
                body: .stream { writer in
                    try await writer.write(Data("first".utf8))
                    if request.path == "/cut" { throw CancellationError() }
                    try await Task.sleep(for: .seconds(3_600))
                })
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        for path in ["/cut", "/never"] {
            await #expect(throws: (any Error).self) {
                try await barricade.get(try server.url(path))
            }
        }
        let task = barricade.session.dataTask(with: try server.url("/slow"))
        task.resume()
        while !barricade.requests.contains(where: {
            $0.request.url.path == "/slow" && $0.outcome == .passedThrough
        }) {
            await Task.yield()
        }
        task.cancel()
        while recording.report.cancelledCount == 0 { await Task.yield() }
        let counts = "0 recorded, 1 cancelled, 1 cut off, 1 without a reply"
        #expect(recording.report.counts == counts)
        #expect(barricade.sets.isEmpty)
    }

    /// Such a stream has no end by itself.
    @Test(arguments: ["\n", "\r\n", "\r"]) func eventsAreKeptUpToTheLastWholeOne(
        lineBreak: String
    ) async throws {
        let event = "id: 1\(lineBreak)data: one\(lineBreak)\(lineBreak)"
        let server = try ScriptedServer { request in
            .init(
                headers: ["Content-Type": "text/event-stream; charset=utf-8"],
                body: .stream { writer in
                    let whole = request.path == "/none" ? "" : event
                    try await writer.write(Data("\(whole)data: ha".utf8))
                    if request.path == "/cut" { throw CancellationError() }
                    try await Task.sleep(for: .seconds(3_600))
                })
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        await #expect(throws: (any Error).self) {
            try await barricade.get(try server.url("/cut"))
        }
        for path in ["/left", "/none"] {
            let delegate = RecordingDelegate()
            let session = URLSession(
                configuration: .barricaded(by: barricade), delegate: delegate, delegateQueue: nil)
            let task = session.dataTask(with: try server.url(path))
            task.resume()
            await delegate.events.wait { events in
                events.contains { if case .data = $0 { true } else { false } }
            }
            task.cancel()
            session.invalidateAndCancel()
        }
        while recording.report.cancelledCount == 0 || recording.report.keptCount < 2 {
            await Task.yield()
        }
        #expect(recording.report.counts == "2 recorded, 1 cancelled")
        recording.stop(then: .barricaded)
        #expect(Set(barricade.sets.map(\.outline)) == ["GET /cut: 200", "GET /left: 200"])
        #expect(try await barricade.texts(["/cut", "/left"], of: server) == [event, event])
    }

    @Test func failedConnectionsAreKeptIfAsked() async throws {
        let server = try ScriptedServer { _ in .disconnection }
        let url = try server.url("/a")
        await server.stop()
        let barricade = Barricade.open()
        let recording = barricade.record(.live) { $0.keepsFailures = true }
        let failure = await #expect(throws: URLError.self) { try await barricade.get(url) }
        #expect(barricade.sets.map(\.outline) == ["GET /a: Cannot Connect To Host"])
        recording.stop(then: .barricaded)
        let again = await #expect(throws: URLError.self) { try await barricade.get(url) }
        #expect(again?.code == failure?.code)
    }

    @Test func endsWithItsStopOrItsLastReference() async throws {
        let server = try ScriptedServer { [count] _ in .json("[\(count.next())]") }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let first = try await barricade.texts(["/a"], of: server)
        recording.stop()
        #expect(try await first + barricade.texts(["/a"], of: server) == ["[1]", "[2]"])
        #expect(barricade.sets.map(\.outline) == ["GET /a: 200"])
        // A recording that nobody keeps ends at once, and its sets say so.
        _ = barricade.record(.live)
        try barricade.setMode(.recording, for: "GET /a")
        let error = await #expect(throws: (any Error).self) {
            try await barricade.texts(["/a"], of: server)
        }
        #expect(error.flatMap { BarricadeError($0) }?.code == .missingRecorder)
    }

    /// Records replies that count on; returns the counts of the report, and the sets.
    private func record(
        _ paths: [String], _ configure: (inout Recording.Settings) -> Void
    ) async throws -> [String] {
        let server = try ScriptedServer { [count] _ in
            .json(#"{"at": \#(count.next()), "items": [{"at": \#(count.next())}]}"#)
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live, configure: configure)
        try await barricade.texts(paths, of: server)
        return [recording.report.counts] + recording.sets.map(\.outline)
    }

    @Test func settingsSayWhatIsKept() async throws {
        let few = try await record(["/a", "/a", "/a", "/a", "/a"]) { $0.responseLimit = 2 }
        let books = try await record(["/books", "/beacon"]) {
            $0.isRecorded = { $0.url.path.hasPrefix("/books") }
        }
        let same = try await record(["/a", "/a", "/a"]) { $0.volatilePaths = ["$..at"] }
        #expect(
            few + books + same == [
                "2 recorded, 3 more than a set keeps",
                "GET /a: 200, 200 (2), As Recorded (default)", "1 recorded", "GET /books: 200",
                "1 recorded, 2 the same again", "GET /a: 200",
            ])
    }

    @Test func parallelRequestsLoseNothing() async throws {
        let server = try ScriptedServer { .json("[\"\($0.path)\"]") }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let paths = (0..<20).map { "/p\($0)/x" }
        await Endurance.inParallel(10) { worker in
            for index in stride(from: worker, to: 80, by: 10) {
                // Four at once ask for the same.
                try await barricade.get(try server.url(paths[index / 4]))
            }
        }
        #expect(recording.report.counts == "20 recorded, 60 the same again")
        recording.stop(then: .barricaded)
        await server.stop()
        #expect(try await barricade.texts(paths, of: server) == paths.map { "[\"\($0)\"]" })
    }

    // MARK: Large bodies

    @Test func aBodyIsKeptWholeUnlessItIsTooLargeOrCannotBeRead() async throws {
        let megabyte: Int = 1 << 20
        let line = String(repeating: "0123456789", count: 6_000) + "\n"
        let server = try ScriptedServer { request in
            switch request.path {
            case "/unknown": return .unreadable
            case "/film":
                let piece = Data(count: megabyte)
                return .init(
                    body: .stream { writer in for _ in 0..<17 { try await writer.write(piece) } })
            default:
                return .init(
                    headers: ["Content-Type": "text/plain"],
                    body: .stream { writer in
                        for _ in 0..<5 { try await writer.write(Data(line.utf8)) }
                    })
            }
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let texts = try await barricade.texts(["/a", "/film", "/unknown?token=f00d"], of: server)
        #expect(
            "\(recording.report)" == """
                1 recorded, 2 refused
                  GET http://\(server.host)/film: its body is larger than 16 MB, the most that is recorded
                  GET http://\(server.host)/unknown?token=•••: The reply to GET \
                http://\(server.host)/unknown cannot be searched for secrets: its 5 bytes of \
                application/x-unknown are no text, but an unknown format.

                To fix, if bodies of its type hold none:
                  Redaction { $0.allowedTypes.insert("application/x-unknown") }, or --allow-type \
                application/x-unknown

                1 left out:
                  header Date
                """)
        recording.stop(then: .barricaded)
        await server.stop()
        #expect(barricade.sets.map(\.outline) == ["GET /a: 200"])
        let played = try await barricade.texts(["/a"], of: server)
        let whole = String(repeating: line, count: 5)
        // Without the bodies, which a failure would show.
        let (isWhole, isPlayed) = (texts[0] == whole, played == [whole])
        #expect(isWhole)
        #expect(isPlayed)
        #expect(texts[1].utf8.count == 17 * megabyte)
    }
}

extension RecordingReport {
    /// The first line of its description.
    var counts: String { "\(self)".split(separator: "\n").first.map(String.init) ?? "" }
}
