import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

/// The last check: no known secret in any file, in any encoding.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RedactionVerifyTests {
    private static let secret = "q8Zr/t W2\"ü"

    private func folder(_ files: [String: Data]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("Verify-\(UUID().uuidString)")
        for (path, data) in files {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file)
        }
        return folder
    }

    private func error(_ files: [String: Data], _ secret: String = secret) throws -> String? {
        let folder = try folder(files)
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try Redaction.verify(folder, secrets: [secret])
            return nil
        } catch {
            #expect(error.code == .secretInFile)
            #expect(!error.message.contains(secret))
            return error.message.split(separator: "\n").first.map(String.init)
        }
    }

    private static func encoded(_ text: String) -> [(String, String)] {
        let bytes = Data(text.utf8)
        let hexadecimal = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let percent = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let escaped = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
        let otherCase = text.replacing("q8Zr", with: "Q8zR").replacing("hunter", with: "HUNTER")
        let encodings: [(String, String)] = [
            ("raw", text), ("other case", otherCase), ("percent", percent),
            ("percent, lower case", percent.lowercased()),
            ("form", percent.replacing("%20", with: "+")),
            ("percent twice", percent.replacing("%", with: "%25")),
            ("JSON", JSONValue.string(text).description), ("JSON by unit", escaped),
            ("JSON in JSON", JSONValue.string(JSONValue.string(text).description).description),
            ("XML", text.replacing("\"", with: "&quot;")),
            ("hexadecimal", hexadecimal), ("hexadecimal, upper case", hexadecimal.uppercased()),
        ]
        return encodings
            + (0..<6).map { offset in
                let before = Data((0..<offset).map { UInt8($0 * 37 + 5) })
                return ("base64 at \(offset)", (before + bytes + before).base64EncodedString())
            }
            + (0..<3).map { offset in
                let text = (Data(repeating: 7, count: offset) + bytes).base64EncodedString()
                return (
                    "base64 for URLs at \(offset)",
                    text.replacing("+", with: "-").replacing("/", with: "_")
                )
            }
            + [
                (
                    "base64 in lines",
                    (Data(repeating: 7, count: 50) + bytes).base64EncodedString(options: [
                        .lineLength64Characters, .endLineWithLineFeed,
                    ])
                )
            ]
    }

    @Test func findsEveryEncoding() throws {
        for secret in [Self.secret, "hunter", "493817", "swordfish", "abc~~~???>>>"] {
            for (way, text) in Self.encoded(secret) {
                let found = try error(["a.txt": Data("x\n<<\(text)>>\n".utf8)], secret)
                #expect(
                    found?.hasPrefix("a.txt holds a known secret") == true,
                    "\(secret) \(way): \(text)")
            }
        }
    }

    @Test func namesFileAndPlace() throws {
        let json = Data(#"{"a":{"b c":[1,"x hunter2 y"]}}"#.utf8)
        #expect(
            try error(["sets/a.json": json, "b.txt": Data("fine".utf8)], "hunter2")
                == "sets/a.json holds a known secret at $.a[\"b c\"][1].")
        #expect(
            try error(["a.json": Data(#"{"a":{"hunter2":1}}"#.utf8)], "hunter2")
                == "a.json holds a known secret at $.a.")
        #expect(
            try error(["a.txt": Data("1\n2\nhunter2\n".utf8)], "hunter2")
                == "a.txt holds a known secret in line 3.")
        #expect(
            try error(["get/hunter2-a/b.json": Data()], "hunter2")
                == "The path of a file holds a known secret: get/•••.")
        let wide = "hunter2".data(using: .utf16) ?? Data()
        #expect(try error(["a.bin": wide], "hunter2") == "a.bin holds a known secret in line 1.")
    }

    @Test func passesWhatIsClean() throws {
        #expect(try error(["a.txt": Data("hunter 2, shunter2x? 4938170".utf8)], "493817") == nil)
        #expect(try error(["a.txt": Data("swordfishes".utf8)], "swordfish") == nil)
    }

    /// A variable that is not set must not pass for a folder without secrets.
    @Test(arguments: [
        (
            ["hunter2", ""],
            "Secret 2 has 0 bytes, and cannot be sought: it needs at least 6.\n\nTo fix: check that the variable or file it comes from is there."
        ),
        (
            [],
            "There are no secrets to seek.\n\nTo fix: check that the variable or file they come from is there."
        ),
    ])
    func refusesToSeekNothing(_ secrets: [String], _ message: String) throws {
        let folder = try folder(["a.txt": Data("fine".utf8)])
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: BarricadeError.self) {
            try Redaction.verify(folder, secrets: secrets)
        }
        #expect(error?.code == .invalidDefinition && error?.message == message)
    }

    @Test func saysWhatToDo() throws {
        let folder = try folder(["a.txt": Data("hunter2".utf8)])
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: BarricadeError.self) {
            try Redaction.verify(folder, secrets: ["hunter2"])
        }
        #expect(
            error?.message == """
                a.txt holds a known secret in line 1.

                To fix, do one of these:
                  take it out of the file
                """)
        let missing = folder.appendingPathComponent("none")
        let other = #expect(throws: BarricadeError.self) {
            try Redaction.verify(missing, secrets: ["hunter2"])
        }
        #expect(other?.code == .unusableFolder)
    }

    @Test func redactorChecksWhatItKnows() throws {
        let redactor = Redactor()
        redactor.learn(from: .reply(#"{"token":"hunt3r2sw0rd"}"#))
        #expect(throws: BarricadeError.self) {
            try redactor.verify(Data("HUNT3R2SW0RD".utf8), at: "a/b.json")
        }
        try redactor.verify(Data("fine".utf8), at: "a/b.json")
        #expect(throws: BarricadeError.self) {
            try redactor.verify(Data(), at: "a/hunt3r2sw0rd.json")
        }
    }
}
