import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

/// What holds for all that is redacted.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RedactorPropertyTests {
    private static let bodies = [
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

    @Test func redactingAgainChangesNothing() throws {
        let redactor = Redactor()
        for body in Self.bodies {
            let once = try redactor.redact(body)
            #expect(once != body)
            #expect(try redactor.redact(once) == once)
        }
    }

    /// But for numbers of few digits, which cannot be told from secrets.
    @Test func anotherRedactorChangesNothingEither() throws {
        let (first, second) = (Redactor(), Redactor())
        for body in Self.bodies {
            let once = try first.redact(body)
            #expect(try second.redact(once) == once, "\(body)")
        }
    }

    @Test func equalSecretsStayEqualAndOthersDiffer() throws {
        let redactor = Redactor()
        let first = try redactor.redact(#"{"a":"ada@b.org","b":"bob@b.org","c":"ADA@b.org"}"#)
        #expect(
            first
                == #"{"a":"user-1@example.com","b":"user-2@example.com","c":"user-1@example.com"}"#)
        #expect(try redactor.redact("bob@b.org").contains("user-2@example.com"))
        let card = try redactor.redact("4111111111111111, 4111 1111 1111 1111, 5555555555554444")
        #expect(card == "4000000000000010, 4000 0000 0000 0010, 5000000000000025")
    }

    @Test func anOlderRecordingsReplacementsAreUsedAgain() throws {
        let older = Exchange.reply(
            #"{"email":"user-7@example.com","pin":"1003","users":[{"token":"redacted-4"},{"token":"edited by hand"}]}"#,
            headers: ["Set-Cookie": "sid=redacted-9; Path=/"])
        let newer = Exchange.reply(
            #"{"email":"ada@b.org","pin":"4711","users":[{"token":"a1b2c3d4"},{"token":"bcdefg23"},{"token":"cdefgh34"}]}"#,
            headers: ["Set-Cookie": "sid=0123456789abc; Path=/"])
        let redactor = Redactor()
        redactor.learn(from: newer, keptAs: older)
        let kept = try redactor.redact(newer)
        #expect(
            kept.text
                == #"{"email":"user-7@example.com","pin":"1003","users":[{"token":"redacted-4"},{"token":"edited by hand"},{"token":"redacted-1"}]}"#
        )
        #expect(kept.replyHeaders["Set-Cookie"] == "sid=redacted-9; Path=/")
        #expect(
            try redactor.redact(#"{"email":"bob@b.org"}"#) == #"{"email":"user-1@example.com"}"#)
    }

    @Test func aSecretThatTheRequestShowsFirstKeepsItsOlderReplacement() throws {
        let secret = #"{"card":"4111111111111111"}"#
        let redactor = Redactor()
        redactor.learn(
            from: .reply(secret, requestBody: secret),
            keptAs: .reply(#"{"card":"4000000000000010"}"#))
        #expect(try redactor.redact(secret) == #"{"card":"4000000000000010"}"#)
    }

    @Test func theRequestOfAnOlderRecordingIsNotThatOfTheNewOne() throws {
        let request = #"{"user":"ada@b.org"}"#
        let older = Exchange.reply(
            #"{"email":"user-7@example.com"}"#, to: "https://a.example/ada@b.org",
            requestHeaders: ["X-User": "ada@b.org"], requestBody: request)
        let newer = Exchange.reply(
            #"{"email":"ada@b.org"}"#, to: "https://a.example/ada@b.org",
            requestHeaders: ["X-User": "ada@b.org"], requestBody: request)
        let redactor = Redactor()
        redactor.learn(from: newer, keptAs: older)
        #expect(try redactor.redact(newer).text == #"{"email":"user-7@example.com"}"#)
    }

    @Test func differentSecretsDoNotShareAnOlderReplacement() throws {
        let older = Exchange.reply(#"["user-1@example.com","user-1@example.com"]"#)
        let newer = Exchange.reply(#"["ada@b.org","bob@b.org"]"#)
        let redactor = Redactor()
        redactor.learn(from: newer, keptAs: older)
        #expect(try redactor.redact(newer).text == #"["user-1@example.com","user-2@example.com"]"#)
    }

    @Test func generationGrowsWithEachSecret() throws {
        let redactor = Redactor()
        #expect(redactor.generation == 0)
        _ = try redactor.redact(#"{"id":7}"#)
        #expect(redactor.generation == 0)
        _ = try redactor.redact(#"{"token":"a1b2c3d4"}"#)
        let first = redactor.generation
        #expect(first > 0)
        _ = try redactor.redact(#"{"token":"a1b2c3d4"}"#)
        #expect(redactor.generation == first)
        let earlier = try redactor.redact("is b1c2d3e4 known?")
        #expect(earlier == "is b1c2d3e4 known?")
        redactor.learn(from: .reply(#"{"token":"b1c2d3e4"}"#))
        #expect(redactor.generation > first)
        #expect(try redactor.redact(earlier) == "is redacted-2 known?")
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
