import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct SelectingTests {
    private static func set(_ name: String, _ responses: [String]) -> ResponseSet {
        ResponseSet(
            name, on: .path("/\(name)"),
            responses: responses.map { CannedResponse($0, text: $0) })
    }

    private let barricade = Barricade(
        set("Login", ["Success", "Invalid Credentials", "Offline"]),
        set("Profile", ["Full", "Empty", "Offline"]))

    /// The name of what answers each set.
    private func answers() async throws -> [String] {
        let session = barricade.session
        return [
            try await session.get("\(api)/Login").text,
            try await session.get("\(api)/Profile").text,
        ]
    }

    private func error(_ body: () throws -> Void) throws -> BarricadeError {
        try #require(#expect(throws: BarricadeError.self, performing: body))
    }

    // MARK: Select and reset

    @Test func namesGivenTheOtherWayRoundAreExplained() throws {
        let barricade = Barricade(
            ResponseSet("Login", on: .any) { CannedResponse("Offline", status: 503) })
        let error = #expect(throws: BarricadeError.self) {
            try barricade.select("Login", for: "Offline")
        }
        #expect(
            error?.message == """
                No response set is named "Offline", but "Login" is one and has that response.
                To fix: name the response first, select("Offline", for: "Login").
                """)
    }

    @Test func theFirstResponseAnswersUntilAnotherIsSelected() async throws {
        #expect(try await answers() == ["Success", "Full"])
        try barricade.select("Offline", for: "Login")
        #expect(try await answers() == ["Offline", "Full"])
        #expect(try barricade.selectedResponse(for: "Login") == "Offline")
        try barricade.select("Success", for: "Login")
        #expect(try await answers() == ["Success", "Full"])
    }

    @Test func theNamedDefaultAnswers() async throws {
        let set = ResponseSet("A", on: .any, default: "Two") {
            CannedResponse("One", text: "One")
            CannedResponse("Two", text: "Two")
        }
        let barricade = Barricade(set)
        #expect(try barricade.selectedResponse(for: "A") == "Two")
        #expect(try await barricade.session.get(api).text == "Two")
        try barricade.select("One", for: "A")
        try barricade.reset("A")
        #expect(try await barricade.session.get(api).text == "Two")
    }

    @Test func anUnknownResponseIsNamed() throws {
        let error = try error { try barricade.select("Ofline", for: "Login") }
        #expect(
            error.message == """
                Set "Login" has no response named "Ofline".
                Did you mean "Offline"? Known: "Offline", "Success", "Invalid Credentials".
                """)
        #expect(error.code == .unknownName)
        #expect(try barricade.selectedResponse(for: "Login") == "Success")
    }

    @Test func anUnknownSetIsNamed() throws {
        let error = try error { try barricade.select("Offline", for: "profil") }
        #expect(
            error.message == """
                No response set is named "profil".
                Did you mean "Profile"? Known: "Profile", "Login".
                """)
        #expect(error.code == .unknownName)
    }

    @Test func allNamesAreListedUpToForty() throws {
        let names = (1...43).map { "Response \($0)" }
        let barricade = Barricade(Self.set("Many", names))
        let error = try error { try barricade.select("Response 41x", for: "Many") }
        let shown = error.nearestNames.prefix(40).map { "\"\($0)\"" }.joined(separator: ", ")
        #expect(
            error.message == """
                Set "Many" has no response named "Response 41x".
                Did you mean "Response 41"? Known: \(shown) and 3 more in barricade.sets.
                """)
        #expect(Set(error.nearestNames) == Set(names))
        let forty = Barricade(Self.set("Many", Array(names.prefix(40))))
        let whole = try self.error { try forty.select("Gone", for: "Many") }
        #expect(names.prefix(40).allSatisfy { whole.message.contains("\"\($0)\"") })
        #expect(!whole.message.contains("more"))
    }

    @Test func withoutSetsNoneIsKnown() throws {
        let error = try error { try Barricade().select("Offline", for: "Login") }
        #expect(
            error.message == """
                No response set is named "Login".
                Known: none. Give sets to Barricade(…) or barricade.register(…).
                """)
    }

    @Test func resettingGoesBackToTheDefaults() async throws {
        try barricade.select("Offline", for: "Login")
        try barricade.select("Empty", for: "Profile")
        try barricade.reset("Login")
        #expect(try await answers() == ["Success", "Empty"])
        try barricade.setMode(.live, for: "Login")
        barricade.reset()
        #expect(try await answers() == ["Success", "Full"])
        #expect(try barricade.mode(of: "Login") == .barricaded)
        #expect(barricade.snapshot == [:])
    }

    // MARK: With a selection

    @Test func aSelectionLastsAsLongAsTheBody() async throws {
        try barricade.select("Invalid Credentials", for: "Login")
        let result = try barricade.withSelection("Offline", for: "Login") {
            try barricade.selectedResponse(for: "Login")
        }
        #expect(result == "Offline")
        #expect(try barricade.selectedResponse(for: "Login") == "Invalid Credentials")
        let text = try await barricade.withSelection("Empty", for: "Profile") {
            try await answers()
        }
        #expect(text == ["Invalid Credentials", "Empty"])
        #expect(try await answers() == ["Invalid Credentials", "Full"])
        #expect(barricade.snapshot == ["Login": "Invalid Credentials"])
    }

    @Test func aBodyThatThrowsLeavesNothingSelected() async throws {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try barricade.withSelection("Offline", for: "Login") { throw Failure() }
        }
        #expect(barricade.snapshot == [:])
        await #expect(throws: Failure.self) {
            try await barricade.withSelection("Offline", for: "Login") {
                _ = try await answers()
                throw Failure()
            }
        }
        #expect(barricade.snapshot == [:])
    }

    @Test func anUnknownNameThrowsBeforeTheBodyRuns() async throws {
        let error = try error {
            try barricade.withSelection("Nope", for: "Login") {
                _ = Issue.record("The body ran.")
            }
        }
        #expect(error.code == .unknownName)
        await #expect(throws: error) {
            try await barricade.withSelection("Nope", for: "Login") {
                await Task.yield()
                _ = Issue.record("The body ran.")
            }
        }
    }

    @Test func whatTheBodyChangesGivesWayToo() throws {
        try barricade.withSelection("Offline", for: "Login") {
            try barricade.select("Invalid Credentials", for: "Login")
            try barricade.select("Empty", for: "Profile")
        }
        #expect(barricade.snapshot == ["Profile": "Empty"])
        try barricade.withSelection("Offline", for: "Login") { try barricade.unregister("Login") }
        #expect(barricade.snapshot == ["Profile": "Empty"])
    }

    // MARK: Snapshots

    @Test func aSnapshotIsRestored() async throws {
        try barricade.select("Offline", for: "Login")
        let snapshot = barricade.snapshot
        #expect(snapshot == ["Login": "Offline"])
        #expect("\(snapshot)" == "Login=Offline")
        try barricade.select("Success", for: "Login")
        try barricade.select("Empty", for: "Profile")
        barricade.restore(snapshot)
        #expect(try await answers() == ["Offline", "Full"])
        #expect(barricade.snapshot == snapshot)
    }

    @Test func lostNamesAreNotRestored() async throws {
        try barricade.select("Offline", for: "Profile")
        barricade.restore(["Login": "Gone", "Gone": "Offline"])
        #expect(try await answers() == ["Success", "Full"])
        #expect(barricade.snapshot == [:])
    }

    // MARK: Presets

    @Test func aPresetSelectsWhatItNames() async throws {
        let offline = Preset("Offline", ["Login": "Offline", "Profile": "Offline"])
        barricade.register(offline, Preset("Empty", ["Profile": "Empty"]))
        #expect(barricade.presets.map(\.name) == ["Offline", "Empty"])
        try barricade.apply("Offline")
        #expect(try await answers() == ["Offline", "Offline"])
        try barricade.apply("Empty")
        #expect(try await answers() == ["Offline", "Empty"])
        barricade.reset()
        try barricade.apply(offline)
        #expect(try await answers() == ["Offline", "Offline"])
    }

    @Test func aPresetOfAKnownNameReplacesIt() throws {
        barricade.register(Preset("A", ["Login": "Offline"]), Preset("B", [:]))
        barricade.register(Preset("A", ["Profile": "Empty"]))
        #expect(barricade.presets.map(\.name) == ["A", "B"])
        try barricade.apply("A")
        #expect(barricade.snapshot == ["Profile": "Empty"])
    }

    @Test func anUnknownPresetIsNamed() throws {
        barricade.register(Preset("Offline", [:]), Preset("First launch", [:]))
        let error = try error { try barricade.apply("offlin") }
        #expect(
            error.message == """
                No preset is named "offlin".
                Did you mean "Offline"? Known: "Offline", "First launch".
                """)
        #expect(error.code == .unknownName)
    }

    @Test func aPresetWithAnUnknownNameSelectsNothing() throws {
        let response = Preset("Down", ["Login": "Offline", "Profile": "Down"])
        let set = Preset("Gone", ["Login": "Offline", "Settings": "Down"])
        barricade.register(response, set)
        let unknownResponse = try error { try barricade.apply("Down") }
        #expect(
            unknownResponse.message == """
                Preset "Down" cannot be applied. Set "Profile" has no response named "Down".
                Known: "Full", "Empty", "Offline".
                """)
        let unknownSet = try error { try barricade.apply(set) }
        #expect(
            unknownSet.message == """
                Preset "Gone" cannot be applied. No response set is named "Settings".
                Known: "Login", "Profile".
                """)
        #expect(barricade.snapshot == [:])
        #expect(barricade.validate() == [unknownResponse, unknownSet])
    }
}

