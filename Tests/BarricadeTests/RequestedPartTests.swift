import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Ranges, conditions and HEAD, for bodies in memory and in files.
@Suite(.timeLimit(.minutes(10))) struct RequestedPartTests {
    enum Source: CaseIterable {
        case data, file

        func response(_ folder: ScratchFolder, headers: HTTP.Headers = [:]) throws -> CannedResponse
        {
            switch self {
            case .data:
                return CannedResponse("Digits", headers: headers, text: "0123456789")
            case .file:
                try folder.write("0123456789", to: "digits.txt")
                return CannedResponse("Digits", headers: headers, file: "digits.txt")
            }
        }
    }

    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
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
        let barricade = barricade(try Source.data.response(folder))
        var request = URLRequest(url: try #require(URL(string: "\(api)/digits")))
        request.setValue("bytes=4-7", forHTTPHeaderField: "Range")
        let (part, _) = try await barricade.session.data(for: request)
        #expect(part.startIndex == 0 && part == Data("4567".utf8))
        request.setValue(nil, forHTTPHeaderField: "Range")
        let digits = Data("0123456789".utf8)
        let sliced = self.barricade(CannedResponse("Digits", body: .data(digits.dropFirst(3))))
        let (body, _) = try await sliced.session.data(for: request)
        #expect(body.startIndex == 0 && body == Data("3456789".utf8))
    }

    // MARK: Ranges

    @Test(arguments: Source.allCases) func aSingleRangeIsGiven(_ source: Source) async throws {
        let barricade = barricade(try source.response(folder))
        for (field, expected) in [
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
        ] {
            let answer = try await answer(barricade, ["Range": field])
            #expect(answer == expected, "\(field)")
        }
        // What is no single range gets the whole.
        for field in [
            "bytes=4-2", "bytes=", "bytes=-", "bytes", "bytes=a-b", "bytes=1-2,4-5", "lines=1-2",
            "bytes=+1-2", "bytes=1--2", "bytes=0x1-2", "",
        ] {
            let whole = try await answer(barricade, ["Range": field])
            #expect(whole == "200 | 0123456789 | 10", "\(field)")
        }
        let part = try await get(barricade, ["Range": "bytes=2-4"]).response
        #expect(
            part.value(forHTTPHeaderField: "Content-Type") == "text/plain; charset=utf-8"
                || source == .file)
    }

    @Test func onlyWhatGETFindsWholeHasRanges() async throws {
        let digits = CannedResponse("Digits", text: "0123456789")
        let handler = CannedResponse("Handler") { _ in CannedResponse(text: "0123456789") }
        let cases: [(what: String, method: String, CannedResponse, answer: String)] = [
            ("HEAD", "HEAD", digits, "200 |  | 10"),
            ("POST", "POST", digits, "200 | 0123456789 | 10"),
            ("PUT", "PUT", digits, "200 | 0123456789 | 10"),
            ("DELETE", "DELETE", digits, "200 | 0123456789 | 10"),
            (
                "another status", "GET",
                CannedResponse("Missing", status: .notFound, text: "0123456789"),
                "404 | 0123456789 | 10"
            ),
            (
                "a body in pieces", "GET", CannedResponse("Pieces", body: .chunks(["012", "345"])),
                "200 | 012345 | 6"
            ),
            ("an empty body", "GET", CannedResponse("Empty", text: ""), "416 |  | bytes */0 | 0"),
            ("what a handler returns", "GET", handler, "206 | 789 | bytes 7-9/10 | 3"),
        ]
        for (what, method, response, expected) in cases {
            let barricade = barricade(response, on: .any)
            let answer = try await answer(barricade, method: method, ["Range": "bytes=-3"])
            #expect(answer == expected, "\(what)")
        }
        let missing = barricade(
            CannedResponse("Missing", status: .notFound, text: "0123456789"))
        #expect(try await get(missing, ["If-None-Match": "*"]).status == 404)
    }

    @Test(arguments: Source.allCases) func aRangeIsOfTheBodyThatIsMeant(
        _ source: Source
    ) async throws {
        let barricade = barricade(
            try source.response(folder, headers: ["Last-Modified": "Sat, 21 Nov 2026 06:00:00 GMT"])
        )
        let tag = try await tag(barricade)
        for (validator, expected) in [
            (tag, "206 | 234 | bytes 2-4/10 | 3"), ("\"other\"", "200 | 0123456789 | 10"),
            ("W/\(tag)", "200 | 0123456789 | 10"),
            ("Sat, 21 Nov 2026 06:00:00 GMT", "206 | 234 | bytes 2-4/10 | 3"),
            ("Sat, 21 Nov 2026 06:00:01 GMT", "200 | 0123456789 | 10"),
        ] {
            let answer = try await answer(
                barricade, ["Range": "bytes=2-4", "If-Range": validator])
            #expect(answer == expected, "\(validator)")
        }
    }

    // MARK: Entity tags

    @Test(arguments: Source.allCases) func whatTheClientHasIsNotSentAgain(
        _ source: Source
    ) async throws {
        let barricade = barricade(
            try source.response(folder, headers: ["Cache-Control": "max-age=60"]))
        let tag = try await tag(barricade)
        for list in [tag, "W/\(tag)", "\"a\", \(tag)", "\"a,b\",\(tag)", "*", " * "] {
            let answer = try await get(barricade, ["If-None-Match": list])
            #expect(answer.status == 304 && answer.text == "", "\(list)")
            let fields = answer.response.allHeaderFields as? [String: String] ?? [:]
            let lowercased = Dictionary(
                uniqueKeysWithValues: fields.map { ($0.lowercased(), $1) })
            #expect(lowercased == ["etag": tag, "cache-control": "max-age=60"], "\(list)")
        }
        for list in ["\"other\"", "", tag.replacingOccurrences(of: "\"", with: "")] {
            #expect(try await get(barricade, ["If-None-Match": list]).status == 200, "\(list)")
        }
        // A condition goes before a range (RFC 9110, 13.2.2).
        let both = try await get(barricade, ["If-None-Match": tag, "Range": "bytes=2-4"])
        #expect(both.status == 304)
    }

    @Test func aTagIsTheSameInEveryRunAndAnotherForAnotherBody() async throws {
        let digits = try Source.data.response(folder)
        #expect(try await tag(barricade(digits)) == "\"cf5ae21b7408eb57-a\"")
        var tags: Set<String> = []
        for size in 0..<50 {
            for change in [0, 1] {
                var data = Data(count: size)
                if size > 0 { data[size / 2] = UInt8(change) } else if change == 1 { continue }
                tags.insert(
                    try await tag(barricade(CannedResponse("Data", body: .data(data)))))
            }
        }
        #expect(tags.count == 99)

        let file = barricade(try Source.file.response(folder))
        let old = try await tag(file)
        try folder.write("9876543210", to: "digits.txt")
        let changed = try await answer(file, ["If-None-Match": old])
        #expect(changed == "200 | 9876543210 | 10")
        #expect(try await tag(file) != old)
    }

    /// RFC 9110 wants quotation marks, which people forget.
    @Test func aTagThatIsGivenCountsEvenWithoutQuotationMarks() async throws {
        for (tag, lists, status) in [
            ("W/\"v,1\"", ["\"v,1\""], 304), ("W/\"v,1\"", ["\"v,2\""], 200),
            ("abc", ["abc", "W/abc", "\"abc\"", "x, abc ,\"y\""], 304),
            ("abc", ["ab", "abcd", "\"abcd\"", "", "ABC", "\"x, abc\""], 200),
            ("W/abc", ["W/abc", "abc"], 304), ("a,b", ["a,b"], 304), ("a,b", ["a"], 200),
            (" abc ", ["abc"], 304), ("\"abc", ["\"abc"], 304), ("\"abc\"", ["abc"], 200),
            ("", ["", "\"\""], 200),
        ] {
            let barricade = barricade(
                CannedResponse("Tagged", headers: ["ETag": tag], text: "0123456789"))
            for list in lists {
                let answer = try await get(barricade, ["If-None-Match": list])
                #expect(answer.status == status, "\(tag) in \(list)")
            }
        }
        // A weak one does not vouch for the bytes.
        let weak = barricade(
            CannedResponse("Tagged", headers: ["ETag": "W/\"v,1\""], text: "0123456789"))
        let answer = try await get(weak, ["Range": "bytes=2-4", "If-Range": "W/\"v,1\""])
        #expect(answer.status == 200)
    }

    @Test func handlersAnswersHaveTheTagsTheyGive() async throws {
        let barricade = barricade(
            CannedResponse("Handler") { request in
                let isTagged = request.headers["Tag"] == "yes"
                return CannedResponse(headers: isTagged ? ["ETag": "\"v1\""] : [:], text: "a")
            })
        let bare = try await get(barricade).response
        #expect(bare.value(forHTTPHeaderField: "ETag") == nil)
        #expect(try await get(barricade, ["Tag": "yes", "If-None-Match": "\"v1\""]).status == 304)
    }

    // MARK: HEAD

    @Test(arguments: Source.allCases) func headGetsTheHeadOfWhatGETWouldGet(
        _ source: Source
    ) async throws {
        let barricade = barricade(try source.response(folder))
        let (head, get) = (
            try await get(barricade, method: "HEAD"), try await get(barricade)
        )
        let told = [head, get].map {
            "\($0.status) \($0.response.value(forHTTPHeaderField: "Content-Length") ?? "") \($0.text)"
        }
        #expect(told == ["200 10 ", "200 10 0123456789"])
        #expect(
            head.response.allHeaderFields as? [String: String]
                == get.response.allHeaderFields as? [String: String])
        #expect(try barricade.requests(for: "Digits").map(\.request.method) == [.head, .get])
        let unchanged = try await self.get(barricade, method: "HEAD", ["If-None-Match": "*"])
        #expect(unchanged.status == 304)
        let error = try await barricade.session.failure("\(api)/other", method: "HEAD")
        #expect(BarricadeError(error)?.message.contains("HEAD \(api)/other") == true)
    }

    @Test func aSetForHEADGoesFirst() async throws {
        let barricade = Barricade(
            ResponseSet("Get", on: .get("/users/:id")) {
                CannedResponse("Text") { CannedResponse(text: $0.pathValues["id"] ?? "none") }
            },
            ResponseSet("Head", on: .head("/users/7")) { CannedResponse("None", status: 204) })
        let session = barricade.session
        #expect(try await session.get("\(api)/users/7", method: "HEAD").status == 204)
        let other = try await session.get("\(api)/users/12", method: "HEAD").response
        #expect(other.value(forHTTPHeaderField: "Content-Length") == "2")
        #expect(try await session.get("\(api)/users/7").text == "7")
    }

    // MARK: Content codings

    @Test func compressedBodiesAreLeftAlone() async throws {
        // What `printf hello | gzip` gives, which no client of a URLProtocol inflates.
        let gzip = try #require(
            Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
        let barricade = barricade(
            CannedResponse(
                "Gzip", headers: ["Content-Encoding": "gzip"],
                body: .data(gzip, contentType: "text/plain")))
        let completion = try await barricade.session.complete("\(api)/digits")
        #expect(completion.data == gzip)
        let response = completion.response as? HTTPURLResponse
        let fields = ["Content-Encoding", "Content-Length"].map {
            response?.value(forHTTPHeaderField: $0)
        }
        #expect(fields == ["gzip", "\(gzip.count)"])
    }
}
