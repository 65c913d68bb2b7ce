import Barricade
import Testing

@testable import TestSupport

/// Ranges, conditions and HEAD, for bodies in memory and in files.
@Suite(.timeLimit(.minutes(10))) struct RequestedPartTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Ten digits in memory or in a file.
    private func digits(isFile: Bool, headers: HTTP.Headers = [:]) throws -> CannedResponse {
        guard isFile else {
            return CannedResponse("Digits", headers: headers, text: "0123456789")
        }
        try folder.write("0123456789", to: "digits.txt")
        return CannedResponse("Digits", headers: headers, file: "digits.txt")
    }

    private func barricade(
        _ response: CannedResponse, on matcher: RequestMatcher = .get("/digits")
    ) -> Barricade {
        Barricade(
            ResponseSet(
                "Digits", on: matcher, files: .directory(folder.url), responses: [response]))
    }

    private func get(
        _ barricade: Barricade, method: String = "GET", _ headers: [String: String] = [:]
    ) async throws -> (text: String, status: Int, response: HTTPURLResponse) {
        try await barricade.session.get("\(api)/digits", method: method, headers: headers)
    }

    /// What a request gets: its status, its text, its range if it is one, and its length.
    private func answer(
        _ barricade: Barricade, method: String = "GET", _ headers: [String: String]
    ) async throws -> String {
        let answer = try await get(barricade, method: method, headers)
        let fields = ["Content-Range", "Content-Length"].compactMap {
            answer.response.value(forHTTPHeaderField: $0)
        }
        return (["\(answer.status)", answer.text] + fields).joined(separator: " | ")
    }

    private func tag(_ barricade: Barricade) async throws -> String {
        try #require(try await get(barricade).response.value(forHTTPHeaderField: "ETag"))
    }

    @Test func partsAreIndexedFromZero() async throws {
        let barricade = barricade(try digits(isFile: false))
        var request = URLRequest(url: try URL("\(api)/digits"))
        request.setValue("bytes=4-7", forHTTPHeaderField: "Range")
        let (part, _) = try await barricade.session.data(for: request)
        #expect(part.startIndex == 0)
        #expect(part == Data("4567".utf8))
        request.setValue(nil, forHTTPHeaderField: "Range")
        let digits = Data("0123456789".utf8)
        let sliced = self.barricade(CannedResponse("Digits", body: .data(digits.dropFirst(3))))
        let (body, _) = try await sliced.session.data(for: request)
        #expect(body.startIndex == 0)
        #expect(body == Data("3456789".utf8))
    }

    // MARK: Ranges

    @Test(arguments: [false, true])
    func aSingleRangeIsGivenOfTheBodyThatIsMeant(isFile: Bool) async throws {
        let barricade = barricade(
            try digits(isFile: isFile, headers: ["Last-Modified": "Sat, 21 Nov 2026 06:00:00 GMT"])
        )
        let part = try await get(barricade, ["Range": "bytes=2-4"]).response
        let type = part.value(forHTTPHeaderField: "Content-Type")
        #expect(type == "text/plain; charset=utf-8" || isFile)
        let ranges = [
            ("bytes=0-0", "206 | 0 | bytes 0-0/10 | 1"),
            ("bytes=2-4", "206 | 234 | bytes 2-4/10 | 3"),
            ("bytes=7-", "206 | 789 | bytes 7-9/10 | 3"),
            ("bytes=-3", "206 | 789 | bytes 7-9/10 | 3"),
            ("bytes=-100", "206 | 0123456789 | bytes 0-9/10 | 10"),
            ("bytes=8-100", "206 | 89 | bytes 8-9/10 | 2"),
            ("bytes=0-99999999999999999999", "206 | 0123456789 | bytes 0-9/10 | 10"),
            ("BYTES = 2-4", "206 | 234 | bytes 2-4/10 | 3"),
            ("bytes= 2 - 4 ", "206 | 234 | bytes 2-4/10 | 3"),
            // Beyond the end.
            ("bytes=10-", "416 |  | bytes */10 | 0"), ("bytes=10-12", "416 |  | bytes */10 | 0"),
            ("bytes=-0", "416 |  | bytes */10 | 0"), ("bytes=99-", "416 |  | bytes */10 | 0"),
        ]
        // What is no single range gets the whole.
        let others = [
            "bytes=4-2", "bytes=", "bytes=-", "bytes", "bytes=a-b", "bytes=1-2,4-5", "lines=1-2",
            "bytes=+1-2", "bytes=1--2", "bytes=0x1-2", "",
        ]
        let whole = "200 | 0123456789 | 10"
        let tag = try await tag(barricade)
        let validators = [
            (tag, ranges[1].1), ("\"other\"", whole), ("W/\(tag)", whole),
            ("Sat, 21 Nov 2026 06:00:00 GMT", ranges[1].1),
            ("Sat, 21 Nov 2026 06:00:01 GMT", whole),
        ]
        let requests =
            (ranges + others.map { ($0, whole) }).map { (["Range": $0], $1) }
            + validators.map { (["Range": "bytes=2-4", "If-Range": $0], $1) }
        for (headers, expected) in requests {
            let answer = try await answer(barricade, headers)
            #expect(answer == expected, "\(headers)")
        }
    }

    @Test(arguments: [false, true])
    func aPartOfAnotherBodyIsRefused(isFile: Bool) async throws {
        let barricade = barricade(try digits(isFile: isFile))
        let tag = try await tag(barricade)
        for (tags, expected) in [
            (tag, "206 | 23 | bytes 2-3/10 | 2"), ("*", "206 | 23 | bytes 2-3/10 | 2"),
            ("\"a\", \(tag)", "206 | 23 | bytes 2-3/10 | 2"), ("\"other\"", "412 |  | 0"),
        ] {
            let answer = try await answer(
                barricade, ["Range": "bytes=2-3", "If-Match": tags, "If-None-Match": "\"b\""])
            #expect(answer == expected, "\(tags)")
        }
    }

    @Test func onlyWhatGETFindsWholeHasRanges() async throws {
        let digits = CannedResponse("Digits", text: "0123456789")
        let missing = CannedResponse("Missing", status: .notFound, text: "0123456789")
        let tagged = try await answer(barricade(missing), ["If-None-Match": "*"])
        #expect(tagged == "404 | 0123456789 | 10")
        let cases: [(method: String, CannedResponse, answer: String)] = [
            ("HEAD", digits, "200 |  | 10"), ("POST", digits, "200 | 0123456789 | 10"),
            ("PUT", digits, "200 | 0123456789 | 10"),
            ("DELETE", digits, "200 | 0123456789 | 10"),
            ("GET", missing, "404 | 0123456789 | 10"),
            ("GET", CannedResponse("Pieces", body: .chunks(["012", "345"])), "200 | 012345"),
            ("GET", CannedResponse("Empty", text: ""), "416 |  | bytes */0 | 0"),
            ("GET", CannedResponse("Handler") { _ in digits }, "206 | 789 | bytes 7-9/10 | 3"),
        ]
        for (method, response, expected) in cases {
            let barricade = barricade(response, on: .any)
            let answer = try await answer(barricade, method: method, ["Range": "bytes=-3"])
            #expect(answer == expected, "\(method) \(response.name)")
        }
    }

    // MARK: Entity tags

    @Test(arguments: [false, true]) func whatTheClientHasIsNotSentAgain(
        isFile: Bool
    ) async throws {
        let barricade = barricade(
            try digits(isFile: isFile, headers: ["Cache-Control": "max-age=60"]))
        let tag = try await tag(barricade)
        // A condition goes before a range (RFC 9110, 13.2.2).
        let both = try await get(barricade, ["If-None-Match": tag, "Range": "bytes=2-4"])
        let fields = both.response.allHeaderFields as? [String: String] ?? [:]
        let lowercased = Dictionary(uniqueKeysWithValues: fields.map { ($0.lowercased(), $1) })
        let kept = ["etag": tag, "cache-control": "max-age=60"]
        #expect("\(both.status) \(both.text)" == "304 ")
        #expect(lowercased == kept)
        let bare = tag.replacingOccurrences(of: "\"", with: "")
        try await expect(
            barricade, toSay: "304 | ",
            to: [tag, "W/\(tag)", "\"a\", \(tag)", "\"a,b\",\(tag)", "*", " * "])
        try await expect(
            barricade, toSay: "200 | 0123456789 | 10", to: ["\"other\"", "", bare])
    }

    /// Expects one answer to requests that have the bodies of these tags.
    private func expect(
        _ barricade: Barricade, toSay expected: String, to lists: [String]
    ) async throws {
        for list in lists {
            let answer = try await answer(barricade, ["If-None-Match": list])
            #expect(answer == expected, "\(list)")
        }
    }

    @Test func aTagIsTheSameInEveryRunAndAnotherForAnotherBody() async throws {
        let inMemory = try digits(isFile: false)
        #expect(try await tag(barricade(inMemory)) == "\"cf5ae21b7408eb57-a\"")
        let file = barricade(try digits(isFile: true))
        let old = try await tag(file)
        try folder.write("9876543210", to: "digits.txt")
        let changed = try await answer(file, ["If-None-Match": old])
        #expect(try await tag(file) != old)
        #expect(changed == "200 | 9876543210 | 10")

        let bodies =
            [Data()]
            + (1..<20).flatMap { size in
                [0, 1].map { (change: UInt8) -> Data in
                    var data = Data(count: size)
                    data[size / 2] = change
                    return data
                }
            }
        var tags: Set<String> = []
        for body in bodies {
            tags.insert(try await tag(barricade(CannedResponse("Data", body: .data(body)))))
        }
        #expect(tags.count == 39)
    }

    @Test func aTagThatIsGivenCountsEvenWithoutQuotationMarks() async throws {
        // A weak one does not vouch for the bytes.
        let weak = tagged("W/\"v,1\"")
        let part = try await get(weak, ["Range": "bytes=2-4", "If-Range": "W/\"v,1\""])
        #expect(part.status == 200)
        let table: [(tag: String, lists: [String], isKnown: Bool)] = [
            ("W/\"v,1\"", ["\"v,1\""], true), ("W/\"v,1\"", ["\"v,2\""], false),
            ("abc", ["abc", "W/abc", "\"abc\"", "x, abc ,\"y\""], true),
            ("abc", ["ab", "abcd", "\"abcd\"", "", "ABC", "\"x, abc\""], false),
            ("W/abc", ["W/abc", "abc"], true), ("a,b", ["a,b"], true), ("a,b", ["a"], false),
            (" abc ", ["abc"], true), ("\"abc", ["\"abc"], true), ("\"abc\"", ["abc"], false),
            ("", ["", "\"\""], false),
        ]
        for (tag, lists, isKnown) in table {
            try await expect(
                tagged(tag), toSay: isKnown ? "304 | " : "200 | 0123456789 | 10", to: lists)
        }
        // An answer of a handler has no other.
        let barricade = barricade(
            CannedResponse("Handler") { request in
                let isTagged = request.headers["Tag"] == "yes"
                return CannedResponse(headers: isTagged ? ["ETag": "\"v1\""] : [:], text: "a")
            })
        let bare = try await get(barricade).response.value(forHTTPHeaderField: "ETag")
        let known = try await get(barricade, ["Tag": "yes", "If-None-Match": "\"v1\""]).status
        #expect(bare == nil)
        #expect(known == 304)
    }

    private func tagged(_ tag: String) -> Barricade {
        barricade(CannedResponse("Tagged", headers: ["ETag": tag], text: "0123456789"))
    }

    // MARK: HEAD

    @Test(arguments: [false, true]) func headGetsTheHeadOfWhatGETWouldGet(
        isFile: Bool
    ) async throws {
        let barricade = barricade(try digits(isFile: isFile))
        let head = try await get(barricade, method: "HEAD")
        let whole = try await get(barricade)
        #expect("\(head.status) \(head.response.expectedContentLength) \(head.text)" == "200 10 ")
        #expect(
            head.response.allHeaderFields as? [String: String]
                == whole.response.allHeaderFields as? [String: String])
        #expect(try barricade.requests(for: "Digits").map(\.request.method) == [.head, .get])
        let unchanged = try await answer(barricade, method: "HEAD", ["If-None-Match": "*"])
        #expect(unchanged == "304 | ")
        let error = try await barricade.session.failure("\(api)/other", method: "HEAD")
        #expect(BarricadeError(error)?.message.contains("HEAD \(api)/other") == true)
    }

    @Test func aSetForHEADGoesFirst() async throws {
        let barricade = Barricade(
            ResponseSet("Get", on: .get("/users/:id")) {
                CannedResponse("Text") { CannedResponse(text: $0.pathValues["id"] ?? "none") }
            },
            ResponseSet("Head", on: .head("/users/7")) { CannedResponse("None", status: 204) })
        #expect(await barricade.answers(to: "HEAD /users/7", "/users/7") == ["204 ", "7"])
        let other = try await barricade.session.get("\(api)/users/12", method: "HEAD").response
        #expect(other.value(forHTTPHeaderField: "Content-Length") == "2")
    }

    // MARK: Content codings

    @Test func compressedBodiesKeepTheirFields() async throws {
        // What `printf hello | gzip` gives.
        let gzip = try #require(
            Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
        let barricade = barricade(
            CannedResponse(
                "Gzip", headers: ["Content-Encoding": "gzip"],
                body: .data(gzip, contentType: "text/plain")))
        let completion = try await barricade.session.complete("\(api)/digits")
        let response = completion.response as? HTTPURLResponse
        let fields: [String?] = ["Content-Encoding", "Content-Length"].map {
            response?.value(forHTTPHeaderField: $0)
        }
        let expected: [String?] = ["gzip", "\(gzip.count)"]
        #expect(completion.text == "hello")
        #expect(fields == expected)
    }
}
