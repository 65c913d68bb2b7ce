import Barricade
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

@testable import TestSupport

/// Secrets in what is recorded, and in what is saved.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RecordedSecretsTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// What the folder says in all its files and names.
    private func everything() throws -> String {
        try folder.tree().map { "\($0.key)\n\($0.value)" }.joined(separator: "\n")
    }

    @Test func aSecretThatIsMetLaterIsTakenOutOfWhatWasKeptBefore() async throws {
        let secret = "s3cr3t-Value-4711"
        let server = try ScriptedServer { request in
            request.path == "/login"
                ? .json(#"{"access_token": "\#(secret)", "name": "Ada"}"#)
                : .json(#"{"reference": "\#(secret)", "title": "Fog"}"#)
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        try await barricade.get(try server.url("/books"))
        let reply = try await barricade.get(try server.url("/login"))
        #expect(reply.text.contains(secret))
        try recording.save(to: folder.url)
        let text = try everything()
        #expect(!text.contains(secret))
        #expect(text.contains("Fog"))
        #expect(text.contains("Ada"))
    }

    @Test func whatStandsForASecretStaysTheSame() async throws {
        let count = Locked(0)
        let server = try ScriptedServer { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            let name = request.path.dropFirst()
            return .json(
                #"{"email": "\#(name)@example.org", "token": "T\#(number)abcDEF-\#(name)"}"#)
        }
        func record(_ names: [String]) async throws {
            let barricade = Barricade.open()
            let recording = barricade.record(.live) { $0.earlierFolder = folder.url }
            for name in names { try await barricade.get(try server.url("/\(name)")) }
            try recording.save(to: folder.url)
        }
        try await record(["ada", "bob"])
        let before = try folder.stamps()
        #expect(try !everything().contains("@example.org"))
        // Others come first, with other tokens.
        try await record(["bob", "ada"])
        #expect(try folder.stamps() == before)
    }

    @Test func aReplyThatCannotBeReadIsRefusedWithTheReason() async throws {
        let server = try ScriptedServer { _ in
            .init(
                headers: ["Content-Type": "application/x-unknown"],
                body: .data(Data([0, 1, 2, 0xFF, 0xFE])))
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        try await barricade.get(try server.url("/a?token=s3cr3t-Value-4711"))
        #expect(barricade.sets.isEmpty)
        let refusal = try #require(recording.report.refusals.first)
        #expect(refusal.request == "GET http://\(server.host)/a?token=•••")
        #expect(refusal.reason.contains("application/x-unknown"))
        #expect("\(recording.report)".hasPrefix("0 recorded, 1 refused\n  GET "))
    }

    @Test func aFolderWithASecretIsNotWritten() async throws {
        let secret = "s3cr3t-Value-4711"
        let server = try ScriptedServer { _ in .json(#"{"password": "\#(secret)"}"#) }
        let barricade = Barricade.open(
            // What a person has written is written as it is.
            ResponseSet("Login", on: .get("/login")) {
                CannedResponse("Mine", json: ["note": .string(secret)])
            })
        try barricade.setMode(.recording, for: "Login")
        let recording = barricade.record(.recordingSets)
        try await barricade.get(try server.url("/login"))
        let error = #expect(throws: BarricadeError.self) {
            try recording.save(to: folder.file("Responses"))
        }
        #expect(error?.code == .secretInFile)
        #expect(error?.message.contains("login/set.json") == true)
        #expect(error?.message.contains(secret) == false)
        #expect(try folder.names() == [])
    }
}
