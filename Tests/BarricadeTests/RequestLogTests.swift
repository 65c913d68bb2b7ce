import Barricade
import BarricadeCommon
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct RequestLogTests {
    private let login = ResponseSet("Login", on: .post("/login")) {
        CannedResponse("Success", json: ["token": "f00d"])
        CannedResponse("Offline", error: .notConnectedToInternet)
    }
    private let user = ResponseSet("User", on: .get("/users/:id")) {
        CannedResponse("Found", json: [:])
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
        barricade.register(user)
        // Without an end, this waits until the time limit.
        for await _ in held {}
        #expect(barricade.requests.map(\.response) == ["Handled"])
        #expect(barricade.requests.first?.request.pathValues == ["id": "7"])
    }

    @Test func keepsRequestsInOrder() async throws {
        let barricade = Barricade(login, user)
        #expect(barricade.requests.isEmpty)
        #expect(barricade.unusedSets == ["Login", "User"])
        let start = Date()
        _ = try await barricade.session.get("\(api)/users/7")
        _ = try await barricade.session.get("\(api)/login", method: "POST")
        _ = try await barricade.session.get("\(api)/users/a%20b")

        #expect(barricade.requests.map(\.id) == [0, 1, 2])
        #expect(barricade.requests.map(\.set) == ["User", "Login", "User"])
        #expect(barricade.requests.map(\.response) == ["Found", "Success", "Found"])
        #expect(barricade.requests.allSatisfy { $0.outcome == .answered(.ok) })
        #expect(barricade.requests.allSatisfy { $0.explanation == nil })
        #expect(barricade.requests.allSatisfy { $0.duration.map { $0 > .zero } == true })
        #expect(barricade.requests.allSatisfy { $0.date >= start && $0.date <= Date() })
        #expect(try barricade.requests(for: "User").map(\.id) == [0, 2])
        #expect(
            try barricade.requests(for: "User").map(\.request.pathValues)
                == [["id": "7"], ["id": "a b"]])
        #expect(try barricade.requests(for: "Login").first?.request.pathValues == [:])
        #expect(barricade.requestCount == 3)
        #expect(try barricade.requestCount(for: "User") == 2)
        #expect(barricade.unusedSets.isEmpty)
    }

    @Test func wantsANameThatASetHasOrHad() throws {
        let barricade = Barricade(user)
        for ask in [
            { _ = try barricade.requests(for: "Usr") },
            { _ = try barricade.requestCount(for: "Usr") },
        ] {
            let error = #expect(throws: BarricadeError.self, performing: ask)
            #expect(
                error?.message == """
                    No response set is named "Usr".
                    Did you mean "User"? Known: "User".
                    """)
        }
        try barricade.unregister("User")
        #expect(try barricade.requests(for: "User").isEmpty)
        #expect(try barricade.requestCount(for: "User") == 0)
        barricade.register(user)
        barricade.unregisterAll()
        #expect(barricade.sets.isEmpty)
    }

    @Test func keepsTheLatestAndCountsAll() async throws {
        let barricade = Barricade(login, user) { $0.logLimits = RequestLogLimits(requests: 3) }
        for id in 0..<8 { _ = try await barricade.session.get("\(api)/users/\(id)") }
        #expect(barricade.requests.map(\.id) == [5, 6, 7])
        #expect(barricade.requests.map { $0.request.pathValues["id"] } == ["5", "6", "7"])
        #expect(barricade.requestCount == 8)
        #expect(try barricade.requestCount(for: "User") == 8)
        #expect(barricade.unusedSets == ["Login"])
    }

    @Test func keepsNothingAtALimitOfNothing() async throws {
        let barricade = Barricade(user) {
            $0.logLimits = RequestLogLimits(requests: 0, bodySize: -1)
        }
        _ = try await barricade.session.get("\(api)/users/1")
        _ = try await barricade.session.failure("\(api)/nothing")
        #expect(barricade.requests.isEmpty)
        #expect(barricade.explainedRequests.isEmpty)
        #expect(barricade.requestCount == 2)
        #expect(barricade.unusedSets.isEmpty)
        let negative = RequestLogLimits(requests: -5, bodySize: -1)
        #expect(negative == RequestLogLimits(requests: 0, bodySize: 0))
    }

    @Test func clears() async throws {
        let barricade = Barricade(login, user) { $0.logLimits = RequestLogLimits(requests: 3) }
        for id in 0..<6 { _ = try await barricade.session.get("\(api)/users/\(id)") }
        _ = try await barricade.session.failure("\(api)/nothing")
        barricade.clearRequests()
        #expect(barricade.requests.isEmpty)
        #expect(barricade.unmatchedRequests.isEmpty)
        #expect(barricade.requestCount == 0)
        #expect(try barricade.requestCount(for: "User") == 0)
        #expect(barricade.unusedSets == ["Login", "User"])

        for id in 0..<4 { _ = try await barricade.session.get("\(api)/users/\(id)") }
        #expect(barricade.requests.map { $0.request.pathValues["id"] } == ["1", "2", "3"])
        #expect(barricade.requests.map(\.id) == [8, 9, 10])
        #expect(barricade.requestCount == 4)
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

    @Test func seesTheHeadersThatTheSessionAdds() async throws {
        let barricade = Barricade(user)
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configuration.httpAdditionalHeaders = ["X-App": "1.0", "Accept": "text/plain"]
        let session = URLSession(configuration: configuration)
        _ = try await session.get("\(api)/users/7", headers: ["accept": "application/json"])
        let headers = try #require(barricade.requests.first?.request.headers)
        #expect(headers["x-app"] == "1.0")
        #expect(headers["Accept"] == "application/json")
    }

    @Test func keepsTheNameOfASetThatIsGone() async throws {
        let barricade = Barricade(login, user)
        _ = try await barricade.session.get("\(api)/users/7")
        try barricade.unregister("User")
        #expect(try barricade.requests(for: "User").count == 1)
        #expect(barricade.requests.first?.request.pathValues == ["id": "7"])
        #expect(barricade.unusedSets == ["Login"])
    }

    // MARK: Outcomes

    @Test func notesWhatWasUnmatched() async throws {
        let barricade = Barricade(user)
        let error = try await barricade.session.failure("\(api)/nothing")
        let logged = try #require(barricade.unmatchedRequests.first)
        #expect(logged.outcome == .unmatched)
        #expect(logged.set == nil)
        #expect(logged.response == nil)
        #expect(logged.explanation == error.localizedDescription)
        #expect(barricade.explainedRequests.map(\.id) == [0])
    }

    @Test func keepsWhatWasUnmatchedWhenLaterOnesDisplaceIt() async throws {
        let barricade = Barricade(user) { $0.logLimits = RequestLogLimits(requests: 2) }
        for path in ["/a", "/b", "/c"] { _ = try await barricade.session.failure(api + path) }
        for id in 0..<5 { _ = try await barricade.session.get("\(api)/users/\(id)") }
        #expect(barricade.unmatchedRequests.map(\.request.url.path) == ["/a", "/b"])
        #expect(barricade.requests.map(\.id) == [6, 7])
    }

    @Test func notesWhatFailedAndWhy() async throws {
        let line: UInt = #line + 2
        let barricade = Barricade(
            login, ResponseSet("Odd", on: .get("/odd")) { CannedResponse("Odd", status: 999) }
        ) {
            $0.faultHandler = { _ in }
        }
        try barricade.select("Offline", for: "Login")
        _ = try await barricade.session.failure("\(api)/login", method: "POST")
        _ = try await barricade.session.failure("\(api)/odd")
        #expect(
            barricade.requests.map(\.outcome)
                == [
                    .failed(domain: NSURLErrorDomain, code: -1009),
                    .failed(domain: "BarricadeErrorDomain", code: 3),
                ])
        #expect(barricade.unmatchedRequests.isEmpty)
        #expect(
            barricade.explainedRequests.map(\.explanation)
                == [
                    """
                    Response "Odd" of set "Odd" (RequestLogTests.swift:\(line)) cannot be sent: \
                    its status is 999, allowed are 100 to 599.
                    """
                ])
    }

    @Test func notesARedirectAndWhereItLed() async throws {
        let barricade = Barricade(
            ResponseSet("Old", on: .get("/old")) {
                CannedResponse("Moved", redirect: "/users/7?token=x")
            }, user)
        _ = try await barricade.session.get("\(api)/old")
        let target = try #require(URL(string: "\(api)/users/7?token=x"))
        #expect(barricade.requests.map(\.set) == ["Old", "User"])
        #expect(barricade.requests.map(\.outcome) == [.redirected(to: target), .answered(.ok)])
        #expect(
            barricade.requests.first?.outcome.description
                == "redirected to https://api.example.com/users/7?token=•••")
    }

    @Test func whatAHandlerLetsThroughIsNotChanged() async throws {
        let server = try LocalServer()
        let barricade = Barricade(
            ResponseSet("Set", on: .any) { CannedResponse("Handler") { _ in .live() } }
        ) { $0.unmatchedPolicy = .passThrough }
        _ = try await barricade.session.get(server.url("/a").absoluteString)
        #expect(barricade.requests.map(\.outcome) == [.passedThrough])
    }

    @Test func notesWhatPassedThrough() async throws {
        let server = try LocalServer()
        let barricade = Barricade(user) { $0.unmatchedPolicy = .passThrough }
        _ = try await barricade.session.get(server.url("/elsewhere").absoluteString)
        try barricade.setMode(.live, for: "User")
        _ = try await barricade.session.get(server.url("/users/7").absoluteString)
        #expect(barricade.requests.map(\.outcome) == [.passedThrough, .passedThrough])
        #expect(barricade.requests.map(\.set) == [nil, "User"])
        #expect(barricade.requests.map(\.response) == [nil, nil])
        #expect(barricade.explainedRequests.isEmpty)
        #expect(server.requests.count == 2)
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
        let url = try #require(URL(string: "\(api)/slow"))
        let session = barricade.session
        let error = await withCheckedContinuation { continuation in
            let task = session.dataTask(with: url) { _, _, error in
                continuation.resume(returning: error as? URLError)
            }
            task.resume()
            Task {
                await clock.waitForSleepers()
                #expect(barricade.requests.map(\.outcome) == [.pending])
                #expect(barricade.requests.map(\.duration) == [nil])
                #expect(barricade.requests.first?.response == "Slow")
                task.cancel()
            }
        }
        #expect(error?.code == .cancelled)
        #expect(barricade.requests.map(\.outcome) == [.cancelled])
        #expect(barricade.requests.first?.duration != nil)
    }

    // MARK: Descriptions

    @Test func describesARequestInOneLineWithoutSecrets() async throws {
        let barricade = Barricade(login)
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

    @Test func describesOutcomes() {
        let outcomes: [LoggedRequest.Outcome] = [
            .pending, .answered(404), .failed(domain: "D", code: -1), .cancelled, .passedThrough,
            .unmatched,
        ]
        let texts = [
            "pending", "404", "failed with D -1", "cancelled", "passed through", "unmatched",
        ]
        #expect(outcomes.map(\.description) == texts)
    }

    // MARK: Events

    @Test func tellsEachListenerWhatBeginsAndEnds() async throws {
        let barricade = Barricade(login, user)
        let listeners = [barricade.requestEvents, barricade.requestEvents]
        _ = try await barricade.session.get("\(api)/users/7")
        _ = try await barricade.session.failure("\(api)/nothing")
        let late = barricade.requestEvents
        _ = try await barricade.session.get("\(api)/login", method: "POST")

        func take(_ count: Int, of events: AsyncStream<RequestEvent>) async -> [String] {
            var lines: [String] = []
            for await event in events {
                switch event {
                case .began(let entry): lines.append("\(entry.id) began, \(entry.outcome)")
                case .ended(let entry): lines.append("\(entry.id) ended, \(entry.outcome)")
                case .differed(let entry): lines.append("\(entry.id) differed, \(entry.drift)")
                }
                if lines.count == count { break }
            }
            return lines
        }
        let expected = [
            "0 began, pending", "0 ended, 200", "1 began, pending", "1 ended, unmatched",
            "2 began, pending", "2 ended, 200",
        ]
        for events in listeners { #expect(await take(6, of: events) == expected) }
        #expect(await take(2, of: late) == Array(expected.suffix(2)))
    }

    @Test func tellsWhatIsFoundOutAfterTheEnd() async throws {
        let barricade = Barricade(user)
        _ = try await barricade.session.get("\(api)/users/7")
        let set = try #require(barricade.comparedSet("User"))
        let events = barricade.requestEvents
        barricade.note(drift: ["$.name is a number"], of: set, in: 0)
        // It is not in the log, so there is nothing to tell.
        barricade.note(drift: ["$.age is missing"], of: set, in: 7)
        barricade.note(drift: ["$.id is null"], of: set, in: 0)
        var found: [[String]] = []
        for await case .differed(let entry) in events {
            #expect(entry.id == 0)
            #expect(entry.outcome == .answered(.ok))
            found.append(entry.drift)
            if found.count == 2 { break }
        }
        #expect(found == [["$.name is a number"], ["$.name is a number", "$.id is null"]])
    }

    @Test func tellsTheEndOfARequestThatALaterOneDisplaced() async throws {
        let clock = ForeignClock()
        let slow = ResponseSet("Slow", on: .get("/slow")) {
            CannedResponse("Slow", text: "slow", delay: .seconds(1))
        }
        let barricade = Barricade(slow, user) {
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
        var lines: [String] = []
        for await event in events {
            switch event {
            case .began(let entry), .differed(let entry): lines.append("\(entry.id) began")
            case .ended(let entry): lines.append("\(entry.id) ended, \(entry.outcome)")
            }
            if lines.count == 4 { break }
        }
        #expect(lines == ["0 began", "1 began", "1 ended, 200", "0 ended, 200"])
    }

    @Test func eventsEndWithTheBarricade() async throws {
        var barricade: Barricade? = Barricade(user)
        let events = try #require(barricade?.requestEvents)
        barricade = nil
        for await _ in events { Issue.record("an event") }
    }

    // MARK: Under load

    @Test func countsAndKeepsUnderLoad() async throws {
        let barricade = Barricade(login, user) { $0.logLimits = RequestLogLimits(requests: 100) }
        let (events, otherEvents) = (barricade.requestEvents, barricade.requestEvents)
        async let reading: Void = {
            for await event in otherEvents {
                let ids = barricade.requests.map(\.id)
                #expect(ids == ids.sorted() && ids.count <= 100)
                #expect(barricade.requestCount >= ids.count)
                _ = (try barricade.requests(for: "User"), barricade.unusedSets)
                if event.begins(999) { break }
            }
        }()
        async let listening: Int = {
            var ended = 0
            for await event in events {
                if case .ended = event { ended += 1 }
                if ended == 1_000 { break }
            }
            return ended
        }()
        async let waiting: Void = withThrowingTaskGroup(of: Void.self) { group in
            for count in [901, 950, 1_000, 1_000] {
                group.addTask {
                    try await barricade.waitForRequest(
                        to: "User", count: count, timeout: .seconds(600))
                }
            }
            try await group.waitForAll()
        }
        try await flood(barricade, 1_000)
        try await reading
        try await waiting
        #expect(await listening == 1_000)
        #expect(barricade.requestCount == 1_000)
        #expect(try barricade.requestCount(for: "User") == 1_000)
        #expect(barricade.requests.map(\.id) == Array(900..<1_000))
        #expect(barricade.requests.allSatisfy { $0.outcome == .answered(.ok) })
    }

    @Test func clearsUnderLoad() async throws {
        let barricade = Barricade(login, user) { $0.logLimits = RequestLogLimits(requests: 50) }
        let (events, otherEvents) = (barricade.requestEvents, barricade.requestEvents)
        async let clearing: Void = {
            for await event in events {
                barricade.clearRequests()
                let ids = barricade.requests.map(\.id)
                #expect(ids == ids.sorted() && Set(ids).count == ids.count)
                if event.begins(1_999) { break }
            }
        }()
        async let waiting: Void = {
            for await event in otherEvents {
                // What came may be cleared before it is looked at.
                let request = try? await barricade.waitForRequest(to: "User", timeout: .zero)
                if let request { #expect(request.pathValues["id"] != nil) }
                if event.begins(1_999) { break }
            }
        }()
        try await flood(barricade, 2_000)
        await clearing
        await waiting
        barricade.clearRequests()
        #expect(barricade.requests.isEmpty)
        _ = try await barricade.session.get("\(api)/users/last")
        #expect(barricade.requests.map(\.id) == [2_000])
        #expect(barricade.requestCount == 1)
    }

    /// Sends so many requests, 64 at a time.
    private func flood(_ barricade: Barricade, _ count: Int) async throws {
        let session = barricade.session
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 0..<count {
                if id >= 64 { try await group.next() }
                group.addTask { _ = try await session.get("\(api)/users/\(id)") }
            }
            try await group.waitForAll()
        }
    }
}

extension RequestEvent {
    /// Whether the request of that number begins.
    fileprivate func begins(_ id: Int) -> Bool {
        if case .began(let request) = self { request.id == id } else { false }
    }
}
