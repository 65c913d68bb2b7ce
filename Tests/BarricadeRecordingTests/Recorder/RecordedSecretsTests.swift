import Barricade
import BarricadeFolder
import BarricadeRecording
import LoopbackServer
import Testing

@testable import TestSupport

/// Secrets in what is recorded, and in what is saved.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RecordedSecretsTests {
    private let folder: ScratchFolder
    private let secret = "s3cr3t-Value-4711"

    init() throws {
        folder = try ScratchFolder()
    }

    @Test func aSecretThatIsMetLaterIsTakenOutOfWhatWasKeptBefore() async throws {
        let server = try ScriptedServer { [secret] request in
            request.path == "/login"
                ? .json(#"{"access_token": "\#(secret)", "name": "Ada"}"#)
                : .json(#"{"reference": "\#(secret)", "title": "Fog"}"#)
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let texts = try await barricade.texts(["/books", "/login"], of: server)
        #expect(texts.allSatisfy { $0.contains(secret) })
        try recording.save(to: folder.url)
        let text = try folder.everything()
        let found = [secret, "Fog", "Ada"].filter { text.contains($0) }
        #expect(found == ["Fog", "Ada"])
    }

    /// A save that came before may have it, also in the names of files, until the next one.
    @Test(arguments: [
        "/note", "/s/blue-horse-42", "/blue-horse-42?x", "/q?a=blue-horse-42", "/?blue-horse-42",
    ])
    func aSecretThatIsMetAfterASaveIsInNoLaterOne(path: String) async throws {
        let server = try ScriptedServer { request in
            .init(
                headers: request.path == "/login" ? ["Set-Cookie": "session=blue-horse-42"] : [:],
                body: .data(Data(#"{ "note": "blue-horse-42", "title": "Fog" }"#.utf8)))
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        try await barricade.texts([path, "/other"], of: server)
        try recording.save(to: folder.url)
        #expect(try folder.everything().contains("blue-horse-42"))
        try await barricade.texts(["/login", path], of: server)
        for place in [folder.url, folder.file("elsewhere")] {
            try recording.save(to: place)
        }
        try recording.save(to: folder.url)
        #expect(try !folder.everything().contains("blue-horse-42"))
        #expect(try !folder.names().joined().contains("horse"))
        #expect(try ResponseSet.sets(in: .directory(folder.url)).count == 3)
    }

    @Test func secretsThatAreMetOneAfterTheOtherLeaveTheRequests() async throws {
        let words = ["s3cr3t-Value-4711", "s3cr3t-Title-0815"]
        let server = try ScriptedServer { request in
            let word = ["/first": words[0], "/second": words[1]][request.path]
            return .json(word.map { #"{"password": "\#($0)"}"# } ?? #"{"title": "Fog"}"#)
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        var found: [[String]] = []
        for paths in [
            ["/search?q=\(words[0])&r=\(words[1])", "/search?q=1"], ["/first"], ["/second"],
        ] {
            try await barricade.texts(paths, of: server)
            try recording.save(to: folder.url)
            let text = try folder.everything()
            found.append(words.filter { text.contains($0) })
        }
        #expect(found == [words, [words[1]], []])
    }

    @Test func aSecretThatIsMetAfterASaveIsInNoLaterOneOfTheSameFolderEither() async throws {
        let server = try ScriptedServer { request in
            .init(
                headers: request.path == "/login" ? ["Set-Cookie": "session=blue-horse-42"] : [:],
                body: .data(Data(#"{ "note": "\#(request.path)" }"#.utf8)))
        }
        for _ in 0..<2 {
            let barricade = Barricade.open()
            if try folder.names() != [] {
                try barricade.register(folder: .directory(folder.url))
                for set in barricade.sets { try barricade.setMode(.recording, for: set.name) }
            }
            let recording = barricade.record(.live) { $0.earlierFolder = folder.url }
            try await barricade.texts(["/s/blue-horse-42"], of: server)
            try recording.save(to: folder.url)
            #expect(try folder.everything().contains("blue-horse-42"))
            try await barricade.texts(["/login"], of: server)
            try recording.save(to: folder.url)
            #expect(try !folder.everything().contains("blue-horse-42"))
        }
    }

    @Test func whatStandsForASecretStaysTheSame() async throws {
        let count = Locked(0)
        let server = try ScriptedServer { request in
            let name = request.path.dropFirst()
            return .json(
                #"{"email": "\#(name)@example.org", "token": "T\#(count.next())abcDEF-\#(name)"}"#)
        }
        func record(_ paths: [String]) async throws {
            let barricade = Barricade.open()
            let recording = barricade.record(.live) { $0.earlierFolder = folder.url }
            try await barricade.texts(paths, of: server)
            try recording.save(to: folder.url)
        }
        try await record(["/ada", "/bob"])
        let before = try folder.stamps()
        #expect(try !folder.everything().contains("@example.org"))
        // Others come first, with other tokens.
        try await record(["/bob", "/ada"])
        #expect(try folder.stamps() == before)
    }

    @Test func aFolderWithASecretIsNotWritten() async throws {
        let server = try ScriptedServer { [secret] _ in .json(#"{"password": "\#(secret)"}"#) }
        let barricade = Barricade.open(
            // What a person has written is written as it is.
            ResponseSet("Login", on: .get("/login")) {
                CannedResponse("Mine", json: ["note": .string(secret)])
            })
        try barricade.setMode(.recording, for: "Login")
        let recording = barricade.record(.recordingSets)
        try await barricade.texts(["/login"], of: server)
        let error = #expect(throws: BarricadeError.self) {
            try recording.save(to: folder.file("Responses"))
        }
        let message = error?.message ?? ""
        #expect(error?.code == .secretInFile)
        #expect(message.contains("login/set.json"))
        #expect(!message.contains(secret))
        #expect(try folder.names() == [])
    }
}
