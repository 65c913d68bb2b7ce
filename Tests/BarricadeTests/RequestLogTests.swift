import Barricade
import BarricadeCommon
import Testing

@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct RequestLogTests {
    private static let login = ResponseSet("Login", on: .post("/login")) {
        CannedResponse("Success", json: ["token": "f00d"])
        CannedResponse("Offline", error: .notConnectedToInternet)
    }
    private static let user = ResponseSet("User", on: .get("/users/:id")) {
        CannedResponse("Found", json: [:])
    }

    /// The log, a line for each request: its number, path, set, response and outcome.
    private func log(_ barricade: Barricade) -> [String] {
        barricade.requests.map { entry in
            let answer = "\(entry.set ?? "-")/\(entry.response ?? "-")"
            return "\(entry.id) \(entry.request.url.path) \(answer) \(entry.outcome)"
        }
    }

    /// How many requests came, to the set of users too, and which sets got none.
    private func counts(_ barricade: Barricade) -> String {
        let users = (try? barricade.requestCount(for: "User")) ?? 0
        let unused = barricade.unusedSets.joined(separator: ", ")
        return "\(barricade.requestCount) in all, \(users) to User; unused: \(unused)"
    }

    /// The log, and then the counts.
    private func state(_ barricade: Barricade) -> [String] {
        log(barricade) + [counts(barricade)]
    }

    // MARK: What is kept

    /// Tells when nobody holds it any more.
    private final class Held: Sendable {
        let release: AsyncStream<Never>.Continuation

        init(_ release: AsyncStream<Never>.Continuation) { self.release = release }
        deinit { release.finish() }
    }

    @Test func keepsNoResponsesOfASetThatWasRegisteredAnew() async throws {
        let (held, release) = AsyncStream<Never>.makeStream()
        func first() -> ResponseSet {
            let held = Held(release)
            return ResponseSet("User", on: .get("/users/:id")) {
                CannedResponse("Handled") { _ in
                    withExtendedLifetime(held) { CannedResponse(json: [:]) }
                }
            }
        }
        let barricade = Barricade(first())
        _ = try await barricade.session.get("\(api)/users/7")
        barricade.register(Self.user)
        // Without an end, this waits until the time limit.
        for await _ in held {}
        #expect(log(barricade) == ["0 /users/7 User/Handled 200"])
    }

    @Test func keepsRequestsInOrderAlsoOfSetsThatAreGone() async throws {
        let idle = ResponseSet("Idle", on: .get("/idle")) { CannedResponse("OK") }
        let barricade = Barricade(Self.login, Self.user, idle)
        #expect(state(barricade) == ["0 in all, 0 to User; unused: Login, User, Idle"])
        let start = Date()
        _ = await barricade.answers(to: "/users/7", "POST /login", "/users/a%20b")
        let end = Date()
        let all = [
            "0 /users/7 User/Found 200", "1 /login Login/Success 200",
            "2 /users/a b User/Found 200", "3 in all, 2 to User; unused: Idle",
        ]
        #expect(state(barricade) == all)
        let areWhole = barricade.requests.allSatisfy { entry in
            (start...end).contains(entry.date) && entry.explanation == nil
                && (entry.duration ?? .zero) > .zero
        }
        #expect(areWhole)
        try barricade.unregister("User")
        #expect(state(barricade) == all)
        barricade.unregisterAll()
        let values = try ["User", "Login", "Idle"].map { set in
            try barricade.requests(for: set).map(\.request.pathValues)
        }
        #expect(values == [[["id": "7"], ["id": "a b"]], [[:]], []])
        #expect(barricade.sets.isEmpty)
        #expect(try barricade.requestCount(for: "Idle") == 0)
    }

    @Test func keepsTheLatestAndCountsAllUntilItIsCleared() async {
        let barricade = Barricade(Self.login, Self.user) {
            $0.logLimits = RequestLogLimits(requests: 3)
        }
        _ = await barricade.answers(to: ["/a", "/b", "/c", "/d"] + (4...7).map { "/users/\($0)" })
        #expect(
            state(barricade) == [
                "5 /users/5 User/Found 200", "6 /users/6 User/Found 200",
                "7 /users/7 User/Found 200", "8 in all, 4 to User; unused: Login",
            ])
        // The first of those that no set claimed are kept as well.
        #expect(barricade.unmatchedRequests.map(\.request.url.path) == ["/a", "/b", "/c"])

        barricade.clearRequests()
        #expect(state(barricade) == ["0 in all, 0 to User; unused: Login, User"])
        _ = await barricade.answers(to: (8...11).map { "/users/\($0)" })
        #expect(
            state(barricade) == [
                "9 /users/9 User/Found 200", "10 /users/10 User/Found 200",
                "11 /users/11 User/Found 200", "4 in all, 4 to User; unused: Login",
            ])
        #expect(barricade.unmatchedRequests.isEmpty)
    }

    @Test func anEntryTellsItsMethodURLAndStatus() async throws {
        let barricade = Barricade(Self.login)
        let url = "\(api)/login"
        _ = try await barricade.session.get(url, method: "POST")
        try barricade.select("Offline", for: "Login")
        _ = try? await barricade.session.get(url, method: "POST")
        let entries = barricade.requests
        #expect(entries.map(\.method) == [.post, .post])
        #expect(entries.map(\.url.absoluteString) == [url, url])
        #expect(entries.map(\.status) == [200, nil])
    }

    @Test func keepsNothingAtALimitOfNothing() async {
        let barricade = Barricade(Self.user) {
            $0.logLimits = RequestLogLimits(requests: 0, bodySize: -1)
        }
        _ = await barricade.answers(to: "/users/1", "/nothing")
        #expect(state(barricade) == ["2 in all, 1 to User; unused: "])
        let negative = RequestLogLimits(requests: -5, bodySize: -1)
        let none = RequestLogLimits(requests: 0, bodySize: 0)
        #expect(barricade.explainedRequests.isEmpty)
        #expect(negative == none)
    }

    @Test func forgetsARequestThatEndsAfterClearing() async throws {
        let clock = ForeignClock()
        let barricade = Barricade(
            ResponseSet("File", on: .get("/file"), delay: .seconds(1)) {
                CannedResponse("Missing", file: "/nowhere/file.json")
            }
        ) {
            $0.clock = clock
        }
        async let failure = barricade.session.failure("\(api)/file")
        await clock.waitForSleepers()
        barricade.clearRequests()
        clock.advance(by: .seconds(1))
        #expect(BarricadeError(try await failure)?.code == .unreadableFile)
        #expect(barricade.explainedRequests.isEmpty)
        #expect(barricade.requestCount == 0)
    }

    @Test func seesTheHeadersOfEachCopyOfAConfiguration() async throws {
        let barricade = Barricade(Self.user)
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        var added: [String?] = []
        for value in [nil, "1", "2", nil] {
            let copy = try #require(configuration.copy() as? URLSessionConfiguration)
            copy.httpAdditionalHeaders = value.map { ["X-App": $0] }
            _ = try await URLSession(configuration: copy).get("\(api)/users/7")
            let request = try await barricade.waitForRequest(to: "User", count: added.count + 1)
            added.append(request.headers["X-App"])
        }
        #expect(added == [nil, "1", "2", nil])
        #expect(barricade.requests.map { $0.request.headers["X-App"] } == added)
    }

    // MARK: Outcomes

    @Test func notesHowEachRequestEnded() async throws {
        let line: UInt = #line + 2
        let barricade = Barricade(
            Self.login, ResponseSet("Odd", on: .get("/odd")) { CannedResponse("Odd", status: 999) },
            ResponseSet("Old", on: .get("/old")) {
                CannedResponse("Moved", redirect: "/users/7?token=x")
            }, Self.user
        ) {
            $0.faultHandler = { _ in }
        }
        let unmatched = try await barricade.session.failure("\(api)/nothing")
        try barricade.select("Offline", for: "Login")
        _ = await barricade.answers(to: "POST /login", "/odd", "/old")
        #expect(
            log(barricade) == [
                "0 /nothing -/- unmatched",
                "1 /login Login/Offline failed with notConnectedToInternet",
                "2 /odd Odd/Odd failed with invalidDefinition",
                "3 /old Old/Moved redirected to \(api)/users/7?token=•••",
                "4 /users/7 User/Found 200",
            ])
        let target = try URL("\(api)/users/7?token=x")
        let outcomes: [LoggedRequest.Outcome] = [
            .failed(domain: NSURLErrorDomain, code: -1009), .redirected(to: target),
        ]
        let found = [1, 3].map { barricade.requests[$0].outcome }
        #expect(found == outcomes)
        #expect(barricade.unmatchedRequests.map(\.id) == [0])
        #expect(
            barricade.explainedRequests.map(\.explanation) == [
                unmatched.localizedDescription,
                """
                Response "Odd" of set "Odd" (RequestLogTests.swift:\(line)) cannot be sent: \
                its status is 999, allowed are 200 to 599.
                """,
            ])
    }

    /// An app's loader does not send it.
    @Test func notesAGetWithABody() async throws {
        let barricade = Barricade(Self.user)
        var request = URLRequest(url: try URL("\(api)/users/1"))
        request.httpBody = Data("a".utf8)
        let sent = request
        await #expect(throws: URLError.self) { try await barricade.session.send(sent) }
        #expect(log(barricade) == ["0 /users/1 -/- failed with dataLengthExceedsMaximum"])
    }

    @Test func notesWhatPassedThrough() async throws {
        let server = try LocalServer()
        let barricade = Barricade(
            Self.user,
            ResponseSet("Handled", on: .any("/handled")) {
                CannedResponse("Handler") { _ in .live() }
            }
        ) {
            $0.unmatchedPolicy = .passThrough
        }
        try barricade.setMode(.live, for: "User")
        let paths = ["/elsewhere", "/users/7", "/handled"]
        _ = await barricade.answers(to: try paths.map { try server.url($0).absoluteString })
        #expect(
            log(barricade) == [
                "0 /elsewhere -/- passed through", "1 /users/7 User/- passed through",
                "2 /handled Handled/Handler passed through",
            ])
        #expect(barricade.explainedRequests.isEmpty)
        #expect(server.requests.count == 3)
    }

    /// Another loader that takes a request over does not tell when it ends.
    @Test(arguments: [(UnmatchedPolicy.fail, true), (.passThrough, false)])
    func timesWhatPassesThrough(_ policy: UnmatchedPolicy, isTimed: Bool) async throws {
        let server = try LocalServer()
        let barricade = Barricade(Self.user) { $0.unmatchedPolicy = policy }
        try barricade.setMode(.live, for: "User")
        let events = barricade.requestEvents
        _ = await barricade.answers(to: try server.url("/users/7").absoluteString)
        let outcomes = events.prefix(2).map { event in
            switch event {
            case .began(let entry): "began, \(entry.outcome)"
            case .ended(let entry): "\(entry.outcome), \(entry.duration == nil ? "un" : "")timed"
            case .differed: "differed"
            }
        }
        var found: [String] = []
        for await outcome in outcomes { found.append(outcome) }
        #expect(found == ["began, pending", "passed through, \(isTimed ? "" : "un")timed"])
    }

    @Test func notesWhatIsPendingAndThenCancelled() async throws {
        let clock = ForeignClock()
        let barricade = Barricade(
            ResponseSet("Slow", on: .get("/slow")) {
                CannedResponse("Slow", text: "slow", delay: .seconds(5))
            }
        ) {
            $0.clock = clock
        }
        let (task, completions) = try barricade.patientSession.task("\(api)/slow")
        task.resume()
        await clock.waitForSleepers()
        let pending = barricade.requests
        task.cancel()
        #expect(await completions.wait().map(\.code) == [.cancelled])
        let entries = (pending + barricade.requests).map { "\($0.outcome) \($0.duration != nil)" }
        #expect(entries == ["pending false", "cancelled true"])
    }

    // MARK: Descriptions

    @Test func describesARequestInOneLineWithoutSecrets() async throws {
        let barricade = Barricade(Self.login)
        var request = try URLRequest.posting(
            "password=hunter2", to: "https://ada:pw@api.example.com/login?token=x&page=2")
        request.setValue("Bearer hunter2", forHTTPHeaderField: "Authorization")
        _ = try await barricade.session.send(request)
        _ = try await barricade.session.failure("\(api)/nothing?key=hunter2")
        let lines = barricade.requests.map { logged in
            logged.description.replacing(/in \d+\.\d ms$/, with: "in … ms")
        }
        #expect(
            lines == [
                """
                POST https://•••@api.example.com/login?token=•••&page=2  \
                "Login" / "Success"  200 in … ms
                """,
                "GET https://api.example.com/nothing?key=•••  unmatched in … ms",
            ])
    }

    // MARK: Events

    /// The next events, a line each.
    private func take(_ count: Int, of events: AsyncStream<RequestEvent>) async -> [String] {
        var lines: [String] = []
        for await event in events {
            switch event {
            case .began(let entry): lines.append("\(entry.id) began, \(entry.outcome)")
            case .ended(let entry): lines.append("\(entry.id) ended, \(entry.outcome)")
            case .differed(let entry):
                let drift = entry.drift.joined(separator: ", ")
                lines.append("\(entry.id) differed, \(entry.outcome): \(drift)")
            }
            if lines.count == count { break }
        }
        return lines
    }

    @Test func tellsEachListenerWhatBeginsAndEndsAndThenEnds() async {
        var barricade: Barricade? = Barricade(Self.login, Self.user)
        let listeners = (0..<2).compactMap { _ in barricade?.requestEvents }
        _ = await barricade?.answers(to: "/users/7", "/nothing")
        let late = barricade?.requestEvents
        _ = await barricade?.answers(to: "POST /login")
        barricade = nil
        let expected = [
            "0 began, pending", "0 ended, 200", "1 began, pending", "1 ended, unmatched",
            "2 began, pending", "2 ended, 200",
        ]
        // Nobody takes so many, unless the end comes before.
        var told: [[String]] = []
        for events in listeners + [late].compactMap(\.self) {
            told.append(await take(.max, of: events))
        }
        #expect(told == [expected, expected, expected.suffix(2)])
    }

    @Test func tellsWhatIsFoundOutAfterTheEnd() async throws {
        let barricade = Barricade(Self.user)
        _ = try await barricade.session.get("\(api)/users/7")
        let set = try #require(barricade.comparedSet("User"))
        let events = barricade.requestEvents
        barricade.note(drift: ["$.name is a number"], of: set, in: 0)
        // It is not in the log, so there is nothing to tell.
        barricade.note(drift: ["$.age is missing"], of: set, in: 7)
        barricade.note(drift: ["$.id is null"], of: set, in: 0)
        #expect(
            await take(2, of: events) == [
                "0 differed, 200: $.name is a number",
                "0 differed, 200: $.name is a number, $.id is null",
            ])
    }

    @Test func tellsTheEndOfARequestThatALaterOneDisplaced() async throws {
        let clock = ForeignClock()
        let slow = ResponseSet("Slow", on: .get("/slow")) {
            CannedResponse("Slow", text: "slow", delay: .seconds(1))
        }
        let barricade = Barricade(slow, Self.user) {
            $0.logLimits = RequestLogLimits(requests: 1)
            $0.clock = clock
        }
        let events = barricade.requestEvents
        async let answer = barricade.session.get("\(api)/slow")
        await clock.waitForSleepers()
        _ = try await barricade.session.get("\(api)/users/7")
        clock.advance(by: .seconds(1))
        #expect(try await answer.text == "slow")
        #expect(barricade.requests.map(\.id) == [1])
        #expect(
            await take(4, of: events) == [
                "0 began, pending", "1 began, pending", "1 ended, 200", "0 ended, 200",
            ])
    }

    // MARK: Under load

    @Test func countsAndKeepsUnderLoad() async throws {
        let barricade = Barricade(Self.login, Self.user) {
            $0.logLimits = RequestLogLimits(requests: 20)
        }
        let (events, otherEvents) = (barricade.requestEvents, barricade.requestEvents)
        async let reading: Void = {
            for await event in otherEvents {
                let ids = barricade.requests.map(\.id)
                #expect(ids == ids.sorted())
                #expect(ids.count <= min(20, barricade.requestCount))
                _ = (try barricade.requests(for: "User"), barricade.unusedSets)
                if event.begins(999) { break }
            }
        }()
        async let listening = take(2_000, of: events)
        async let waiting: Void = Endurance.inParallel(4) { number in
            try await barricade.waitForRequest(
                to: "User", count: [981, 990, 1_000, 1_000][number], timeout: .seconds(600))
        }
        await flood(barricade, 1_000)
        try await reading
        await waiting
        #expect(await listening.count { $0.hasSuffix("ended, 200") } == 1_000)
        #expect(counts(barricade) == "1000 in all, 1000 to User; unused: Login")
        let kept: [String] = barricade.requests.map { "\($0.id) \($0.outcome)" }
        #expect(kept == (980..<1_000).map { "\($0) 200" })
    }

    @Test func clearsUnderLoad() async throws {
        let barricade = Barricade(Self.login, Self.user) {
            $0.logLimits = RequestLogLimits(requests: 50)
        }
        let (events, otherEvents) = (barricade.requestEvents, barricade.requestEvents)
        async let clearing: Void = {
            for await event in events {
                barricade.clearRequests()
                let ids = barricade.requests.map(\.id)
                #expect(ids == ids.sorted())
                #expect(Set(ids).count == ids.count)
                if event.begins(999) { break }
            }
        }()
        async let waiting: Void = {
            for await event in otherEvents {
                // What came may be cleared before it is looked at.
                let request = try? await barricade.waitForRequest(to: "User", timeout: .zero)
                if let request { #expect(request.pathValues["id"] != nil) }
                if event.begins(999) { break }
            }
        }()
        await flood(barricade, 1_000)
        await clearing
        await waiting
        barricade.clearRequests()
        #expect(barricade.requests.isEmpty)
        _ = await barricade.answers(to: "/users/last")
        let last = ["1000 /users/last User/Found 200", "1 in all, 1 to User; unused: Login"]
        #expect(state(barricade) == last)
    }

    /// Sends so many requests, 64 at a time.
    private func flood(_ barricade: Barricade, _ count: Int) async {
        let session = barricade.session
        await Endurance.inParallel(64) { worker in
            for id in stride(from: worker, to: count, by: 64) {
                _ = try await session.get("\(api)/users/\(id)")
            }
        }
    }
}

extension RequestEvent {
    /// Whether the request of that number begins.
    fileprivate func begins(_ id: Int) -> Bool {
        if case .began(let request) = self { request.id == id } else { false }
    }
}
