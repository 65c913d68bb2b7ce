import BarricadeFolder
import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RecordedSetsTests {
    private func exchange(
        _ url: String, _ text: String = "", status: HTTP.Status = 200,
        headers: HTTP.Headers = [:], duration: Duration? = nil
    ) -> Exchange {
        Exchange(
            Exchange.Request(method: .get, url: url),
            .reply(.init(status: status, headers: headers, body: Data(text.utf8))),
            date: Date(timeIntervalSince1970: 0), duration: duration)
    }

    private func sets(
        of exchanges: [Exchange], replacesIDs: Bool = true, keepsDelays: Bool = false
    ) -> RecordedSets {
        var sets = RecordedSets(replacesIDs: replacesIDs, keepsDelays: keepsDelays)
        for exchange in exchanges { sets.add(exchange, from: .init(fileID: "a.har", line: 1)) }
        return sets
    }

    private let book = "https://api.example.com/books/7"

    @Test func namesResponsesByStatusAndKeepsEqualOnesOnce() throws {
        let sets = self.sets(of: [
            exchange(book, "1"), exchange(book, "1"), exchange(book, status: 404),
            exchange(book, "2"), exchange(book, "1"), exchange(book, "1"),
        ])
        let set = try #require(sets.responseSets.first)
        #expect(sets.responseSets.count == 1)
        #expect(set.responses.map(\.name) == ["200", "404", "200 (2)", "As Recorded"])
        #expect(set.defaultResponse == "As Recorded")
    }

    /// They would take minutes if each were compared with all others.
    @Test func tenThousandRepliesOfOneSetAreNamedQuickly() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let sets = self.sets(of: (1...10_000).map { exchange(book, "\($0)") })
        let set = try #require(sets.set(of: .init(method: .get, url: book)))
        #expect(set.responses.count == 10_000)
        #expect(set.responses.last?.name == "200 (10000)")
        #expect(start.duration(to: clock.now) < .seconds(30))
    }

    @Test func manySetsWithOneNameGetFoldersOfTheirOwn() {
        let sets = self.sets(
            of: (1...1_000).map { exchange("\(book)/\($0)") }, replacesIDs: false)
        let names = sets.ordered.map(\.fileName)
        #expect(names == ["get-books-id-id"] + (2...1_000).map { "get-books-id-id-\($0)" })
    }

    @Test func namesThatASetHasAreNotGivenAgain() throws {
        let base = ResponseSet("Books", on: .get("/books")) {
            CannedResponse("200", text: "A")
            CannedResponse("200 (3)", text: "B")
        }
        var set = RecordedSet(extending: base)
        for text in ["1", "2", "3"] { _ = set.add(exchange(book, text)) }
        #expect(set.responses.map(\.name) == ["200 (2)", "200 (4)", "200 (5)"])
    }

    @Test func oneReplyNeedsNoSequence() throws {
        let set = try #require(
            self.sets(of: [exchange(book, "1"), exchange(book, "1")]).responseSets.first)
        #expect(set.responses.map(\.name) == ["200"])
        #expect(set.defaultResponse == nil)
    }

    @Test func saysWhichSetChanged() throws {
        var sets = RecordedSets(replacesIDs: true)
        let origin = ResponseSet.Origin(fileID: "a.har", line: 1)
        // The last reply puts the replies in another order.
        let counts = ["1", "1", "2", "2", "1"].map {
            sets.add(exchange(book, $0), from: origin)?.responses.count
        }
        #expect(counts == [1, nil, 2, nil, 2])
    }

    @Test(arguments: ["Date", "age", "X-RateLimit-Remaining"])
    func
        passingFieldsDoNotMakeAnotherReply(_ name: String) throws
    {
        let replies = ["1", "2"].map { exchange(book, "1", headers: .init([name: $0])) }
        #expect(sets(of: replies).responseSets.first?.responses.map(\.name) == ["200"])
    }

    @Test func narrowSetsAreAskedBeforeWideOnes() {
        let url = "https://api.example.com/books"
        let sets = self.sets(of: [
            exchange("\(url)/7"), exchange(url), exchange("\(url)/latest"),
            exchange("\(url)?page=2"), exchange("\(url)?page=2&kind=new"),
        ])
        #expect(
            sets.responseSets.map(\.name) == [
                "GET /books/latest", "GET /books/:id",
                "GET /books?kind&page", "GET /books?page", "GET /books",
            ])
    }

    @Test func namesTellSetsOfSeveralHostsApart() {
        let sets = self.sets(of: [
            exchange("https://a.com/books?page=1"), exchange("https://b.com/books?page=1"),
            exchange("https://a.com/books?page=2"),
        ])
        #expect(
            sets.responseSets.map(\.name) == [
                "GET /books?page", "GET /books?page (2)", "GET b.com/books?page",
            ])
        #expect(sets.responseSets.map(\.group) == ["a.com", "a.com", "b.com"])
    }

    @Test func addsToTheSetThatClaimedARequest() throws {
        let written = ResponseSet("Book", on: .get("/books/:id"), default: "200") {
            CannedResponse("Mine", json: ["id": 1])
            CannedResponse("200", json: ["id": 2])
        }
        let known = exchange(book, "{}").outcome
        var set = RecordedSet(extending: written, known: ["Mine": known])
        let changes = ["{}", "[]"].map { set.add(exchange(book, $0)) }
        #expect(changes == [false, true])
        #expect(set.responseSet.responses.map(\.name) == ["Mine", "200", "200 (2)", "As Recorded"])
        #expect(set.responseSet.defaultResponse == "200")
        #expect(set.responseSet.origin.text == written.origin.text)
    }

    @Test func describesEachKindOfOutcome() throws {
        var failed = exchange(book)
        failed.outcome = .failure(.notConnectedToInternet)
        let set = try #require(
            self.sets(
                of: [
                    exchange(book, "{}", duration: .seconds(2)),
                    exchange(book, status: 302, headers: ["Location": "/login"]),
                    exchange(book, status: 204), failed,
                ], keepsDelays: true
            ).responseSets.first)
        #expect(
            set.responses.map { "\($0)" } == [
                "200: 200 after 2.0 seconds", "302: 302 to /login", "204: 204",
                "Not Connected To Internet: error notConnectedToInternet",
                "As Recorded: in turn 200 after 2.0 seconds, 302 to /login, 204, error notConnectedToInternet",
            ])
    }

    @Test func writesAFolderThatAnswersTheSame() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("BarricadeTests-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let written = folder.appendingPathComponent("Responses")
        let sets = self.sets(of: [
            exchange(
                book, #"{"price":12.50,"a":1}"#, headers: ["Content-Type": "application/json"]),
            exchange(book, "gone", status: 404, headers: ["Content-Type": "text/plain"]),
            exchange(book, "[]", headers: ["Content-Type": "application/json"]),
        ])
        try sets.write(to: written)

        let files = try #require(FileManager.default.enumerator(atPath: written.path))
        #expect(
            files.compactMap { $0 as? String }.sorted() == [
                "barricade.json", "barricade.schema.json", "get-books-id",
                "get-books-id/200-2.json", "get-books-id/200.json", "get-books-id/404.txt",
                "get-books-id/set.json",
            ])
        let text = try String(
            contentsOf: written.appendingPathComponent("get-books-id/set.json"), encoding: .utf8)
        #expect(
            text == """
                {
                  "$schema": "../barricade.schema.json",
                  "name": "GET /books/:id",
                  "on": "GET https://api.example.com/books/:id",
                  "default": "As Recorded",
                  "responses": [
                    {
                      "name": "200",
                      "file": "get-books-id/200.json",
                      "recorded": "00208bf40e338929",
                      "for": ["/books/7"]
                    },
                    {
                      "name": "404",
                      "status": 404,
                      "contentType": "text/plain",
                      "file": "get-books-id/404.txt",
                      "recorded": "c45bf43abe163526",
                      "for": ["/books/7"]
                    },
                    {
                      "name": "200 (2)",
                      "file": "get-books-id/200-2.json",
                      "recorded": "1567af05d3e4088f",
                      "for": ["/books/7"]
                    },
                    {
                      "name": "As Recorded",
                      "sequence": [
                        { "name": "200", "file": "get-books-id/200.json", "for": ["/books/7"] },
                        {
                          "name": "404",
                          "status": 404,
                          "contentType": "text/plain",
                          "file": "get-books-id/404.txt",
                          "for": ["/books/7"]
                        },
                        { "name": "200 (2)", "file": "get-books-id/200-2.json", "for": ["/books/7"] }
                      ],
                      "recorded": "d1648252b4843487"
                    }
                  ]
                }

                """)
        let barricade = try Barricade(folder: .directory(written))
        let session = URLSession(configuration: .patient(by: barricade))
        var received: [String] = []
        for _ in 0..<3 {
            let url = try #require(URL(string: book))
            received.append(String(decoding: try await session.data(from: url).0, as: UTF8.self))
        }
        #expect(received == ["{\n  \"price\": 12.50,\n  \"a\": 1\n}\n", "gone", "[]\n"])
    }
}
