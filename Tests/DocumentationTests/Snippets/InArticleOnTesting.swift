import Barricade
import BarricadeTesting
import Foundation
import Testing

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

    @Suite(.timeLimit(.minutes(5))) struct WaitingTests {
        static let login = ResponseSet("Login", on: .post("/login")) {
            CannedResponse("Success", json: ["token": "f00d"])
            CannedResponse("Slow", json: ["token": "f00d"], delay: .seconds(50))
        }

        @Test(.barricade(login) { $0.clock = TestClock() }) func waitsPatiently() async throws {
            try Barricade.current.select("Slow", for: "Login")
            let model = LoginModel(session: Barricade.current.session)
            await model.signIn()
            #expect(model.banner == nil)
        }
    }
}
