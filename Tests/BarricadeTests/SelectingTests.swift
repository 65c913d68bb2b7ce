import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct SelectingTests {
    private static func set(
        _ name: String, _ responses: [String], default defaultResponse: String? = nil
    ) -> ResponseSet {
        ResponseSet(
            name, on: .any("/\(name)"), default: defaultResponse,
            responses: responses.map { CannedResponse($0, text: $0) })
    }

    private let barricade = Barricade(
        set("Login", ["Success", "Invalid Credentials", "Offline"]),
        set("Profile", ["Empty", "Full", "Offline"], default: "Full"))

    /// The name of what answers each set.
    private func answers() async -> [String] {
        await barricade.answers(to: "/Login", "/Profile")
    }

    private func error(_ body: () throws -> Void) throws -> BarricadeError {
        try #require(#expect(throws: BarricadeError.self, performing: body))
    }

    // MARK: Select and reset

    @Test func theFirstOrTheDefaultResponseAnswersUnlessAnotherIsSelected() async throws {
        var told = [await answers()]
        try barricade.select("Offline", for: "Login")
        try barricade.select("Empty", for: "Profile")
        #expect(try barricade.selectedResponse(for: "Login") == "Offline")
        told.append(await answers())
        try barricade.reset("Profile")
        told.append(await answers())
        let before = barricade.selection
        #expect("\(before)" == "Login=Offline, Profile=Full")
        try barricade.setMode(.live, for: "Login")
        barricade.reset()
        told.append(await answers())
        #expect(try barricade.mode(of: "Login") == .barricaded)
        #expect(barricade.changedSelection == [:])
        try barricade.select("Empty", for: "Profile")
        barricade.restore(before)
        told.append(await answers())
        #expect(
            told == [
                ["Success", "Full"], ["Offline", "Empty"], ["Offline", "Full"],
                ["Success", "Full"], ["Offline", "Full"],
            ])
        // Names that are lost are left out.
        barricade.restore(["Login": "Gone", "Gone": "Offline"])
        #expect(barricade.changedSelection == [:])
    }

    @Test func aSetStandsForItsNameInEveryVerb() async throws {
        let login = Self.set("Login", ["Any other responses"])
        try barricade.select("Offline", for: login)
        #expect(try barricade.selectedResponse(for: login) == "Offline")
        try barricade.answerNext(login, with: "Success")
        try barricade.answerNext(login, with: CannedResponse(text: "Next"))
        let sent = [await barricade.answers(to: "/Login", "/Login", "/Login")]
        #expect(sent == [["Success", "Next", "Offline"]])
        try barricade.withSelection("Success", for: login) {
            #expect(barricade.changedSelection == [:])
        }
        #expect(try barricade.requests(for: login).count == 3)
        #expect(try barricade.requestCount(for: login) == 3)
        #expect(try await barricade.waitForRequest(to: login, count: 3).line == "GET /Login")
        #expect(try barricade.hold(login).requests.isEmpty)
        #expect(try barricade.mode(of: login) == .held)
        try barricade.setMode(.barricaded, for: login)
        try barricade.add(CannedResponse("Made"), to: login)
        try barricade.replace("Made", with: CannedResponse("New"), in: login)
        try barricade.remove("New", from: login)
        #expect(try barricade.sequencePosition(for: login) == nil)
        try barricade.reset(login)
        try barricade.unregister(login)
        #expect(barricade.sets.map(\.name) == ["Profile"])
    }

    @Test func answeringNextWithAnUnknownNameListsTheNames() throws {
        let thrown = try error { try barricade.answerNext("Login", with: "Ofline") }
        #expect(
            thrown.message == """
                Set "Login" has no response named "Ofline".
                Did you mean "Offline"? Known: "Offline", "Success", "Invalid Credentials".
                """)
    }

    @Test func theExceptionsOfAPresetWinOverItsResponseForEverySet() async throws {
        try barricade.apply(
            Preset("Down", everySet: "Offline", except: ["Login": "Invalid Credentials"]))
        #expect(await answers() == ["Invalid Credentials", "Offline"])
    }

    @Test func unknownNamesAreExplainedAndNothingIsSelected() throws {
        let gone = Preset("Gone", ["Login": "Offline", "Settings": "Down"])
        barricade.register([Preset("Down", ["Login": "Offline", "Profile": "Down"]), gone])
        let empty = Barricade()
        let cases: [(attempt: () throws -> Void, message: String)] = [
            (
                { try barricade.select("Ofline", for: "Login") },
                """
                Set "Login" has no response named "Ofline".
                Did you mean "Offline"? Known: "Offline", "Success", "Invalid Credentials".
                """
            ),
            (
                { try barricade.select("Offline", for: "profil") },
                """
                No response set is named "profil".
                Did you mean "Profile"? Known: "Profile", "Login".
                """
            ),
            // The names are given the other way round.
            (
                { try barricade.select("Login", for: "Offline") },
                """
                No response set is named "Offline", but "Login" is one and has that response.
                To fix: name the response first, select("Offline", for: "Login").
                """
            ),
            (
                { try empty.select("Offline", for: "Login") },
                """
                No response set is named "Login".
                Known: none. Give sets to Barricade(…) or barricade.register(…).
                """
            ),
            (
                { try barricade.apply("dwn") },
                """
                No preset is named "dwn".
                Did you mean "Down"? Known: "Down", "Gone".
                """
            ),
            (
                { try barricade.apply(Preset("Slow", everySet: "Slow")) },
                """
                Preset "Slow" cannot be applied. No set has a response named "Slow".
                Known: "Full", "Empty", "Offline", "Success", "Invalid Credentials".
                """
            ),
            (
                { try barricade.apply("Down") },
                """
                Preset "Down" cannot be applied. Set "Profile" has no response named "Down".
                Known: "Full", "Empty", "Offline".
                """
            ),
            (
                { try barricade.apply(gone) },
                """
                Preset "Gone" cannot be applied. No response set is named "Settings".
                Known: "Login", "Profile".
                """
            ),
        ]
        var errors: [BarricadeError] = []
        for (attempt, message) in cases {
            let error = try error(attempt)
            #expect(error.message == message)
            #expect(error.code == .unknownName)
            errors.append(error)
        }
        #expect(barricade.selection == ["Login": "Success", "Profile": "Full"])
        #expect(barricade.validate() == Array(errors.suffix(2)))
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
        let whole = try self.error { try forty.select("Gone", for: "Many") }.message
        let shownNames: [String] = names.filter { whole.contains("\"\($0)\"") }
        #expect(shownNames == Array(names.prefix(40)))
        #expect(!whole.contains("more"))
    }

    // MARK: With a selection

    @Test func aSelectionLastsAsLongAsTheBodyWhateverThatSelects() async throws {
        try barricade.select("Invalid Credentials", for: "Login")
        let result = try barricade.withSelection("Offline", for: "Login") {
            try barricade.selectedResponse(for: "Login")
        }
        let names = [result, try barricade.selectedResponse(for: "Login")]
        #expect(names == ["Offline", "Invalid Credentials"])
        let texts = try await [
            barricade.withSelection("Empty", for: "Profile") { await answers() }, answers(),
        ]
        #expect(texts == [["Invalid Credentials", "Empty"], ["Invalid Credentials", "Full"]])
        try barricade.withSelection("Offline", for: "Login") {
            try barricade.select("Success", for: "Login")
            try barricade.select("Empty", for: "Profile")
        }
        let snapshot = barricade.changedSelection
        try barricade.withSelection("Offline", for: "Login") { try barricade.unregister("Login") }
        let selections: [Preset.Selection] = [snapshot, barricade.changedSelection]
        #expect(
            selections == [
                ["Login": "Invalid Credentials", "Profile": "Empty"], ["Profile": "Empty"],
            ])
    }

    @Test func aBodyThatThrowsOrCannotRunLeavesNothingSelected() async throws {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try barricade.withSelection("Offline", for: "Login") { throw Failure() }
        }
        await #expect(throws: Failure.self) {
            try await barricade.withSelection("Offline", for: "Profile") {
                _ = await answers()
                throw Failure()
            }
        }
        // The error comes before the body runs.
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
        #expect(barricade.changedSelection == [:])
    }

    // MARK: Presets

    @Test func aPresetSelectsWhatItNames() async throws {
        let offline = Preset("Offline", ["Login": "Offline", "Profile": "Offline"])
        barricade.register([offline, Preset("Empty", ["Profile": "Empty"])])
        try barricade.apply("Offline")
        #expect(await answers() == ["Offline", "Offline"])
        try barricade.apply("Empty")
        #expect(barricade.selection == ["Login": "Offline", "Profile": "Empty"])
        barricade.reset()
        try barricade.apply(offline)
        #expect(barricade.selection == ["Login": "Offline", "Profile": "Offline"])
        // One of a known name takes its place.
        barricade.register([Preset("Offline", ["Profile": "Offline"])])
        #expect(barricade.presets.map(\.name) == ["Offline", "Empty"])
        barricade.reset()
        try barricade.apply("Offline")
        #expect(barricade.changedSelection == ["Profile": "Offline"])
    }
}
