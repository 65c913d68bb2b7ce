import BarricadeFolder
import Barricade
import BarricadeRecording
import BarricadeSurfaces
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARPlaybackTests {
    private func get(
        _ path: String, from fixture: String
    ) async throws -> (data: Data, response: HTTPURLResponse) {
        try await get(path, from: Barricade(try HARArchive(fixture: fixture)))
    }

    private func get(
        _ path: String, from barricade: Barricade
    ) async throws -> (data: Data, response: HTTPURLResponse) {
        let session = URLSession(configuration: .patient(by: barricade))
        defer { withExtendedLifetime(barricade) {} }
        let url = try #require(URL(string: "https://api.example.com\(path)"))
        let (data, response) = try await session.data(from: url)
        return (data, try #require(response as? HTTPURLResponse))
    }

    @Test func textComesBackInUTF8() async throws {
        let (data, response) = try await get("/books", from: "charset")
        #expect(String(decoding: data, as: UTF8.self) == "Grüße")
        #expect(response.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
    }

    @Test func transferFieldsDoNotComeBack() async throws {
        let (data, response) = try await get("/books", from: "encoded-in-transfer")
        #expect(String(decoding: data, as: UTF8.self) == "Hello")
        #expect(response.value(forHTTPHeaderField: "Content-Encoding") == nil)
        #expect(response.value(forHTTPHeaderField: "Content-Length") == "5")
        #expect(response.value(forHTTPHeaderField: "ETag") == "\"1\"")
    }

    @Test func bytesComeBack() async throws {
        let (data, _) = try await get("/books", from: "base64")
        #expect(data == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]))
    }

    /// Some proxies keep bodies as they were sent; a gzip file that an app asked for is one.
    @Test(arguments: [
        ("gzip", "application/json", "H4sIAAAAAAACA6tWykxRsjKvBQBDXwcSCAAAAA=="),
        ("x-gzip", "application/octet-stream", "H4sIAAAAAAACA6tWykxRsjKvBQBDXwcSCAAAAA=="),
        ("", "text/plain", "H4sIAAAAAAACA6tWykxRsjKvBQBDXwcSCAAAAA=="),
        ("deflate", "application/json", "eJyrVspMUbIyrwUAC1kCew=="),
        ("deflate", "application/json", "q1bKTFGyMq8FAA=="),
        ("deflate", "application/json", "eyJpZCI6N30="),
        ("br", "application/json", "eyJpZCI6N30="),
    ]) func compressedBodiesAreInflated(
        _ coding: String, _ type: String, _ base64: String
    ) async throws {
        for isRedacted in [false, true] {
            let archive = try Self.archive(coding, type, base64) {
                $0.redaction = isRedacted ? Redaction() : nil
            }
            #expect(archive.passedOver == [])
            let (data, response) = try await get("/books", from: Barricade(archive))
            #expect(String(decoding: data, as: UTF8.self) == #"{"id":7}"#)
            #expect(response.value(forHTTPHeaderField: "Content-Encoding") == nil)
            #expect(response.value(forHTTPHeaderField: "Content-Type") == type)
        }
    }

    @Test func aCompressedFileStaysOne() async throws {
        let archive = try Self.archive(
            "", "application/gzip", "H4sIAAAAAAACA6tWykxRsjKvBQBDXwcSCAAAAA=="
        ) { $0.redaction = nil }
        let (data, _) = try await get("/books", from: Barricade(archive))
        #expect(data.starts(with: [0x1F, 0x8B]))
    }

    @Test(arguments: [
        ("H4sIAAAAAAACA6tWykxRsjKvBQBDXwcS", "its body is not valid gzip (it ends too early)"),
        (
            "H4sIAAAAAAACA6tWykxRsjKvBQBDXwcTCAAAAA==", "its body is not valid gzip (byte 24)"
        ),
        (
            "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAA" + String(repeating: "AAAA", count: 700),
            "its body is more than 1000 times its size when it is inflated"
        ),
    ]) func whatCannotBeInflatedIsPassedOver(_ base64: String, _ reason: String) throws {
        let archive = try Self.archive("gzip", "application/json", base64) { _ in }
        #expect(
            archive.description == """
                traffic.har: 0 responses in 0 sets, from 0 of 1 entry; 1 passed over.
                Passed over 1 entry: \(reason).
                    entry 1 (line 1)  GET https://api.example.com/books
                """)
    }

    /// Imports one reply with a body in base64.
    private static func archive(
        _ coding: String, _ type: String, _ base64: String,
        _ configure: (inout HARArchive.Options) -> Void
    ) throws -> HARArchive {
        let folder = try ScratchFolder()
        let text = """
            {"log":{"entries":[{"request":{"method":"GET","url":"https://api.example.com/books"},\
            "response":{"status":200,"headers":[{"name":"Content-Encoding","value":"\(coding)"}],\
            "content":{"size":8,"mimeType":"\(type)","text":"\(base64)","encoding":"base64"}}}]}}
            """
        try Data(text.utf8).write(to: folder.file("traffic.har"))
        return try HARArchive(contentsOf: folder.file("traffic.har"), configure: configure)
    }

    @Test func errorsComeBack() async throws {
        let error = await #expect(throws: URLError.self) {
            _ = try await get("/2", from: "errors")
        }
        #expect(error?.code == .timedOut)
    }

    @Test func redirectsAreFollowed() async throws {
        let (redirects, texts) = (
            try HARArchive(fixture: "redirects"), try HARArchive(fixture: "repeats")
        )
        let (data, response) = try await get("/older", from: Barricade(redirects, texts))
        #expect(String(decoding: data, as: UTF8.self) == "1")
        #expect(response.url?.path == "/books")
    }

    @Test func repliesComeBackInTheirOrder() async throws {
        let barricade = Barricade(try HARArchive(fixture: "repeats"))
        var texts: [String] = []
        for _ in 0..<5 {
            texts.append(
                String(decoding: try await get("/books", from: barricade).data, as: UTF8.self))
        }
        #expect(texts == ["1", "1", "gone", "2", "2"])
        try barricade.select("404", for: "GET /books")
        #expect(try await get("/books", from: barricade).response.statusCode == 404)
    }

    @Test func operationsOfGraphQLAreToldApart() async throws {
        let barricade = Barricade(try HARArchive(fixture: "post-data"))
        let session = URLSession(configuration: .patient(by: barricade))
        defer { withExtendedLifetime(barricade) {} }
        let url = try #require(URL(string: "https://api.example.com/graphql"))
        var texts: [String] = []
        for name in ["GetUser", "GetCart"] {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(#"{"operationName":"\#(name)"}"#.utf8)
            texts.append(
                String(decoding: try await session.data(for: request).0, as: UTF8.self))
        }
        #expect(texts == ["2", "Hello"])
    }

    @Test func aFolderOfThemPlaysTheSame() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("BarricadeTests-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for fixture in ["charset", "base64", "repeats", "errors", "redirects", "post-data", "head"]
        {
            let archive = try HARArchive(fixture: fixture)
            let folder = folder.appendingPathComponent(fixture)
            try archive.write(to: folder)
            let sets = try ResponseSet.sets(in: .directory(folder))
            #expect(sets.map(\.name) == archive.responseSets.map(\.name))
            let (written, imported) = (Barricade(sets), Barricade(archive))
            for set in sets {
                for response in set.responses {
                    let (now, before) = (
                        try written.preview(of: response.name, for: set.name),
                        try imported.preview(of: response.name, for: set.name)
                    )
                    // JSON is laid out for people, with a line break at its end.
                    #expect(now?.body.droppingBreak == before?.body.droppingBreak)
                    #expect(
                        now?.headers.fields.sorted { $0.name < $1.name }
                            == before?.headers.fields.sorted { $0.name < $1.name })
                    #expect(now?.status == before?.status)
                }
            }
        }
    }
}

extension Data {
    fileprivate var droppingBreak: Data { last == 10 ? dropLast() : self }
}
