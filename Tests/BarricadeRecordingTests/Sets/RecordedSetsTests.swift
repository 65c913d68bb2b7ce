import BarricadeFolder
import Barricade
import BarricadeRecording
import Testing

@testable import TestSupport

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

    private let book = "\(api)/books/7"

    // MARK: Responses

    @Test func namesResponsesByStatusAndKeepsEqualOnesOnce() {
        let one = [exchange(book, "1"), exchange(book, "1")]
        let several = [exchange(book, status: 404), exchange(book, "2")] + one
        // Fields that pass do not make another reply.
        let passing = ["Date", "age", "X-RateLimit-Remaining"].map { name in
            ["1", "2"].map { exchange(book, "1", headers: .init([name: $0])) }
        }
        #expect(
            ([one, one + several] + passing).map { sets(of: $0).responseSets.map(\.outline) } == [
                ["GET /books/:id: 200"],
                ["GET /books/:id: 200, 404, 200 (2), As Recorded (default)"],
                ["GET /books/:id: 200"], ["GET /books/:id: 200"], ["GET /books/:id: 200"],
            ])
    }

    /// They would take minutes if each were compared with all others.
    @Test func thousandsOfRepliesOfOneSetAreNamedQuickly() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let sets = self.sets(of: (1...5_000).map { exchange(book, "\($0)") })
        let set = try #require(sets.set(of: .init(method: .get, url: book)))
        #expect(set.responses.count == 5_000)
        #expect(set.responses.last?.name == "200 (5000)")
        #expect(start.duration(to: clock.now) < .seconds(10))
    }

    @Test func addsToTheSetThatClaimedARequestAndSaysWhetherItChanged() {
        var sets = RecordedSets(replacesIDs: true)
        // The last reply puts the replies in another order.
        let counts = ["1", "1", "2", "2", "1"].map {
            sets.add(exchange(book, $0), from: .init(fileID: "a.har", line: 1))?.responses.count
        }
        #expect(counts == [1, nil, 2, nil, 2])
        let written = ResponseSet("Book", on: .get("/books/:id"), default: "200") {
            CannedResponse("Mine", json: ["id": 1])
            CannedResponse("200", json: ["id": 2])
            CannedResponse("200 (3)", text: "B")
        }
        var set = RecordedSet(extending: written, known: ["Mine": exchange(book, "{}").outcome])
        // Names that a set has are not given again.
        let added = ["{}", "[]", "[1]"].filter { set.add(exchange(book, $0)) }
        #expect(added == ["[]", "[1]"])
        #expect(
            [set.responseSet.outline, set.responseSet.origin.text] == [
                "Book: Mine, 200 (default), 200 (3), 200 (2), 200 (4), As Recorded",
                written.origin.text,
            ])
    }

    @Test func describesEachKindOfOutcome() throws {
        var failed = exchange(book)
        failed.outcome = .failure(.notConnectedToInternet)
        let exchanges = [
            exchange(book, "{}", duration: .seconds(2)),
            exchange(book, status: 302, headers: ["Location": "/login"]),
            exchange(book, status: 204), failed,
        ]
        let set = try #require(sets(of: exchanges, keepsDelays: true).responseSets.first)
        #expect(
            set.responses.map { "\($0)" } == [
                "200: 200 after 2.0 seconds", "302: 302 to /login", "204: 204",
                "Not Connected To Internet: error notConnectedToInternet",
                "As Recorded: in turn 200 after 2.0 seconds, 302 to /login, 204, error notConnectedToInternet",
            ])
    }

    // MARK: Sets

    @Test func narrowSetsAreAskedBeforeWideOnesAndNamesAreToldApart() throws {
        let url = "\(api)/books"
        let narrow = self.sets(of: [
            exchange("\(url)/7"), exchange(url), exchange("\(url)/latest"),
            exchange("\(url)?page=2"), exchange("\(url)?page=2&kind=new"),
        ])
        let hosts = self.sets(of: [
            exchange("https://a.com/books?page=1"), exchange("https://b.com/books?page=1"),
            exchange("https://a.com/books?page=2"),
        ])
        #expect(
            (narrow.responseSets + hosts.responseSets).map { "\($0.group ?? ""): \($0.name)" } == [
                ": GET /books/latest", ": GET /books/:id", ": GET /books?kind&page",
                ": GET /books?page", ": GET /books",
                "a.com: GET /books?page", "a.com: GET /books?page (2)",
                "b.com: GET b.com/books?page",
            ])
        // They get folders of their own, too.
        let alike = self.sets(of: (1...3).map { exchange("\(book)/\($0)") }, replacesIDs: false)
        let folder = try ScratchFolder()
        try alike.write(to: folder.url)
        #expect(
            try folder.names().filter { $0.hasPrefix("get") }
                == ["get-books-id-id", "get-books-id-id-2", "get-books-id-id-3"])
    }

    /// By its URL, the matcher, name and file of a recorded request.
    private static let patterns: KeyValuePairs<String, [String]> = [
        "https://api.example.com/v1/books": [
            "GET https://api.example.com/v1/books", "GET /v1/books", "get-v1-books",
        ],
        "https://api.example.com/books/7/pages/12": [
            "GET https://api.example.com/books/:id/pages/:id2", "GET /books/:id/pages/:id2",
            "get-books-id-pages-id",
        ],
        "https://api.example.com/7": ["GET https://api.example.com/7", "GET /7", "get-id"],
        "https://api.example.com/users/7A0C2B44-91AE-4D5B-8A37-0A6E3F0C9D11": [
            "GET https://api.example.com/users/:id", "GET /users/:id", "get-users-id",
        ],
        "https://api.example.com/books/?page=2&kind=new": [
            "GET https://api.example.com/books?kind=new&page=2", "GET /books?kind&page",
            "get-books",
        ],
        "https://api.example.com/books?token": [
            "GET https://api.example.com/books?token", "GET /books?token", "get-books",
        ],
        // Names of files suit every file system, and have at most 60 characters.
        "https://a.com/Caf%C3%A9/aaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbbbbbb-cccccccccccccccccccc": [
            "GET https://a.com/Caf%C3%A9/aaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbbbbbb-cccccccccccccccccccc",
            "GET /Caf%C3%A9/aaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbbbbbb-cccccccccccccccccccc",
            "get-cafe-aaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbbbbbb-ccccccccc",
        ],
        "http://localhost:8080": ["GET http://localhost:8080/", "GET /", "get"],
        "https://a.com/*/:x/%7By%7D//caf%C3%A9": [
            "GET https://a.com/%2A/%3Ax/%7By%7D//caf%C3%A9", "GET /%2A/%3Ax/%7By%7D//caf%C3%A9",
            "get-x-y-cafe",
        ],
    ]

    @Test func aPatternClaimsRequestsLikeTheRecordedOne() throws {
        for (text, expected) in Self.patterns {
            let pattern = RequestPattern(.init(method: .get, url: text), replacesIDs: true)
            #expect([pattern.matcher.description, pattern.name, pattern.fileName] == expected)
            let own = BarricadeRequest(URLRequest(url: try URL(text)))
            #expect(own.map(pattern.matcher.matches) == true, "\(text)")
        }
    }

    @Test func writesAFolderThatAnswersTheSame() throws {
        let folder = try ScratchFolder()
        let sets = self.sets(of: [
            exchange(
                book, #"{"price":12.50,"a":1}"#, headers: ["Content-Type": "application/json"]),
            exchange(book, "gone", status: 404, headers: ["Content-Type": "text/plain"]),
            exchange(book, "[]", headers: ["Content-Type": "application/json"]),
            exchange("\(api)/a", "a()", headers: ["Content-Type": "application/javascript"]),
        ])
        try sets.write(to: folder.url)

        let tree = try folder.tree()
        #expect(
            tree.keys.sorted() == [
                "barricade.json", "barricade.schema.json", "get-a/200.js", "get-a/set.json",
                "get-books-id/200-2.json", "get-books-id/200.json", "get-books-id/404.txt",
                "get-books-id/set.json",
            ])
        #expect(
            tree["get-books-id/set.json"] == """
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
        let barricade = try Barricade(folder: .directory(folder.url))
        let bodies = try ["200", "404", "200 (2)"].map { name in
            let preview = try barricade.preview(of: name, for: "GET /books/:id")
            return String(decoding: preview?.body ?? Data(), as: UTF8.self)
        }
        #expect(bodies == ["{\n  \"price\": 12.50,\n  \"a\": 1\n}\n", "gone", "[]\n"])
        let script = tree["get-a/set.json"] ?? ""
        #expect(script.contains(#""contentType": "application/javascript""#))
        #expect(tree["get-a/200.js"] == "a()")
    }

    /// Sets of plain exchanges are not read back when they are written.
    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func whateverIsPlainIsReadAsItWasWritten(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "a", "Z9", "-", ".", "..", "_", "~", ":", ":id", "/", "//", "?", "&", "=", "=:", "a=",
            "%", "%2A", "%2a", "%3A", "%7B", "%zz", "%00", "%2F", "%25", "%C3%A4", "%C3", "&=",
            "?a",
        ]
        let types = [
            "application/json", "text/html; charset=latin1", "text/plain", "x", "", " ", "a/b;c",
            "image/png", "application/x-ndjson", "text/javascript", "\"", "ä/ö",
        ]
        let exchanges = (0..<600).map { number in
            func text(_ most: Int) -> String {
                (0..<Int.random(in: 0...most, using: &random)).reduce("") { text, _ in
                    text + (pieces.randomElement(using: &random) ?? "")
                }
            }
            var exchange = exchange(
                "\(api)/\(number)/\(text(6))", "\(text(2))",
                status: [200, 201, 404, 599].randomElement(using: &random) ?? 200,
                headers: [
                    "Content-Type": types.randomElement(using: &random) ?? "",
                    "X-A": text(2), "ETag": "\"\(number)\"",
                ])
            if Bool.random(using: &random) {
                exchange.request.target = "\(exchange.request.url)?\(text(4))"
            }
            return exchange
        }
        let (first, second) = (try ScratchFolder(), try ScratchFolder())
        try sets(of: exchanges, replacesIDs: seed == 2).write(to: first.url)
        try Barricade(folder: .directory(first.url)).write(to: second.url)
        let (tree, again) = (try first.tree(), try second.tree())
        #expect(tree.count > 900)
        #expect(Set(tree.keys) == Set(again.keys))
        #expect(tree.keys.filter { tree[$0] != again[$0] }.sorted() == [])
    }
}
