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

    @Test func partsAreIndexedFromZero() async throws {
        let barricade = barricade(try Source.data.response(folder))
        var request = URLRequest(url: try #require(URL(string: "\(api)/digits")))
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

    private func barricade(_ response: CannedResponse) -> Barricade {
        Barricade(
            ResponseSet(
                "Digits", on: .get("/digits"), files: .directory(folder.url), responses: [response])
        )
    }

    private func get(
        _ barricade: Barricade, method: String = "GET", _ headers: [String: String]
    ) async throws -> (text: String, status: Int, response: HTTPURLResponse) {
        try await barricade.session.get("\(api)/digits", method: method, headers: headers)
    }

    // MARK: Ranges

    static let ranges: [(String, text: String, range: String)] = [
        ("bytes=0-0", "0", "0-0"), ("bytes=2-4", "234", "2-4"), ("bytes=7-", "789", "7-9"),
        ("bytes=-3", "789", "7-9"), ("bytes=-100", "0123456789", "0-9"),
        ("bytes=8-100", "89", "8-9"), ("bytes=0-99999999999999999999", "0123456789", "0-9"),
        ("BYTES = 2-4", "234", "2-4"), ("bytes= 2 - 4 ", "234", "2-4"),
    ]

    @Test(arguments: Source.allCases, ranges)
    func aRangeIsGiven(
        _ source: Source, _ expected: (field: String, text: String, range: String)
    ) async throws {
        let barricade = barricade(try source.response(folder))
        let answer = try await get(barricade, ["Range": expected.field])
        #expect(answer.status == 206)
        #expect(answer.text == expected.text)
        #expect(
            answer.response.value(forHTTPHeaderField: "Content-Range")
                == "bytes \(expected.range)/10")
        #expect(
            answer.response.value(forHTTPHeaderField: "Content-Length")
                == "\(expected.text.utf8.count)")
        #expect(
            answer.response.value(forHTTPHeaderField: "Content-Type") == "text/plain; charset=utf-8"
                || source == .file)
    }

    @Test(arguments: Source.allCases, ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99-"])
    func aRangeBeyondTheEndIsRefused(_ source: Source, field: String) async throws {
        let barricade = barricade(try source.response(folder))
        let answer = try await get(barricade, ["Range": field])
        #expect(answer.status == 416)
        #expect(answer.text == "")
        #expect(answer.response.value(forHTTPHeaderField: "Content-Range") == "bytes */10")
        #expect(answer.response.value(forHTTPHeaderField: "Content-Length") == "0")
    }

    @Test(arguments: [
        "bytes=4-2", "bytes=", "bytes=-", "bytes", "bytes=a-b", "bytes=1-2,4-5", "lines=1-2",
        "bytes=+1-2", "bytes=1--2", "bytes=0x1-2", "",
    ])
    func whatIsNoSingleRangeGetsTheWhole(_ field: String) async throws {
        let barricade = barricade(try Source.data.response(folder))
        let answer = try await get(barricade, ["Range": field])
        #expect(answer.status == 200)
        #expect(answer.text == "0123456789")
    }

    @Test func anEmptyBodyHasNoRange() async throws {
        let barricade = barricade(CannedResponse("Empty", text: ""))
        let answer = try await get(barricade, ["Range": "bytes=-3"])
        #expect(answer.status == 416)
        #expect(answer.response.value(forHTTPHeaderField: "Content-Range") == "bytes */0")
    }

    @Test func onlyGETHasRanges() async throws {
        let barricade = Barricade(
            ResponseSet("Digits", on: .any) { CannedResponse("Digits", text: "0123456789") })
        for method in ["HEAD", "POST", "PUT", "DELETE"] {
            let answer = try await get(barricade, method: method, ["Range": "bytes=2-4"])
            #expect(answer.status == 200)
            #expect(answer.text == (method == "HEAD" ? "" : "0123456789"))
        }
    }

    @Test func otherStatusesHaveNoRanges() async throws {
        let barricade = barricade(CannedResponse("Missing", status: .notFound, text: "0123456789"))
        let answer = try await get(barricade, ["Range": "bytes=2-4", "If-None-Match": "*"])
        #expect(answer.status == 404)
        #expect(answer.text == "0123456789")
    }

    @Test func bodiesInPiecesHaveNoRanges() async throws {
        let barricade = barricade(CannedResponse("Pieces", body: .chunks(["012", "345"])))
        let answer = try await get(barricade, ["Range": "bytes=2-4"])
        #expect(answer.status == 200)
        #expect(answer.text == "012345")
    }

    @Test func handlersAnswersHaveRanges() async throws {
        let barricade = barricade(
            CannedResponse("Handler") { _ in CannedResponse(text: "0123456789") })
        #expect(try await get(barricade, ["Range": "bytes=2-4"]).text == "234")
    }

    @Test(arguments: Source.allCases) func aRangeIsOfTheBodyThatIsMeant(
        _ source: Source
    ) async throws {
        let barricade = barricade(
            try source.response(folder, headers: ["Last-Modified": "Sat, 21 Nov 2026 06:00:00 GMT"])
        )
        let tag = try #require(
            try await get(barricade, [:]).response.value(forHTTPHeaderField: "ETag"))
        for (validator, status) in [
            (tag, 206), ("\"other\"", 200), ("W/\(tag)", 200),
            ("Sat, 21 Nov 2026 06:00:00 GMT", 206), ("Sat, 21 Nov 2026 06:00:01 GMT", 200),
        ] {
            let answer = try await get(
                barricade, ["Range": "bytes=2-4", "If-Range": validator])
            #expect(answer.status == status, "\(validator)")
            #expect(answer.text == (status == 206 ? "234" : "0123456789"))
        }
    }

    // MARK: Entity tags

    @Test(arguments: Source.allCases) func whatTheClientHasIsNotSentAgain(
        _ source: Source
    ) async throws {
        let barricade = barricade(
            try source.response(folder, headers: ["Cache-Control": "max-age=60"]))
        let first = try await get(barricade, [:])
        let tag = try #require(first.response.value(forHTTPHeaderField: "ETag"))
        #expect(first.status == 200)
        for list in [tag, "W/\(tag)", "\"a\", \(tag)", "\"a,b\",\(tag)", "*", " * "] {
            let answer = try await get(barricade, ["If-None-Match": list])
            #expect(answer.status == 304, "\(list)")
            #expect(answer.text == "")
            let fields = answer.response.allHeaderFields as? [String: String] ?? [:]
            #expect(Set(fields.keys.map { $0.lowercased() }) == ["etag", "cache-control"])
            #expect(answer.response.value(forHTTPHeaderField: "ETag") == tag)
        }
        for list in ["\"other\"", "", tag.replacingOccurrences(of: "\"", with: "")] {
            #expect(try await get(barricade, ["If-None-Match": list]).status == 200, "\(list)")
        }
        // A condition goes before a range (RFC 9110, 13.2.2).
        let both = try await get(barricade, ["If-None-Match": tag, "Range": "bytes=2-4"])
        #expect(both.status == 304)
    }

    @Test func aTagIsTheSameInEveryRun() async throws {
        let answer = try await get(barricade(try Source.data.response(folder)), [:])
        #expect(
            answer.response.value(forHTTPHeaderField: "ETag") == "\"cf5ae21b7408eb57-a\"")
    }

    @Test func anotherBodyHasAnotherTag() async throws {
        var tags: Set<String> = []
        for size in 0..<50 {
            for change in [0, 1] {
                var data = Data(count: size)
                if size > 0 { data[size / 2] = UInt8(change) } else if change == 1 { continue }
                let barricade = barricade(CannedResponse("Data", body: .data(data)))
                let response = try await get(barricade, [:]).response
                tags.insert(try #require(response.value(forHTTPHeaderField: "ETag")))
            }
        }
        #expect(tags.count == 99)
    }

    @Test func aFileThatChangesHasAnotherTag() async throws {
        let barricade = barricade(try Source.file.response(folder))
        let tag = try #require(
            try await get(barricade, [:]).response.value(forHTTPHeaderField: "ETag"))
        try folder.write("9876543210", to: "digits.txt")
        let answer = try await get(barricade, ["If-None-Match": tag])
        #expect(answer.status == 200)
        #expect(answer.text == "9876543210")
        #expect(answer.response.value(forHTTPHeaderField: "ETag") != tag)
    }

    @Test func aTagThatIsGivenCounts() async throws {
        let barricade = barricade(
            CannedResponse("Tagged", headers: ["ETag": "W/\"v,1\""], text: "0123456789"))
        #expect(try await get(barricade, ["If-None-Match": "\"v,1\""]).status == 304)
        #expect(try await get(barricade, ["If-None-Match": "\"v,2\""]).status == 200)
        // A weak one does not vouch for the bytes.
        let answer = try await get(
            barricade, ["Range": "bytes=2-4", "If-Range": "W/\"v,1\""])
        #expect(answer.status == 200)
    }

    /// RFC 9110 wants quotation marks, which people forget.
    @Test(arguments: [
        ("abc", "abc"), ("abc", "W/abc"), ("abc", "\"abc\""), ("abc", "x, abc ,\"y\""),
        ("W/abc", "W/abc"), ("W/abc", "abc"), ("a,b", "a,b"), (" abc ", "abc"),
        ("\"abc", "\"abc"),
    ])
    func aTagWithoutQuotationMarksCountsToo(_ tag: String, _ list: String) async throws {
        let barricade = barricade(
            CannedResponse("Tagged", headers: ["ETag": tag], text: "0123456789"))
        #expect(try await get(barricade, ["If-None-Match": list]).status == 304)
    }

    @Test(arguments: [
        ("abc", "ab"), ("abc", "abcd"), ("abc", "\"abcd\""), ("abc", ""), ("a,b", "a"),
        ("\"abc\"", "abc"), ("abc", "ABC"), ("", ""), ("", "\"\""), ("abc", "\"x, abc\""),
    ])
    func anotherTagDoesNot(_ tag: String, _ list: String) async throws {
        let barricade = barricade(
            CannedResponse("Tagged", headers: ["ETag": tag], text: "0123456789"))
        #expect(try await get(barricade, ["If-None-Match": list]).status == 200)
    }

    @Test func handlersAnswersHaveTheTagsTheyGive() async throws {
        let barricade = barricade(
            CannedResponse("Handler") { request in
                let isTagged = request.headers["Tag"] == "yes"
                return CannedResponse(headers: isTagged ? ["ETag": "\"v1\""] : [:], text: "a")
            })
        let bare = try await get(barricade, [:]).response
        #expect(bare.value(forHTTPHeaderField: "ETag") == nil)
        #expect(try await get(barricade, ["Tag": "yes", "If-None-Match": "\"v1\""]).status == 304)
    }

    // MARK: HEAD

    @Test(arguments: Source.allCases) func headGetsTheHeadOfWhatGETWouldGet(
        _ source: Source
    ) async throws {
        let barricade = barricade(try source.response(folder))
        let head = try await get(barricade, method: "HEAD", [:])
        #expect(head.status == 200)
        #expect(head.text == "")
        let get = try await get(barricade, [:])
        #expect(get.text == "0123456789")
        #expect(
            head.response.allHeaderFields as? [String: String]
                == get.response.allHeaderFields as? [String: String])
        #expect(head.response.value(forHTTPHeaderField: "Content-Length") == "10")
        #expect(try barricade.requests(for: "Digits").map(\.request.method) == [.head, .get])
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

    @Test func conditionsHoldForHEADToo() async throws {
        let barricade = barricade(try Source.data.response(folder))
        #expect(try await get(barricade, method: "HEAD", ["If-None-Match": "*"]).status == 304)
    }

    @Test func aHeadThatNobodyClaimsIsUnmatched() async throws {
        let barricade = barricade(try Source.data.response(folder))
        let error = try await barricade.session.failure("\(api)/other", method: "HEAD")
        #expect(BarricadeError(error)?.message.contains("HEAD \(api)/other") == true)
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
        let response = try #require(completion.response as? HTTPURLResponse)
        #expect(response.value(forHTTPHeaderField: "Content-Encoding") == "gzip")
        #expect(response.value(forHTTPHeaderField: "Content-Length") == "\(gzip.count)")
    }
}
