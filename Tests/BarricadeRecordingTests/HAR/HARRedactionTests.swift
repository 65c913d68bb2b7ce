import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARRedactionTests {
    private static let secrets = ["f00dfeedf00dfeed", "c0rrect-h0rse-b4ttery"]

    @Test func secretsStayOutOfTheSets() throws {
        let archive = try HARArchive(contentsOf: HARArchive.fixture("secrets"))
        let replies = try archive.replies()
        #expect(replies.count == 2)
        for secret in Self.secrets {
            #expect(!replies.joined().contains(secret))
            #expect(!archive.description.contains(secret))
        }
        // The password is known from the form, which is not kept.
        #expect(replies.contains { $0.contains("Your password is ") })
        #expect(archive.redactionReport?.entries(.dropped).isEmpty == false)
    }

    @Test func aReplacedQueryItemMayHaveAnyValue() async throws {
        let barricade = Barricade(try HARArchive(contentsOf: HARArchive.fixture("secrets")))
        let session = URLSession(configuration: .patient(by: barricade))
        let url = try #require(URL(string: "https://api.example.com/me?token=other&page=2"))
        let (_, response) = try await session.data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(barricade.requests.map(\.set) == ["GET /me?page&token"])
    }

    @Test func whatCannotBeSearchedIsRefusedWithTheRuleThatAllowsIt() throws {
        let archive = try HARArchive(contentsOf: HARArchive.fixture("secrets"))
        let refused = try #require(archive.passedOver.first)
        #expect(refused.reason == "its body cannot be searched for secrets")
        let fix =
            #"Redaction { $0.allowedTypes.insert("application/zip") }, or --allow-type application/zip"#
        #expect(refused.fix == fix)
        #expect(
            archive.description == """
                secrets.har: 2 responses in 2 sets, from 2 of 3 entries; 1 passed over.
                Passed over 1 entry: its body cannot be searched for secrets.
                  To fix, if it holds none: \(fix)
                    entry \(refused.entry ?? 0) (line \(refused.line))  GET https://api.example.com/archive
                """)
        let all = try HARArchive(contentsOf: HARArchive.fixture("secrets")) {
            $0.redaction = Redaction { $0.allowedTypes.insert("application/zip") }
        }
        #expect(all.passedOver.isEmpty)
    }

    @Test func aFolderHoldsNoSecrets() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("BarricadeTests-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try HARArchive(contentsOf: HARArchive.fixture("secrets")).write(to: folder)
        try Redaction.verify(folder, secrets: Self.secrets)
        let plain = try HARArchive(fixture: "secrets")
        try plain.write(to: folder)
        #expect(throws: BarricadeError.self) {
            try Redaction.verify(folder, secrets: Self.secrets)
        }
    }

    @Test func whatIsPassedOverTellsWhatIsSecret() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("BarricadeTests-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: url) }
        let text = """
            {"log":{"entries":[
            {"request":{"method":"POST","url":"https://a.example/login",
              "cookies":[{"name":"sid","value":"c00kieV4l-98765"}],
              "headers":[{"name":"Authorization","value":"Bearer t0k-A1B2C3-123456"}],
              "postData":{"mimeType":"application/json","text":"{\\"password\\":\\"hunt3r2hunt3r\\"}"}},
             "response":{"status":200,"content":{"size":100}}},
            {"request":{"method":"GET","url":"https://a.example/echo"},"response":{"status":200,
             "content":{"size":9,"text":"hunt3r2hunt3r t0k-A1B2C3-123456 c00kieV4l-98765"}}}]}}
            """
        try Data(text.utf8).write(to: url)
        let archive = try HARArchive(contentsOf: url)
        #expect(archive.passedOver.count == 1)
        let replies = try archive.replies().joined()
        for secret in ["hunt3r2hunt3r", "t0k-A1B2C3-123456", "c00kieV4l-98765"] {
            #expect(!replies.contains(secret))
        }
    }

    @Test func theLogIsWrittenWithoutSecrets() async throws {
        let login = ResponseSet("Login", on: .post("/login")) {
            CannedResponse("Success", json: ["token": "f00dfeedf00dfeed", "name": "Ada"])
        }
        let barricade = Barricade(login)
        let session = URLSession(configuration: .patient(by: barricade))
        var request = URLRequest(
            url: try #require(URL(string: "https://api.example.com/login?code=correct-horse")))
        request.httpMethod = "POST"
        request.setValue("Bearer f00dfeedf00dfeed", forHTTPHeaderField: "Authorization")
        request.httpBody = Data("password=c0rrect-h0rse-b4ttery".utf8)
        _ = try await session.data(for: request)

        let data = try barricade.har()
        let text = String(decoding: data, as: UTF8.self)
        for secret in Self.secrets + ["correct-horse"] { #expect(!text.contains(secret)) }
        #expect(text.contains("Ada"))
        #expect(HARValidator(data).faults.isEmpty)
        let whole = String(decoding: try barricade.har(redaction: nil), as: UTF8.self)
        for secret in Self.secrets { #expect(whole.contains(secret)) }
    }
}
