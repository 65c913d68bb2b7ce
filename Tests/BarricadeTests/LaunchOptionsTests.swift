import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct LaunchOptionsTests {
    private static func set(_ name: String) -> ResponseSet {
        ResponseSet(name, on: .path("/\(name)")) {
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

    @Test(arguments: [
        (["-barricade.list"], [:], true), (["-barricade.list", "NO"], [:], false),
        ([], ["BARRICADE_LIST": "1"], true), ([], [:], false),
    ])
    func listsWhenAsked(
        _ arguments: [String], _ environment: [String: String], _ isListing: Bool
    ) {
        let options = LaunchOptions(arguments: arguments, environment: environment)
        #expect(options.isListing == isListing)
        #expect(options.faults == [])
    }

    @Test func aPresetForEverySetMustBeOfUse() async throws {
        let faults = FaultLog()
        let barricade = Barricade(Self.set("Login")) {
            $0.presets = [Preset("Down", everySet: "Down"), Preset("Offline", everySet: "Offline")]
            $0.launchOptions = Self.options("-barricade.preset", "Down")
            $0.faultHandler = faults.handler
        }
        _ = try await barricade.session.get("\(api)/Login")
        #expect(
            faults.messages == [
                """
                The launch options: Preset "Down" cannot be applied. No set has a response named "Down".
                Known: "Empty", "Offline", "Success".
                """
            ])
        let other = Barricade(Self.set("Login")) {
            $0.presets = [Preset("Offline", everySet: "Offline")]
            $0.launchOptions = Self.options("-barricade.preset", "Offline")
        }
        other.register(Self.set("Later"))
        #expect(other.snapshot == ["Login": "Offline", "Later": "Offline"])
    }

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
    @Test func printsTheListAtTheFirstRequest() async throws {
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

    // MARK: Reading

    @Test func argumentsAreRead() {
        let options = Self.options(
            "App", "-NSTreatUnknownArgumentsAsOpen", "NO", "-barricade.select",
            "Login=Offline; Profile = Empty ;", "-barricade.preset", "First launch",
            "-barricade.select", "Login=A=B", "-barricade.delay", "0.5", "-barricade.disabled",
            "--verbose", "7")
        #expect(options.selection == ["Login": "A=B", "Profile": "Empty"])
        #expect(options.preset == "First launch")
        #expect(options.delay == .seconds(0.5))
        #expect(options.isDisabled)
        #expect(options.faults == [])
    }

    @Test(arguments: ["--barricade.select", "-Barricade.select", "--BARRICADE.select"])
    func aMisspeltPrefixIsReported(_ argument: String) {
        let faults = Self.options("App", argument, "Login=A").faults
        #expect(
            faults.map(\.message) == [
                "The launch option \(argument) is not an option: write -barricade.select."
            ])
    }

    @Test func theEnvironmentIsRead() {
        let options = Self.options(environment: [
            "BARRICADE_SELECT": "Login=Offline;Profile=Empty", "BARRICADE_PRESET": "Offline",
            "BARRICADE_DELAY": "2", "BARRICADE_DISABLED": "1", "SELECT": "A=B",
        ])
        #expect(options.selection == ["Login": "Offline", "Profile": "Empty"])
        #expect(options.preset == "Offline")
        #expect(options.delay == .seconds(2))
        #expect(options.isDisabled)
        #expect(options.faults == [])
    }

    @Test func argumentsWinOverTheEnvironment() {
        let options = Self.options(
            "-barricade.select", "Login=Empty", "-barricade.preset", "B", "-barricade.delay", "1",
            environment: [
                "BARRICADE_SELECT": "Login=Offline;Profile=Offline", "BARRICADE_PRESET": "A",
                "BARRICADE_DELAY": "2",
            ])
        #expect(options.selection == ["Login": "Empty", "Profile": "Offline"])
        #expect(options.preset == "B")
        #expect(options.delay == .seconds(1))
    }

    private static let truths = [
        ("1", true), ("YES", true), ("true", true), ("On", true), ("0", false), ("NO", false),
        ("False", false), ("off", false),
    ]

    @Test(arguments: truths + [("", false)])
    func theEnvironmentDisables(_ value: String, isDisabled: Bool) {
        let options = Self.options(environment: ["BARRICADE_DISABLED": value])
        #expect(options.isDisabled == isDisabled)
        #expect(options.faults == [])
    }

    @Test(arguments: truths) func anArgumentDisables(_ value: String, isDisabled: Bool) {
        let options = Self.options(
            "-barricade.disabled", value, "-barricade.preset", "Offline",
            environment: ["BARRICADE_DISABLED": isDisabled ? "NO" : "YES"])
        #expect(options.isDisabled == isDisabled)
        #expect(options.preset == "Offline")
        #expect(options.faults == [])
    }

    /// What follows is another argument then, and stays one.
    @Test(arguments: [
        [], ["-barricade.select", "Login=Offline"], ["-NSTreatUnknownArgumentsAsOpen", "NO"],
        ["document.txt"], ["document.txt", "NO"], [""], ["-NO"],
    ])
    func anArgumentWithoutAValueDisables(_ rest: [String]) {
        let options = LaunchOptions(arguments: ["-barricade.disabled"] + rest, environment: [:])
        #expect(options.isDisabled)
        #expect(options.selection == (rest.contains("Login=Offline") ? ["Login": "Offline"] : [:]))
        #expect(options.faults == [])
    }

    @Test func theLastArgumentDecidesWhatIsDisabled() {
        let options = Self.options("-barricade.disabled", "-barricade.disabled", "NO")
        #expect(!options.isDisabled)
    }

    @Test func nothingIsAskedByDefault() {
        for options in [LaunchOptions.none, Self.options()] {
            #expect(options.selection == [:])
            #expect(options.preset == nil && options.delay == nil && !options.isDisabled)
            #expect(options.faults == [])
        }
    }

    @Test(arguments: [
        (
            ["-barricade.select"],
            #"The launch option -barricade.select needs a value, like "Login=Offline"."#
        ),
        (
            ["-barricade.select", ""],
            #"The launch option -barricade.select needs a value, like "Login=Offline"."#
        ),
        (
            ["-barricade.preset", "-barricade.disabled"],
            "The launch option -barricade.preset needs a value, like Offline."
        ),
        (
            ["-barricade.delay"], "The launch option -barricade.delay needs a value, like 0.5."
        ),
        (
            ["-barricade.select", "Login"],
            #"The launch option -barricade.select "Login" is not of the form "Set=Response"."#
        ),
        (
            ["-barricade.select", "Login="],
            #"The launch option -barricade.select "Login=" is not of the form "Set=Response"."#
        ),
        (
            ["-barricade.select", " =Offline"],
            #"The launch option -barricade.select " =Offline" is not of the form "Set=Response"."#
        ),
        (
            ["-barricade.select", "=Login=Offline"],
            #"""
            The launch option -barricade.select "=Login=Offline" is not of the form "Set=Response".
            """#
        ),
        (
            ["-barricade.select", ";"],
            #"The launch option -barricade.select ";" is not of the form "Set=Response"."#
        ),
        (
            ["-barricade.delay", "soon"],
            #"The launch option -barricade.delay "soon" is not a number of seconds, like 0.5."#
        ),
        (
            ["-barricade.delay", "-1"],
            #"The launch option -barricade.delay "-1" is not a number of seconds, like 0.5."#
        ),
        (
            ["-barricade.delay", "nan"],
            #"The launch option -barricade.delay "nan" is not a number of seconds, like 0.5."#
        ),
        (
            ["-barricade.delay", "inf"],
            #"The launch option -barricade.delay "inf" is not a number of seconds, like 0.5."#
        ),
        (
            ["-barricade.delay", "1,5"],
            #"The launch option -barricade.delay "1,5" is not a number of seconds, like 0.5."#
        ),
        (
            ["-barricade.verbose"],
            "The launch option -barricade.verbose is not an option; "
                + "known: select, preset, delay, network, panel, list, disabled."
        ),
        (
            ["-barricade.network"],
            #"The launch option -barricade.network needs a value, like "Very Bad Network"."#
        ),
        (
            ["-barricade.network", "3g"],
            #"The launch option -barricade.network "3g" names no network. Did you mean "3G"? "#
                + #"Known: "3G", "DSL", "#
                + #""Edge", "LTE", "WiFi", "Offline", "100% Loss", "WiFi 802.11ac", "High Latency DNS", "Very Bad Network"."#
        ),
    ])
    func whatCannotBeReadIsReported(_ arguments: [String], message: String) {
        let options = LaunchOptions(
            arguments: arguments + ["-barricade.select", "Profile=Empty"], environment: [:])
        #expect(options.faults.map(\.message) == [message])
        #expect(options.faults.map(\.code) == [.invalidLaunchOption])
        #expect(options.selection == ["Profile": "Empty"])
        #expect(options.preset == nil && options.delay == nil)
        let faults = FaultLog()
        _ = Barricade(Self.set("Profile")) {
            $0.launchOptions = options
            $0.faultHandler = faults.handler
        }
        #expect(faults.messages == [message])
    }

    @Test(arguments: [
        (
            ["BARRICADE_SELECT": ""],
            #"The launch option BARRICADE_SELECT needs a value, like "Login=Offline"."#
        ),
        (
            ["BARRICADE_SELECT": "A=B;C"],
            #"The launch option BARRICADE_SELECT "C" is not of the form "Set=Response"."#
        ),
        (
            ["BARRICADE_DELAY": "1s"],
            #"The launch option BARRICADE_DELAY "1s" is not a number of seconds, like 0.5."#
        ),
        (
            ["BARRICADE_DISABLED": "perhaps"],
            #"The launch option BARRICADE_DISABLED "perhaps" is neither YES nor NO, and disables nothing."#
        ),
    ])
    func environmentThatCannotBeReadIsReported(_ environment: [String: String], message: String) {
        let options = LaunchOptions(arguments: [], environment: environment)
        #expect(options.faults.map(\.message) == [message])
        #expect(!options.isDisabled)
    }

    // MARK: Choosing

    @Test func selectsInSetsRegisteredNowOrLater() async throws {
        let barricade = Barricade(Self.set("Login")) {
            $0.launchOptions = Self.options("-barricade.select", "Login=Offline;Profile=Empty")
        }
        #expect(try await barricade.session.get("\(api)/Login").text == "Offline")
        barricade.register(Self.set("Profile"))
        #expect(try await barricade.session.get("\(api)/Profile").text == "Empty")
        // It is a start, and does not keep code from selecting something else.
        try barricade.select("Success", for: "Login")
        barricade.register(Self.set("Login"))
        #expect(try await barricade.session.get("\(api)/Login").text == "Success")
    }

    @Test(arguments: [true, false])
    func appliesAPresetAndSingleSelectionsWin(isPresetFirst: Bool) throws {
        let barricade = Barricade {
            $0.launchOptions = Self.options(
                "-barricade.select", "Login=Empty", "-barricade.preset", "Offline")
        }
        let preset = Preset("Offline", ["Login": "Offline", "Profile": "Offline"])
        if isPresetFirst { barricade.register(preset, Preset("Other", ["Login": "Success"])) }
        barricade.register(Self.set("Login"), Self.set("Profile"))
        if !isPresetFirst { barricade.register(preset) }
        #expect(barricade.snapshot == ["Login": "Empty", "Profile": "Offline"])
        #expect(barricade.validate() == [])
    }

    @Test func anUnknownResponseIsReportedAtOnce() throws {
        let faults = FaultLog()
        let barricade = Barricade(Self.set("Login")) {
            $0.launchOptions = Self.options("-barricade.select", "Login=Ofline")
            $0.faultHandler = faults.handler
        }
        #expect(
            faults.messages == [
                """
                The launch options select "Ofline" for set "Login", which has no such response. \
                "Success" answers instead.
                Did you mean "Offline"? Known: "Offline", "Empty", "Success".
                """
            ])
        #expect(faults.codes == [.invalidLaunchOption])
        #expect(try barricade.selectedResponse(for: "Login") == "Success")
    }

    @Test func unknownSetsAndPresetsAreReportedAtTheFirstRequest() async throws {
        let faults = FaultLog()
        let barricade = Barricade(Self.set("Login")) {
            $0.launchOptions = Self.options(
                "-barricade.select", "Profil=Empty", "-barricade.preset", "offline")
            $0.faultHandler = faults.handler
        }
        barricade.register(Preset("Offline", [:]))
        #expect(faults.all == [])
        let messages = [
            """
            The launch options apply preset "offline", which is not registered.
            Did you mean "Offline"? Known: "Offline".
            """,
            """
            The launch options select "Empty" for set "Profil", which is not registered.
            Known: "Login".
            """,
        ]
        #expect(barricade.validate().map(\.message) == messages)
        _ = try await barricade.session.get("\(api)/Login")
        #expect(faults.messages == messages)
        #expect(faults.codes == [.invalidLaunchOption, .invalidLaunchOption])
        _ = try await barricade.session.get("\(api)/Login")
        #expect(faults.all.count == 2)
    }

    @Test func namesThatAreThereByTheFirstRequestAreNotReported() async throws {
        let faults = FaultLog()
        let barricade = Barricade {
            $0.launchOptions = Self.options(
                "-barricade.select", "Login=Empty", "-barricade.preset", "Offline")
            $0.faultHandler = faults.handler
        }
        barricade.register(Self.set("Login"))
        barricade.register(Preset("Offline", ["Login": "Offline"]))
        #expect(try await barricade.session.get("\(api)/Login").text == "Empty")
        #expect(faults.all == [])
        #expect(barricade.validate() == [])
    }

    // MARK: Delay and disabling

    @Test func delaysWhatHasNoDelayOfItsOwn() async throws {
        let clock = ForeignClock()
        let prompt = ResponseSet("Prompt", on: .path("/prompt"), delay: ResponseDelay.none) {
            CannedResponse("Yes", text: "prompt")
        }
        let barricade = Barricade(Self.set("Login"), prompt) {
            $0.delay = .seconds(9)
            $0.launchOptions = Self.options("-barricade.delay", "0.5")
            $0.clock = clock
        }
        #expect(try await barricade.session.get("\(api)/prompt").text == "prompt")
        let session = barricade.session
        async let answer = session.get("\(api)/Login").text
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(499))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await answer == "Success")
    }

    @Test func disabledItInstallsNothing() {
        let barricade = Barricade(Self.set("Login")) {
            $0.launchOptions = Self.options("-barricade.disabled")
        }
        let bare = URLSessionConfiguration.ephemeral.protocolClasses?.count ?? 0
        #expect(
            (URLSessionConfiguration.barricaded(by: barricade).protocolClasses ?? []).count == bare)
        let enabled = URLSessionConfiguration.barricaded(by: Barricade(Self.set("Login")))
        #expect((enabled.protocolClasses ?? []).count == bare + 1)
    }
}
