import BarricadeFolder
import Barricade
import BarricadeRecording
import BarricadeSurfaces
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARPlaybackTests {
    // MARK: Compressed bodies

    /// Imports one reply with a body in base64.
    private func archive(
        _ coding: String, _ type: String, _ base64: String,
        _ configure: (inout HARArchive.Options) -> Void = { _ in }
    ) throws -> HARArchive {
        let content = String.content(type, base64, size: 8, encoding: "base64")
        return try HARArchive(
            entries: [.entry("GET /books", content, ["Content-Encoding": coding])],
            configure: configure)
    }

    private static let gzip = "H4sIAAAAAAACA6tWykxRsjKvBQBDXwcSCAAAAA=="

    /// Some proxies keep bodies as they were sent.
    @Test func compressedBodiesAreInflatedIfTheyCanBe() throws {
        for (coding, type, base64) in [
            ("gzip", "application/json", Self.gzip),
            ("x-gzip", "application/octet-stream", Self.gzip),
            ("", "text/plain", Self.gzip),
            ("deflate", "application/json", "eJyrVspMUbIyrwUAC1kCew=="),
            ("deflate", "application/json", "q1bKTFGyMq8FAA=="),
            ("deflate", "application/json", "eyJpZCI6N30="),
            ("br", "application/json", "eyJpZCI6N30="),
        ] {
            for redaction in [nil, Redaction()] {
                let archive = try archive(coding, type, base64) { $0.redaction = redaction }
                let reply = #"GET /books "200": 200 {Content-Type: \#(type)} {"id":7}"#
                #expect(try archive.replies() == [reply], "\(coding) \(base64) \(archive)")
            }
        }
        // A gzip file that an app asked for stays one.
        let file = try archive("", "application/gzip", Self.gzip) { $0.redaction = nil }
        #expect(try file.bodies() == [Data(base64Encoded: Self.gzip)])
        let bomb = "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAA" + String(repeating: "AAAA", count: 700)
        let bodies: KeyValuePairs = [
            "H4sIAAAAAAACA6tWykxRsjKvBQBDXwcS": "its body is not valid gzip (it ends too early)",
            "H4sIAAAAAAACA6tWykxRsjKvBQBDXwcTCAAAAA==": "its body is not valid gzip (byte 24)",
            bomb: "its body is more than 1000 times its size when it is inflated",
        ]
        let mismatches = try bodies.mismatches {
            let archive = try archive("gzip", "application/json", $0)
            return archive.passedOver.map(\.reason).joined()
                + archive.responseSets.map(\.name).joined()
        }
        #expect(mismatches == [])
    }

    /// Polly.JS wants old recordings edited to this coding.
    @Test func hexadecimalIsRead() throws {
        let content = String.content("text/plain", "48656c6C6f", size: 5, encoding: "hex")
        let archive = try HARArchive(entries: [.entry("GET /books", content)])
        #expect(
            try archive.replies() == [#"GET /books "200": 200 {Content-Type: text/plain} Hello"#])
    }

    /// Parsers of XML often get the bytes alone.
    @Test(arguments: [
        (#"encoding="ISO-8859-1""#, #"encoding="utf-8""#, "ü"),
        (#"encoding = 'UTF-16' standalone='no'"#, #"encoding = 'utf-8' standalone='no'"#, "€"),
        (#"encoding="UTF-8""#, #"encoding="UTF-8""#, "ü"),
        ("", "", "ü"),
    ])
    func xmlNamesTheEncodingInWhichItsTextIsSent(
        declared: String, expected: String, text: String
    ) throws {
        let body: JSONValue = .string(#"<?xml version="1.0" \#(declared)?><a>\#(text)</a>"#)
        for type in ["text/xml", "application/rss+xml; charset=UTF-16"] {
            let content = #""size":90,"mimeType":"\#(type)","text":\#(body)"#
            let archive = try HARArchive(entries: [.entry("GET /feed", .content(content))])
            let name = type.prefix { $0 != ";" }
            #expect(
                try archive.replies() == [
                    #"GET /feed "200": 200 {Content-Type: \#(name); charset=utf-8} "#
                        + #"<?xml version="1.0" \#(expected)?><a>\#(text)</a>"#
                ])
        }
    }

    /// PowerShell writes UTF-16 with `>`.
    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func filesInUTF16AreRead(_ encoding: String.Encoding) throws {
        func data(_ text: String) throws -> Data {
            try #require("\u{FEFF}\(text)".data(using: encoding))
        }
        let folder = try ScratchFolder()
        let text = try String(contentsOf: HARArchive.fixture("charset"), encoding: .utf8)
        try data(text).write(to: folder.file("traffic.har"))
        let archive = try HARArchive(contentsOf: folder.file("traffic.har"))
        #expect(try archive.replies() == HARArchive(fixture: "charset").replies())
        let document = try data(
            #"{ "openapi": "3.1.0", "paths": { "/ü": { "get": { "responses": { "200": {} } } } } }"#
        )
        #expect(OpenAPISets.recognizes(document, named: "service.json"))
        #expect(try ResponseSet.sets(fromOpenAPI: document).responseSets.map(\.name) == ["GET /ü"])
    }

    // MARK: Sessions

    /// A redirect is followed, replies come back in their order, and an error fails.
    @Test func anArchiveAnswersAsTheServerDid() async throws {
        let barricade = Barricade(
            try HARArchive(fixture: "redirects"), try HARArchive(fixture: "repeats"),
            try HARArchive(fixture: "errors"))
        let session = barricade.patientSession
        var answers: [String] = []
        for path in ["/older", "/books", "/books", "/books", "/books"] {
            let (text, status, response) = try await session.get("\(api)\(path)")
            let place = response.url?.path ?? ""
            answers.append("\(status) \(place) \(text)")
        }
        #expect(
            answers == [
                "200 /books 1", "200 /books 1", "404 /books gone", "200 /books 2", "200 /books 2",
            ])
        let error = try await session.failure("\(api)/2")
        #expect((error as? URLError)?.code == .timedOut)
        // Operations of GraphQL are told apart.
        let sets = try HARArchive(fixture: "post-data").responseSets
        let graphQL = "POST \(api)/graphql and GraphQL operation is"
        #expect(
            sets[1...2].map { "\($0.matcher)" } == ["\(graphQL) GetCart", "\(graphQL) GetUser"])
    }

    @Test func aFolderOfThemPlaysTheSame() throws {
        for fixture in ["charset", "base64", "repeats", "errors", "redirects", "post-data", "head"]
        {
            let folder = try ScratchFolder()
            let archive = try HARArchive(fixture: fixture)
            try archive.write(to: folder.url)
            let sets = try ResponseSet.sets(in: .directory(folder.url))
            #expect(sets.map(\.outline) == archive.responseSets.map(\.outline))
            let players = (Barricade(sets), Barricade(archive))
            for set in sets {
                for response in set.responses {
                    let (written, imported) = (
                        try players.0.preview(of: response.name, for: set.name),
                        try players.1.preview(of: response.name, for: set.name)
                    )
                    #expect(
                        written.map(parts) == imported.map(parts),
                        "\(fixture): \(set.name) \(response.name)")
                }
            }
        }
    }

    /// The status, the header fields in order, and the body; of JSON, which is laid out for people,
    /// without the line break at its end.
    private func parts(of preview: ResponsePreview) -> [String] {
        let body = preview.body.last == 10 ? preview.body.dropLast() : preview.body
        return ["\(preview.status)"] + preview.headers.fields.map { "\($0)" }.sorted()
            + [body.base64EncodedString()]
    }
}
