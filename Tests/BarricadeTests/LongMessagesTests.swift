import Barricade
import Testing

@testable import TestSupport

/// What is long is shortened in messages, and what is to be pasted still matches.
@Suite(.timeLimit(.minutes(10))) struct LongMessagesTests {
    private let file = "LongMessagesTests.swift"
    private static let long = String(repeating: "x", count: 2_000)
    private static let short = long.shown

    private let fix = """
        To fix:
          list a set for it; the line would be too long, or tell a secret
          or let it pass through: barricade.unmatchedPolicy = .passThrough
        """

    @Test func opaqueURLsAndMethodsAreShortened() async throws {
        let path = "image/png;base64," + String(repeating: "A", count: 5_000)
        let barricade = Barricade(
            ResponseSet("Login", on: .post("/login"), line: 7) { CannedResponse("OK") },
            ResponseSet("Exact", on: .url("\(api)/page"), line: 8) { CannedResponse("OK") })
        let error = try await barricade.session.failure("mock:\(path)")
        let shown = "mock:\(path)".shown
        #expect(
            error.localizedDescription == """
                No response set matches GET \(shown).

                Nearest:
                  "Exact" (\(file):8)   wants URL \(api)/page, got \(shown)
                  "Login" (\(file):7)   wants POST, got GET; wants path /login, got \(path.shown)

                \(fix)
                """)
        let line = try #require(barricade.requests.first).description
        #expect(line.hasPrefix("GET \(shown)  unmatched in"))

        let method = Self.long.uppercased()
        let empty = Barricade()
        #expect(
            try await empty.session.failure("\(api)/a", method: method).localizedDescription == """
                No response set matches \(method.shown) \(api)/a.

                No sets are registered.

                \(fix)
                """)
    }

    @Test func whatIsTooLongOrSecretIsNotProposed() async throws {
        let barricade = Barricade(ResponseSet("A", on: .url("x:y")) { CannedResponse("OK") })
        let session = barricade.session
        for url in [
            "\(api)/a/\(Self.long)/b", "\(api)/\(String(repeating: "abcdefgh/", count: 600))",
            "\(api)/a?q=\(Self.long)", "mock:\(Self.long)", "mock:a?token=hunter2",
            "\(api)/a/*/11111111eyJhbGciOi.a.b?token=hunter2",
            "\(api)/\(Self.long)#token=hunter2\(Self.long)",
            "https://user:hunter2\(Self.long)@api.example.com/\(Self.long)",
        ] {
            let message = try await session.failure(url).localizedDescription
            let isShort = message.hasSuffix(fix) && message.utf8.count < 1_000
            #expect(isShort, "\(url.prefix(40))")
            #expect(!message.contains("hunter2"), "\(url.prefix(40))")
        }
        let shown = try await session.failure("\(api)/list?token=hunter2\(Self.long)")
        #expect(!shown.localizedDescription.contains("hunter2"))
    }

    @Test func theNearestSetsAreShortened() async throws {
        let (long, short) = (Self.long, Self.short)
        let barricade = Barricade(
            ResponseSet(long, on: .get("/a") && .query(long, long), line: 1) {
                CannedResponse("OK")
            },
            ResponseSet("Header", on: .get("/a") && .header(long), line: 2) {
                CannedResponse("OK")
            },
            ResponseSet("Host", on: .get("/a") && .host(long), line: 3) { CannedResponse("OK") })
        let error = try await barricade.session.failure("\(api)/a")
        let padding = { (name: String) in
            String(repeating: " ", count: short.count - name.count + 3)
        }
        #expect(
            error.localizedDescription == """
                No response set matches GET \(api)/a.

                Nearest:
                  "\(short)" (\(file):1)   wants query item \(short) \
                with the value given, got none
                  "Header" (\(file):2)\(padding("Header"))\
                wants header \(short), got none
                  "Host" (\(file):3)\(padding("Host"))wants host \(short), \
                got api.example.com

                The request or the set may be wrong. To fix:
                  change what "\(short)" (\(file):1) wants
                  or add, after the sets above: ResponseSet("GET /a", on: .get("\(api)/a") \
                && .query(exactly: [:])) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """)
        // Nor is what did not come told at length.
        _ = try await barricade.session.failure("\(api)/\(long)")
        let missing = await #expect(throws: BarricadeError.self) {
            try await barricade.waitForRequest(to: long, timeout: .zero)
        }
        #expect(missing?.code == .missingRequest)
        #expect((missing?.message.count ?? .max) < 2_000)
    }

    /// Every mistake is told in a text of a bounded length.
    @Test func theMistakesInDefinitionsAreShortened() async throws {
        let long = Self.long
        let faults = FaultLog()
        let headers: HTTP.Headers = HTTP.Headers([.init("\(long) ", "1")])
        let barricade = Barricade([
            ResponseSet(
                "Set \(long)", on: .get("/\(long)*"), default: "No \(long)",
                responses: [
                    CannedResponse("A \(long)", headers: headers),
                    CannedResponse("A \(long)", file: "\(long).json"),
                    CannedResponse("B", redirect: "http://[\(long)"),
                    CannedResponse("C", headers: [long: "a\nb"]),
                ]),
            ResponseSet("Set \(long)", on: .host("\(long) a"), responses: []),
            ResponseSet("Regex", on: .regex("\(long)("), responses: [CannedResponse("D")]),
            ResponseSet("Scheme", on: .get("1\(long)://h"), responses: [CannedResponse("E")]),
            ResponseSet("Value", on: .get("/:\(long)-"), responses: [CannedResponse("F")]),
            ResponseSet("Twice", on: .get("/:\(long)/:\(long)"), responses: [CannedResponse()]),
        ]) {
            $0.presets = [Preset("P \(long)", ["S \(long)": "R \(long)"])]
            $0.unmatchedPolicy = .passThrough(except: ["\(long) "])
            $0.faultHandler = faults.handler
        }
        barricade.networkConditions = NetworkConditions(
            long, latency: .seconds(-1), jitter: .seconds(-1))
        var messages = faults.messages + barricade.validate().map(\.message)
        let changes: [(Barricade) throws -> Void] = [
            { try $0.select(long, for: "Regex") }, { try $0.select("D", for: long) },
            { try $0.select("Set \(long)", for: "A \(long)") }, { try $0.apply(long) },
            { try $0.apply("P \(long)") },
        ]
        for change in changes {
            let error = #expect(throws: BarricadeError.self) { try change(barricade) }
            messages += [error?.message].compactMap(\.self)
        }
        #expect(messages.count > 20)
        for message in messages {
            #expect(
                message.count < 3_500,
                "\(message.prefix(80))")
            #expect(
                !message.contains(Self.long.prefix(201)),
                "\(message.prefix(80))")
        }
        #expect(
            messages.last == """
                Preset "P \(Self.short.dropFirst(2))" cannot be applied. No response set is named \
                "S \(Self.short.dropFirst(2))".
                Did you mean "Set \(Self.short.dropFirst(4))"? Known: "Set \(Self.short.dropFirst(4))", \
                "Set \(Self.short.dropFirst(4).dropLast(2)) 2", "Regex", "Scheme", "Value", "Twice".
                """)
    }

    @Test func whatABodyIsReadAsIsShortened() throws {
        let long = Self.long
        for (type, read) in [
            ("text/plain; charset=\(long)", { _ = try $0.text }),
            ("a/\(long)", { _ = try $0.form }), ("a/\(long)", { _ = try $0.multipart }),
            ("multipart/form-data; boundary=\(long)", { _ = try $0.multipart }),
            (nil, { _ = try $0.json(as: [String: Int].self) }),
        ] as [(String?, (BarricadeRequest) throws -> Void)] {
            let request = try BarricadeRequest.posting("{\"\(long)\": null}", as: type)
            let fault = try #require(request.fault(read))
            #expect(fault.count < 400, "\(fault.prefix(80))")
        }
    }
}
