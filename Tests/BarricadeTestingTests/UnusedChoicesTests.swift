import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

private let login = ResponseSet("Login", on: .post("/login"), line: 1) {
    CannedResponse("Success", text: "in")
    CannedResponse("Locked", status: 423, text: "later")
}

private let profile = ResponseSet("Profile", on: .get("/profile"), line: 2) {
    CannedResponse("Ada", text: "Ada")
    CannedResponse("Grace", text: "Grace")
}

private let allowing = """
    To allow it: unusedChoices: .ignored in .barricade(…), makeBarricade(…), forEachSelection(…)
    """

/// What to say where only the login was asked, and the profile was not.
private func unaskedProfile(_ event: String, toFix: String) -> String {
    """
    No request came to response set "Profile" (UnusedChoicesTests.swift:2) \(event).

    Nearest requests:
      POST https://api.example.com/login   wants GET, got POST; wants path /profile, got /login

    To fix: \(toFix)
    \(allowing)
    """
}

/// What to say where no request came at all.
private func nobodyAsksForTheProfile(_ event: String) -> String {
    """
    No request came to response set "Profile" (UnusedChoicesTests.swift:2) \(event).

    \(Barricade.unreached)
    \(allowing)
    """
}

@Suite(.timeLimit(.minutes(10))) struct UnusedChoicesTests {
    private func issues(
        of trait: BarricadeTrait = .barricade(login, profile),
        _ body: @Sendable (Barricade) async throws -> Void
    ) async throws -> [String] {
        try await recordedIssues(of: trait) { try await body(.current) }.map(\.text)
    }

    /// A test that makes choices, and what it is told when it ends; `nil` if none was in vain.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let issue: String?
        let body: @Sendable (Barricade) async throws -> Void

        init(
            _ name: String, _ issue: String?,
            _ body: @escaping @Sendable (Barricade) async throws -> Void
        ) {
            (testDescription, self.issue, self.body) = (name, issue, body)
        }
    }

    private static let mistakes: [Example] = [
        Example(
            "a selection for another screen",
            unaskedProfile(
                #"after "Grace" was selected for it"#,
                toFix: "select it before the code under test sends the request, or not at all.")
        ) {
            try $0.select("Grace", for: "Profile")
            _ = try await ask("POST", "/login")
        },
        Example(
            "a selection before any request",
            nobodyAsksForTheProfile(#"after "Grace" was selected for it"#)
        ) { try $0.select("Grace", for: "Profile") },
        Example("a test that throws", "Stop()") { barricade in
            struct Stop: Error {}
            try barricade.select("Grace", for: "Profile")
            throw Stop()
        },
        Example("a set that is held twice", nobodyAsksForTheProfile("while it was held")) {
            for _ in 0..<2 { _ = try $0.hold("Profile") }
        },
        Example(
            "a selection after the requests, of which the log has none",
            """
            No request came to response set "Profile" (UnusedChoicesTests.swift:2) after "Grace" was \
            selected for it.

            All 2 requests to it came before that.

            To fix: select it before the code under test sends the request, or not at all.
            \(allowing)
            """
        ) { barricade in
            for _ in 0..<2 { _ = try await ask("GET", "/profile") }
            barricade.clearRequests()
            try barricade.select("Grace", for: "Profile")
            barricade.clearRequests()
        },
        Example(
            "an answer after the request",
            """
            No request to response set "Login" (UnusedChoicesTests.swift:1) used the answer "503" \
            that it was given.

            The one request to it came before that.

            To fix: give it before the code under test sends the request, or not at all.
            \(allowing)
            """
        ) { barricade in
            _ = try await ask("POST", "/login")
            try barricade.answerNext("Login", with: CannedResponse("503", status: 503), times: 2)
        },
        Example(
            "an answer for more requests than came",
            """
            Only 2 of 3 requests to response set "Login" (UnusedChoicesTests.swift:1) used the \
            answer "503" that it was given.

            No more came before the test ended.

            To fix: give it for as many as the code under test sends: times: 2
            \(allowing)
            """
        ) { barricade in
            try barricade.answerNext("Login", with: CannedResponse("503", status: 503), times: 3)
            for _ in 0..<2 { _ = try await ask("POST", "/login") }
        },
        Example(
            "an answer behind another one",
            """
            No request to response set "Login" (UnusedChoicesTests.swift:1) used the answer "Second" \
            that it was given.

            Those that came since got other answers.

            To fix: give it before the code under test sends the request, or not at all.
            \(allowing)
            """
        ) { barricade in
            try barricade.answerNext("Login", with: CannedResponse("First", status: 503))
            try barricade.answerNext("Login", with: CannedResponse("Second", status: 504))
            _ = try await ask("POST", "/login")
        },
        Example(
            "a hold that is never released",
            """
            At the end of the test, response set "Login" still holds 1 request:
              POST https://api.example.com/login

            To fix: release them, held.releaseAll(), and await the code under test.
            \(allowing)
            """
        ) { barricade in
            let (held, session) = (try barricade.hold("Login"), barricade.session)
            Task { try await ask("POST", "/login", through: session) }
            try await held.waitForRequest()
        },
        Example(
            "a hold that is released before a request comes",
            """
            No request came to response set "Login" (UnusedChoicesTests.swift:1) while it was held.

            Those that came since came after its release.

            To fix: let it come before you release it: try await held.waitForRequest()
            \(allowing)
            """
        ) { barricade in
            try barricade.hold("Login").releaseAll()
            _ = try await ask("POST", "/login")
        },
        Example(
            "a preset before requests to other sets",
            """
            No request came to a response set of preset "Strange" after it was applied: \
            Login=Locked, Profile=Grace.

            To fix: apply it before the code under test sends its requests.
            \(allowing)
            """
        ) { barricade in
            barricade.register(
                ResponseSet("Cart", on: .get("/cart")) { CannedResponse(text: "cart") })
            try barricade.apply(Preset("Strange", ["Login": "Locked", "Profile": "Grace"]))
            _ = try await ask("GET", "/cart")
        },
    ]

    private static let used: [Example] = [
        Example("what a suite selects for all, selected otherwise", nil) { barricade in
            try barricade.select("Locked", for: "Login")
            try barricade.select("Success", for: "Login")
            try barricade.answerNext("Login", with: .offline(), times: 1)
            _ = try? await ask("POST", "/login")
            barricade.clearRequests()
            barricade.reset()
        },
        Example("a set that is held again after a request", nil) { barricade in
            let (held, session) = (try barricade.hold("Profile"), barricade.session)
            let answer = Task { try await ask("GET", "/profile", through: session) }
            try await held.waitForRequest()
            _ = try barricade.hold("Profile")
            held.releaseAll()
            _ = try await answer.value
        },
        Example("a held request that is cancelled", nil) { barricade in
            let (held, session) = (try barricade.hold("Profile"), barricade.session)
            let answer = Task { try await ask("GET", "/profile", through: session) }
            try await held.waitForRequest()
            answer.cancel()
            _ = await answer.result
        },
        Example("a preset, and a request to one of its sets", nil) { barricade in
            try barricade.apply(Preset("Strange", ["Login": "Locked", "Profile": "Grace"]))
            _ = try await ask("POST", "/login")
        },
    ]

    @Test(arguments: mistakes + used)
    func areReportedOnceAtItsEndUnlessARequestCame(_ example: Example) async throws {
        let issues = try await issues(example.body)
        #expect(issues == [example.issue].compactMap(\.self))
    }

    @Suite(.barricade(login, unusedChoices: .ignored)) struct OfATolerantSuite {
        @Test(.barricade(profile), arguments: Preset.walk(over: profile))
        func areIgnoredInItsTests(selection: Preset) async throws {
            _ = try Barricade.current.hold("Login")
            try Barricade.current.select("Locked", for: "Login")
            try Barricade.current.answerNext("Login", with: .offline())
        }
    }

    @Test(
        .barricade(login, profile), arguments: Preset.pairs(over: login, profile), [false, true])
    func areFineIfAllThatVaryAreAsked(selection: Preset, selectedByHand isByHand: Bool) async throws
    {
        if isByHand {
            for (set, response) in selection.selection.responses {
                try Barricade.current.select(response, for: set)
            }
        } else {
            try Barricade.current.apply(selection)
        }
        _ = try await ask("POST", "/login")
        _ = try await ask("GET", "/profile")
    }

    // MARK: Tests that look right and test nothing

    @Test(
        .fails(
            with: ["Profile: Grace", "Login: Locked, Profile: Grace"].map {
                unaskedProfile(
                    "after preset \"\($0)\" selected \"Grace\" for it",
                    toFix: "walk over, or pair, only the sets that this test asks.")
            }), .barricade(login, profile), arguments: Preset.pairs(over: login, profile))
    func pairsWithASetThatIsNeverAsked(selection: Preset) async throws {
        try Barricade.current.apply(selection)
        _ = try await ask("POST", "/login")
    }

    @Test(
        .fails(
            with: ["Defaults", "Profile: Grace"].map {
                """
                Preset "\($0)" is an argument of this test, which did not apply it.

                To fix: try Barricade.current.apply(…)
                \(allowing)
                """
            }), .barricade(profile), arguments: Preset.walk(over: profile), ["/profile"])
    func aWalkThatIsNotApplied(selection: Preset, path: String) async throws {
        #expect(try await ask("GET", path).status == 200)
    }

    // MARK: Nothing to select

    @Test func areAnErrorOverNothing() async throws {
        let live = ResponseSet("Server", on: .get("/server")) { CannedResponse.live() }
        for (combinations, message) in [
            (
                Preset.walk(over: [ResponseSet]()),
                "Preset.walk(over:) has nothing to select. It was given no response sets."
            ),
            (
                Preset.pairs(over: live),
                """
                Preset.pairs(over:) has nothing to select.
                  "Server" / "Live" needs the real server.
                  Nothing is selected in "Server": all responses are left out.
                """
            ),
        ] {
            let error = #expect(throws: BarricadeError.self) {
                try Barricade(live).apply(combinations[0])
            }
            #expect(
                (combinations.map(\.name), error?.message) == (["Nothing to select"], message))
        }
    }

    @Test(
        .fails(with: ["Preset.walk(over:) has nothing to select. It was given no response sets."]),
        .barricade(login), arguments: Preset.walk(over: [ResponseSet]()))
    func areReportedOverNothingEvenIfNotApplied(selection: Preset) {}

    // MARK: Unused sets

    @Suite(
        .fails(with: [
            """
            No request came to response set "Cart".

            To fix: find out why its request is not sent, or leave it out of this test.
            """
        ]), .barricade(profile, ResponseSet("Cart", on: .get("/cart")) { CannedResponse() }))
    struct OfASuite {
        @Test(
            .barricade(
                ResponseSet("Search", on: .get("/search")) { CannedResponse() },
                unusedSets: .reported),
            arguments: ["/profile", "/search"])
        func setsAreThoseThatNoCaseUses(path: String) async throws {
            _ = try await ask("GET", path)
        }
    }
}

@Suite(.timeLimit(.minutes(10))) struct LateRequestTests {
    @Test func areReportedAsLongAsTheBarricadeLives() async throws {
        let test = try #require(Test.current)
        let kept = Locked<Barricade?>(nil)
        let (messages, found) = AsyncStream<String>.makeStream()
        try await withKnownIssue {
            try await BarricadeTrait.barricade(login).provideScope(for: test, testCase: nil) {
                kept.withLock { $0 = .current }
                _ = try await ask("POST", "/login")
            }
            let session = try #require(kept.current).session
            _ = try await ask("POST", "/login", through: session)
            _ = try? await ask("GET", "/late", through: session)
            let message = await messages.first { _ in true } ?? ""
            #expect(
                message.components(separatedBy: "\n")[0] == """
                    After the end of BarricadeTestingTests.LateRequestTests/\
                    areReportedAsLongAsTheBarricadeLives(): \
                    No response set matches GET https://api.example.com/late in barricade \
                    "BarricadeTestingTests.LateRequestTests/areReportedAsLongAsTheBarricadeLives()".
                    """)
        } matching: { issue in
            let text = issue.comments.first?.rawValue ?? ""
            found.yield(text)
            return text.hasPrefix("After the end")
        }
    }
}
