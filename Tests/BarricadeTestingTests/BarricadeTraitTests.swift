import Barricade
import BarricadeResources
import BarricadeTesting
import Testing

@testable import TestSupport

private let login = ResponseSet("Login", on: .post("/login")) {
    CannedResponse("Success", json: ["token": "f00d"])
    CannedResponse("Invalid Credentials", status: .unauthorized, text: "no")
    CannedResponse("Locked", status: 423, text: "later")
}

private let profile = ResponseSet("Profile", on: .get("/profile")) {
    CannedResponse("Ada", text: "Ada")
    CannedResponse("Grace", text: "Grace")
}

private struct Book: Codable, Identifiable, Sendable {
    var id: Int
}

@Suite(.barricade(login, profile), .timeLimit(.minutes(10))) struct BarricadeTraitTests {
    @Suite(
        .barricade(ResponseSet("Inner", on: .get("/inner")) { CannedResponse("In", text: "in") }))
    struct Nested {
        @Test(
            .barricade(
                ResponseSet("Override", on: .get("/profile")) { CannedResponse("Me", text: "me") }))
        func hasTheSetsOfAllLevelsItsOwnInFront() async throws {
            let names = Barricade.current.sets.map(\.name)
            let texts = try await [ask("GET", "/profile"), ask("GET", "/inner")].map(\.text)
            #expect(
                (names, texts) == (["Override", "Inner", "Login", "Profile"], ["me", "in"]))
        }
    }

    @Test(
        .barricade(
            [ResponseSet("A", on: .get("/a")) { CannedResponse("OK") }],
            ResponseGroup("Shop", at: "/shop") {
                ResponseSet("Cart", on: .get("/cart")) { CannedResponse("OK", text: "cart") }
            },
            Resource("Books", at: "/books", items: [Book(id: 1)]))
    )
    func takesEverythingThatHasSets() async throws {
        let names = Barricade.current.sets.map(\.name)
        let ends: [String] = Array(names.prefix(3) + names.suffix(2))
        let texts = try await [ask("GET", "/shop/cart"), ask("GET", "/books/1")].map(\.text)
        let expected = ["A", "Cart", "List Books", "Login", "Profile"]
        #expect((ends, texts) == (expected, ["cart", #"{"id":1}"#]))
    }

    @Test(arguments: login.responses)
    func runsForEveryResponseOfASet(_ response: CannedResponse) async throws {
        try Barricade.current.select(response.name, for: login)
        let answer = try await ask("POST", "/login")
        let answers = [
            #""Success""#: #"200 {"token":"f00d"}"#, #""Invalid Credentials""#: "401 no",
            #""Locked""#: "423 later",
        ]
        #expect(answers[response.testDescription] == "\(answer.status) \(answer.text)")
    }

    @Test(arguments: 0..<20)
    func keepsParallelTestsApart(_ number: Int) async throws {
        let mine = ResponseSet("Number", on: .get("/number")) {
            CannedResponse("Own", text: "\(number)")
        }
        Barricade.current.register(mine)
        var texts: [String] = []
        for _ in 0..<3 { texts.append(try await ask("GET", "/number").text) }
        let expected = [String](repeating: "\(number)", count: 3)
        #expect((texts, Barricade.current.requestCount) == (expected, 3))
    }
}

/// A clock that is known by its identity.
private final class OwnClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

private let clocksSeen = Clocks()

private final class Clocks: @unchecked Sendable {
    private let lock = NSLock()
    private var seen: [OwnClock] = []

    /// Notes a clock; false if it was there before.
    func insert(_ clock: OwnClock) -> Bool {
        lock.withLock {
            defer { seen.append(clock) }
            return !seen.contains { $0 === clock }
        }
    }
}

@Suite(
    .barricade(profile) {
        $0.clock = OwnClock()
        $0.seed = 1
        $0.name = "Suite"
    }, .timeLimit(.minutes(10)))
