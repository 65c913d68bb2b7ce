import Barricade
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RecordingTests {
    private let counter = Counter()

    /// Counts requests, so that each reply can be another one.
    private final class Counter: Sendable {
        private let count = Locked(0)
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test func anUnclaimedReplyMakesASetThatCanBeSelectedAtOnce() async throws {
        let server = try ScriptedServer { _ in .json(#"{"title": "Fog"}"#) }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let reply = try await barricade.get(try server.url("/books/7"))
        #expect(reply.text == #"{"title": "Fog"}"#)
        let set = try #require(barricade.sets.first)
        #expect(set.name == "GET /books/:id")
        #expect(set.responses.map(\.name) == ["200"])
        #expect(try barricade.mode(of: set.name) == .recording)
        try barricade.select("200", for: set.name)
        try barricade.setMode(.barricaded, for: set.name)
        await server.stop()
        #expect(try await barricade.get(try server.url("/books/8")).text == #"{"title": "Fog"}"#)
        #expect(recording.report.keptCount == 1)
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
        try await barricade.get(try server.url("/writers"))
        // The same as "None".
        try await barricade.get(try server.url("/books"))
        #expect(barricade.sets.map(\.responses.count) == [2, 1])
        #expect(recording.report.counts == "0 recorded, 1 the same again")
        let other = try ScriptedServer { _ in .json("[3]") }
        try await barricade.get(try other.url("/books"))
        #expect(barricade.sets[0].responses.map(\.name) == ["Two", "None", "200", "As Recorded"])
        #expect(barricade.sets[0].defaultResponse == nil)
        #expect(barricade.sets[1].responses.map(\.name) == ["One"])
        try barricade.setMode(.barricaded, for: "Books")
        try barricade.select("As Recorded", for: "Books")
        #expect(try await barricade.get(try server.url("/books")).text == "[]")
        #expect(try await barricade.get(try server.url("/books")).text == "[3]")
    }

    @Test func changingRepliesAreNumberedAndPlayInOrder() async throws {
        let server = try ScriptedServer { [counter] _ in
            let replies = ["A", "A", "B", "A", "C"]
            return .json("[\"\(replies[counter.next() - 1])\"]")
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        for _ in 0..<5 { try await barricade.get(try server.url("/a")) }
        let set = try #require(barricade.sets.first)
        #expect(set.responses.map(\.name) == ["200", "200 (2)", "200 (3)", "As Recorded"])
        #expect(set.defaultResponse == "As Recorded")
        recording.stop(then: .barricaded)
        await server.stop()
        var texts: [String] = []
        for _ in 0..<6 { texts.append(try await barricade.get(try server.url("/a")).text) }
        #expect(texts == ["A", "A", "B", "A", "C", "C"].map { "[\"\($0)\"]" })
        #expect(recording.report.counts == "3 recorded, 2 the same again")
    }

    @Test func aNarrowSetIsAskedBeforeAWideOneThatCameLater() async throws {
        let server = try ScriptedServer { request in
            .json("[\"\(request.path) \(request.query ?? "")\"]")
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        for path in ["/books/new", "/books/7", "/books/9?page=2", "/books"] {
            try await barricade.get(try server.url(path))
        }
        recording.stop(then: .barricaded)
        await server.stop()
        for (path, text) in [
            ("/books/new", "/books/new "), ("/books/8", "/books/7 "),
            ("/books/8?page=2", "/books/9 page=2"), ("/books", "/books "),
        ] {
            #expect(try await barricade.get(try server.url(path)).text == "[\"\(text)\"]")
        }
        #expect(recording.sets.count == 4)
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
        await barricade.waitForPassing("/slow")
        task.cancel()
        while recording.report.cancelledCount == 0 { await Task.yield() }
        #expect(barricade.sets.isEmpty)
        #expect(recording.report.counts == "0 recorded, 1 cancelled, 1 cut off, 1 without a reply")
    }

    @Test func failedConnectionsAreKeptIfAsked() async throws {
        let server = try ScriptedServer { _ in .disconnection }
        let url = try server.url("/a")
        await server.stop()
        let barricade = Barricade.open()
        let recording = barricade.record(.live) { $0.keepsFailures = true }
        let failure = await #expect(throws: URLError.self) { try await barricade.get(url) }
        #expect(barricade.sets.map { $0.responses.map(\.name) } == [["Cannot Connect To Host"]])
        recording.stop(then: .barricaded)
        let again = await #expect(throws: URLError.self) { try await barricade.get(url) }
        #expect(again?.code == failure?.code)
    }

    @Test func endsWithItsStopOrItsLastReference() async throws {
        let server = try ScriptedServer { [counter] _ in .json("[\(counter.next())]") }
        let barricade = Barricade.open()
        let url = try server.url("/a")
        let recording = barricade.record(.live)
        try await barricade.get(url)
        recording.stop()
        #expect(try barricade.mode(of: "GET /a") == .live)
        #expect(try await barricade.get(url).text == "[2]")
        #expect(barricade.sets.map(\.responses.count) == [1])
        // A recording that nobody keeps ends at once, and its sets say so.
        _ = barricade.record(.live)
        try barricade.setMode(.recording, for: "GET /a")
        let error = await #expect(throws: (any Error).self) { try await barricade.get(url) }
        #expect(error.flatMap { BarricadeError($0)?.code } == .missingRecorder)
    }

    @Test func keepsNoMoreThanTheLimit() async throws {
        let server = try ScriptedServer { [counter] _ in .json("[\(counter.next())]") }
        let barricade = Barricade.open()
        let recording = barricade.record(.live) { $0.responseLimit = 2 }
        for _ in 0..<5 { try await barricade.get(try server.url("/a")) }
        #expect(barricade.sets[0].responses.map(\.name) == ["200", "200 (2)", "As Recorded"])
        #expect(recording.report.counts == "2 recorded, 3 more than a set keeps")
    }

    @Test func leavesOutWhatIsNotToBeRecorded() async throws {
        let server = try ScriptedServer { _ in .json("[]") }
        let barricade = Barricade.open()
        let recording = barricade.record(.live) {
            $0.isRecorded = { $0.url.path.hasPrefix("/books") }
        }
        for path in ["/books", "/beacon"] { try await barricade.get(try server.url(path)) }
        #expect(recording.sets.map(\.name) == ["GET /books"])
    }

    @Test func repliesThatDifferInVolatilePlacesAreTheSame() async throws {
        let server = try ScriptedServer { [counter] _ in
            .json(#"{"at": \#(counter.next()), "items": [{"at": \#(counter.next())}]}"#)
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live) { $0.volatilePaths = ["$..at"] }
        for _ in 0..<3 { try await barricade.get(try server.url("/a")) }
        #expect(recording.report.counts == "1 recorded, 2 the same again")
    }

    @Test func parallelRequestsLoseNothing() async throws {
        let server = try ScriptedServer { request in .json("[\"\(request.path)\"]") }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let urls = try (0..<200).map { try server.url("/p\($0 % 40)/x") }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<10 {
                group.addTask {
                    for index in stride(from: worker, to: urls.count, by: 10) {
                        await #expect(throws: Never.self) { try await barricade.get(urls[index]) }
                    }
                }
            }
        }
        #expect(recording.report.counts == "40 recorded, 160 the same again")
        recording.stop(then: .barricaded)
        await server.stop()
        for number in 0..<40 {
            let text = try await barricade.get(try server.url("/p\(number)/x")).text
            #expect(text == "[\"/p\(number)/x\"]")
        }
    }
}

extension Barricade {
    /// Waits until a request to a path has gone to the real server.
    fileprivate func waitForPassing(_ path: String) async {
        while !requests.contains(where: {
            $0.request.url.path == path && $0.outcome == .passedThrough
        }) {
            await Task.yield()
        }
    }
}

extension RecordingReport {
    /// The first line of its description.
    var counts: String { "\(self)".split(separator: "\n").first.map(String.init) ?? "" }
}
