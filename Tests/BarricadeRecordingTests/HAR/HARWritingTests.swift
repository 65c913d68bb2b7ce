import Barricade
import BarricadeRecording
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARWritingTests {
    private let shop = ResponseSet("Books", on: .get("/books")) {
        CannedResponse("Some", headers: ["ETag": "\"1\""], json: [["title": "Grüße / 1"]])
        CannedResponse("Picture", body: .data(Data([0, 0xFF]), contentType: "image/png"))
        CannedResponse("Moved", redirect: "https://api.example.com/new")
        CannedResponse("Offline", error: .notConnectedToInternet)
        CannedResponse("Made") { _ in CannedResponse(status: 201, text: "made") }
    }

    /// Sends a request for each response; returns the log as HAR.
    private func har(selecting responses: [String]) async throws -> Data {
        let barricade = Barricade(shop)
        let session = barricade.patientSession
        for response in responses {
            try barricade.select(response, for: "Books")
            _ = try? await session.get(
                "\(api)/books?page=2&all", headers: ["Accept-Language": "en"])
        }
        return try barricade.har(redaction: nil)
    }

    @Test func hasEveryFieldOfTheSpecification() async throws {
        let text = String(decoding: try await har(selecting: ["Some"]), as: UTF8.self)
        let date = #/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/#
        let time = #/("time"|"wait"): [0-9.]+/#
        #expect(
            text.replacing(date, with: "DATE").replacing(time) { "\($0.output.1): TIME" } == """
                {
                  "log": {
                    "creator": { "name": "Barricade", "version": "1.0" },
                    "entries": [
                      {
                        "cache": {},
                        "request": {
                          "bodySize": 0,
                          "cookies": [],
                          "headers": [{ "name": "Accept-Language", "value": "en" }],
                          "headersSize": -1,
                          "httpVersion": "HTTP/1.1",
                          "method": "GET",
                          "queryString": [
                            { "name": "page", "value": "2" },
                            { "name": "all", "value": "" }
                          ],
                          "url": "https://api.example.com/books?page=2&all"
                        },
                        "response": {
                          "bodySize": 25,
                          "content": {
                            "mimeType": "application/json",
                            "size": 25,
                            "text": "[{\\"title\\":\\"Grüße / 1\\"}]"
                          },
                          "cookies": [],
                          "headers": [
                            { "name": "ETag", "value": "\\"1\\"" },
                            { "name": "Content-Type", "value": "application/json" }
                          ],
                          "headersSize": -1,
                          "httpVersion": "HTTP/1.1",
                          "redirectURL": "",
                          "status": 200,
                          "statusText": "OK"
                        },
                        "startedDateTime": DATE,
                        "time": TIME,
                        "timings": { "receive": 0, "send": 0, "wait": TIME }
                      }
                    ],
                    "pages": [],
                    "version": "1.2"
                  }
                }

                """)
    }

    @Test func anExportHasTheDefaultFirstAndASequenceInTurn() throws {
        let export = try HARExport(
            of: ResponseSet("Books", on: .get("/books"), default: "Third") {
                CannedResponse("First", text: "1")
                CannedResponse.sequence("Second") {
                    CannedResponse(text: "2a")
                    CannedResponse(text: "2b")
                }
                CannedResponse("Third", text: "3")
            })
        let texts = try export.data.harEntries.map { $0["response"]?["content"]?["text"]?.string }
        #expect(texts == ["3", "1", "2a", "2b"])
    }

    @Test func writesEachKindOfReplySoThatItComesBack() async throws {
        let data = try await har(selecting: ["Picture", "Offline", "Moved", "Made"])
        let entries = try data.harEntries.map { entry in
            let response = entry["response"]
            let parts = [
                entry["request"]?["url"], response?["status"], response?["content"],
                response?["bodySize"], response?["redirectURL"], response?["_error"],
                entry["comment"],
            ]
            return parts.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
        }
        let (url, target) = (#""\#(api)/books?page=2&all""#, #""\#(api)/new""#)
        let empty = #"{"mimeType":"x-unknown","size":0}"#
        // Bytes in base64; errors as browsers write them; a redirect, and what came of it; what the
        // log does not keep.
        let expected: [String] = [
            #"\#(url) 200 {"encoding":"base64","mimeType":"image/png","size":2,"text":"AP8="} 2 "" - -"#,
            #"\#(url) 0 \#(empty) -1 "" "net::ERR_INTERNET_DISCONNECTED" -"#,
            #"\#(url) 302 \#(empty) 0 \#(target) - -"#,
            #"\#(target) 0 \#(empty) -1 "" "net::ERR_FAILED" "No response set claimed it.""#,
            #"\#(url) 201 {"mimeType":"x-unknown","size":-1} -1 "" - "The log does not keep the rest of the reply.""#,
        ]
        #expect(entries == expected)
        let archive = try HARArchive(text: String(decoding: data, as: UTF8.self)) {
            $0.redaction = nil
        }
        #expect(archive.passedOver.map(\.entry) == [5])
        #expect(
            archive.responseSets.map(\.outline) == [
                "GET /books?all&page: 200, Not Connected To Internet, 302, As Recorded (default)",
                "GET /new: Unknown",
            ])
    }

    @Test func isSortedByTime() throws {
        func record(_ path: String, _ seconds: Double) -> HARRecord {
            HARRecord(
                Exchange(
                    Exchange.Request(method: .get, url: "https://a.com/\(path)"),
                    .reply(.init(status: 200)), date: Date(timeIntervalSince1970: seconds),
                    duration: .microseconds(12_345)))
        }
        let data = HARText([record("late", 2.5), record("early", 1)]).data()
        #expect(
            try data.harEntries.map { [$0["startedDateTime"], $0["time"]] } == [
                ["1970-01-01T00:00:01.000Z", 12.345], ["1970-01-01T00:00:02.500Z", 12.345],
            ])
    }
}
