import Barricade
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

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

    struct OtherTests {
        @Test(.barricade(login), arguments: login.responses)
        func neverHangs(response: CannedResponse) async throws {
            try Barricade.current.select(response.name, for: login)
            await LoginModel(session: Barricade.current.session).signIn()
        }

        @Test(.barricade(login)) func sendsTheNameOnce() async throws {
            await LoginModel(session: Barricade.current.session).signIn()
            let barricade = Barricade.current
            let request = try await barricade.waitForRequest(to: "Login")
            #expect(try request.json(as: Credentials.self).user == "ada")
            #expect(try barricade.requests(for: "Login").count == 1)
            #expect(barricade.requests.map(\.line) == ["POST /login"])
        }
    }

    struct SettingsTests {
        @Test(.barricade(login)) func triesAgain() async throws {
            try Barricade.current.answerNext("Login", with: CannedResponse(error: .timedOut))
            let model = LoginModel(session: Barricade.current.session)
            await model.signIn()
            #expect(model.banner == .failed)
        }
    }

    struct FailingTests {
        @Test(.barricade(login, profile, unmatchedRequests: .ignored, unusedSets: .reported))
        func asksForBoth() async throws {
            #expect(Barricade.current.validate() == [])
            for line in ["POST /login", "GET /profile"] {
                _ = try await Barricade.current.answer(to: line)
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
}

let offline = Preset("Offline", everySet: "Offline")

@Test(.barricade(login, profile) { $0.presets = [offline] })
func saysThatItIsOffline() async throws {
    try Barricade.current.apply("Offline")
    let model = LoginModel(session: Barricade.current.session)
    await model.signIn()
    #expect(model.banner == .offline)
}
