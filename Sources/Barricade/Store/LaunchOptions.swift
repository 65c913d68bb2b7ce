import Foundation

/// The options of a barricade in the launch's arguments and environment.
///
/// ```swift
/// app.launchArguments = ["-barricade.select", "Login=Offline", "-barricade.delay", "0.5"]
/// ```
///
/// | argument | environment | meaning |
/// |---|---|---|
/// | `-barricade.select "Login=Offline"` | `BARRICADE_SELECT` | selects; repeat it, or separate with `;` |
/// | `-barricade.preset Offline` | `BARRICADE_PRESET` | applies a preset; single selections win |
/// | `-barricade.delay 0.5` | `BARRICADE_DELAY` | seconds of delay for responses that have none |
/// | `-barricade.network "Very Bad Network"` | `BARRICADE_NETWORK` | the name of one of ``NetworkConditions/presets`` |
/// | `-barricade.list` | `BARRICADE_LIST` | prints the sets, their responses, and the presets at the first request |
/// | `-barricade.panel 8123` | `BARRICADE_PANEL` | the port of the panel, if the app opens one that was asked for |
/// | | `BARRICADE_PANEL_TOKEN` | the panel's token, at least 16 letters, digits, `-` or `_` |
/// | `-barricade.disabled` | `BARRICADE_DISABLED` | installs nothing; requests go to the real server |
///
/// `-barricade.disabled` and `-barricade.list` may be followed by YES, true, on or 1, or by NO,
/// false, off or 0, ignoring case; they ignore any other argument. `BARRICADE_DISABLED` and
/// `BARRICADE_LIST` take the same words; any other value is reported, and does nothing.
///
/// Arguments win over the environment. They select by name, so another process, such as a UI test,
/// can set them without linking this library. Unreadable options are reported and ignored. The
/// token has no argument, since every user of a machine can read the arguments of its programs.
public struct LaunchOptions: Sendable {
    /// The responses to select, for sets registered now or later.
    package private(set) var selection = Preset.Selection()
    /// The name of the preset to apply; `nil` means none.
    package private(set) var preset: String?
    /// The delay of responses that have none; `nil` means the barricade's.
    package private(set) var delay: ResponseDelay?
    /// The network conditions; `nil` means the barricade's.
    package private(set) var networkConditions: NetworkConditions?
    /// The port of the panel to open; 0 means any free one, and `nil` means no panel.
    package private(set) var panelPort: UInt16?
    /// The token of the panel; `nil` means a random one.
    package private(set) var panelToken: String?
    /// Whether the barricade prints its sets at its first request.
    package private(set) var isListing = false
    /// Whether installing barricades does nothing.
    package private(set) var isDisabled = false
    /// The unreadable options, each with the argument and the right form.
    package private(set) var faults: [BarricadeError] = []

    /// No options: the barricade stays as the code makes it.
    public static let none = LaunchOptions(arguments: [], environment: [:])

    /// The options of this process.
    public static var process: LaunchOptions {
        LaunchOptions(
            arguments: Array(CommandLine.arguments.dropFirst()),
            environment: ProcessInfo.processInfo.environment)
    }

