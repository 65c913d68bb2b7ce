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
public final class LaunchOptions: @unchecked Sendable {
    // Unchecked because of its variables, which change only in its initializer. A class, since many
    // values hold the options, and none changes them.

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
    private(set) var isListing = false
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
        for option in Self.options {
            let variable = "BARRICADE_\(option.uppercased())"
            guard let value = environment[variable] else { continue }
            if !value.isEmpty || Self.examples[option] != nil { read(variable, option, value) }
        }
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            // One with two dashes, or with capital letters in the prefix, is a mistake.
            let text = argument.hasPrefix("--") ? argument.dropFirst() : argument[...]
            guard text.prefix(Self.prefix.count).lowercased() == Self.prefix else { continue }
            let option = String(text.dropFirst(Self.prefix.count))
            if !argument.hasPrefix(Self.prefix) {
                fault(argument, "is not an option: write \(Self.prefix)\(option)")
            } else if Self.examples[option] != nil {
                // A value may start with a dash, but not with the prefix of these options.
                let hasValue = rest.first.map { !$0.hasPrefix(Self.prefix) } ?? false
                read(argument, option, hasValue ? rest.removeFirst() : "")
            } else if option == "disabled" || option == "list" {
                let hasValue = rest.first.map { Self.truth(of: $0) != nil } ?? false
                read(argument, option, hasValue ? rest.removeFirst() : "YES")
            } else {
                fault(
                    argument,
                    "is not an option; known: select, preset, delay, network, panel, list, disabled"
                )
            }
        }
    }

    private static let prefix = "-barricade."

    /// The options, in the order in which their variables are read.
    private static let options = [
        "select", "preset", "delay", "network", "panel", "panel_token", "disabled", "list",
    ]

    /// Examples of the options that need a value.
    private static let examples = [
        "select": "\"Login=Offline\"", "preset": "Offline", "delay": "0.5",
        "network": "\"Very Bad Network\"", "panel": "8123",
    ]

    /// Returns the Boolean that a launch argument or a shell variable spells; `nil` for other text.
    private static func truth(of value: String) -> Bool? {
        switch value.lowercased() {
        case "yes", "true", "on", "1": true
        case "no", "false", "off", "0": false
        default: nil
        }
    }

    private func read(_ source: String, _ option: String, _ value: String) {
        if value.isEmpty, let example = Self.examples[option] {
            return fault(source, "needs a value, like \(example)")
        }
        switch option {
        case "select": readSelection(source, value)
        case "preset": preset = value
        case "network":
            let presets = NetworkConditions.presets
            guard let named = presets.first(where: { $0.name == value }) else {
                let known = NameSuggestion.known(nearestTo: value, among: presets.map(\.name))
                return fault(source, value, "names no network. \(known)")
            }
            networkConditions = named
        case "panel":
            guard let port = Int(value).flatMap(UInt16.init(exactly:)) else {
                return fault(source, value, "is not a port, a number from 0 to 65535")
            }
            panelPort = port
        case "panel_token":
            guard Self.isPanelToken(value) else {
                // Without the value, which is a secret.
                return fault(
                    source, "is not a token, at least 16 letters, digits, \"-\" or \"_\"")
            }
            panelToken = value
        case "disabled":
            // A misspelled value must not let an app reach its servers.
            isDisabled = isOn(source, value, orElse: "disables nothing")
        case "list":
            isListing = isOn(source, value, orElse: "lists nothing")
        default:
            guard let seconds = Double(value), seconds >= 0, seconds < Duration.longestSeconds
            else {
                return fault(source, value, "is not a number of seconds, like 0.5")
            }
            delay = .seconds(seconds)
        }
    }

    /// Reads whether an option is on; any other value turns it off, and is reported.
    private func isOn(_ source: String, _ value: String, orElse effect: String) -> Bool {
        let truth = Self.truth(of: value)
        if truth == nil { fault(source, value, "is neither YES nor NO, and \(effect)") }
        return truth ?? false
    }

    private func readSelection(_ source: String, _ value: String) {
        let parts = value.split(at: ";").filter { !$0.isEmpty }
        for part in parts.isEmpty ? [value[...]] : parts {
            let (set, response) = part.pair
            if let response, !set.isEmpty, !response.isEmpty {
                selection[set] = response
            } else {
                fault(source, String(part), "is not of the form \"Set=Response\"")
            }
        }
    }

    /// Returns whether a text can be a token: long enough, and the same wherever it is written.
    package static func isPanelToken(_ text: String) -> Bool {
        text.utf8.count >= 16 && text.utf8.allSatisfy(\.isTokenByte)
    }

    private func fault(_ source: String, _ value: String, _ problem: String) {
        fault("\(source) \(value.shortened.debugDescription)", problem)
    }

    private func fault(_ what: String, _ problem: String) {
        faults.append(BarricadeError(.invalidLaunchOption, "The launch option \(what) \(problem)."))
    }
}
