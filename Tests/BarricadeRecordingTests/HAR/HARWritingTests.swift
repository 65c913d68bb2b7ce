import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARWritingTests {
    private let shop = ResponseSet("Books", on: .get("/books")) {
        CannedResponse("Some", headers: ["ETag": "\"1\""], json: [["title": "Grüße / 1"]])
        CannedResponse("Picture", body: .data(Data([0, 0xFF]), contentType: "image/png"))
        CannedResponse("Moved", redirect: "https://api.example.com/new")
        CannedResponse("Offline", error: .notConnectedToInternet)
        CannedResponse("Made") { _ in CannedResponse(status: 201, text: "made") }
    }

    /// Sends a request for each response; returns the log as HAR.
    private func har(
        selecting responses: [String], redaction: Redaction? = nil
    ) async throws -> (data: Data, entries: [JSONValue]) {
        let barricade = Barricade(shop)
        let session = URLSession(configuration: .patient(by: barricade))
        for response in responses {
            try barricade.select(response, for: "Books")
            var request = URLRequest(
                url: try #require(URL(string: "https://api.example.com/books?page=2&all")))
            request.setValue("en", forHTTPHeaderField: "Accept-Language")
            _ = try? await session.data(for: request)
        }
        let data = try barricade.har(redaction: redaction)
        let root = try JSONDecoder().decode(JSONValue.self, from: data)
        return (data, root["log"]?["entries"]?.array ?? [])
    }

    @Test func theValidatorFindsWhatIsMissingOrOfAnotherType() throws {
        let text =
            #"{"log":{"version":1,"creator":{"name":"a"},"entries":[{"time":"x"}],"more":0}}"#
        #expect(
            HARValidator(Data(text.utf8)).faults == [
                "$.log.version is of another type", "$.log.creator.version is missing",
                "$.log.entries[0].startedDateTime is missing",
                "$.log.entries[0].time is of another type",
                "$.log.entries[0].request is missing", "$.log.entries[0].response is missing",
                "$.log.entries[0].cache is missing", "$.log.entries[0].timings is missing",
                "$.log.more is not in the specification",
            ])
        #expect(HARValidator(Data("{".utf8)).faults == ["it is not JSON"])
    }

    @Test func hasEveryFieldOfTheSpecification() async throws {
        let har = try await har(selecting: ["Some", "Picture", "Moved", "Offline", "Made"])
        // The target of the redirect is a request of its own.
        #expect(har.entries.count == 6)
        #expect(HARValidator(har.data).faults.isEmpty)
    }

    @Test func writesTheReplyOfACannedResponse() async throws {
        let entry = try #require(try await har(selecting: ["Some"]).entries.first)
        let request = entry["request"]
        #expect(request?["url"]?.string == "https://api.example.com/books?page=2&all")
        #expect(
            request?["queryString"] == [
                ["name": "page", "value": "2"], ["name": "all", "value": ""],
            ])
        #expect(request?["headers"] == [["name": "Accept-Language", "value": "en"]])
        let response = entry["response"]
        #expect(response?["status"]?.int == 200)
        #expect(
            response?["content"] == [
                "size": 25, "mimeType": "application/json",
                "text": #"[{"title":"Grüße / 1"}]"#,
            ])
        #expect(response?["bodySize"]?.int == 25)
        #expect(entry["comment"] == nil)
    }

    @Test func writesBytesInBase64() async throws {
        let entry = try await har(selecting: ["Picture"]).entries.first
        #expect(
            entry?["response"]?["content"] == [
                "size": 2, "mimeType": "image/png", "text": "AP8=", "encoding": "base64",
            ])
    }

    @Test func writesErrorsAsBrowsersDo() async throws {
        let entry = try await har(selecting: ["Offline"]).entries.first
        #expect(entry?["response"]?["status"]?.int == 0)
        #expect(entry?["response"]?["_error"]?.string == "net::ERR_INTERNET_DISCONNECTED")
    }

    @Test func writesRedirectsAndWhatCameOfThem() async throws {
        let entries = try await har(selecting: ["Moved"]).entries
        #expect(entries.first?["response"]?["status"]?.int == 302)
        #expect(
            entries.first?["response"]?["redirectURL"]?.string == "https://api.example.com/new")
        #expect(entries.last?["request"]?["url"]?.string == "https://api.example.com/new")
        #expect(entries.last?["comment"]?.string == "No response set claimed it.")
    }

    @Test func saysWhatTheLogDoesNotKeep() async throws {
        let entry = try await har(selecting: ["Made"]).entries.first
        #expect(entry?["response"]?["status"]?.int == 201)
        #expect(entry?["response"]?["content"] == ["size": -1, "mimeType": "x-unknown"])
        #expect(entry?["response"]?["bodySize"]?.int == -1)
        #expect(entry?["comment"]?.string == "The log does not keep the rest of the reply.")
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
        let entries = try JSONDecoder().decode(JSONValue.self, from: data)["log"]?["entries"]
        #expect(
            entries?.array?.compactMap { $0["startedDateTime"]?.string } == [
                "1970-01-01T00:00:01.000Z", "1970-01-01T00:00:02.500Z",
            ])
        #expect(entries?[0]?["time"] == 12.345)
    }

    @Test func comesBackAsItWasWritten() async throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("BarricadeTests-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: url) }
        try await har(selecting: ["Some", "Picture", "Offline"]).data.write(to: url)
        let archive = try HARArchive(contentsOf: url) { $0.redaction = nil }
        #expect(archive.passedOver.isEmpty)
        #expect(
            archive.responseSets.first?.responses.map(\.name) == [
                "200", "200 (2)", "Not Connected To Internet", "As Recorded",
            ])
    }
}
