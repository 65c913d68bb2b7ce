import Barricade
import BarricadeFolder
import BarricadeRecording
import LoopbackServer
import Testing

@testable import TestSupport

/// What was recorded for one request of a set answers that request.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RecordedForTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Imports replies by path; the text of each is its body.
    private func archive(_ replies: KeyValuePairs<String, String>) throws -> HARArchive {
        let entries = replies.enumerated().map { index, reply in
            String.entry(
                "GET \(reply.key)", .content("text/plain", reply.value),
                status: reply.value == "gone" ? 404 : 200, time: "09:00:\(10 + index)")
        }
        return try HARArchive(entries: entries) { $0.replacesIDs = true }
    }

    /// A barricade with replies, and one with the folder that they were written to.
    private func barricades(_ replies: KeyValuePairs<String, String>) throws -> [Barricade] {
        let archive = try archive(replies)
        let folder = folder.file(UUID().uuidString)
        try archive.write(to: folder)
        return [Barricade(archive), try Barricade(folder: .directory(folder))]
    }

    private func texts(_ paths: String..., from barricade: Barricade) async throws -> [String] {
        let session = barricade.patientSession
        defer { withExtendedLifetime(barricade) {} }
        var texts: [String] = []
        for path in paths { texts.append(try await session.get("\(api)\(path)").text) }
        return texts
    }

    // MARK: Playing back

    @Test func anotherIDGetsTheFirstAndTheLogSaysSo() async throws {
        // Also if there is but one reply, as for the pen.
        for barricade in try barricades([
            "/books/1": "One", "/books/2": "Two", "/pens/1": "Pen",
        ]) {
            let texts = try await texts(
                "/books/9", "/books/2", "/pens/2", "/pens/1", from: barricade)
            #expect(texts == ["One", "Two", "Pen", "Pen"])
            let requests = barricade.requests
            #expect(
                requests.map(\.note)
                    == ["recorded for /books/1", nil, "recorded for /pens/1", nil])
            #expect(
                requests[0].description.hasPrefix(
                    """
                    GET https://api.example.com/books/9  "GET /books/:id" / "200" \
                    (recorded for /books/1)  200
                    """))
        }
    }

    @Test func eachIDAndQueryHasATurnOfItsOwn() async throws {
        for barricade in try barricades([
            "/books/1": "One", "/books/2": "Two", "/books/1": "Changed", "/books/2": "gone",
            "/search?q=fog&token=Zq8r3TnV5yB2kLm": "Fog",
            "/search?q=sea&token=Zq8r3TnV5yB2kLm": "Sea",
        ]) {
            let texts = try await texts(
                "/search?q=sea&token=1", "/search?token=2&q=fog", "/search?q=sky&token=3",
                "/books/2", "/books/2", "/books/1", "/books/2", "/books/1", from: barricade)
            let notes = barricade.requests.map(\.note)
            #expect(notes[..<3] == [nil, nil, "recorded for /search?q=fog&token"])
            #expect(try barricade.sequencePosition(for: "GET /books/:id") == 5)
            try barricade.select("200 (2)", for: "GET /books/:id")
            let chosen = try await self.texts("/books/1", from: barricade)
            #expect(
                texts + chosen
                    == ["Sea", "Fog", "Fog", "Two", "gone", "One", "gone", "Changed", "Two"])
        }
    }

    /// The folder's sets record, as with the command `record`; a narrow set is asked before a wide one
    /// that came later.
    @Test func theSameTrafficAgainChangesNoByteAndPlaysBack() async throws {
        let server = try ScriptedServer { .text("\($0.path)?\($0.query ?? "")") }
        let paths = [
            "/books/new?", "/books/1?", "/books/2?", "/books/1?", "/books/9?page=2", "/books?",
            "/rates?base=EUR", "/rates?base=CHF", "/a?",
        ]
        var trees: [[String: String]] = []
        for _ in 1...3 {
            let barricade = Barricade.open()
            if !trees.isEmpty { try barricade.register(folder: .directory(folder.url)) }
            for set in barricade.sets { try barricade.setMode(.recording, for: set.name) }
            let recording = barricade.record(.live) {
                $0.earlierFolder = trees.isEmpty ? nil : folder.url
            }
            try await barricade.texts(paths, of: server)
            try recording.save(to: folder.url)
            trees.append(try folder.tree())
            recording.stop(then: .barricaded)
            #expect(try await barricade.texts(paths.reversed(), of: server) == paths.reversed())
        }
        #expect(trees[1] == trees[0])
        #expect(trees[2] == trees[0])
        let player = try Barricade(folder: .directory(folder.url))
        #expect(try await player.texts(paths.reversed(), of: server) == paths.reversed())
    }

    @Test func redirectsAndLinksLeadToTheRecordedPages() async throws {
        let cursors = ["eyJwIjoxfQ", "eyJwIjoyfQ", "eyJwIjozfQ"]
        let server = try ScriptedServer { request in
            let place = cursors.firstIndex { request.query?.contains($0) == true }
            guard let place else {
                return .init(
                    302, headers: ["Location": "/items?cursor=\(cursors[0])&code=4Fz9qLx2"])
            }
            let next = place + 1 < cursors.count ? "</items?cursor=\(cursors[place + 1])>" : "</>"
            return .init(
                headers: ["Link": "\(next); rel=\"next\""], body: .data(Data("\(place)".utf8)))
        }
        /// The texts of all pages, by their links.
        func pages(from barricade: Barricade) async throws -> String {
            let session = barricade.patientSession
            var (path, texts) = ("/first", "")
            while path != "/", texts.count < 9 {
                let reply = try await session.get(server.url(path).absoluteString)
                texts += reply.text
                let link = reply.response.value(forHTTPHeaderField: "Link") ?? "</>"
                path = String(link.dropFirst().prefix { $0 != ">" })
            }
            return texts
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        #expect(try await pages(from: barricade) == "012")
        try recording.save(to: folder.url)
        let player = try Barricade(folder: .directory(folder.url))
        #expect(try await pages(from: player) == "012")
        #expect(player.requests.allSatisfy { $0.note == nil })
        let redirect = try folder.read("get-first/set.json")
        #expect(redirect.contains(#""redirect": "/items?cursor=eyJwIjoxfQ&code""#))
    }

    // MARK: Writing

    @Test func theFolderSaysWhatForInPlainWords() throws {
        try archive(["/books/1": "One", "/books/2": "Two", "/books/3": "Two"])
            .write(to: folder.url)
        let text = try folder.read("get-books-id/set.json")
        #expect(
            text.replacing(#/"recorded": "[0-9a-f]{16}"/#, with: #""recorded": "…""#).contains(
                """
                    {
                      "name": "200 (2)",
                      "contentType": "text/plain",
                      "file": "get-books-id/200-2.txt",
                      "recorded": "…",
                      "for": ["/books/2", "/books/3"]
                    },

                """))
        let set = try #require(try ResponseSet.sets(in: .directory(folder.url)).first)
        #expect(set.recordedValues == ["id": "1"])
        // Of a query, what is not secret is kept.
        let other = folder.file("Search")
        try archive([
            "/search?pw=hunter22&q=fog&name=Ada&page=2": "Fog",
            "/search?pw=hunter23&q=sea&name=Bob&page=2": "Sea",
        ]).write(to: other)
        let search = try #require(ResponseSet.sets(in: .directory(other)).first)
        #expect(
            Set(search.responses.flatMap(\.recordedFor).map(\.description)) == [
                "/search?pw&q=fog&name=Ada&page=2", "/search?pw&q=sea&name=Bob&page=2",
            ])
    }

    // MARK: What tells replies apart

    /// By the requests and their replies, what is asked, and the replies to that.
    @Test func anyValueThatIsNotSecretTellsRepliesApart() async throws {
        for barricade in try barricades([
            "/rates?base=EUR&day=monday": "1.1", "/rates?base=CHF&day=monday": "1.2",
            "/rates?base=GBP&day=2026-03-01": "1.3",
            // Also an empty value, one of several, and a final slash.
            "/flag?debug": "bare", "/flag?debug=": "empty",
            "/items?id=1&id=2": "1 2", "/items?id=1": "1", "/items?id=2": "2", "/items?id": "any",
            "/items?f[b]=1": "first", "/items?f%5Bb%5D=2": "second",
            "/pens": "pens", "/pens/": "slash",
        ]) {
            let texts = try await texts(
                "/rates?day=2026-03-01&base=GBP", "/rates?base=CHF&day=monday",
                "/rates?base=EUR&day=monday", "/rates?base=USD&day=monday", "/flag?debug=",
                "/flag?debug", "/items?f%5Bb%5D=2", "/items?f[b]=1", "/items?id", "/items?id=2",
                "/items?id=1", "/items?id=1&id=2", "/pens/", "/pens", from: barricade)
            #expect(
                texts == [
                    "1.3", "1.2", "1.1", "1.1", "empty", "bare", "second", "first", "any", "2", "1",
                    "1 2", "slash", "pens",
                ])
            #expect(barricade.requests[3].note == "recorded for /rates?base=EUR&day=monday")
        }
    }

    @Test(arguments: [
        ["/a/{id}", "/a/%7Bid%7D"], ["/a/~u", "/a/%7Eu"], ["/a/x", "/a/%78"],
        ["/a?f[b]=1", "/a?f%5Bb%5D=2", "/a?f[b]=3&f[b]=4"], ["/a?x=1&x=2", "/a?x=1", "/a?x"],
    ])
    func requestsThatOneSetMatchesAreOfOneSet(_ paths: [String]) throws {
        let entries = paths.map { archived("GET \($0)", reply: $0) }
        #expect(try HARArchive(entries: entries).responseSets.count == 1)
        // Another tool may spell them in another way, in the same folder.
        for entry in entries { try HARArchive(entries: [entry]).write(to: folder.url) }
        #expect(try ResponseSet.sets(in: .directory(folder.url)).count == 1)
    }

    /// A time is another one when the app asks again, so it counts only if replies differ by it.
    @Test func momentsTellRepliesApartOnlyIfTheRepliesDiffer() async throws {
        let same = try archive([
            "/feed?_=1700000000": "feed", "/feed?_=1700000001000": "feed",
            "/news?since=2026-03-01T09:30:00Z": "news",
        ])
        #expect(same.responseSets.flatMap(\.responses).flatMap(\.recordedFor).isEmpty)
        #expect(same.notes == [])
        let replies: KeyValuePairs = [
            "/chart?from=1700000000&of=a": "early", "/chart?from=1700086400&of=a": "late",
        ]
        #expect(
            try archive(replies).description == """
                traffic.har: 2 responses in 1 set, from 2 of 2 entries.
                "GET /chart?from&of": its replies differ by a time in the query, which is kept; at \
                other times they come in turn.
                """)
        for barricade in try barricades(replies) {
            let texts = try await texts(
                "/chart?from=1700086400&of=a", "/chart?from=1700000000&of=a",
                "/chart?from=1700000007&of=a", "/chart?from=1700000008&of=a", from: barricade)
            #expect(texts == ["late", "early", "early", "late"])
        }
    }

    /// An entry with header fields and a body of the request.
    private func archived(
        _ request: String, sending fields: HTTP.Headers = [:], body: String = "",
        vary: String = "", reply text: String
    ) -> String {
        .entry(
            request, sending: fields, .content("text/plain", text.escaped), ["Vary": vary],
            more: #","postData":{"text":\#(JSONValue.string(body))}"#)
    }

    /// Their names are versions of files or times, and some look like secrets.
    @Test func itemsWithoutValueDoNotKeepRequestsFromTheirReplies() throws {
        let paths = ["/a.css?1413623488", "/b.js?d41d8cd98f00", "/c.js?1413623488&v=2", "/d?all"]
        let archive = try HARArchive(entries: paths.map { archived("GET \($0)", reply: $0) })
        try archive.write(to: folder.url)
        let barricade = try Barricade(folder: .directory(folder.url))
        for path in paths {
            let url = try #require(URL(string: "\(api)\(path)"))
            let request = try #require(BarricadeRequest(URLRequest(url: url)))
            #expect(barricade.responseSet(claiming: request) != nil, "\(path)")
        }
        // The time of another reply tells them apart.
        let two = try HARArchive(
            entries: ["1413623488", "1413623499"].map { archived("GET /e?\($0)", reply: $0) })
        #expect(Barricade(two).sets.map(\.responses.count) == [3])
    }

    /// They took a second for each thousand, and then the stack.
    @Test func aReplyMayVaryByThousandsOfHeaderFields() throws {
        let names = (0..<20_000).map { "X-\($0)" }
        let archive = try HARArchive(entries: [
            archived(
                "GET /text", sending: HTTP.Headers(names.map { .init($0, "a") }),
                vary: names.joined(separator: ", "), reply: "A")
        ])
        #expect(Barricade(archive).sets.map(\.responses.count) == [1])
    }

    @Test func headerFieldsThatTheReplyVariesByTellRepliesApart() async throws {
        let replies = [
            ("/text", "Accept-Language", "de", "Hallo"),
            ("/text", "Accept-Language", "en", "Hello"),
            // Replies that are the same do not, nor do secrets.
            ("/same", "Accept-Language", "de", "Same"), ("/same", "Accept-Language", "en", "Same"),
            ("/mine", "X-Api-Key", "Zq8r3TnV5yB2kLm", "Mine"),
            ("/mine", "X-Api-Key", "Xw7s4UpC6zD3mNk", "Yours"),
        ]
        let archive = try HARArchive(
            entries: replies.map { path, field, value, text in
                let vary = "\(field.lowercased()), Origin"
                return archived("GET \(path)", sending: [field: value], vary: vary, reply: text)
            })
        try archive.write(to: folder.url)
        let text = try folder.read("get-text/set.json")
        #expect(text.contains(#""for": [{ "header": ["Accept-Language", "en"] }]"#))
        #expect(try !folder.everything().contains("Zq8r3TnV5yB2kLm"))
        #expect(try !folder.read("get-same/set.json").contains(#""for""#))
        for barricade in [Barricade(archive), try Barricade(folder: .directory(folder.url))] {
            func text(_ language: String) async throws -> String {
                try await barricade.patientSession.get(
                    "\(api)/text", headers: ["Accept-Language": language]
                ).text
            }
            try await expectOutcomes(["Hello": ["en"], "Hallo": ["de"], "Hello": ["en"]], of: text)
            // What a person selects wins.
            try barricade.select("200", for: "GET /text")
            #expect(try await text("en") == "Hallo")
        }
    }

    /// SOAP and services of AWS have one URL for all, and no `Vary`.
    @Test(arguments: [
        ("SOAPAction", #""urn:GetBook""#, #""urn:GetPen""#),
        ("X-Amz-Target", "Shop.GetBook", "Shop.GetPen"),
        (
            "Content-Type", #"application/soap+xml; charset=utf-8; action="urn:GetBook""#,
            #"application/soap+xml; charset=utf-8; action="urn:GetPen""#
        ),
    ])
    func operationsInHeaderFieldsTellRepliesApart(
        field: String, book: String, pen: String
    ) async throws {
        let archive = try HARArchive(
            entries: [book, pen].map {
                archived("POST /shop", sending: [field: $0], body: "<a/>", reply: $0)
            })
        try archive.write(to: folder.url)
        for barricade in [Barricade(archive), try Barricade(folder: .directory(folder.url))] {
            let session = barricade.patientSession
            for value in [pen, book, pen] {
                let reply = try await session.get(
                    "\(api)/shop", method: "POST", headers: [field: value])
                #expect(reply.text == value)
            }
        }
    }

    /// What `.graphQL` sees tells requests apart, however the operation is sent.
    @Test func operationsOfGraphQLTellRepliesApart() throws {
        let json = #"{"query":"query B { b }"}"#
        let form = """
            --XyZ\r\nContent-Disposition: form-data; name="operations"\r\n\r\n\(json)\r\n--XyZ--\r\n
            """
        let archive = try HARArchive(entries: [
            archived("GET /g?operationName=A", reply: "A"),
            archived("GET /g?query=query%20B%20%7Bb%7D", reply: "B"),
            archived("POST /g", sending: ["Content-Type": "text/plain"], body: json, reply: "B"),
            archived(
                "POST /g", sending: ["Content-Type": "multipart/form-data; boundary=XyZ"],
                body: form, reply: "B"
            ),
            archived(
                "POST /g", body: #"[{"operationName":"A"},{"operationName":"B"}]"#, reply: "A, B"),
        ])
        #expect(
            archive.responseSets.map { "\($0.matcher)".replacing(api, with: "") } == [
                "GET /g?operationName and GraphQL operation is A",
                "GET /g?query and GraphQL operation is B",
                "POST /g and GraphQL operation is A and GraphQL operation is B",
                "POST /g and GraphQL operation is B",
            ])
    }

    /// Methods of JSON-RPC and persisted queries of GraphQL, in memory and in a folder.
    @Test(arguments: [
        [#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, #"{"jsonrpc":"2.0","method":"add"}"#],
        ["abc123456", "def123456"].map { hash in
            #"{"variables":{},"extensions":{"persistedQuery":{"sha256Hash":"\#(hash)"}}}"#
        },
    ])
    func operationsInBodiesTellRepliesApart(_ bodies: [String]) async throws {
        let replies = ["first", "second"]
        let archive = try HARArchive(
            entries: zip(bodies, replies).map { archived("POST /rpc", body: $0, reply: $1) })
        #expect(archive.notes == [])
        try archive.write(to: folder.url)
        let saved = Barricade(try ResponseSet.sets(in: .directory(folder.url)))
        for barricade in [Barricade(archive), saved] {
            for (body, reply) in zip(bodies, replies).reversed() {
                let request = try URLRequest.posting(body, to: "\(api)/rpc")
                #expect(try await barricade.session.send(request).text == reply)
            }
        }
    }

    @Test func repliesThatDifferByTheBodyOfTheRequestAreNamed() throws {
        let archive = try HARArchive(entries: [
            archived("POST /rpc", body: #"{"call":"add"}"#, reply: "1"),
            archived("POST /rpc", body: #"{"call":"sub"}"#, reply: "2"),
            archived("POST /log", body: #"{"at":1}"#, reply: "same"),
            archived("POST /log", body: #"{"at":2}"#, reply: "same"),
            archived("POST /poll", body: "{}", reply: "busy"),
            archived("POST /poll", body: "{}", reply: "done"),
        ])
        #expect(
            archive.notes == [
                """
                "POST /rpc": its replies differ by the body of the request, which is not kept, and \
                come in turn; to tell them apart, make sets with clauses such as "json" and "form".
                """
            ])
    }
}

extension String {
    /// As it is written in JSON, without its quotation marks.
    fileprivate var escaped: String {
        String(JSONValue.string(self).description.dropFirst().dropLast())
    }
}
