import Testing

@testable import Barricade
@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct LaunchOptionsTests {
    private static func set(_ name: String) -> ResponseSet {
        ResponseSet(name, on: .any("/\(name)")) {
            CannedResponse("Success", text: "Success")
            CannedResponse("Offline", text: "Offline")
            CannedResponse("Empty", text: "Empty")
        }
    }

    private static func options(
        _ arguments: String..., environment: [String: String] = [:]
    ) -> LaunchOptions {
        LaunchOptions(arguments: arguments, environment: environment)
    }

    // MARK: Reading

    /// What options ask for, and what is said of those that cannot be read.
    private func asked(_ options: LaunchOptions) -> [String] {
        var asked: [String] = []
        if options.selection != [:] { asked.append("select \(options.selection)") }
        if let preset = options.preset { asked.append("preset \(preset)") }
        if let delay = options.delay { asked.append("delay \(delay)") }
        if let conditions = options.networkConditions { asked.append("network \(conditions.name)") }
        if let port = options.panelPort { asked.append("panel \(port)") }
        if let token = options.panelToken { asked.append("token \(token)") }
        if options.isListing { asked.append("list") }
        if options.isDisabled { asked.append("disabled") }
        return asked + options.faults.map { "\($0.code): \($0.message)" }
    }

    @Test func argumentsAndTheEnvironmentAreRead() {
        let environment = [
            "BARRICADE_SELECT": "Login=Offline;Profile=Empty", "BARRICADE_PRESET": "Offline",
            "BARRICADE_DELAY": "2", "BARRICADE_DISABLED": "1", "BARRICADE_LIST": "1",
            "BARRICADE_NETWORK": "LTE",
            "BARRICADE_PANEL": "65535", "BARRICADE_PANEL_TOKEN": "sixteen-letters_",
            "SELECT": "A=B",
        ]
        var table: [([String], [String: String], [String])] = [
            ([], [:], []),
            (
                [
                    "App", "-NSTreatUnknownArgumentsAsOpen", "NO", "-barricade.select",
                    "Login=Offline; Profile = Empty ;", "-barricade.preset", "First launch",
                    "-barricade.select", "Login=A=B", "-barricade.delay", "0.5",
                    "-barricade.disabled", "--verbose", "7",
                ],
                [:],
                [
                    "select Login=A=B, Profile=Empty", "preset First launch", "delay 0.5 seconds",
                    "disabled",
                ]
            ),
            (["-barricade.list"], [:], ["list"]), (["-barricade.list", "NO"], [:], []),
            (["-barricade.panel", "8123"], [:], ["panel 8123"]),
            (["-barricade.panel", "0"], [:], ["panel 0"]),
            // What follows is another argument, and stays one.
            (["-barricade.disabled"], [:], ["disabled"]),
            (
                ["-barricade.disabled", "-barricade.select", "Login=Offline"], [:],
                ["select Login=Offline", "disabled"]
            ),
            (["-barricade.disabled", "-NSTreatUnknownArgumentsAsOpen", "NO"], [:], ["disabled"]),
            (["-barricade.disabled", "document.txt"], [:], ["disabled"]),
            (["-barricade.disabled", "document.txt", "NO"], [:], ["disabled"]),
            (["-barricade.disabled", ""], [:], ["disabled"]),
            (["-barricade.disabled", "-NO"], [:], ["disabled"]),
            // The last one decides.
            (["-barricade.disabled", "-barricade.disabled", "NO"], [:], []),
            (
                [], environment,
                [
                    "select Login=Offline, Profile=Empty", "preset Offline", "delay 2.0 seconds",
                    "network LTE", "panel 65535", "token sixteen-letters_", "list", "disabled",
                ]
            ),
            // Arguments win.
            (
                [
                    "-barricade.select", "Login=Empty", "-barricade.preset", "B",
                    "-barricade.delay", "1", "-barricade.panel", "8123",
                    "-barricade.network", "Very Bad Network",
                ],
                environment,
                [
                    "select Login=Empty, Profile=Empty", "preset B", "delay 1.0 seconds",
                    "network Very Bad Network", "panel 8123", "token sixteen-letters_", "list",
                    "disabled",
                ]
            ),
            // A token is given, or it is none.
            (
                [], ["BARRICADE_PANEL_TOKEN": "0123456789abcdefGHIJ"],
                ["token 0123456789abcdefGHIJ"]
            ), ([], ["BARRICADE_PANEL_TOKEN": ""], []), ([], ["BARRICADE_DISABLED": ""], []),
        ]
        for (words, other, expected) in [
            (["1", "YES", "true", "On"], "NO", ["disabled"]),
            (["0", "NO", "False", "off"], "YES", []),
        ] {
            table += words.map { ([], ["BARRICADE_DISABLED": $0], expected) }
            table += words.map {
                (["-barricade.disabled", $0], ["BARRICADE_DISABLED": other], expected)
            }
        }
        for (arguments, environment, expected) in table {
            let options = LaunchOptions(arguments: arguments, environment: environment)
            #expect(asked(options) == expected, "\(arguments) \(environment)")
        }
        #expect(asked(.none) == [])
    }

    @Test func whatCannotBeReadIsReported() {
        var table: [([String], String)] = [
            (["-barricade.select"], #"needs a value, like "Login=Offline""#),
            (["-barricade.select", ""], #"needs a value, like "Login=Offline""#),
            (["-barricade.preset", "-barricade.disabled", "NO"], "needs a value, like Offline"),
            (["-barricade.delay"], "needs a value, like 0.5"),
            (["-barricade.panel"], "needs a value, like 8123"),
            (["-barricade.network"], #"needs a value, like "Very Bad Network""#),
            (
                ["-barricade.network", "3g"],
                #"""
                "3g" names no network. Did you mean "3G"? Known: "3G", "DSL", "Edge", "LTE", "WiFi", \#
                "Offline", "100% Loss", "WiFi 802.11ac", "High Latency DNS", "Very Bad Network"
                """#
            ),
            (
                ["-barricade.verbose"],
                "is not an option; known: select, preset, delay, network, panel, list, disabled"
            ),
            (["--barricade.select", "A=B"], "is not an option: write -barricade.select"),
            (["-Barricade.select", "A=B"], "is not an option: write -barricade.select"),
            (["--BARRICADE.select", "A=B"], "is not an option: write -barricade.select"),
        ]
        table += ["Login", "Login=", " =Offline", "=Login=Offline", ";"].map {
            (["-barricade.select", $0], #""\#($0)" is not of the form "Set=Response""#)
        }
        table += ["65536", "-1", "http", "8123 "].map {
            (["-barricade.panel", $0], #""\#($0)" is not a port, a number from 0 to 65535"#)
        }
        table += ["soon", "-1", "nan", "inf", "1,5"].map {
            (["-barricade.delay", $0], #""\#($0)" is not a number of seconds, like 0.5"#)
        }
        let token = #"is not a token, at least 16 letters, digits, "-" or "_""#
        let variables: [(String, String, String)] = [
            ("SELECT", "", #"needs a value, like "Login=Offline""#),
            ("SELECT", ";C", #""C" is not of the form "Set=Response""#),
            ("DELAY", "1s", #""1s" is not a number of seconds, like 0.5"#),
            ("DISABLED", "perhaps", #""perhaps" is neither YES nor NO, and disables nothing"#),
            // A secret is not printed, not even a bad one.
            ("PANEL_TOKEN", "fifteen-letters", token), ("PANEL_TOKEN", "sixteen letters!", token),
            ("PANEL_TOKEN", "ümlaut-ümlaut-üm", token),
        ]
        let select = ["-barricade.select", "Profile=Empty"]
        var all: [(LaunchOptions, String, String)] = table.map { arguments, fault in
            let options = LaunchOptions(arguments: arguments + select, environment: [:])
            return (options, arguments[0], fault)
        }
        all += variables.map { name, value, fault in
            let name = "BARRICADE_\(name)"
            return (LaunchOptions(arguments: select, environment: [name: value]), name, fault)
        }
        for (options, name, fault) in all {
            let message = "The launch option \(name) \(fault)."
            #expect(
                asked(options) == ["select Profile=Empty", "invalidLaunchOption: \(message)"])
            let faults = FaultLog()
            _ = Barricade(Self.set("Profile")) {
                $0.launchOptions = options
                $0.faultHandler = faults.handler
            }
            #expect(faults.messages == [message])
        }
    }

    // MARK: Listing

    @Test func aBarricadePrintsWhatItHas() throws {
        let barricade = Barricade(
            Self.set("Login"), ResponseSet("Books", on: .get("/books")) { CannedResponse("One") }
        ) {
            $0.name = "App"
            $0.presets = [Preset("Offline", everySet: "Offline")]
        }
        try barricade.select("Empty", for: "Login")
        try barricade.setMode(.live, for: "Books")
        #expect(
            "\(barricade)" == """
                Barricade "App": 2 response sets
                  "Login"  /Login      "Empty" (others: "Success", "Offline")
                  "Books"  GET /books  passes through
                Presets: "Offline"
                Unmatched requests: fail
                """)
    }

    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    @Test(.onOwnThreads) func printsTheListAtTheFirstRequest() async throws {
        let result = try #require(
            await #expect(
                processExitsWith: .success, observing: [\.standardOutputContent]
            ) {
                OwnProcess.mustEnd(withinMinutes: 2)
                let barricade = Barricade {
                    $0.launchOptions = LaunchOptions(
                        arguments: ["-barricade.list"], environment: [:])
                }
                barricade.register(
                    ResponseSet("Books", on: .get("/books")) { CannedResponse("One") })
                for _ in 0..<2 { _ = try await barricade.session.get("\(api)/books") }
            })
        let output = String(decoding: result.standardOutputContent, as: UTF8.self)
        #expect(
            output.components(separatedBy: #"Barricade "Barricade": 1 response set"#).count == 2)
    }
    #endif

    // MARK: Choosing

    @Test func selectsInSetsRegisteredNowOrLater() async throws {
        let barricade = Barricade(Self.set("Login")) {
            $0.launchOptions = Self.options("-barricade.select", "Login=Offline;Profile=Empty")
        }
        var texts = await barricade.answers(to: "/Login")
        barricade.register(Self.set("Profile"))
        texts += await barricade.answers(to: "/Profile")
        // It is a start, and does not keep code from selecting something else.
        try barricade.select("Success", for: "Login")
        barricade.register(Self.set("Login"))
        texts += await barricade.answers(to: "/Login")
        #expect(texts == ["Offline", "Empty", "Success"])
    }

    @Test func appliesAPresetAndSingleSelectionsWin() async {
        let presets = [
            Preset("Offline", ["Login": "Offline", "Profile": "Offline"]),
            Preset("Offline", everySet: "Offline"),
        ]
        for (preset, isPresetFirst) in presets.flatMap({ [($0, true), ($0, false)] }) {
            let faults = FaultLog()
            let barricade = Barricade {
                $0.launchOptions = Self.options(
                    "-barricade.select", "Login=Empty", "-barricade.preset", "Offline")
                $0.faultHandler = faults.handler
            }
            if isPresetFirst {
                barricade.register([preset, Preset("Other", ["Login": "Success"])])
            }
            barricade.register(Self.set("Login"), Self.set("Profile"))
            if !isPresetFirst { barricade.register([preset]) }
            #expect(barricade.changedSelection == ["Login": "Empty", "Profile": "Offline"])
            #expect(await barricade.answers(to: "/Login") == ["Empty"])
            // The names are there by the first request.
            #expect(barricade.validate() + faults.all == [])
        }
    }

    @Test func unknownNamesAreReportedAtTheFirstRequest() async throws {
        let faults = FaultLog()
        let barricade = Barricade(Self.set("Login")) {
            $0.launchOptions = Self.options(
                "-barricade.select", "Login=Ofline;Profil=Empty", "-barricade.preset", "offline")
            $0.faultHandler = faults.handler
        }
        barricade.register([Preset("Offline", [:])])
        let unknown = [
            """
            The launch options apply preset "offline", which is not registered.
            Did you mean "Offline"? Known: "Offline".
            """,
            """
            The launch options select "Ofline" for set "Login", which has no such response.
            Did you mean "Offline"? Known: "Offline", "Empty", "Success".
            """,
            """
            The launch options select "Empty" for set "Profil", which is not registered.
            Known: "Login".
            """,
        ]
        // A check tells them, and reports nothing.
        #expect(barricade.validate().map(\.message) == unknown)
        // Neither does a question about a request that has not come.
        #expect(barricade.responseSet(claiming: try .line("/Login"))?.name == "Login")
        #expect(faults.messages == [])
        // They are told once.
        #expect(await barricade.answers(to: "/Login", "/Login") == ["Success", "Success"])
        let told: [String] = faults.all.map { "\($0.code): \($0.message)" }
        #expect(told == unknown.map { "invalidLaunchOption: \($0)" })
        // The response may come.
        barricade.register(
            ResponseSet("Login", on: .get("/Login")) { CannedResponse("Ofline", text: "Ofline") })
        #expect(barricade.validate().map(\.message) == [unknown[0], unknown[2]])

        let useless = FaultLog()
        let other = Barricade(Self.set("Login")) {
            $0.presets = [Preset("Down", everySet: "Down")]
            $0.launchOptions = Self.options("-barricade.preset", "Down")
            $0.faultHandler = useless.handler
        }
        _ = await other.answers(to: "/Login")
        #expect(
            useless.messages == [
                """
                The launch options: Preset "Down" cannot be applied. No set has a response named "Down".
                Known: "Empty", "Offline", "Success".
                """
            ])
    }

    @Test func delaysWhatHasNoDelayOfItsOwnAndChoosesTheNetwork() async throws {
        let clock = ForeignClock()
        let prompt = ResponseSet("Prompt", on: .any("/prompt"), delay: .immediate) {
            CannedResponse("Yes", text: "prompt")
        }
        let barricade = Barricade(Self.set("Login"), prompt) {
            $0.delay = .seconds(9)
            $0.networkConditions = .edge
            $0.launchOptions = Self.options(
                "-barricade.delay", "0.5", "-barricade.network", "Offline")
            $0.clock = clock
        }
        #expect(await barricade.answers(to: "/prompt") == ["notConnectedToInternet"])
        barricade.networkConditions = nil
        #expect(await barricade.answers(to: "/prompt") == ["prompt"])
        async let answer = barricade.answers(to: "/Login")
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(499))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(await answer == ["Success"])
    }
}
