import Barricade
import Testing

/// The launch options that ask for a panel.
@Suite(.timeLimit(.minutes(20))) struct PanelOptionsTests {
    @Test(
        arguments: [
            ([], [:], nil), (["-barricade.panel", "8123"], [:], 8123),
            (["-barricade.panel", "0"], [:], 0), ([], ["BARRICADE_PANEL": "65535"], .max),
            (["-barricade.panel", "8123"], ["BARRICADE_PANEL": "8124"], 8123),
        ] as [([String], [String: String], UInt16?)]) func thePortIsReadAndArgumentsWin(
            _ arguments: [String], _ environment: [String: String], _ port: UInt16?
        )
    {
        let options = LaunchOptions(arguments: arguments, environment: environment)
        #expect(options.panelPort == port)
        #expect(options.faults == [])
    }

    @Test(arguments: ["65536", "-1", "http", "8123 "]) func whatIsNoPortIsReported(_ text: String) {
        let options = LaunchOptions(arguments: ["-barricade.panel", text], environment: [:])
        #expect(options.panelPort == nil)
        #expect(
            options.faults.map(\.message) == [
                """
                The launch option -barricade.panel "\(text)" is not a port, a number from 0 to 65535.
                """
            ])
    }

    @Test func aPortIsMissing() {
        let options = LaunchOptions(arguments: ["-barricade.panel"], environment: [:])
        #expect(
            options.faults.map(\.message) == [
                "The launch option -barricade.panel needs a value, like 8123."
            ])
    }

    @Test(arguments: [
        ("sixteen-letters_", true), ("0123456789abcdefGHIJ", true), ("", false),
        ("fifteen-letters", false), ("sixteen letters!", false), ("ümlaut-ümlaut-üm", false),
    ]) func theTokenIsReadFromTheEnvironment(_ text: String, _ isToken: Bool) {
        let options = LaunchOptions(
            arguments: [], environment: ["BARRICADE_PANEL_TOKEN": text])
        #expect(options.panelToken == (isToken ? text : nil))
        // A secret is not printed, not even a bad one.
        #expect(
            options.faults.map(\.message)
                == (isToken || text.isEmpty
                    ? []
                    : [
                        """
                        The launch option BARRICADE_PANEL_TOKEN is not a token, at least 16 letters, \
                        digits, "-" or "_".
                        """
                    ]))
    }
}
