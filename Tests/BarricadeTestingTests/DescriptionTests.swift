import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

/// Values begin with their names, also where an expectation fails.
@Suite struct DescriptionTests {
    private let login = ResponseSet("Login", on: .post("/login?token=s3cret")) {
        CannedResponse("Success", json: ["token": "f00d"])
        CannedResponse("Offline", error: .notConnectedToInternet)
    }

    @Test func beginWithTheNameAlsoWhereAnExpectationFails() {
        let down = Preset("Down", everySet: "Offline", except: ["Login": "Slow"])
        let first = Preset("First", ["B": "New", "A": "None"])
        let texts: [String] = ["\(login)", "\(login.responses[1])", "\(down)", "\(first)"]
        #expect(
            texts == [
                #"Login: POST /login?token=•••, "Success", "Offline""#,
                "Offline: error notConnectedToInternet", "Down: Login=Slow, every set=Offline",
                "First: A=None, B=New",
            ])

        let preset = Preset("Down", ["Login": "Offline"])
        let barricade = Barricade(login) { $0.presets = [preset] }
        let other = Preset("Up", ["Login": "Success"])
        expect("preset → \"Down\"") { #expect(preset == other) }
        expect("Login=Success") { #expect(barricade.selection == preset.selection) }
        expect("Login: POST") { #expect(barricade.sets.first == nil) }
        expect("→ \"Offline\"") { #expect(login["Offline"] == nil) }
        expect("[Down: Login=Offline]") { #expect(barricade.presets == [other]) }
    }

    /// Expects that an expectation fails, and that its issue holds a text.
    private func expect(_ text: String, failing: () -> Void) {
        let shown = Locked<[String]>([])
        withKnownIssue {
            failing()
        } matching: { issue in
            shown.withLock { $0.append("\(issue)") }
            return true
        }
        #expect(shown.current.first?.contains(text) == true, "\(shown.current)")
    }
}