    /// Reads options; ignores arguments and variables that are not Barricade's.
    public init(arguments: [String], environment: [String: String]) {
        for option in Self.optionsWithValue {
            let variable = "BARRICADE_\(option.uppercased())"
            guard let value = environment[variable] else { continue }
            read(variable, option: option, value)
        }
        readPanelToken(in: environment)
        // A misspelled value must not let an app reach its servers.
        isDisabled = truth(of: "BARRICADE_DISABLED", in: environment, whatFor: "disables nothing")
        isListing = truth(of: "BARRICADE_LIST", in: environment, whatFor: "lists nothing")
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix(Self.prefix) else {
                noteMisspelling(argument)
                continue
            }
            let option = String(argument.dropFirst(Self.prefix.count))
            switch option {
            case "disabled":
                isDisabled = Self.takeTruth(from: &rest) ?? true
            case "list":
                isListing = Self.takeTruth(from: &rest) ?? true
            case _ where Self.optionsWithValue.contains(option):
                // A value may start with a dash, but not with the prefix of these options.
                let value = rest.first.flatMap { $0.hasPrefix(Self.prefix) ? nil : $0 }
                if value != nil { rest.removeFirst() }
                read(argument, option: option, value)
            default:
                fault(
                    argument,
                    "is not an option; known: select, preset, delay, network, panel, list, disabled"
                )
            }
        }
    }

    /// Notes an option with two dashes, or with capital letters before its name.
    private mutating func noteMisspelling(_ argument: String) {
        let text = argument.hasPrefix("--") ? argument.dropFirst() : argument[...]
        let prefix = text.prefix(Self.prefix.count)
        guard prefix.lowercased() == Self.prefix else { return }
        fault(argument, "is not an option: write \(Self.prefix)\(text.dropFirst(prefix.count))")
    }

    private static let prefix = "-barricade."
    private static let optionsWithValue = ["select", "preset", "delay", "network", "panel"]

    /// Takes the next argument if it is a Boolean.
    private static func takeTruth(from arguments: inout ArraySlice<String>) -> Bool? {
        let value = arguments.first.flatMap { truth(of: $0) }
        if value != nil { arguments.removeFirst() }
        return value
    }

    /// Returns the Boolean that a launch argument or a shell variable spells; `nil` for other text.
    private static func truth(of value: String) -> Bool? {
        switch value.lowercased() {
        case "yes", "true", "on", "1": true
        case "no", "false", "off", "0": false
        default: nil
        }
    }

    /// Returns whether a variable is true; reports any value that is not a Boolean.
    private mutating func truth(
        of variable: String, in environment: [String: String], whatFor consequence: String
    ) -> Bool {
        guard let value = environment[variable], !value.isEmpty else { return false }
        if let truth = Self.truth(of: value) { return truth }
        fault(
            "\(variable) \(value.shortened.debugDescription)",
            "is neither YES nor NO, and \(consequence)")
        return false
    }

    private mutating func read(_ source: String, option: String, _ value: String?) {
        guard let value, !value.isEmpty else {
            return fault(source, "needs a value, like \(Self.example(of: option))")
        }
        switch option {
        case "select":
            // By bytes: a name may start with a combining mark.
            let parts = value.utf8.split(separator: UInt8(ascii: ";")).map { Substring($0) }
            for part in parts.isEmpty ? [value[...]] : parts {
                let names = part.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1).map {
                    Substring($0).trimmingCharacters(in: .whitespaces)
                }
                guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty else {
                    fault(
                        "\(source) \(String(part).shortened.debugDescription)",
                        "is not of the form \"Set=Response\"")
                    continue
                }
                selection[names[0]] = names[1]
            }
        case "preset":
            preset = value
        case "network":
            let presets = NetworkConditions.presets
            guard let named = presets.first(where: { $0.name == value }) else {
                let known = NameSuggestion.list(
                    nearestTo: value, among: presets.map(\.name), limit: presets.count)
                return fault(
                    "\(source) \(value.shortened.debugDescription)",
                    "names no network; known: \(known)")
            }
            networkConditions = named
        case "panel":
            guard let port = UInt16(value) else {
                return fault(
                    "\(source) \(value.shortened.debugDescription)",
                    "is not a port, a number from 0 to 65535")
            }
            panelPort = port
        default:
            guard let seconds = Double(value), seconds >= 0, seconds < 1e9 else {
                return fault(
                    "\(source) \(value.shortened.debugDescription)",
                    "is not a number of seconds, like 0.5")
            }
            delay = .seconds(seconds)
        }
    }

    private mutating func readPanelToken(in environment: [String: String]) {
        let variable = "BARRICADE_PANEL_TOKEN"
        guard let token = environment[variable], !token.isEmpty else { return }
        guard Self.isPanelToken(token) else {
            return fault(
                variable,
                "is not a token, at least 16 letters, digits, \"-\" or \"_\"")
        }
        panelToken = token
    }

    /// Returns whether a text can be a token: long enough, and the same wherever it is written.
    package static func isPanelToken(_ text: String) -> Bool {
        text.utf8.count >= 16 && text.utf8.allSatisfy(\.isTokenByte)
    }

    private static func example(of option: String) -> String {
        switch option {
        case "select": "\"Login=Offline\""
        case "preset": "Offline"
        case "network": "\"Very Bad Network\""
        case "panel": "8123"
        default: "0.5"
        }
    }

    private mutating func fault(_ what: String, _ problem: String) {
        faults.append(BarricadeError(.invalidLaunchOption, "The launch option \(what) \(problem)."))
    }
}
