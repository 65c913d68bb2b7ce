#if canImport(XCTest)
import Barricade
import BarricadeTesting
import XCTest

final class LoginTestCase: XCTestCase {
    func testShowsBannerWhenOffline() async throws {
        let barricade = makeBarricade(login)
        try barricade.select("Offline", for: "Login")
        let model = LoginModel(session: barricade.session)
        await model.signIn()
        XCTAssertEqual(model.banner, .offline)
    }
}
#endif
