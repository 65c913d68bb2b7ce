import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResponseSetChecksTests {
    private static let file = "ResponseSetChecksTests.swift"

    /// A set whose responses answer with their number and the set's path.
    private static func set(
        _ name: String, _ path: String = "/a", _ responses: [String] = ["Only"],
        default defaultResponse: String? = nil
    ) -> ResponseSet {
        ResponseSet(
            name, on: .get(path), default: defaultResponse,
            responses: responses.enumerated().map { index, name in
                CannedResponse(name, text: "\(path) \(index)")
            }, line: 7)
    }

    /// A barricade of sets, and the faults that it reports.
    private func barricade(_ sets: ResponseSet...) -> (Barricade, faults: FaultLog) {
        let faults = FaultLog()
        return (Barricade(sets) { $0.faultHandler = faults.handler }, faults)
    }

    @Test func saysWhatIsWrong() {
        let (ofSets, ofResponses) = (
            "Names of sets must be unique and not empty.",
            "Names must be unique in their set and not empty."
        )
        let cases: [(sets: [ResponseSet], names: [String], faults: [String])] = [
            (
                [Self.set("", "/a")], ["GET /a"],
                ["\"GET /a\" (\(Self.file):7) has no name; it is called \"GET /a\". \(ofSets)"]
            ),
            (
                [Self.set("A", "/a"), Self.set("A", "/b")], ["A", "A 2"],
                [
                    "\"A 2\" (\(Self.file):7) has the name \"A\" of another; it is called \"A 2\". "
                        + ofSets
                ]
            ),
            (
                [Self.set("A", "/a", [])], ["A"],
                ["\"A\" (\(Self.file):7) has no responses, so its requests fail."]
            ),
            (
                [Self.set("A", "/a", ["One", "Two"], default: "Tow")], ["A"],
                [
                    "\"A\" (\(Self.file):7) names \"Tow\" as its default, but has no such response. "
                        + "Known: \"Two\", \"One\"."
                ]
            ),
            (
                [Self.set("A", "/a", ["", ""])], ["A"],
                [1, 2].map {
                    "\"A\" (\(Self.file):7) has a response with no name; "
                        + "it is called \"Response \($0)\". \(ofResponses)"
                }
            ),
            (
                [Self.set("A", "/a", ["One", "One"])], ["A"],
                [
                    "\"A\" (\(Self.file):7) has a response with the name \"One\" of another; "
                        + "it is called \"One 2\". \(ofResponses)"
                ]
            ),
            (
                [
                    Self.set("A", "/a", ["One", "Two"], default: "Two"),
                    Self.set("B", "/b", ["One"]),
                ], ["A", "B"], []
            ),
        ]
        for (sets, names, messages) in cases {
            let faults = FaultLog()
            let barricade = Barricade(sets) { $0.faultHandler = faults.handler }
            #expect(barricade.sets.map(\.name) == names)
            let expected = messages.map {
                BarricadeError(.invalidDefinition, "Response set \($0)")
            }
            #expect([faults.all, barricade.validate()] == [expected, expected])
        }
    }

    @Test func setsAndResponsesOfOneNameOrNoneCanAllBeReached() async throws {
        // A response that is alone needs no name.
        let alone = ResponseSet("Alone", on: .get("/f")) { CannedResponse(text: "/f 0") }
        let (barricade, faults) = barricade(
            Self.set("A", "/a"), Self.set("A", "/b"), Self.set("A 2", "/c"), Self.set("A", "/d"),
            Self.set("", "/e", ["One", "One", ""]), alone)
        // A name that is given is not taken away by one that is made.
        let names = ["A", "A 3", "A 2", "A 4", "GET /e", "Alone"]
        #expect(barricade.sets.map(\.name) == names)
        #expect(faults.all.count == 5)
        try barricade.select("Response", for: "Alone")
        var answers = await barricade.answers(to: "/a", "/b", "/c", "/d", "/f")
        for name in ["One", "One 2", "Response 3"] {
            try barricade.select(name, for: "GET /e")
            answers += await barricade.answers(to: "/e")
        }
        #expect(answers == ["/a 0", "/b 0", "/c 0", "/d 0", "/f 0", "/e 0", "/e 1", "/e 2"])
    }

    @Test func setsWithFaultsAnswerAsFarAsTheyCanUntilTheyAreRepaired() async throws {
        let (barricade, _) = barricade(
            Self.set("A", "/a", []), Self.set("B", "/b", ["One", "Two"], default: "Three"))
        let error = BarricadeError(try await barricade.session.failure("\(api)/a"))
        let message = "Response set \"A\" (\(Self.file):7) has no responses."
        #expect(error == BarricadeError(.invalidDefinition, message))
        #expect(await barricade.answers(to: "/b") == ["/b 0"])
        var counts = [barricade.validate().count]
        barricade.register(Self.set("A", "/a"))
        counts.append(barricade.validate().count)
        // One that is taken out is forgotten.
        try barricade.unregister("B")
        counts.append(barricade.validate().count)
        #expect(counts == [2, 1, 0])
    }

    // MARK: Sets that never answer

    private static let shadowing: [(RequestMatcher, RequestMatcher, isShadowed: Bool)] = [
        (.get("/books/:id"), .get("/books/new"), true),
        (.get("/books/new"), .get("/books/:id"), false),
        (.any("/books/**"), .post("/books/:id/pages") && .query("a", "1"), true),
        (.get("/books"), .post("/books"), false),
        (.get("/**"), .get("https://api.example.com/v1/**"), true),
        (.get("https://api.example.com/v1/**"), .get("/v1/books"), false),
        (.host("*.example.com"), .get("https://api.example.com/books"), true),
        (.host("*.example.com"), .get("https://example.org/books"), false),
        (.get("/a") || .get("/b"), .get("/b"), true), (.get("/b"), .get("/a") || .get("/b"), false),
        (.get("/a") && .query("q"), .get("/a") && .query("q", "1"), true),
        (.get("/a") && .query("q"), .get("/a") && .query("q", .absent), false),
        (.get("/a?x=1"), .get("/a?x=1&y=2"), true), (.get("/a?x=1"), .get("/a"), false),
        (.matching("is so") { _ in true }, .get("/a"), false),
        (.get("/a") && !.query("q"), .get("/a") && !.query("q"), true),
        (.get("/**/x"), .get("/a/**"), false), (.any("/*/x"), .get("/:id/x"), true),
    ]

    @Test func aSetThatNeverAnswersIsReportedUnlessItIsMeant() {
        func set(_ name: String, _ matcher: RequestMatcher) -> ResponseSet {
            ResponseSet(name, on: matcher, line: 7) { CannedResponse("OK") }
        }
        for (first, second, isShadowed) in Self.shadowing {
            let barricade = Barricade(set("First", first), set("Second", second))
            #expect(barricade.validate().isEmpty != isShadowed, "\(first), then \(second)")
        }
        let barricade = Barricade(set("All", .any), set("Books", .get("/books")))
        #expect(
            barricade.validate().map(\.message) == [
                """
                Response set "Books" (\(Self.file):7) never answers: "All" (\(Self.file):7) is listed before \
                it and claims all of its requests.

                To fix: list it first, or let "All" match less.
                """
            ])
        let later = Barricade(set("Books", .get("/books")))
        later.register(set("All", .any))
        let once = ResponseSet("Once", on: .any) {
            CannedResponse.sequence("Once", then: .nextSet) { CannedResponse(text: "once") }
        }
        let used = Barricade(once, set("Books", .get("/books")))
        #expect([later.validate(), used.validate()] == [[], []])
    }

    private static let kindsAtOnePath: [@Sendable (Int) -> RequestMatcher] = [
        { .get("/search?page=\($0)") }, { .post("/graphql") && .graphQL("Query\($0)") },
        { .post("/rpc") && .json(["id": .integer($0)]) }, { .regex("^/item/\($0)$") },
    ]

    @Test(arguments: kindsAtOnePath.indices)
    func aSetThatNeverAnswersIsFoundAmongManyAtOnePath(_ kind: Int) {
        let matcher = Self.kindsAtOnePath[kind]
        let many = (0..<600).map { number in
            ResponseSet("\(number)", on: matcher(number)) { CannedResponse("OK") }
        }
        let last = ResponseSet("Last", on: matcher(550)) { CannedResponse("OK") }
        #expect(Barricade(many + [last]).validate().count == 1)
    }

    @Test func aSetThatNeverAnswersIsFoundAmongThousands() {
        let many = (0..<2_500).map { number in
            ResponseSet("\(number)", on: .get("/books/\(number)/:page")) { CannedResponse("OK") }
        }
        let late = ResponseSet("Late", on: .get("/books/2400/cover")) { CannedResponse("OK") }
        let messages = Barricade(many + [late]).validate().map(\.message)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("\"2400\"") == true)
    }
}
