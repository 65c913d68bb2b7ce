import Barricade
import BarricadeFolder
import Foundation
import Testing

/// JSON of one response or set that comes from people.
@Suite(.timeLimit(.minutes(10))) struct ManifestPartTests {
    private static let code = "which can only be made in code or in a folder."

    private static let refused: KeyValuePairs<String, String> = [
        #""file": "a.json""#: "file: names a file, which only a folder has.",
        #""file": "../../etc/passwd""#: "file: names a file, which only a folder has.",
        #""redirect": "/b""#: "redirect: is a redirect, \(code)",
        #""live": true"#: "live: asks the real server, \(code)",
        #""recorded": "x", "text": "a""#: "recorded: is for what was recorded into a folder.",
        #""for": ["/a"], "text": "a""#: "for: is for what was recorded into a folder.",
        #""status": 302, "headers": [["location", "https://b.example"]]"#:
            "headers: make a redirect with the status, \(code)",
        #""status": 300, "headers": [["Location", "/b"]]"#:
            "headers: make a redirect with the status, \(code)",
        #""status": 99"#: "status: wants a whole number from 200 to 599, got 99.",
    ]

    private func faults(_ json: String) -> [String] {
        do throws(ManifestPart.Faults) {
            _ = try ManifestPart.response(Data(json.utf8))
            return []
        } catch {
            return error.faults.map { "\($0.path.map { "\($0)" } ?? "-"): \($0.problem)" }
        }
    }

    @Test func whatLeavesTheProcessIsRefusedAtEveryDepth() {
        for (members, fault) in Self.refused {
            let found = [
                #"{"name": "A", \#(members)}"#,
                #"{"name": "A", "sequence": [{"text": "a"}, {\#(members)}]}"#,
                #"{"name": "A", "weighted": [{"sequence": [{\#(members)}]}, {"text": "a"}]}"#,
            ].map(faults)
            let expected = ["$.", "$.sequence[1].", "$.weighted[0].sequence[0]."].map {
                ["\($0)\(fault)"]
            }
            // `for` is only possible in a sequence anyway.
            let first = members.hasPrefix(#""for""#) ? 1 : 0
            let (told, wanted) = (found.dropFirst(first), expected.dropFirst(first))
            #expect(told == wanted, "\(members)")
        }
    }

    @Test func othersAreToldTheirPlace() {
        for (json, fault) in [
            #"{"name": "A""#: "-: is not JSON: it ends too early.",
            "[]": "$: wants an object, got an array.",
            #"{"text": "a"}"#: #"$: wants a key "name"."#,
            #"{"name": ""}"#: "$.name: wants a name, got an empty string.",
            #"{"name": "a\r\nb"}"#: "$.name: has a line break or another control character.",
            #"{"name": "A", "headers": [["B", "1\r\n2"]]}"#:
                "$.headers[0]: the value of header B holds a line break or a zero byte.",
            #"{"name": "A", "json": {}, "text": ""}"#: #"$.text: cannot stand beside "json"."#,
        ] as KeyValuePairs {
            #expect(faults(json).contains(fault), "\(json)")
        }
    }

    @Test func whatIsReadIsWrittenTheSame() throws {
        let json = """
            {
              "name": "A",
              "status": 404,
              "headers": [["B", "1"]],
              "json": { "n": 12345678901234567890.10 },
              "delay": 0.5
            }

            """
        let responses = [
            try ManifestPart.response(Data(json.utf8)), CannedResponse("A", file: "a.json"),
            CannedResponse("A") { _ in CannedResponse() },
        ]
        #expect(responses.map(ManifestPart.text) == [json, nil, nil])
        #expect(
            try ManifestPart.response(Data(#"{"text": "a"}"#.utf8), named: "Old").name == "Old")
    }

    @Test func aSetHasItsPlaceInMessages() throws {
        func set(_ responses: String) throws -> ResponseSet {
            let on = "GET https://a.example/:id"
            return try ManifestPart.set(
                Data(#"{"name": "S", "on": "\#(on)", "responses": [\#(responses)]}"#.utf8))
        }
        let made = try set(#"{"name": "R"}"#)
        let faults = Barricade(made).validate()
        #expect(made.isMade)
        #expect(made.origin.text == "made here")
        #expect(faults == [])
        #expect(throws: ManifestPart.Faults.self) { try set(#"{"name": "R", "live": true}"#) }
    }
}
