import Barricade
import BarricadeRecording
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct DriftTests {
    @Test(arguments: Change.all) func tellsEachChangeOnce(_ change: Change) throws {
        let drift = try change.set.drift(of: change.real)
        #expect(drift.map { "\($0.kind): \($0.difference)" } == change.drift)
        #expect(drift.filter { $0.set != "Profile" }.isEmpty)
        #expect(drift.filter { $0.status != change.real.status }.isEmpty)
        // Nothing where nothing has changed, or where a canned response has the change; a word is
        // known only once it has come again.
        let unchanged = try change.canned.flatMap { try change.set.drift(of: $0) }
        let known = try change.set(with: change.real).drift(of: change.real)
        #expect(unchanged + known.filter { $0.kind != .word } == [])
    }

    @Test func namesTheSetAndTheFileOrThePlaceInASequence() throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"address": {"zip": "0150"}}"#, to: "profile.json")
        let set = ResponseSet("Profile", on: .get("/profile"), files: .directory(folder.url)) {
            CannedResponse("Regular", file: "profile.json")
        }
        let twice = ResponseSet("Profile", on: .get("/profile")) {
            CannedResponse.sequence("Twice") {
                CannedResponse(json: ["id": 1])
                CannedResponse(json: ["id": "a"])
            }
        }
        let drift =
            try set.drift(of: .json(#"{"address": {"zip": 150}}"#))
            + twice.drift(of: .json(#"{"id": "b"}"#)) + twice.drift(of: .json(#"{"id": true}"#))
        let (zip, id) = (
            #"$.address.zip: wants text as in "Regular" (profile.json), got a number"#,
            #"$.id: wants a number or text as in "Twice", response 1 and 1 more, got true or false"#
        )
        #expect(
            drift.map { [$0.description, $0.path] } == [
                ["Profile: \(zip)", "$.address.zip"], ["Profile: \(id)", "$.id"],
            ])
    }

    /// Replies that fit, beside canned responses that have all there is.
    private static let harmless: [(canned: [String], real: String)] = [
        ([#"{"id": 1, "note": "x"}"#, #"{"id": 1}"#], #"{"id": 2}"#),
        ([#"{"id": 1, "note": "x"}"#, #"{"id": 1}"#], #"{"id": 2, "note": "y"}"#),
        ([#"{"tags": ["new"]}"#], #"{"tags": []}"#),
        ([#"{"tags": []}"#, #"{"tags": ["new"]}"#], #"{"tags": ["old", "rare"]}"#),
        ([#"{"price": 1}"#], #"{"price": 1.5}"#),
        ([#"{"price": 1.5}"#], #"{"price": 18446744073709551615}"#),
        ([#"{"note": null}"#, #"{"note": "x"}"#], #"{"note": null}"#),
        ([#"[{"note": null}, {"note": "x"}]"#], #"[{"note": "y"}]"#),
        ([#"{"sales": {"2025-01-01": 3}}"#], #"{"sales": {"2025-02-01": 3, "2025-02-02": 1}}"#),
        ([#"{"users": {"17": {"name": "Ada"}}}"#], #"{"users": {"18": {"name": "Bob"}}}"#),
        ([#"{"rates": {"EUR": 1, "NOK": 11.7}}"#], #"{"rates": {"USD": 1.1}}"#),
        ([#"{"rates": {"EUR": 1}}"#], #"{"rates": {"USD": 1.1, "EUR": 1}}"#),
        ([#"{"title": {"de-AT": "Nebel", "en-GB": "Fog"}}"#], #"{"title": {"fr-FR": "Brume"}}"#),
        (
            [
                #"{"ada": {"id": 1, "age": 2}, "bob": {"id": 2, "age": 3}, "eve": {"id": 4, "age": 5}}"#
            ],
            #"{"ida": {"id": 1, "age": 2}}"#
        ),
        ([#"{"sales": {}}"#, #"{"sales": {"2025-01-01": 3}}"#], #"{"sales": {}}"#),
        ([#"{"name": "Ada"}"#], #"{"name": "2025-01-31"}"#),
        ([#"{"name": "Ada"}"#], #"{"name": ""}"#),
        ([#"{"at": "2025-01-31T09:30:00Z"}"#], #"{"at": "2024-12-01T00:00:00+02:00"}"#),
        ([#"{"at": "2025-01-31T09:30:00.1Z"}"#], #"{"at": "2024-12-01T00:00:00.123456Z"}"#),
        ([#"{"status": "open"}"#], #"{"status": "archived"}"#),
        (
            [
                #"[{"by": "u1"}, {"by": "u1"}, {"by": "u1"}, {"by": "u2"}, {"by": "u2"}, {"by": "u2"}, {"by": "u2"}, {"by": "u2"}]"#
            ],
            #"[{"by": "u3"}]"#
        ),
        (
            [
                #"[{"by": "Ada"}, {"by": "Ada"}, {"by": "Ada"}, {"by": "Bob"}, {"by": "Bob"}, {"by": "Bob"}, {"by": "Bob"}, {"by": "Bob"}]"#
            ],
            #"[{"by": "Eve"}]"#
        ),
        ([#"[{"type": "a", "x": 1}, {"type": "b", "y": 2}]"#], #"[{"type": "b", "y": 3}]"#),
        ([#"{"id": 1, "id2": 1}"#], #"{"id2": 3, "id": 9}"#),
    ]

    @Test func staysSilentAboutValuesTroubleSecretsAndWhatIsMade() throws {
        for (canned, real) in Self.harmless {
            let set = ResponseSet(
                "Profile", on: .get("/profile"),
                responses: canned.enumerated().map { CannedResponse("\($0)", jsonText: $1) })
            #expect(try set.drift(of: .json(real)) == [], "\(canned)")
        }
        let words = JSONValue.array(Array(repeating: ["password": "sesame"], count: 9))
        let set = ResponseSet("Profile", on: .get("/profile")) { CannedResponse("A", json: words) }
        let troubles = [401, 403, 429, 503, 304].map { Change.Reply.json("{}", status: $0) }
        // The set has known but one word, which may be secret.
        let secret = Change.Reply.json(#"[{"password": "opensesame"}]"#)
        let passing = try (troubles + [secret]).flatMap { try set.drift(of: $0) }
        let made = ResponseSet("Profile", on: .get("/profile")) {
            CannedResponse("Made") { _ in CannedResponse(json: ["id": 1]) }
            CannedResponse("Broken", json: ["id": 1]).malformingJSON()
            CannedResponse("Cut", json: ["id": 1]).failing(.networkConnectionLost)
            CannedResponse("Lost", file: "none.json")
        }
        let others = [Change.Reply.json(#"{"id": "x"}"#), .json("{}", status: 410)]
        let perRequest = try others.flatMap { try made.drift(of: $0) }
        #expect(passing + perRequest == [])
    }

    @Test func survivesDeepAndWideReplies() throws {
        let deep = String(repeating: #"{"a":["#, count: 250) + String(repeating: "]}", count: 250)
        let wide = (0..<5_000).map { #""key\#($0 % 7)_\#($0)": {"x\#($0)": 1}"# }
        let set = ResponseSet("Profile", on: .get("/profile")) {
            CannedResponse("Deep", jsonText: deep)
        }
        let texts = [deep, "{\(wide.joined(separator: ","))}"]
        #expect(try texts.map { try set.drift(of: .json($0)).count } == [0, 100])
    }

    /// 25 shapes with 8 replies each are 200 replies.
    @Test(arguments: UInt64(1)...25) func onlyAKeyThatIsTakenAwayIsNoticed(
        _ seed: UInt64
    ) throws {
        func set(_ bodies: [JSONValue]) -> ResponseSet {
            ResponseSet(
                "Profile", on: .get("/profile"),
                responses: bodies.enumerated().map { CannedResponse("\($0)", json: $1) })
        }
        var random = SeededGenerator(seed: seed)
        let same = GeneratedShape(using: &random)
        let all = set(same.all(using: &random))
        for _ in 0..<8 {
            let reply = same.value(using: &random)
            #expect(try all.drift(of: .json("\(reply)")) == [], "\(same)")
        }
        let shape = GeneratedShape.object([
            ("always", GeneratedShape(depth: 1, using: &random), false),
            ("also", GeneratedShape(depth: 1, using: &random), false),
        ])
        let some = set(shape.all(using: &random))
        guard var members = shape.value(using: &random).object else { return }
        members["always"] = nil
        let drift = try some.drift(of: .json("\(JSONValue.object(members))"))
        #expect(drift.map { "\($0.kind) \($0.path ?? "")" } == ["missingKey $.always"])
    }
}

extension ResponseSet {
    func drift(of reply: Change.Reply) throws -> [Drift] {
        let response = try #require(
            HTTPURLResponse(
                url: URL(fileURLWithPath: "/"), statusCode: reply.status, httpVersion: nil,
                headerFields: reply.contentType.map { ["Content-Type": $0] } ?? [:]))
        return drift(of: Data(reply.body.utf8), response)
    }
}
