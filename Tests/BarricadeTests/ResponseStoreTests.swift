import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResponseStoreTests {
    /// A set whose responses say the set's name, or the name given, in their body.
    private func set(
        _ name: String, on matcher: RequestMatcher, _ responses: [String] = ["Only"],
        saying text: String? = nil
    ) -> ResponseSet {
        ResponseSet(
            name, on: matcher,
            responses: responses.map { CannedResponse($0, text: "\(text ?? name) \($0)") })
    }

    @Test func theNewestRegistrationAnswersAndOfOneTheFirstSet() async throws {
        let barricade = Barricade(
            set("A", on: .get("/a")), set("B", on: .get("/*")), set("C", on: .any))
        var names = [barricade.sets.map(\.name)]
        var answers = await barricade.answers(to: "/a", "/b", "PUT /a")
        barricade.register(set("D", on: .any), set("E", on: .get("/a")))
        names.append(barricade.sets.map(\.name))
        answers += await barricade.answers(to: "/a")
        barricade.register([set("F", on: .get("/:id"))])
        answers += await barricade.answers(to: "/a", "/a/b")
        barricade.register([] as [ResponseSet])
        names.append(barricade.sets.map(\.name))
        for set in ["F", "D"] { try barricade.unregister(set) }
        names.append(barricade.sets.map(\.name))
        answers += await barricade.answers(to: "/a", "/b")
        for set in ["E", "A", "B", "C"] { try barricade.unregister(set) }
        answers += await barricade.answers(to: "/a")
        #expect(
            answers == [
                "A Only", "B Only", "C Only", "D Only", "F Only", "D Only", "E Only", "B Only",
                "unmatchedRequest",
            ])
        #expect(
            names == [
                ["A", "B", "C"], ["D", "E", "A", "B", "C"], ["F", "D", "E", "A", "B", "C"],
                ["E", "A", "B", "C"],
            ])
    }

    /// What claims a request is found without asking closures of older sets, and is not noted.
    @Test func theNewestSetThatMatchesClaimsARequest() throws {
        let asked = Locked(0)
        let never = RequestMatcher.matching("counts") { _ in
            asked.withLock { $0 += 1 }
            return false
        }
        let barricade = Barricade(
            ResponseSet("User", on: .get("/users/:id")) {
                CannedResponse.sequence("In Turn") {
                    CannedResponse(text: "one")
                    CannedResponse(text: "two")
                }
            })
        func claimants(of lines: String...) throws -> [String?] {
            try lines.map { barricade.responseSet(claiming: try .line($0))?.name }
        }
        var names = try claimants(of: "/users/7", "HEAD /users/7", "POST /users/7", "/users")
        barricade.register(set("Closure", on: never))
        names += try claimants(of: "/users/7")
        barricade.register(set("New", on: .get("/users/:id")))
        names += try claimants(of: "/users/7")
        #expect(names == ["User", "User", nil, nil, "User", "New"])
        #expect(asked.current == 1)
        barricade.register(set("Me", on: .get("/users/me")))
        names = try claimants(of: "/users/me", "/users/7")
        try barricade.setMode(.live, for: "Me")
        names += try claimants(of: "/users/me")
        try barricade.unregister("Me")
        names += try claimants(of: "/users/me")
        #expect(names == ["Me", "New", "Me", "New"])
        #expect(try barricade.sequencePosition(for: "User") == 0)
        #expect(barricade.requestCount == 0)
    }

    @Test func replacingASetMovesItToTheFrontWithItsModeAndSelection() async throws {
        let barricade = Barricade(set("B", on: .get("/a")), set("A", on: .any, ["One", "Two"]))
        try barricade.select("Two", for: "A")
        var answers = await barricade.answers(to: "/a")
        barricade.register(set("A", on: .any, ["Zero", "Two"], saying: "New"))
        #expect(barricade.sets.map(\.name) == ["A", "B"])
        answers += await barricade.answers(to: "/a")
        // A selection that exists no more gives way to the default.
        barricade.register(set("A", on: .get("/b"), ["Zero", "One"], saying: "Newer"))
        answers += await barricade.answers(to: "/a", "/b")
        #expect(answers == ["B Only", "New Two", "B Only", "Newer Zero"])
        try barricade.setMode(.live, for: "A")
        barricade.register(set("A", on: .any, ["Zero", "Two"]))
        let selection: Preset.Selection = ["A": "Zero", "B": "Only"]
        #expect(try barricade.mode(of: "A") == .live)
        #expect(barricade.selection == selection)
        // What is unregistered is forgotten.
        try barricade.select("Two", for: "A")
        try barricade.unregister("A")
        barricade.register(set("A", on: .any, ["Zero", "Two"]))
        #expect(try barricade.mode(of: "A") == .barricaded)
        #expect(barricade.selection == selection)
    }

    @Test func setsOnOnePathAreToldApart() async throws {
        let barricade = Barricade(
            set("Page 2", on: .get("/a") && .query("page", "2")),
            set("Here", on: .get("https://here.example/a")),
            set("Below", on: .get("https://*.there.example/a")),
            set("Port", on: .get("http://here.example:8080/a")),
            set("Get", on: .get("/a")), set("Post", on: .post("/a")),
            set("Keyed", on: .any("/a") && .header("X-Key")))
        let keyed = try await barricade.session.get(
            "\(api)/a", method: "PUT", headers: ["x-key": ""])
        #expect(keyed.text == "Keyed Only")
        let table = [
            ("https://here.example/a?page=2", "Page 2"), ("https://here.example/a", "Here"),
            ("https://x.there.example/a", "Below"), ("http://here.example:8080/a", "Port"),
            ("http://here.example/a", "Get"), ("https://there.example/a", "Get"),
            ("POST /a", "Post"),
        ]
        let answers = await barricade.answers(to: table.map(\.0))
        #expect(answers == table.map { "\($1) Only" })
    }

    @Test func unknownSetsAreNamed() {
        let barricade = Barricade(set("Login", on: .any), set("Profile", on: .any))
        let attempts: [() throws -> Void] = [
            { try barricade.unregister("login") }, { _ = try barricade.mode(of: "login") },
            { try barricade.setMode(.live, for: "login") },
            { _ = try barricade.selectedResponse(for: "login") },
            { try barricade.reset("login") }, { _ = try barricade.hold("login") },
            { _ = try barricade.sequencePosition(for: "login") },
            { try barricade.answerNext("login", with: CannedResponse()) },
            { _ = try barricade.requests(for: "login") },
            { _ = try barricade.requestCount(for: "login") },
        ]
        for (number, attempt) in attempts.enumerated() {
            let error = #expect(throws: BarricadeError.self, performing: attempt)
            #expect(
                error.map { "\($0.code): \($0.message)" } == """
                    unknownName: No response set is named "login".
                    Did you mean "Login"? Known: "Login", "Profile".
                    """, "attempt \(number)")
        }
    }
}

