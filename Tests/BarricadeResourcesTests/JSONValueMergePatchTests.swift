import Barricade
import BarricadeResources
import Foundation
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct JSONValueMergePatchTests {
    struct Thing: Codable, Identifiable, Sendable {
        var id = 1
        var value: JSONValue
    }

    /// The examples of RFC 7396, appendix A, each one level down.
    @Test func mergesAsTheStandardSays() async throws {
        for (original, patch, result) in [
            (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
            (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
            (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
            (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
            (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
            (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
            (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
            (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
            (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
            (#"{"e":null}"#, #"{"a":1}"#, #"{"a":1,"e":null}"#),
            ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
            ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        ] as [(String, String, String)] {
            let value = try JSONDecoder().decode(JSONValue.self, from: Data(original.utf8))
            try await Barricade(
                Resource("Things", at: "/things", items: [Thing(value: value)])
            ).follow(
                """
                PATCH /things/1 {"value": \(patch)}
                  200 {"id":1,"value":\(result)}
                """)
        }
    }
}
