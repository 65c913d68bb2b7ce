import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

private struct Profile: Codable {
    struct Address: Codable { var city: String }

    var name: String
    var address: Address?
    var tags: [String]?
    var born: Year?

    struct Year: Codable {
        init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorruptedError(
                in: try decoder.singleValueContainer(), debugDescription: "Not a year.")
        }
    }
}

@Suite struct ResponseSetDecodingTests {
    /// Returns the message of a check that fails.
    private func message(_ check: () throws -> Void) throws -> String {
        let error = #expect(throws: BarricadeError.self) { try check() }
        return try #require(error).message
    }

    @Test func acceptsWhatDecodesAndTellsAllThatDoesNot() throws {
        let decoding = ResponseSet("Profile", on: .get("/profile")) {
            CannedResponse("Regular", json: ["name": "Ada"])
            CannedResponse("Chunks", body: .chunks([#"{"name":"#, #""Ada"}"#]))
            CannedResponse.sequence("In Turn") {
                CannedResponse(json: ["name": "Ada"])
                CannedResponse(status: 503, text: "later")
            }
            CannedResponse("Not Modified", status: .notModified)
            CannedResponse("No Content", status: .noContent)
            CannedResponse("Missing", status: .notFound, json: ["error": "none"])
            CannedResponse("Cut Off", text: "{").failing(.networkConnectionLost)
            CannedResponse("Handler") { _ in CannedResponse(text: "no") }
            CannedResponse("Stream", body: .stream { AsyncStream { $0.finish() } })
            CannedResponse.offline()
            CannedResponse.live()
            CannedResponse.neverAnswers()
        }
        try decoding.check(decodesAs: Profile.self)

        let line = #line + 1
        let profile = ResponseSet("Profile", on: .get("/profile")) {
            CannedResponse("Regular", json: ["name": "Ada"])
            CannedResponse("No Name", json: ["title": "Ada"])
            CannedResponse("Number", json: ["name": "Ada", "address": ["city": 7]])
            CannedResponse("Tags", status: .created, json: ["name": "Ada", "tags": ["a", nil]])
            CannedResponse("Born", json: ["name": "Ada", "born": "today"])
            CannedResponse("Array", json: [])
            CannedResponse("Broken", text: "{\n  \"name\": Ada\n}")
            CannedResponse("Malformed", json: ["name": "Ada"]).malformingJSON()
            CannedResponse("Empty", text: "")
            CannedResponse.sequence("In Turn") {
                CannedResponse(json: ["name": "Ada"])
                CannedResponse(json: [:])
            }
            CannedResponse.weighted("Any", [(1, CannedResponse(json: ["name": nil]))])
            CannedResponse("Unusable", jsonText: "{")
        }
        let message = try message { try profile.check(decodesAs: Profile.self) }
        #expect(
            message == """
                Response set "Profile" (ResponseSetDecodingTests.swift:\(line)) does not fit the type \
                Profile:
                  "No Name": $.name is missing
                  "Number": $.address.city is not text
                  "Tags": $.tags[1] is null, not text
                  "Born": $.born cannot be used: Not a year.
                  "Array": $ is not an object
                  "Broken": is not JSON (line 2, column 11)
                  "Malformed": is not JSON (it ends too early, line 1, column 15)
                  "Empty": is not JSON (it ends too early, line 1, column 1)
                  "In Turn", response 2: $.name is missing
                  "Any", response 1: $.name is null, not text
                  "Unusable": cannot be sent: its text is not JSON (it ends too early, line \
                1, column 2); to send broken JSON use body: .text(…)

                To fix: change the bodies or Profile, or name those that must not decode: \
                check(decodesAs: Profile.self, failing: ["…"]).
                """)
    }

    @Test func wantsWhatIsNamedToFail() throws {
        let line = #line + 1
        let profile = ResponseSet("Profile", on: .get("/profile")) {
            CannedResponse("Regular", json: ["name": "Ada"])
            CannedResponse("Newer Format", json: ["names": ["Ada"]])
            CannedResponse("Missing", status: .notFound, json: ["error": "none"])
            CannedResponse.sequence("In Turn") {
                CannedResponse(json: ["name": "Ada"])
                CannedResponse(json: [:])
            }
            CannedResponse.offline()
        }
        try profile.check(
            decodesAs: Profile.self, failing: ["Newer Format", "Missing", "In Turn"])
        let unknown = #expect(throws: BarricadeError.self) {
            try profile.check(decodesAs: Profile.self, failing: ["New Format"])
        }
        let text = """
            Set "Profile" has no response named "New Format".
            Did you mean "Newer Format"? Known: "Newer Format", "Regular", "In Turn", "Offline", \
            "Missing".
            """
        #expect((unknown?.code, unknown?.message) == (.unknownName, text))
        let message = try message {
            try profile.check(
                decodesAs: Profile.self,
                failing: ["Regular", "Newer Format", "In Turn", "Offline"])
        }
        #expect(
            message == """
                Response set "Profile" (ResponseSetDecodingTests.swift:\(line)) does not fit the type \
                Profile:
                  "Regular": decodes, but is named as failing
                  "Offline": has no body known beforehand to decode

                To fix: change the bodies or Profile, or name those that must not decode: \
                check(decodesAs: Profile.self, failing: ["…"]).
                """)
    }

    @Test func looksForFilesAsABarricadeDoes() throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"title": "Ada"}"#, to: "profile.json")
        let responses = [
            CannedResponse("Regular", file: "profile.json"),
            CannedResponse("Gone", file: "gone.json", in: .directory("/nowhere")),
        ]
        let expected = """
              "Regular" (profile.json): $.name is missing
              "Gone" (gone.json): The file "gone.json" is missing. Tried:
                  /nowhere/gone.json
            """
        let files = FileLocation.directory(folder.url)
        let own = ResponseSet(
            "Profile", on: .get("/profile"), files: files, responses: responses)
        let others = ResponseSet("Profile", on: .get("/profile"), responses: responses)
        let messages = try [
            message { try own.check(decodesAs: Profile.self) },
            message { try others.check(decodesAs: Profile.self, in: files) },
        ]
        #expect(messages.allSatisfy { $0.contains(expected) }, "\(messages)")
    }

    @Test func takesAnyDecoderWithItsSettings() throws {
        let snake = ResponseSet("Profile", on: .get("/profile")) {
            CannedResponse("Snake", json: ["first_name": "Ada"])
        }
        struct Name: Decodable { var firstName: String }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        try snake.check(decodesAs: Name.self, with: decoder)
        #expect(throws: BarricadeError.self) { try snake.check(decodesAs: Name.self) }
        let profile = ResponseSet("Profile", on: .get("/profile")) {
            CannedResponse(
                "Regular", body: .data(try! PropertyListEncoder().encode(["name": "Ada"])))
            CannedResponse("Empty", body: .data(try! PropertyListEncoder().encode(["nam": "Ada"])))
        }
        let message = try message {
            try profile.check(decodesAs: Profile.self) { data in
                try PropertyListDecoder().decode(Profile.self, from: data)
            }
        }
        let lines = message.components(separatedBy: "\n")
        #expect(lines[1...2] == ["  \"Empty\": $.name is missing", ""])
    }
}
