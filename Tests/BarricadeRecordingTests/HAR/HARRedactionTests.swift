import Barricade
import BarricadeFolder
import BarricadeRecording
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARRedactionTests {
    private static let secrets = ["f00dfeedf00dfeed", "c0rrect-h0rse-b4ttery"]

    /// The archive of secrets, with the secrets replaced.
    private func archive() throws -> HARArchive {
        try HARArchive(contentsOf: HARArchive.fixture("secrets"))
    }

    /// Returns the secrets that a text holds.
    private func leaks(in text: String) -> [String] {
        Self.secrets.filter(text.contains)
    }

    @Test func secretsStayOutOfTheSetsAndTheFolder() throws {
        let folder = try ScratchFolder()
        let archive = try archive()
        try archive.write(to: folder.url)
        let text = try archive.replies().joined() + archive.description + folder.everything()
        // The password is known from the form, which is not kept.
        #expect(leaks(in: text) == [])
        #expect(text.contains("Your password is "))
        #expect(archive.redactionReport?.entries(.dropped).isEmpty == false)
        try HARArchive(fixture: "secrets").write(to: folder.url)
        #expect(try leaks(in: folder.everything()) == Self.secrets)
    }

    @Test func whatCannotBeSearchedIsRefusedWithTheRuleThatAllowsIt() throws {
        let archive = try archive()
        let refused = try #require(archive.passedOver.first)
        let fix =
            #"Redaction { $0.allowedTypes.insert("application/zip") }, or --allow-type application/zip"#
        #expect(
            archive.description == """
                secrets.har: 2 responses in 2 sets, from 2 of 3 entries; 1 passed over.
                Passed over 1 entry: its 8 bytes of application/zip are no text, but application/zip.
                  To fix, if it holds none: \(fix)
                    entry \(refused.entry ?? 0) (line \(refused.line))  GET https://api.example.com/archive
                """)
        let all = try HARArchive(contentsOf: HARArchive.fixture("secrets")) {
            $0.redaction = Redaction { $0.allowedTypes.insert("application/zip") }
        }
        #expect(all.passedOver.isEmpty)
    }

    @Test func whatIsPassedOverTellsWhatIsSecret() throws {
        let archive = try HARArchive(entries: [
            """
            {"request":{"method":"POST","url":"https://a.example/login",
              "cookies":[{"name":"sid","value":"c00kieV4l-98765"}],
              "headers":[{"name":"Authorization","value":"Bearer t0k-A1B2C3-123456"}],
              "postData":{"mimeType":"application/json","text":"{\\"password\\":\\"hunt3r2hunt3r\\"}"}},
             "response":{"status":200,"content":{"size":100}}}
            """,
            """
            {"request":{"method":"GET","url":"https://a.example/echo"},"response":{"status":200,
             "content":{"size":9,"text":"hunt3r2hunt3r t0k-A1B2C3-123456 c00kieV4l-98765"}}}
            """,
        ])
        let replies = try archive.replies().joined()
        let secrets = ["hunt3r2hunt3r", "t0k-A1B2C3-123456", "c00kieV4l-98765"]
        let leaks = secrets.filter { replies.contains($0) }
        #expect(archive.passedOver.count == 1)
        #expect(leaks == [])
    }

    @Test func theLogIsWrittenWithoutSecrets() async throws {
        let login = ResponseSet("Login", on: .post("/login")) {
            CannedResponse("Success", json: ["token": "f00dfeedf00dfeed", "name": "Ada"])
        }
        let barricade = Barricade(login)
        var request = URLRequest(url: try URL("\(api)/login?code=correct-horse"))
        request.httpMethod = "POST"
        request.setValue("Bearer f00dfeedf00dfeed", forHTTPHeaderField: "Authorization")
        request.httpBody = Data("password=c0rrect-h0rse-b4ttery".utf8)
        _ = try await barricade.patientSession.send(request)

        let text = String(decoding: try barricade.har(), as: UTF8.self)
        let found = (Self.secrets + ["correct-horse", "Ada"]).filter(text.contains)
        #expect(found == ["Ada"])
        let whole = String(decoding: try barricade.har(redaction: nil), as: UTF8.self)
        #expect(leaks(in: whole) == Self.secrets)
    }
}
