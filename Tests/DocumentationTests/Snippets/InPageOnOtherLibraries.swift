import Barricade
import BarricadeTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct PageOnOtherLibraries {
    @Test(.barricade(login)) func showsBannerWhenOffline() async throws {
        try Barricade.current.select("Offline", for: "Login")
        let model = LoginModel(session: Barricade.current.session)
        await model.signIn()
        #expect(model.banner == .offline)
    }

    /// The tables of the page, as far as they are code.
    static var replacements: [RequestMatcher] {
        [
            .any("/v1/**"), .any("/**/login"), .regex(#"^/v[0-9]+/books$"#, on: .path),
            .pathExtension("png"), .header("Accept", "text/html"), .form("user", "ada"),
            .url("https://example.com/books?page=2") && .method(.get),
            .matching("is a draft") { $0.headers["X-Draft"] != nil },
        ]
    }
}
