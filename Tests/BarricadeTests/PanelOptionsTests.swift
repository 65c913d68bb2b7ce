import Barricade
import Testing

/// The launch options that ask for a panel.
@Suite(.timeLimit(.minutes(20))) struct PanelOptionsTests {
    @Test func thePortIsReadAndArgumentsWin() {
        let cases: [(arguments: [String], environment: [String: String], port: UInt16?)] = [
            ([], [:], nil), (["-barricade.panel", "8123"], [:], 8123),
            (["-barricade.panel", "0"], [:], 0), ([], ["BARRICADE_PANEL": "65535"], .max),
            (["-barricade.panel", "8123"], ["BARRICADE_PANEL": "8124"], 8123),
        ]
        for (arguments, environment, port) in cases {
            let options = LaunchOptions(arguments: arguments, environment: environment)
            #expect(options.panelPort == port && options.faults == [], "\(arguments)")
        }
    }

    @Test func whatIsNoPortIsReported() {
        let cases = ["65536", "-1", "http", "8123 "].map { text in
            (
                [text],
                """
                The launch option -barricade.panel "\(text)" is not a port, a number from 0 to 65535.
                """
            )
        }
        for (value, message) in cases + [
            ([], "The launch option -barricade.panel needs a value, like 8123.")
        ] {
            let options = LaunchOptions(arguments: ["-barricade.panel"] + value, environment: [:])
            #expect(options.faults.map(\.message) == [message])
            #expect(options.panelPort == nil)
        }
    }

    @Test func theTokenIsReadFromTheEnvironment() {
        // A secret is not printed, not even a bad one.
        let fault = """
            The launch option BARRICADE_PANEL_TOKEN is not a token, at least 16 letters, \
            digits, "-" or "_".
            """
        let cases: [(text: String, token: String?, faults: [String])] = [
            ("sixteen-letters_", "sixteen-letters_", []),
            ("0123456789abcdefGHIJ", "0123456789abcdefGHIJ", []), ("", nil, []),
            ("fifteen-letters", nil, [fault]), ("sixteen letters!", nil, [fault]),
            ("ümlaut-ümlaut-üm", nil, [fault]),
        ]
        for (text, token, faults) in cases {
            let options = LaunchOptions(
                arguments: [], environment: ["BARRICADE_PANEL_TOKEN": text])
            #expect(options.panelToken == token, "\(text)")
            #expect(options.faults.map(\.message) == faults, "\(text)")
        }
    }
}
