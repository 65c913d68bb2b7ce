import Barricade
import BarricadeTesting
import XCTest

@testable import TestSupport

final class SelectionsTests: FailureFilteringTestCase {
    private struct Refusal: Error, CustomStringConvertible {
        let description = "refused"
    }

    private let shop = ResponseGroup("Shop", at: "https://api.example.com") {
        ResponseSet("Profile", on: .get("/profile")) {
            CannedResponse("Ada", text: "Ada")
            CannedResponse.sequence("In Turn", then: .fail) { CannedResponse(text: "Once") }
        }
        ResponseSet("Cart", on: .get("/cart")) {
            CannedResponse("Full", text: "full")
            CannedResponse("Empty", text: "empty")
        }
    }

    /// The failures that are expected; `nil` expects none.
    private var failures: [String]?

    override func takeExpected(_ description: String) -> Bool {
        failures?.append(description)
        return failures != nil
    }

    /// Returns the failures that a body records.
    private func failures(of body: () async throws -> Void) async throws -> [String] {
        failures = []
        defer { failures = nil }
        try await body()
        return failures ?? []
    }

    func testRunsForEachSelectionWithANewBarricade() async throws {
        var texts: [String] = []
        try await forEachSelection(in: Preset.pairs(over: shop)) { barricade in
            XCTAssertEqual(barricade.requestCount, 0)
            let profile = try await ask("GET", "/profile", through: barricade.session).text
            texts.append(profile + (try await ask("GET", "/cart", through: barricade.session).text))
        }
        XCTAssertEqual(texts.sorted(), ["Adaempty", "Adafull", "Onceempty", "Oncefull"])
    }

    func testTakesSettings() async throws {
        let walk = Preset.walk(over: shop)
        try await forEachSelection(in: walk, unusedChoices: .ignored, configure: { $0.seed = 7 }) {
            XCTAssertEqual($0.seed, 7)
        }
    }

    func testNamesTheSelectionInFailuresAndGoesOn() async throws {
        var runs = 0
        let found = try await failures {
            try await forEachSelection(in: Preset.walk(over: shop)) { barricade in
                runs += 1
                if barricade.selection["Cart"] == "Empty" { throw Refusal() }
                if barricade.selection["Profile"] == "In Turn" {
                    _ = try? await ask("GET", "/nothing", through: barricade.session).text
                    _ = try await ask("GET", "/profile", through: barricade.session).text
                }
            }
        }
        XCTAssertEqual(runs, 3)
        XCTAssertEqual(found.count, 2)
        XCTAssert(
            found.first?.contains("Profile: In Turn: No response set matches GET") == true)
        XCTAssert(found.last?.contains("Cart: Empty: threw refused") == true)
    }

    func testFailsForASetThatIsNeverAsked() async throws {
        let found = try await failures {
            try await forEachSelection(in: Preset.walk(over: shop)) { barricade in
                _ = try await ask("GET", "/profile", through: barricade.session).text
            }
        }
        XCTAssertEqual(found.count, 1)
        XCTAssert(
            found.first?.contains("Cart: Empty: No request came to response set \"Cart\"") == true)
    }

    func testFailsOverNothing() async throws {
        let found = try await failures {
            try await forEachSelection(in: Preset.walk(over: [ResponseSet]())) { _ in }
        }
        XCTAssert(
            found.first?.contains("threw Preset.walk(over:) has nothing to select.") == true)
    }

    func testEndsWhenItIsSkipped() async throws {
        var runs = 0
        do {
            try await forEachSelection(in: Preset.walk(over: shop)) { _ in
                runs += 1
                throw XCTSkip("not today")
            }
            XCTFail("It should have thrown.")
        } catch is XCTSkip {}
        XCTAssertEqual(runs, 1)
    }
}
