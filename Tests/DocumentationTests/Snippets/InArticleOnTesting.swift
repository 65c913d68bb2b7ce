import Barricade
import BarricadeTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

enum ArticleOnTesting {
    @Suite(.barricade(login)) struct LoginTests {
        @Test func showsBannerWhenOffline() async throws {
            try Barricade.current.select("Offline", for: "Login")
            let model = LoginModel(session: Barricade.current.session)
            await model.signIn()
            #expect(model.banner == .offline)
        }
    }

    @Suite struct OtherTests {
        @Test(.barricade(login), arguments: login.responses)
        func neverHangs(response: CannedResponse) async throws {
            try Barricade.current.select(response, for: login)
            await LoginModel(session: Barricade.current.session).signIn()
        }

        @Test(.barricade(login)) func sendsTheNameOnce() async throws {
            await LoginModel(session: Barricade.current.session).signIn()
            let barricade = Barricade.current
            let request = try await barricade.waitForRequest(to: "Login")
            #expect(try request.json(as: Credentials.self).user == "ada")
            #expect(try barricade.requests(for: "Login").count == 1)
        }
    }

    @Suite struct SettingsTests {
        @Test(.barricade(profile) { $0.unmatchedPolicy = .warn })
        func asksForNothingElse() async throws {
            #expect(Barricade.current.unmatchedPolicy == .warn)
        }

        @Test(.barricade(login)) func triesAgain() async throws {
            try Barricade.current.answerNext("Login", with: CannedResponse(error: .timedOut))
            let model = LoginModel(session: Barricade.current.session)
            await model.signIn()
            #expect(model.banner == .failed)
        }
    }

    @Suite struct FailingTests {
        @Test(.barricade(login, profile, unmatchedRequests: .ignored, unusedSets: .reported))
        func asksForBoth() async throws {
            #expect(Barricade.current.validate() == [])
            let session = Barricade.current.session
            for (method, path) in [("POST", "login"), ("GET", "profile")] {
                var request = URLRequest(
                    url: try #require(URL(string: "https://api.example.com/\(path)")))
                request.httpMethod = method
                _ = try await session.data(for: request)
            }
        }

        @Test func comparesErrors() async throws {
            let url = try #require(URL(string: "https://api.example.com/books"))
            let books = ResponseSet("Books", on: .get("/books")) {
                CannedResponse(error: .timedOut)
            }
            let barricade = Barricade(books)
            let session = barricade.session

            let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
            #expect(error?.code == .timedOut)

            // What the article says of a comparison with the whole error.
            #expect(error != URLError(.timedOut))
        }
    }

    @Suite(.timeLimit(.minutes(5))) struct WaitingTests {
        private let login = ResponseSet("Login", on: .post("/login")) {
            CannedResponse("Success", json: ["token": "f00d"])
            CannedResponse("Slow", json: ["token": "f00d"], delay: .seconds(50))
        }

        @Test @MainActor func showsThatItIsLoading() async throws {
            let clock = ManualClock()
            let barricade = Barricade(login) { $0.clock = clock }
            try barricade.select("Slow", for: "Login")
            let model = ScreenModel(session: barricade.session)
            async let signedIn: Void = model.signIn()
            try await barricade.waitForRequest(to: "Login")
            #expect(model.isLoading)
            try await clock.advance(by: .seconds(50))
            await signedIn
            #expect(!model.isLoading)
            #expect(barricade.explainedRequests.isEmpty)
        }
    }
}

let offline = Preset("Offline", everySet: "Offline")

@Test(.barricade(login, profile) { $0.presets = [offline] })
func saysThatItIsOffline() async throws {
    try Barricade.current.apply("Offline")
    let model = LoginModel(session: Barricade.current.session)
    await model.signIn()
    #expect(model.banner == .offline)
}

let shop = ResponseGroup("Shop", everySet: [.offline(), .serverError()]) {
    login
    profile
}

@Test(.barricade(shop), arguments: shop.responseSets)
func answersWithEach(set: ResponseSet) async throws {
    for response in set.responses {
        try Barricade.current.select(response, for: set)
        await LoginModel(session: Barricade.current.session).signIn()
    }
}

final class ManualClock: Clock, @unchecked Sendable {
    typealias Instant = ContinuousClock.Instant

    let minimumResolution = Duration.zero
    private let lock = NSLock()
    private var time = ContinuousClock.now
    private var deadlines: [UUID: Instant] = [:]

    var now: Instant { lock.withLock { time } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = UUID()
        lock.withLock { deadlines[id] = deadline }
        defer { lock.withLock { deadlines[id] = nil } }
        while now < deadline { try await Task.sleep(for: .milliseconds(1)) }
    }

    func advance(by duration: Duration) async throws {
        let end = now + duration
        while !lock.withLock({ deadlines.values.contains { $0 <= end } }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        lock.withLock { time = end }
    }
}
