import Barricade
import BarricadeResources
import BarricadeTesting
import XCTest

@testable import TestSupport

private struct Book: Codable, Identifiable, Sendable {
    var id: Int
}

final class XCTestCaseTests: FailureFilteringTestCase {
    private let profile = ResponseSet("Profile", on: .get("/profile")) {
        CannedResponse("Ada", text: "Ada")
    }

    /// Failures that a test of this class is expected to record.
    private var expectedFailures: [String] = []

    override func takeExpected(_ description: String) -> Bool {
        guard let index = expectedFailures.firstIndex(where: description.contains) else {
            return false
        }
        expectedFailures.remove(at: index)
        return true
    }

    /// Expects a failure in a teardown block that is added after this call.
    private func expectFailure(_ text: String) {
        expectedFailures = [text]
        // Blocks run last in, first out, so this one comes after those added later.
        addTeardownBlock { [self] in
            let missing = expectedFailures
            expectedFailures = []
            XCTAssertEqual(missing, [], "expected failures that did not come")
        }
    }

    func testAnswersWithTheSetsGiven() async throws {
        let barricade = makeBarricade(profile, unusedSets: .reported)
        let text = try await ask("GET", "/profile", through: barricade.session).text
        XCTAssertEqual(text, "Ada")
    }

    func testTakesEverythingThatHasSets() async throws {
        let barricade = makeBarricade(
            profile, [ResponseSet("A", on: .get("/a")) { CannedResponse("OK") }],
            ResponseGroup("Shop", at: "/shop") {
                ResponseSet("Cart", on: .get("/cart")) { CannedResponse("OK") }
            },
            Resource("Books", at: "/books", items: [Book(id: 1)]))
        let names = barricade.sets.map(\.name)
        XCTAssertEqual(names.prefix(5), ["Profile", "A", "Cart", "List Books", "Get Books"])
        let book = try await ask("GET", "/books/1", through: barricade.session).text
        XCTAssertEqual(book, #"{"id":1}"#)
    }

    func testFailsForUnmatchedRequests() async throws {
        expectFailure(
            """
              Did you mean /profile?
              or write "Profile" (XCTestCaseTests.swift:13) with .get("/profiles"), not \
            .get("/profile")

            The requests of the barricade:
              1  GET /profiles  –  unmatched
            """)
        let barricade = makeBarricade(profile)
        _ = try? await ask("GET", "/profiles", through: barricade.session).text
    }

    func testFailsForUnusedSetsWhenAsked() {
        expectFailure("No request came to response set \"Profile\".")
        _ = makeBarricade(profile, unusedSets: .reported)
    }

    func testFailsForASelectionThatIsNotUsed() throws {
        expectFailure("No request came to response set \"Profile\" (XCTestCaseTests.swift:")
        try makeBarricade(profile).select("Ada", for: "Profile")
    }

    func testAllowsASelectionThatIsNotUsed() throws {
        try makeBarricade(profile, unusedChoices: .ignored).select("Ada", for: "Profile")
    }

    func testAllowsItInATestThatIsSkipped() throws {
        try makeBarricade(profile).select("Ada", for: "Profile")
        throw XCTSkip("to see that nothing else is said")
    }

    func testFailsForMistakesInSets() {
        expectFailure("Response set \"Empty\"")
        _ = makeBarricade(ResponseSet("Empty", on: .get("/empty")) {})
    }

    // MARK: Failures that are expected

    func testLeavesExpectedFailuresAlone() async throws {
        let once = ResponseSet("Once", on: .get("/once")) {
            CannedResponse.sequence(then: .fail) { CannedResponse("First", text: "first") }
        }
        let barricade = makeBarricade(once, expecting: .failures(of: "Once"))
        let first = try await ask("GET", "/once", through: barricade.session).text
        XCTAssertEqual(first, "first")
        _ = try? await ask("GET", "/once", through: barricade.session).text
    }

    func testFailsForExpectedFailuresThatDoNotCome() {
        expectFailure(
            "No request to response set \"Profile\" failed, but this test expects one to.")
        _ = makeBarricade(profile, expecting: .failures(of: "Profile"))
    }

    // MARK: Sessions of the process

    func testReachesOtherSessionsUntilItEnds() async throws {
        let own = Barricade(profile)
        let mine = ResponseSet("Mine", on: .get("/profile")) { CannedResponse("Me", text: "me") }
        let url = try XCTUnwrap(URL(string: "https://api.example.com/profile"))
        // Called after the one that makeBarricade adds.
        addTeardownBlock {
            let answer = try? await own.session.data(from: url)
            XCTAssertEqual(answer?.0, Data("Ada".utf8))
        }
        let barricade = makeBarricade(mine, reaching: [.sharedSession, .sessions(of: own)])
        for session in [URLSession.shared, own.session] {
            let (data, _) = try await session.data(from: url)
            XCTAssertEqual(String(decoding: data, as: UTF8.self), "me")
        }
        XCTAssertEqual(barricade.requestCount, 2)
        XCTAssertEqual(own.requestCount, 0)
    }

    // MARK: Time

    func testMovesTheClockOn() async throws {
        let slow = ResponseSet("Slow", on: .get("/slow"), delay: .seconds(50)) {
            CannedResponse("Late", text: "late")
        }
        let barricade = makeBarricade(slow) { $0.clock = ManualClock() }
        let url = try XCTUnwrap(URL(string: "https://api.example.com/slow"))
        async let answer = barricade.session.data(from: url)
        try await barricade.waitForRequest(to: "Slow")
        await barricade.manualClock.advance(by: .seconds(50))
        let (data, _) = try await answer
        XCTAssertEqual(String(decoding: data, as: UTF8.self), "late")
    }

    func testFailsIfTheClockIsNoManualClock() {
        expectFailure("The clock of this barricade is of type ContinuousClock, not ManualClock")
        _ = makeBarricade(profile).manualClock
    }

    // MARK: Misuse

    func testFailsIfThereIsNoCurrentBarricade() {
        expectFailure(
            "Barricade.current is used in a detached task, a callback, an exit test or XCTest")
        XCTAssertTrue(Barricade.current.sets.isEmpty)
    }
}
