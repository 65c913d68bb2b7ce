import Barricade
import BarricadeTesting
import Bookshop
import BookshopResponses
import Testing

@Suite(.barricade(ResponseSets.all), .timeLimit(.minutes(1)))
struct SignInTests {
    @Test(arguments: [
        ("Success", nil),
        ("Wrong Password", "Wrong email or password"),
        ("Locked", "That did not work"),
        ("Offline", "Check your connection"),
    ])
    func saysWhatCameOfIt(response: String, banner: String?) async throws {
        try Barricade.current.select(response, for: "Sign In")
        #expect(await Storefront.current().open(.signIn).banner == banner)
    }

    @Test func sendsTheTokenAfterwards() async throws {
        let storefront = Storefront.current()
        _ = await storefront.open(.signIn)
        _ = await storefront.open(.profile)
        #expect(
            Barricade.current.requests.map(\.line) == ["POST /v1/session", "GET /v1/profile"])
        let request = try await Barricade.current.waitForRequest(to: "Profile")
        #expect(request.headers["Authorization"]?.hasPrefix("Bearer ") == true)
    }

    @Test func sendsWhatTheReaderTyped() async throws {
        _ = await Storefront.current().open(.signIn)
        let request = try await Barricade.current.waitForRequest(to: "Sign In")
        #expect(try request.json()["email"] == "ada@bookshop.example")
    }
}
