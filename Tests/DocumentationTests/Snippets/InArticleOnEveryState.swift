import Barricade
import BarricadeTesting
import Foundation
import Testing
import XCTest

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

enum ArticleOnEveryState {
    struct Profile: Codable {
        var name: String
    }

    @Suite(.barricade(shop) { $0.clock = ImmediateClock() }) struct ScreenTests {
        @Test(arguments: Preset.walk(over: shop)) func neverHangs(selection: Preset) async throws {
            try Barricade.current.apply(selection)
            let model = HomeModel(session: Barricade.current.session)
            await model.open()
            #expect(model.banner != .failed)
        }
    }

    @Suite(.barricade(shop)) struct PairTests {
        @Test(arguments: Preset.pairs(over: shop)) func neverHangs(selection: Preset) async throws {
            try Barricade.current.apply(selection)
            let model = HomeModel(session: Barricade.current.session)
            await model.open()
            #expect(model.banner != .failed)
        }

        func leavesNothingOut() {
            let everything = Preset.pairs(over: shop, including: [.live, .neverEnding])
            #expect(everything.excluded == [])
        }
    }

    struct BodyTests {
        private let profile = ResponseSet("Profile", on: .get("/profile")) {
            CannedResponse("Regular", json: ["name": "Ada"])
            CannedResponse("Newer Format", json: ["names": ["Ada"]])
        }

        @Test func canBeDecoded() throws {
            try profile.check(decodesAs: Profile.self, failing: ["Newer Format"])
            let settings = ResponseSet("Settings", on: .get("/settings")) {
                CannedResponse(
                    "Regular",
                    text: """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <plist version="1.0"><dict><key>name</key><string>Ada</string></dict></plist>
                        """)
            }
            try settings.check(decodesAs: Profile.self) { data in
                try PropertyListDecoder().decode(Profile.self, from: data)
            }
        }
    }
}

@Suite(.barricade(login, profile), .timeLimit(.minutes(10))) struct ShapeOfRequestsTests {
    @Test func hasAnOrderAndAShape() async throws {
        _ = try await Barricade.current.answer(to: #"POST /login {"user": "ada", "id": 17}"#)
        _ = try await Barricade.current.answer(to: "GET /profile")
        #expect(Barricade.current.requests.map(\.line) == ["POST /login", "GET /profile"])
        let request = try await Barricade.current.waitForRequest(to: "Login")
        let text = try request.transcript(headers: ["Content-Type"], ignoring: [.json("$.id")])
        #expect(
            text == """
                POST https://api.example.com/login
                Content-Type: application/json

                {
                  "id": <any>,
                  "user": "ada"
                }
                """)
    }
}

final class EveryStateTestCase: XCTestCase {
    func testNeverHangs() async throws {
        try await forEachSelection(in: Preset.pairs(over: shop)) { barricade in
            await HomeModel(session: barricade.session).open()
        }
    }
}