struct BarricadeTraitSettingsTests {
    @Test(
        .barricade(login, unusedChoices: .ignored) {
            // It is given what the suite has asked for.
            $0.name += " and test"
            $0.seed += 1
            $0.presets = [
                Preset("Clock", ["Profile": ($0.clock as? OwnClock).map { _ in "Grace" } ?? "none"])
            ]
            let isNew = ($0.clock as? OwnClock).map { clocksSeen.insert($0) } ?? false
            if !isNew { $0.name = "A clock of another test" }
        }, arguments: 0..<20)
    func areMadeForEachTestFromTheOutermostIn(_ number: Int) throws {
        let seed = Barricade.current.seed
        #expect("\(Barricade.current.name), seed \(seed)" == "Suite and test, seed 2")
        try Barricade.current.apply("Clock")
        #expect(Barricade.current.selection["Profile"] == "Grace")
    }
}

@Suite(.timeLimit(.minutes(10))) struct BarricadeTraitIssueTests {
    @Test func reportsUnmatchedRequestsAtTheTest() async throws {
        let line = try #require(Test.current).sourceLocation.line
        let issues = try await recordedIssues(of: .barricade(login)) {
            _ = try? await ask("GET", "/logins")
        }
        #expect(
            issues.map { "line \($0.line ?? 0): \($0.text)" } == [
                """
                line \(line): \
                No response set matches GET https://api.example.com/logins.

                Nearest:
                  "Login" (BarricadeTraitTests.swift:8)   wants POST, got GET; \
                wants path /login, got /logins

                The request or the set may be wrong. To fix:
                  Did you mean POST /login?
                  or write "Login" (BarricadeTraitTests.swift:8) with .get("/logins"), not \
                .post("/login")
                  or add, after the sets above: ResponseSet("GET /logins", \
                on: .get("https://api.example.com/logins")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """
            ])
    }

    @Test(
        arguments: [
            (.reported, .warn, "No response set matches GET http://127.0.0.1:9/a, so it passes"),
            (.ignored, .warn, nil), (.ignored, .fail, nil),
        ] as [(IssueReporting, UnmatchedPolicy, String?)])
    func reportsARequestThatPassesThroughUnlessAskedNotTo(
        _ reporting: IssueReporting, _ policy: UnmatchedPolicy, _ start: String?
    ) async throws {
        let url = try URL("http://127.0.0.1:9/a")
        let trait = BarricadeTrait.barricade(unmatchedRequests: reporting) {
            $0.unmatchedPolicy = policy
        }
        let issues = try await recordedIssues(of: trait) {
            _ = try? await Barricade.current.session.data(from: url)
        }
        let starts = issues.map { String($0.text.prefix(start?.count ?? 0)) }
        #expect(starts == [start].compactMap(\.self))
    }

    @Test func ofNoRequestAtAllSaysWhatReachesSessions() async throws {
        let trait = BarricadeTrait.barricade(login, unusedSets: .reported)
        #expect(
            try await recordedIssues(of: trait) {}.map(\.text) == [
                """
                No request came to response set "Login".

                \(Barricade.unreached)
                """
            ])
    }

    #if compiler(>=6.3)
    private static let silence = """
        The test passed, but no request came to its own response set "Login".

        \(Barricade.unreached)
        To allow it: unusedChoices: .ignored in .barricade(…), makeBarricade(…), forEachSelection(…)
        """

    @Test func warnsOfATestThatPassesWithoutAnyRequest() async throws {
        let issues = try await recordedIssues(of: .barricade(login)) {}
        #expect(issues.map(\.text) == [Self.silence])
        #expect(issues.map(\.isWarning) == [true])
        let ofItsBody = try await recordedIssues(of: .barricade()) {
            Barricade.current.register(login)
        }
        #expect(ofItsBody.map(\.text) == [Self.silence])
    }

    @Test func doesNotWarnOfATestThatAllowsItOrHasHadOne() async throws {
        let allowed = try await recordedIssues(of: .barricade(login, unusedChoices: .ignored)) {}
        #expect(allowed.map(\.text) == [])
        let cleared = try await recordedIssues(of: .barricade(profile)) {
            _ = try await ask("GET", "/profile")
            Barricade.current.clearRequests()
        }
        #expect(cleared.map(\.text) == [])
    }

    @Suite(.fails(with: []), .barricade(login)) struct OfASuite {
        @Test func doesNotWarnOfTheSetsOfASuite() {}
    }

    @Suite(.fails(with: [silence]), .barricade(profile)) struct OfATestInASuite {
        @Test(.barricade(login), arguments: 0..<3)
        func warnsOnceOfTheSetsOfATest(_ number: Int) {}
    }

    @Suite(.fails(with: [])) struct OfATestWithACaseThatAsks {
        @Test(.barricade(profile), arguments: [false, true])
        func doesNotWarnOfTheCaseThatAsksNothing(asks: Bool) async throws {
            if asks { _ = try await ask("GET", "/profile") }
        }
    }
    #endif

    /// Of tests that run at a time, each says which one it is.
    @Test func namesTheTestInEachMessage() async throws {
        let name = try #require(Test.current).id
        let test = "\(name)".split(separator: "/").prefix(2).joined(separator: "/")
        let broken = ResponseSet("Empty", on: .get("/empty")) {}
        let trait = BarricadeTrait.barricade(login, broken, unusedSets: .reported)
        let issues = try await recordedIssues(of: trait, namingTheBarricade: true) {
            _ = try? await ask("GET", "/nothing")
            try Barricade.current.select("Locked", for: "Logn")
        }
        let texts = Set(issues.map(\.text))
        let naming = texts.filter {
            $0.contains(" in barricade \"\(test)\".\n")
                || $0.hasSuffix("\n\nIn barricade \"\(test)\".")
        }
        #expect(naming.count == 3, "\(texts)")
        #expect(naming == texts, "\(texts)")
    }

    @Test func reportsMistakesInSetsAndMissingFiles() async throws {
        let broken = ResponseSet("Broken", on: .get("/a#b"), line: 6) { CannedResponse("None") }
        let missing = ResponseSet("Missing", on: .get("/m"), line: 7) {
            CannedResponse("File", file: "/nowhere/missing.json")
        }
        let issues = try await recordedIssues(of: .barricade(broken, missing)) {
            _ = try? await ask("GET", "/m")
        }
        #expect(
            issues.map(\.text) == [
                """
                Response set "Broken" (BarricadeTraitTests.swift:6) never matches: pattern "/a#b" \
                cannot be read: it has a fragment (#), which is never sent.
                """,
                """
                Response "File" of set "Missing" (BarricadeTraitTests.swift:7) cannot be sent. The \
                file "/nowhere/missing.json" is missing. Tried:
                  /nowhere/missing.json
                """,
            ])
    }

    @Test func aPatternThatCannotBeReadIsOneIssue() async throws {
        let books = Resource("Books", at: "books", items: [Book(id: 1)], line: 6)
        let issues = try await recordedIssues(of: .barricade(books)) {
            _ = try? await ask("GET", "/books")
            _ = try? await ask("POST", "/books")
        }
        #expect(
            issues.map(\.text) == [
                """
                Response set "List Books" (BarricadeTraitTests.swift:6) never matches: pattern \
                "books" cannot be read: it starts neither with / nor with a scheme and host; write \
                "/books".
                """
            ])
    }

    @Test func aPatternThatCannotBeReadIsOneIssueBesideAThrownError() async throws {
        let user = ResponseSet("User", on: .get("/users/{id}"), fileID: "Sets.swift", line: 1) {
            CannedResponse("Ada", text: "Ada")
        }
        let issues = try await recordedIssues(of: .barricade(user)) {
            _ = try await ask("GET", "/users/7")
        }
        #expect(issues.count == 1)
        #expect(issues.map { $0.text.contains("with .get(\"/users/:id\"), not") } == [true])
    }

    /// As by `try Test.cancel()`.
    @Test func asksNothingOfATestThatIsCancelled() async throws {
        let trait = BarricadeTrait.barricade(
            login, expecting: .unmatchedRequests, unusedSets: .reported)
        let issues = try await Task {
            try await recordedIssues(of: trait) {
                try Barricade.current.select("Locked", for: "Login")
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }.value
        #expect(issues.map(\.text) == [])
    }

    @Test func letsHeldRequestsGoWhenTheTestEnds() async throws {
        let answer = Locked<Task<String, any Error>?>(nil)
        let issues = try await recordedIssues(of: .barricade(profile, unusedChoices: .ignored)) {
            let held = try Barricade.current.hold("Profile")
            let asking = Task { try await ask("GET", "/profile").text }
            answer.withLock { $0 = asking }
            try await held.waitForRequest()
        }
        let text = try await answer.current?.value
        #expect(issues.isEmpty)
        #expect(text == "Ada")
    }

    @Test func letsTheBarricadeGoWhenTheTestEnds() async throws {
        final class Seen: @unchecked Sendable {
            // Set before the test ends, and read after.
            weak var barricade: Barricade?
        }
        let seen = Seen()
        _ = try await recordedIssues(of: .barricade(profile)) {
            seen.barricade = Barricade.current
            #expect(seen.barricade != nil)
        }
        #expect(seen.barricade == nil)
    }

    @Test func saysWhereThereIsNoBarricadeOrWhichTasksHaveNone() throws {
        let line = try #require(Test.current).sourceLocation.line
        let message = """
            Barricade.current is used outside of a test with a barricade.

            To fix: add the trait .barricade(…) to the test or its suite. If another trait's scope \
            uses it, list .barricade(…) before that trait.
            """
        withKnownIssue {
            let barricade = Barricade.current
            #expect(barricade.sets.isEmpty)
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.comments.map(\.rawValue) == [message]
        }
        // Only the text: such an issue belongs to no test, so it would fail the run.
        #expect(
            MissingBarricade.message(isInTest: false) == """
                Barricade.current is used in a detached task, a callback, an exit test or XCTest, \
                which belongs to no test of Swift Testing.

                To fix: write let barricade = Barricade.current in the test, and use barricade there. \
                In an exit test, which is another process, make a barricade. In XCTest, use the barricade that makeBarricade returns.
                """)
    }

    // MARK: Errors that the test throws

    @Test(arguments: ["/logins", "/ended"])
    func reportsAnErrorThatTheTestThrowsOnce(_ path: String) async throws {
        let ended = ResponseSet("Ended", on: .get("/ended")) {
            CannedResponse.sequence("Once", then: .fail) { CannedResponse("First", text: "1") }
        }
        let thrown = Locked<[String]>([])
        let issues = try await recordedIssues(of: .barricade(login, ended)) {
            do {
                // The sequence answers once.
                for _ in 0..<2 { _ = try await ask("GET", path) }
            } catch {
                let message = BarricadeError(error)?.message ?? ""
                thrown.withLock {
                    $0.append(message.replacing(/\ in barricade "[^"]*"/, with: ""))
                }
                throw error
            }
        }
        #expect(thrown.current.count == 1)
        #expect(issues.map(\.text) == thrown.current)
    }

    @Test func reportsOtherProblemsBesideAThrownError() async throws {
        let issues = try await recordedIssues(of: .barricade(login)) {
            _ = try? await ask("GET", "/swallowed")
            _ = try await ask("GET", "/thrown")
        }
        #expect(
            issues.map(\.firstLine) == [
                "No response set matches GET https://api.example.com/swallowed.",
                "No response set matches GET https://api.example.com/thrown.",
            ])
    }
}