/// Compares what answers with a search that tries every set in order.
@Suite(.timeLimit(.minutes(10))) struct MatchIndexTests {
    private var random: SeededGenerator

    init() {
        random = SeededGenerator(seed: 20_240_601)
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    private mutating func path(of pieces: [String], upTo limit: Int) -> String {
        let count = Int.random(in: 0...limit, using: &random)
        var names = 0
        let segments = (0..<count).map { _ -> String in
            names += 1
            return "/" + pick(pieces).replacingOccurrences(of: ":", with: ":n\(names)")
        }
        return segments.isEmpty ? "/" : segments.joined()
    }

    private mutating func pattern() -> RequestMatcher {
        let origin = pick(["", "", "", "https://a.example", "https://*.example", "m://a"])
        let query = pick(["", "", "", "?q=1"])
        let pattern =
            origin + path(of: ["a", "b", "c", "é", "a", "b", ":", "*", "**"], upTo: 5) + query
        return pick([RequestMatcher.any, RequestMatcher.get, RequestMatcher.post])(pattern)
    }

    private mutating func clause() -> RequestMatcher {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .host(pick(["a.example", "b.example", "*.example", "a.example:443"]))
        case 1: .query("q", pick(["1", "2"]))
        case 2: .method("POST")
        case 3: .regex(pick(["^/a", "b$", "/c/"]))
        default: pattern()
        }
    }

    private mutating func matcher() -> RequestMatcher {
        switch Int.random(in: 0..<150, using: &random) {
        case 0..<90: pattern()
        case 90..<110: clause() && pattern()
        case 110..<125: pattern() && !clause()
        case 125..<138: pattern() || pattern()
        case 138..<148: (pattern() || clause() && pattern()) && (clause() || pattern())
        // Few, since they take most requests.
        case 148: clause()
        default: !clause()
        }
    }

    private mutating func request() -> (url: String, method: String) {
        let origin = pick(["https://a.example", "https://b.example", "http://a.example", "m://a"])
        let query = pick(["", "", "?q=1", "?q=2&q=1"])
        let path = path(of: ["a", "b", "c", "%C3%A9", "e%CC%81", "d"], upTo: 5)
        return (origin + path + query, pick(["GET", "GET", "POST"]))
    }

    @Test mutating func answersAsASearchInOrderWould() async throws {
        let barricade = Barricade()
        // The first one answers.
        var inOrder: [(name: String, matcher: RequestMatcher)] = []
        func register(_ added: [(name: String, matcher: RequestMatcher)]) {
            let names = added.map(\.name)
            inOrder = added + inOrder.filter { !names.contains($0.name) }
            barricade.register(
                added.map { name, matcher in
                    ResponseSet(name, on: matcher) { CannedResponse("Only", text: name) }
                })
        }
        register([("Rest", .any)])
        for batch in 0..<30 {
            register((0..<10).map { ("\(batch)-\($0)", matcher()) })
        }
        try await compare(barricade, inOrder)
        for batch in [3, 17, 9] {
            register((0..<10).map { ("\(batch)-\(9 - $0)", matcher()) })
        }
        try await compare(barricade, inOrder)
        for _ in 0..<100 {
            let name = pick(inOrder.dropLast().map(\.name))
            inOrder.removeAll { $0.name == name }
            try barricade.unregister(name)
        }
        try await compare(barricade, inOrder)
    }

    /// Expects requests to be answered by the first set that matches them.
    private mutating func compare(
        _ barricade: Barricade, _ inOrder: [(name: String, matcher: RequestMatcher)]
    ) async throws {
        #expect(barricade.sets.map(\.name) == inOrder.map(\.name))
        let session = barricade.session
        var answered: Set<String> = []
        for _ in 0..<100 {
            let (url, method) = request()
            let line = try BarricadeRequest.line("\(method) \(url)")
            let expected = try #require(inOrder.first { $0.matcher.matches(line) })
            let found = try await session.get(url, method: method).text
            #expect(found == expected.name, "\(method) \(url) is for \(expected.matcher)")
            answered.insert(found)
        }
        // The comparison would be worth little if a few sets took all requests.
        #expect(answered.count > 10)
    }
}
