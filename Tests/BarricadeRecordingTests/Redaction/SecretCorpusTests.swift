import Barricade
import BarricadeRecording
import Testing

@testable import TestSupport

/// Secrets of many kinds, planted in every place of data: none is left.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct SecretCorpusTests {
    @Test func leavesNoneInAnyPlace() throws {
        let corpus = SecretCorpus()
        var places: Set<String> = []
        for (number, secret) in corpus.secrets.enumerated() {
            let all = PlantedSecret.all(of: secret)
            // The secrets of one kind share a quarter of the places, those of the next another one.
            let ordinal = corpus.secrets[..<number].count { $0.kind == secret.kind }
            let first = ordinal + number % 4 * SecretCorpus.perKind
            for place in stride(from: first, to: all.count, by: 4 * SecretCorpus.perKind) {
                let (place, exchange) = all[place]
                places.insert("\(secret.name == nil ? "form" : "name"): \(place)")
                let kept = try Redactor().redact(exchange)
                let leaks = [exchange, kept].map { Leak.of(secret.value, in: $0.written) }
                #expect(leaks[0] != nil, "\(secret.kind) in \(place): \(leaks)")
                #expect(leaks[1] == nil, "\(secret.kind) in \(place): \(leaks)")
            }
        }
        #expect(corpus.secrets.count >= 300)
        #expect(corpus.kinds.count >= 50)
        #expect(places.count >= 60)
    }

    /// What a request's header, cookie or a secret name has shown is replaced wherever it stands,
    /// before and after.
    @Test func replacesKnownSecretsElsewhere() throws {
        for (number, value) in Self.values.enumerated() {
            let echoes = Self.echoes(of: value)
            #expect(echoes.allSatisfy { Leak.of(value, in: $0.written) != nil })
            // The one with signs that are escaped is in every place, each other in every third.
            let places = Array(Self.places(of: value))
            for index in stride(from: number / 2, to: places.count, by: number == 0 ? 1 : 3) {
                let (place, meeting) = places[index]
                let redactor = Redactor()
                for exchange in echoes[..<2] + [meeting] + echoes[2...] {
                    redactor.learn(from: exchange)
                }
                for echo in echoes {
                    let kept = try redactor.redact(echo).written
                    #expect(
                        Leak.of(value, in: kept) == nil,
                        "\(value) in \(place): \(String(decoding: kept, as: UTF8.self))")
                    try redactor.verify(kept, at: "a")
                }
            }
        }
    }

    /// The places in which a value becomes known as a secret.
    private static func places(of value: String) -> KeyValuePairs<String, Exchange> {
        [
            "Authorization: Bearer": .reply(
                "", requestHeaders: ["authorization": "Bearer \(value)"]),
            "Authorization: Basic": .reply(
                "", requestHeaders: ["Authorization": "Basic \("ada:\(value)".base64)"]),
            "Cookie": .reply("", requestHeaders: ["COOKIE": "theme=dark; session=\(value)"]),
            "Set-Cookie": .reply("", headers: ["set-cookie": "SID=\(value); Path=/; HttpOnly"]),
            "another request header": .reply("", requestHeaders: ["X-Api-Key": value]),
            "request body": .reply("", requestBody: "{\"password\":\(JSONValue.string(value))}"),
            "request form": .reply(
                "", requestBody: "user=ada&password=\(value.percentEncoded)"),
            "query": .reply(
                "", to: "https://api.example.com/?token=\(value.percentEncoded)"),
            "reply body": .reply("{\"access_token\":\(JSONValue.string(value))}"),
        ]
    }

    /// What is long and random.
    private static let values = [
        "q8Zr/+t=W2x", "tr0ub4d0r9x", "0f1e2d3c4b5a6978", "Id5tG8yHj1", "s3cr3t-V4lue-4711",
    ]

    private static func echoes(of value: String) -> [Exchange] {
        let percent = value.percentEncoded
        let json = JSONValue.string(value).description
        return [
            .reply("{\"note\":\(json)}"),
            .reply("{\"note\":\"you said \(json.dropFirst().dropLast()), sir\"}"),
            .reply("", to: "https://api.example.com/echo/\(percent)/x"),
            .reply("", to: "https://api.example.com/echo?page=\(percent)"),
            .reply("you said: \(value), sir"),
            .reply("<p title=\"\(percent)\">\(percent)</p>"),
            .reply("{\"a\":\"\("<<\(value)>>".base64)\"}"),
            .reply("blob \("\u{1}\u{2}\(value)\u{3}".base64) end"),
            .reply("", headers: ["ETag": "\"\(percent)\""]),
            .reply("", headers: ["Location": "/a/\(percent)"]),
            .reply("", headers: ["Content-Disposition": "inline; filename=\"\(percent).pdf\""]),
            .reply("a,b\n1,\(value)\n"), .reply("var a = '\(value)';", type: "text/javascript"),
            .reply(Data([0xFE, 0xFF]) + ("a \(value)".data(using: .utf16BigEndian) ?? Data())),
        ]
    }

    /// Never a word, a short number, or what is also a key: one reply would spoil all others.
    @Test func knowsNoWords() throws {
        for value in [
            "summary", "hunter2", "correct-horse-battery", "Donaudampfschifffahrtsgesellschaft",
            "accessTokenRequired", "2024-05-01", "1234567", "page-2",
        ] {
            let redactor = Redactor()
            for (_, exchange) in Self.places(of: value) { redactor.learn(from: exchange) }
            let text = ".\(value) { color: red } \(value)"
            #expect(try redactor.redact(text) == text)
            try redactor.verify(Data(text.utf8), at: "a")
        }
        let redactor = Redactor()
        redactor.learn(from: .reply(#"{"session":"a1b2c3d4e5"}"#))
        redactor.learn(from: .reply(#"{"a1b2c3d4e5":1,"x9y8z7w6v5":2}"#))
        redactor.learn(from: .reply(#"{"session":"x9y8z7w6v5"}"#))
        let text = "a1b2c3d4e5 and x9y8z7w6v5"
        #expect(try redactor.redact(text) == text)
    }
}
