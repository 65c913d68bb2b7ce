import Barricade
import BarricadeTesting
import Testing

@Suite(.barricade(login)) struct LoginTests {
    @Test func showsBannerWhenOffline() async throws {
        try Barricade.current.select("Offline", for: "Login")
        let model = LoginModel(session: Barricade.current.session)
        await model.signIn()
        #expect(model.banner == .offline)
    }

    @Test(arguments: Preset.walk(over: login)) func sendsTheName(state: Preset) async throws {
        try Barricade.current.apply(state)
        await LoginModel(session: Barricade.current.session).signIn()
        let request = try await Barricade.current.waitForRequest(to: "Login")
        #expect(try request.json(as: Credentials.self).user == "ada")
    }
}
