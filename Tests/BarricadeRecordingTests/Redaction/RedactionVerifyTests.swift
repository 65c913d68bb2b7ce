import Barricade
import BarricadeFolder
import BarricadeRecording
import Testing

@testable import TestSupport

/// The last check: no known secret in any file, in any encoding.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RedactionVerifyTests {
    /// Returns what is found in a file: the first line of the error.
    private func finding(_ secret: String, in data: Data, at path: String) throws -> String? {
        let folder = try ScratchFolder()
        try folder.write("", to: path)
        try data.write(to: folder.file(path))
        do {
            try Redaction.verify(folder.url, secrets: [secret])
            return nil
        } catch {
            #expect(error.code == .secretInFile)
            #expect(!error.message.contains(secret))
            return error.message.split(separator: "\n").first.map(String.init)
        }
    }

    private static func encoded(_ text: String) -> [(way: String, text: String)] {
        let bytes = Data(text.utf8)
        let percent = text.percentEncoded
        let json = JSONValue.string(text).description
        let otherCase = text.replacing("q8Zr", with: "Q8zR").replacing("hunter", with: "HUNTER")
        var encodings: [(way: String, text: String)] = [
            ("raw", text), ("other case", otherCase), ("percent", percent),
            ("percent, lower case", percent.lowercased()),
            ("form", percent.replacing("%20", with: "+")),
            ("percent twice", percent.replacing("%", with: "%25")),
            ("JSON", json), ("JSON by unit", text.escapedUnits),
            ("JSON in JSON", JSONValue.string(json).description),
            ("XML", text.replacing("\"", with: "&quot;")),
            ("hexadecimal", text.hexadecimal),
            ("hexadecimal, upper case", text.hexadecimal.uppercased()),
        ]
        for offset in 0..<6 {
            let before = Data((0..<offset).map { (index: Int) -> UInt8 in UInt8(index * 37 + 5) })
            let base64 = (before + bytes + before).base64EncodedString()
            encodings.append(("base64 at \(offset)", base64))
        }
        for offset in 0..<3 {
            let base64 = (Data(repeating: 7, count: offset) + bytes).base64EncodedString()
            let text = base64.replacing("+", with: "-").replacing("/", with: "_")
            encodings.append(("base64 for URLs at \(offset)", text))
        }
        let lines = (Data(repeating: 7, count: 50) + bytes).base64EncodedString(options: [
            .lineLength64Characters, .endLineWithLineFeed,
        ])
        return encodings + [("base64 in lines", lines)]
    }

    @Test func findsEveryEncoding() throws {
        var missed: [String] = []
        for secret in ["q8Zr/t W2\"ü", "hunter", "493817", "swordfish", "abc~~~???>>>"] {
            for (way, text) in Self.encoded(secret) {
                let found = try finding(secret, in: Data("x\n<<\(text)>>\n".utf8), at: "a.txt")
                if found?.hasPrefix("a.txt holds a known secret") != true {
                    missed.append("\(secret) \(way): \(text)")
                }
            }
        }
        #expect(missed == [])
    }

    @Test func findsEachOfManySecrets() throws {
        // Of all lengths, and so many that the search has to grow.
        let secrets = (100..<1_600).map {
            "\($0)q8Zr" + String(repeating: "W", count: $0 * 7 % 600)
        }
        let redactor = Redactor(Redaction { $0.secrets = secrets })
        let missed = secrets.flatMap { [$0, $0.hexadecimal] }.filter { text in
            (try? redactor.verify(Data("<\(text)>".utf8), at: "a")) != nil
        }
        #expect(missed == [])
        try redactor.verify(Data("99q8Zr \(secrets[20].dropLast())".utf8), at: "a")
    }

    @Test func namesFileAndPlace() throws {
        let files: [(path: String, text: String)] = [
            ("sets/a.json", #"{"a":{"b c":[1,"x hunter2 y"]}}"#),
            ("a.json", #"{"a":{"hunter2":1}}"#), ("a.txt", "1\n2\nhunter2\n"),
            ("get/hunter2-a/b.json", ""), ("fine.txt", "hunter 2"),
        ]
        let findings = try files.map { path, text in
            try finding("hunter2", in: Data(text.utf8), at: path)
        }
        #expect(
            findings == [
                "sets/a.json holds a known secret at $.a[\"b c\"][1].",
                "a.json holds a known secret at $.a.", "a.txt holds a known secret in line 3.",
                "The path of a file holds a known secret: get/•••.", nil,
            ])
        // Longer words and numbers are others.
        let others = Data("hunter 2, shunter2x? 4938170 swordfishes".utf8)
        let wide = try #require("hunter2".data(using: .utf16))
        #expect(
            try [
                finding("hunter2", in: wide, at: "a.bin"),
                finding("493817", in: others, at: "a.txt"),
                finding("swordfish", in: others, at: "a.txt"),
            ] == ["a.bin holds a known secret in line 1.", nil, nil])
        // A redactor checks what it knows.
        let redactor = Redactor()
        redactor.learn(from: .reply(#"{"token":"hunt3r2sw0rd"}"#))
        #expect(throws: BarricadeError.self) {
            try redactor.verify(Data("HUNT3R2SW0RD".utf8), at: "a/b.json")
        }
        #expect(throws: BarricadeError.self) {
            try redactor.verify(Data(), at: "a/hunt3r2sw0rd.json")
        }
        try redactor.verify(Data("fine".utf8), at: "a/b.json")
    }

    @Test func saysWhatToDoAndRefusesToSeekNothing() throws {
        let folder = try ScratchFolder()
        try folder.write("hunter2", to: "a.txt")
        let found = BarricadeError(
            .secretInFile,
            """
            a.txt holds a known secret in line 1.

            To fix, do one of these:
              take it out of the file
            """)
        #expect(throws: found) { try Redaction.verify(folder.url, secrets: ["hunter2"]) }
        #expect {
            try Redaction.verify(folder.file("none"), secrets: ["hunter2"])
        } throws: {
            BarricadeError.Code.unusableFolder ~= $0
        }
        // A variable that is not set must not pass for a folder without secrets.
        let empty = BarricadeError(
            .invalidDefinition,
            """
            Secret 2 has 0 bytes, and cannot be sought: it needs at least 6.

            To fix: check that the variable or file it comes from is there.
            """)
        #expect(throws: empty) { try Redaction.verify(folder.url, secrets: ["hunter2", ""]) }
        let none = BarricadeError(
            .invalidDefinition,
            """
            There are no secrets to seek.

            To fix: check that the variable or file they come from is there.
            """)
        #expect(throws: none) { try Redaction.verify(folder.url, secrets: []) }
    }
}