@Suite(.timeLimit(.minutes(10))) struct ClaimingTests {
    private let barricade = Barricade(
        ResponseSet("User", on: .get("/users/:id")) {
            CannedResponse.sequence("In Turn") {
                CannedResponse(text: "one")
                CannedResponse(text: "two")
            }
        })

    private func claimant(of line: String) throws -> String? {
        barricade.responseSet(claiming: try .line(line))?.name
    }

    @Test func theNewestSetThatMatchesClaimsARequest() throws {
        #expect(try claimant(of: "/users/7") == "User")
        #expect(try claimant(of: "HEAD /users/7") == "User")
        #expect(try claimant(of: "POST /users/7") == nil)
        #expect(try claimant(of: "/users") == nil)
        barricade.register(ResponseSet("Me", on: .get("/users/me")) { CannedResponse("OK") })
        #expect(try claimant(of: "/users/me") == "Me")
        #expect(try claimant(of: "/users/7") == "User")
        try barricade.setMode(.live, for: "Me")
        #expect(try claimant(of: "/users/me") == "Me")
        try barricade.unregister("Me")
        #expect(try claimant(of: "/users/me") == "User")
    }

    @Test func askingLeavesNoTrace() throws {
        #expect(try claimant(of: "/users/7") == "User")
        #expect(barricade.requestCount == 0)
        #expect(try barricade.sequencePosition(for: "User") == 0)
    }

    /// A closure is asked for what no newer set claims, and for nothing else.
    @Test func closuresOfOlderSetsAreNotAsked() throws {
        let asked = Locked(0)
        barricade.register(
            ResponseSet(
                "Closure",
                on: .matching("counts") { _ in
                    asked.withLock { $0 += 1 }
                    return false
                }
            ) { CannedResponse("OK") })
        #expect(try claimant(of: "/users/7") == "User")
        #expect(asked.withLock { $0 } == 1)
        barricade.register(ResponseSet("New", on: .get("/users/:id")) { CannedResponse("OK") })
        #expect(try claimant(of: "/users/7") == "New")
        #expect(asked.withLock { $0 } == 1)
    }
}
