import Barricade
import BarricadeRecording
import Testing

@testable import TestSupport

/// What is no secret stays readable.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HarmlessValuesTests {
    @Test func changesFewerThanOnePercentOfValues() throws {
        let members = HarmlessValues().values.map { "\"\($0.name)\":\($0.token)" }
        let changed = try members.filter { member in
            try Redactor().redact("{\(member)}", type: "application/json") != "{\(member)}"
        }
        #expect(members.count == 500, "\(changed)")
        #expect(changed.count < 5, "\(changed)")
        // All together, so that what is known of one may spoil another.
        let secrets = #""password":"hunter2","session":{"id":"x7Qp2mN8","kind":"web"},"pin":4711"#
        let lines = ([secrets] + members).map { "{\($0)}" }.joined(separator: ",\n")
        let kept = try Redactor().redact("[\(lines)]", type: "application/json")
        let spoilt = zip(lines.split(separator: "\n"), kept.split(separator: "\n")).dropFirst()
            .filter { $0 != $1 }
        #expect(!kept.contains("hunter2"), "\(spoilt)")
        #expect(spoilt.count < 5, "\(spoilt)")
    }

    /// Byte for byte, in the same archive as replies that hand out tokens.
    @Test func changesNoHarmlessText() throws {
        let redactor = Redactor()
        for login in HarmlessTexts.logins {
            redactor.learn(from: .reply(login, to: "https://api.example.com/login"))
            redactor.learn(from: .reply("", headers: ["Set-Cookie": "session=fixed; Path=/"]))
        }
        var count = 0
        for (type, texts) in HarmlessTexts.all {
            for text in texts {
                let exchange = Exchange.reply(
                    text, type: type, to: "https://example.com/sessions/\(count)")
                let kept = try redactor.redact(exchange)
                #expect(
                    kept.text == text,
                    "\(type): \(text) became \(kept)")
                #expect(
                    kept.request.url == exchange.request.url,
                    "\(type): \(text) became \(kept)")
                try redactor.verify(kept.bytes, at: "sessions/\(count).txt")
                count += 1
            }
        }
        #expect(count >= 75)
    }
}

/// Values as replies have them: identifiers, amounts, texts, dates and the like.
struct HarmlessValues {
    private(set) var values: [(name: String, token: String)] = []
    private var random = SeededGenerator(seed: 11)

    init() {
        for number in 0..<20 {
            add("id", "\(Int.random(in: 1...9_000_000_000, using: &random))")
            add("uuid", text(uuid()))
            add("orderId", text("ORD-\(number + 10_000)"))
            add("price", "\(Double(Int.random(in: 1...99_999, using: &random)) / 100)")
            add("amountInCents", "\(Int.random(in: 1...9_999_999, using: &random))")
            add("createdAt", text(date() + "T10:\(10 + number % 50):00.123Z"))
            add("date", text(date()))
            add("title", text(words(4)))
            add("description", text(words(30) + "."))
            add("name", text(word().capitalized + " " + word().capitalized))
            add("city", text(word().capitalized))
            add("url", text("https://www.example.com/\(word())/\(number)?page=2&sort=\(word())"))
            add("image", text("/images/\(word())@2x.png"))
            add("status", text(["active", "PENDING", "not_found", "200 OK"][number % 4]))
            add("scheme", text(["Bearer", "Basic", "refresh", "access"][number % 4]))
            add("session_timeout", "\(Int.random(in: 60...86_400, using: &random))")
            add("code", text(["NOT_FOUND", "E1234", "invalid_grant", "EUR"][number % 4]))
            add("version", text("\(number).\(number % 7).\(number % 3)"))
            add("position", "[\(Double(number) / 7),\(Double(number) / 3)]")
            add(
                "timestamp",
                "\(1_700_000_000_000 + Int.random(in: 0...99_999_999_999, using: &random))")
            // Names that look secret, or hold others.
            add("sessions", "[{\"id\":\(number),\"slug\":\(text(word() + "-" + word()))}]")
            add("token_count", "\(Int.random(in: 1...99_999, using: &random))")
            add(
                "password",
                text(["is too short", "must have a number", "can't be blank"][number % 3]))
            add("card", text(["summary", "visa", "light", "compact-wide"][number % 4]))
            add("_id", text(hexadecimal(24)))
        }
    }

    private mutating func add(_ name: String, _ token: String) {
        values.append((name, token))
    }

    private func text(_ text: String) -> String { JSONValue.string(text).description }

    private mutating func hexadecimal(_ count: Int) -> String {
        String((0..<count).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" })
    }

    private mutating func uuid() -> String {
        [8, 4, 4, 4, 12].map { hexadecimal($0) }.joined(separator: "-")
    }

    private mutating func date() -> String {
        let (month, day) = (
            Int.random(in: 10...12, using: &random), Int.random(in: 10...28, using: &random)
        )
        return "20\(Int.random(in: 10...30, using: &random))-\(month)-\(day)"
    }

    private mutating func words(_ count: Int) -> String {
        (0..<count).map { _ in word() }.joined(separator: " ")
    }

    private mutating func word() -> String { Self.words.randomElement(using: &random) ?? "" }

    private static let words = """
        the river runs past old stone mills where bakers once ground flour for every village and \
        today you can order bread online from there with a code for new members please sign in to \
        see your basket reset your password by mail or phone the secret garden opens at noon every \
        session has a key speaker cookies are free authors read from their books tokens of thanks \
        go to all 42 guests it costs 12,50 euros & is 100% vegan card payments welcome: pin needed
        """.split(separator: " ").map(String.init)
}
