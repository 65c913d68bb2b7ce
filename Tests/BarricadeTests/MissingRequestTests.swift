import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct MissingRequestTests {
    private let clock = ForeignClock()

    private func set(
        _ name: String, on matcher: RequestMatcher, line: UInt = 7
    ) -> ResponseSet {
        ResponseSet(name, on: matcher, responses: [CannedResponse("OK")], line: line)
    }

    /// Returns what waiting fails with once its time is up.
    private func fault(
        _ barricade: Barricade, _ set: String, count: Int = 1, timeout: Duration = .seconds(5)
    ) async -> String? {
        async let error = #expect(throws: BarricadeError.self) {
            try await barricade.waitForRequest(to: set, count: count, timeout: timeout)
        }
        await clock.waitForSleepers()
        clock.advance(by: timeout)
        let fault = await error
        return fault?.code == .missingRequest ? fault?.message : nil
    }

    // MARK: Requests that come

    @Test func returnsARequestThatComesLaterOrIsThere() async throws {
        let barricade = Barricade(set("User", on: .get("/users/:id"))) { $0.clock = clock }
        async let first = barricade.waitForRequest(to: "User")
        async let third = barricade.waitForRequest(to: "User", count: 3)
        await clock.waitForSleepers(2)
        _ = await barricade.answers(to: "/users/1", "/users/2", "/users/3")
        let requests = try await [
            first, third, barricade.waitForRequest(to: "User"),
            barricade.waitForRequest(to: "User", count: 3),
            barricade.waitForRequest(to: "User", count: 0),
            barricade.waitForRequest(to: "User", timeout: .zero),
        ]
        let ids: [String] = requests.map { $0.pathValues["id"] ?? "none" }
        #expect(ids == ["1", "3", "1", "3", "1", "1"])
        let error = await #expect(throws: BarricadeError.self) {
            try await barricade.waitForRequest(to: "Usr")
        }
        #expect(error?.code == .unknownName)
        #expect(clock.sleeperCount == 0)

        // They are counted from the last clearing.
        barricade.clearRequests()
        async let next = barricade.waitForRequest(to: "User")
        await clock.waitForSleepers()
        _ = await barricade.answers(to: "/users/4")
        #expect(try await next.pathValues == ["id": "4"])
    }

    @Test func saysThatARequestIsNoLongerInTheLog() async throws {
        let barricade = Barricade(set("User", on: .get("/users/:id"))) {
            $0.logLimits = RequestLogLimits(requests: 2)
            $0.clock = clock
        }
        _ = await barricade.answers(to: (1...4).map { "/users/\($0)" })
        let third = try await barricade.waitForRequest(to: "User", count: 3)
        #expect(third.pathValues == ["id": "3"])
        let message = """
            Request 2 to "User" is no longer in the log: the log was cleared, or its limits \
            keep too few.
            """
        await #expect(throws: BarricadeError(.missingRequest, message)) {
            try await barricade.waitForRequest(to: "User", count: 2)
        }
    }

    @Test func endsWhenItIsCancelled() async throws {
        let barricade = Barricade(set("Login", on: .post("/login"))) { $0.clock = clock }
        let waiting = Task { try await barricade.waitForRequest(to: "Login") }
        await clock.waitForSleepers()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }

        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await barricade.waitForRequest(to: "Login")
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        await clock.waitUntilNobodySleeps()
    }

    // MARK: Requests that do not

    @Test func saysHowManyCameAndPrintsNoSecrets() async throws {
        let matcher =
            .get("/me?key=hunter2") && .header("Authorization", "Bearer hunter2")
            && .query("token", "hunter2") && .query("page", "2")
            && .url("https://ada:hunter2@example.com/") && !.header("Cookie", .prefix("hunter2"))
        let barricade = Barricade(set("Me", on: matcher)) { $0.clock = clock }
        #expect(
            await fault(barricade, "Me") == """
                No request to "Me" (GET /me?key=••• and header Authorization is the value given \
                and query item token is the value given and query item page is 2 and URL is \
                https://•••@example.com/ and not header Cookie is the value given, \
                MissingRequestTests.swift:7) came within 5.0 seconds.

                No request reached this barricade at all.

                To fix, do one of these:
                  give the code its session: URLSession(configuration: .barricaded(by: barricade))
                  call barricade.install(in: configuration) last, before the session is made
                  for URLSession.shared: reaching: .sharedSession in a test, else barricade.enable()
                  for a client of a port: keep what serve() returned, since the port closes without it
                """)
        let other = Barricade(set("Login", on: .post("/login"))) { $0.clock = clock }
        _ = await other.answers(to: "POST /login")
        #expect(
            await fault(other, "Login", count: 3) == """
                1 of 3 requests to "Login" (POST /login, MissingRequestTests.swift:7) came within \
                5.0 seconds.

                No other request reached this barricade.
                """)
    }

    @Test func saysWhatElseCame() async throws {
        let barricade = Barricade(
            set("Login", on: .post("/login") && .json(["user": "ada"])), set("Any", on: .any)
        ) {
            $0.clock = clock
        }
        try barricade.unregister("Any")
        _ = await barricade.answers(to: "/a/b/c/d", "POST /logon?token=x", "/login")
        let request = try URLRequest.posting("{\"user\": \"bob\"}", to: "\(api)/login")
        await #expect(throws: (any Error).self) { try await barricade.session.send(request) }
        #expect(
            await fault(barricade, "Login", timeout: .milliseconds(500)) == """
                No request to "Login" (POST /login and JSON body holds the values given, \
                MissingRequestTests.swift:7) came within 0.5 seconds.

                Nearest requests:
                  POST https://api.example.com/login   \
                wants "ada" at $.user, got "bob"
                  POST https://api.example.com/logon?token=•••   \
                wants path /login, got /logon; wants JSON, got no body
                  GET https://api.example.com/login   \
                wants POST, got GET; wants JSON, got no body
                """)
    }

    @Test func saysWhyASetDidNotAnswerWhatItMatches() async throws {
        let newer = Barricade(set("Login", on: .post("/login"))) { $0.clock = clock }
        newer.register(set("Newer", on: .any("/login"), line: 9))
        let wide = Barricade(
            set("Wide", on: .any("/**"), line: 9), set("Login", on: .post("/login"))
        ) { $0.clock = clock }
        let early = Barricade(set("Older", on: .any("/login"))) { $0.clock = clock }
        for barricade in [newer, wide, early] { _ = await barricade.answers(to: "POST /login") }
        early.register(set("Login", on: .post("/login")))
        for (barricade, reason) in [
            (
                newer,
                """
                matches, but "Newer" (MissingRequestTests.swift:9) is asked first

                To fix: register "Login" after "Newer", or let "Newer" match less.
                """
            ),
            (
                wide,
                """
                matches, but "Wide" (MissingRequestTests.swift:9) is asked first

                To fix: list "Login" before "Wide", or let "Wide" match less.
                """
            ), (early, "matches, but came before \"Login\" was registered"),
        ] {
            #expect(
                await fault(barricade, "Login") == """
                    No request to "Login" (POST /login, MissingRequestTests.swift:7) came within \
                    5.0 seconds.

                    Nearest requests:
                      POST https://api.example.com/login   \(reason)
                    """)
        }
    }
}
