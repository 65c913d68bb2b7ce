import Barricade
import BarricadeRecording
import Testing

@testable import TestSupport

/// What holds for all that is redacted.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RedactorPropertyTests {
    /// By the same redactor or another one, but for numbers of few digits, which cannot be told
    /// from secrets.
    @Test func redactingAgainChangesNothing() throws {
        let bodies = [
            #"{"email":"ada@lovelace.org","again":"ada@lovelace.org or bob@babbage.org"}"#,
            #"{"token":"9b2c6a1e-7f5d-4c3b-8a19-0e1f2a3b4c5d","card":"4111 1111 1111 1111"}"#,
            #"{"key":"AKIAIOSFODNN7EXAMPLE","phone":"+49 30 901820","iban":"DE89370400440532013000"}"#,
            "password=hunter2&redirect=https%3A%2F%2Fh.example%2F%3Ftoken%3Dabcdef12",
            "<u><secret>hunter2</secret><a token='0f1e2d3c4b5a69780f1e2d3c4b5a6978'/></u>",
            "-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY-----",
            #"{"jwt":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbU"}"#,
            "mail ada@lovelace.org and ghp_16C7e42F292c6912E7710c838347Ae178B4a",
            #"{"a":"ssn 219-09-9999 and Bearer abc123def456"}"#,
        ]
        let redactor = Redactor()
        let once = try bodies.map { try redactor.redact($0) }
        #expect(Set(once).isDisjoint(with: bodies))
        for redactor in [redactor, Redactor()] {
            #expect(try once.map { try redactor.redact($0) } == once)
        }
    }

    @Test func equalSecretsStayEqualAndOthersDiffer() throws {
        let redactor = Redactor()
        let table: KeyValuePairs = [
            #"{"a":"ada@b.org","b":"bob@b.org","c":"ADA@b.org"}"#:
                #"{"a":"user-1@example.com","b":"user-2@example.com","c":"user-1@example.com"}"#,
            "bob@b.org": "user-2@example.com",
            "4111111111111111, 4111 1111 1111 1111, 5555555555554444":
                "4000000000000010, 4000 0000 0000 0010, 5000000000000025",
        ]
        #expect(try table.mismatches { try redactor.redact($0) } == [])
    }

    // MARK: Older recordings

    /// Returns the text of a reply, redacted with the replacements of an older one.
    private func redact(_ newer: Exchange, keptAs older: Exchange) throws -> String {
        let redactor = Redactor()
        redactor.learn(from: newer, keptAs: older)
        return try redactor.redact(newer).text
    }

    @Test func anOlderReplacementIsUsedAgainForItsOwnSecretOnly() throws {
        let older = Exchange.reply(
            #"{"email":"user-7@example.com","pin":"1003","users":[{"token":"redacted-4"},{"token":"edited by hand"}]}"#,
            headers: ["Set-Cookie": "sid=redacted-9; Path=/"])
        let newer = Exchange.reply(
            #"{"email":"ada@b.org","pin":"4711","users":[{"token":"a1b2c3d4"},{"token":"bcdefg23"},{"token":"cdefgh34"}]}"#,
            headers: ["Set-Cookie": "sid=0123456789abc; Path=/"])
        let redactor = Redactor()
        redactor.learn(from: newer, keptAs: older)
        let kept = try redactor.redact(newer)
        let another = try redactor.redact(#"{"email":"bob@b.org"}"#)
        #expect(
            [kept.text, kept.replyHeaders["Set-Cookie"], another] == [
                #"{"email":"user-7@example.com","pin":"1003","users":[{"token":"redacted-4"},{"token":"edited by hand"},{"token":"redacted-1"}]}"#,
                "sid=redacted-9; Path=/", #"{"email":"user-1@example.com"}"#,
            ])
        let card = #"{"card":"4111111111111111"}"#
        let other = #"{"card":"4000000000000010"}"#
        #expect(try redact(.reply(card, requestBody: card), keptAs: .reply(other)) == other)
        func exchange(_ address: String) -> Exchange {
            .reply(
                #"{"email":"\#(address)"}"#, to: "https://a.example/ada@b.org",
                requestHeaders: ["X-User": "ada@b.org"], requestBody: #"{"user":"ada@b.org"}"#)
        }
        #expect(
            try redact(exchange("ada@b.org"), keptAs: exchange("user-7@example.com"))
                == #"{"email":"user-7@example.com"}"#)
        // Different secrets do not share an older replacement.
        let same = Exchange.reply(#"["user-1@example.com","user-1@example.com"]"#)
        #expect(
            try redact(.reply(#"["ada@b.org","bob@b.org"]"#), keptAs: same)
                == #"["user-1@example.com","user-2@example.com"]"#)
    }

    // MARK: Later secrets

    @Test func generationGrowsWithEachSecret() throws {
        let redactor = Redactor()
        let token = #"{"token":"a1b2c3d4"}"#
        let generations = try [#"{"id":7}"#, token, token, "is b1c2d3e4 known?"].map { text in
            _ = try redactor.redact(text)
            return redactor.generation
        }
        redactor.learn(from: .reply(#"{"token":"b1c2d3e4"}"#))
        #expect(generations + [redactor.generation] == [0, 1, 1, 1, 2])
        #expect(try redactor.redact("is b1c2d3e4 known?") == "is redacted-2 known?")
    }

    @Test func manyThreadsAgree() async throws {
        let redactor = Redactor()
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<64 {
                group.addTask {
                    try redactor.redact(#"{"token":"a1b2c3d4","id":\#(number % 2)}"#)
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(
            texts == [
                #"{"token":"redacted-1","id":0}"#, #"{"token":"redacted-1","id":1}"#,
            ])
    }
}
