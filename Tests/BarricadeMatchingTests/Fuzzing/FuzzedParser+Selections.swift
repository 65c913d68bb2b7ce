import Barricade
import Testing

@testable import TestSupport

/// What chooses responses from outside: arguments, environment, files and user defaults.
extension FuzzedParser {
    private static let options = [
        "-barricade.select\nLogin=Offline", "-barricade.preset\nOffline\n-barricade.delay\n0.5",
        "-barricade.disabled", "-x\n-barricade.select\nA=B;C = D\n-barricade.select\nE=F=G",
        "-barricade.delay\n-1", "-barricade.select", "-barricade.nonsense\n-barricade.delay\n1e9",
    ]
    private static let tokens = [
        "-barricade.", "-barricade.select\n", "-barricade.delay\n", "-barricade.network\n",
        "-barricade.disabled\n", "A=B",
        "=", ";", "; ", " = ", "0.5", "inf", "1e400", "\n",
    ]

    static let launchArguments = FuzzedParser(
        "launch arguments", examples: options, tokens: tokens
    ) { text in
        try check(
            LaunchOptions(
                arguments: text.split(separator: "\n", omittingEmptySubsequences: false).map {
                    String($0)
                }, environment: [:]))
    }

    static let launchEnvironment = FuzzedParser(
        "launch environment",
        examples: ["Login=Offline;A=B", "Offline", "0.5", "1", "no", "", " ; = ;", "A=B;A=C"],
        tokens: tokens, share: 0.5
    ) { text in
        for name in ["SELECT", "PRESET", "DELAY", "NETWORK", "DISABLED"] {
            try check(LaunchOptions(arguments: [], environment: ["BARRICADE_\(name)": text]))
        }
        let arguments = LaunchOptions(arguments: ["-barricade.select", text], environment: [:])
        let environment = LaunchOptions(arguments: [], environment: ["BARRICADE_SELECT": text])
        if !text.hasPrefix("-barricade.") {
            try Disagreement.unless(
                arguments.selection, is: environment.selection, "what arguments select")
        }
    }

    private static func check(_ options: LaunchOptions) throws {
        for fault in options.faults {
            try Disagreement.unless(fault.code, is: .invalidLaunchOption, "the fault")
        }
        let pairs = options.selection.responses
        for name in Array(pairs.keys) + pairs.values {
            try Disagreement.unless(!name.isEmpty, "an empty name in \(pairs)")
        }
        // Written as an argument, the selection is read as the same.
        let names = Array(pairs.keys) + pairs.values
        guard !names.contains(where: { $0.utf8.contains(UInt8(ascii: ";")) }), !pairs.isEmpty,
            !pairs.keys.contains(where: { $0.hasPrefix("-barricade.") })
        else { return }
        let written = pairs.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ";")
        let again = LaunchOptions(arguments: ["-barricade.select", written], environment: [:])
        try Disagreement.unless(again.selection, is: options.selection, "the selection written")
        try Disagreement.unless(again.faults, is: [], "the faults of the selection written")
    }

    // MARK: Saved selections

    private static let files = [
        #"{"version": 1, "barricades": {"App": {"Login": "Offline"}}}"#,
        #"{"version": 1, "barricades": {}}"#, #"{"version": 2}"#, "", "[]", #"{"version": "1"}"#,
        #"{"barricades": {"App": {"é": "日", "a": "b"}, "B": {"x": "y"}}, "version": 1}"#,
    ]
    private static let fileTokens = [
        "\"version\": 1", "\"barricades\": ", "\"App\": ", "{}", "null", "1",
        "\"Login\": \"Offline\"",
        ",", "[[[[", "{\"a\":",
    ]

    static let selectionDefaults = FuzzedParser(
        "selection in user defaults", examples: files, tokens: fileTokens, share: 0.05
    ) {
        let suite = DefaultsSuite()
        return { input in
            let text = String(decoding: input, as: UTF8.self)
            // As data it is what was saved, as anything else it is somebody's mistake.
            for value: Any in [Data(input), text, [text], ["App": text], input.count] {
                suite.defaults.set(value, forKey: "App")
                try check(UserDefaultsSelectionStorage.userDefaults(suite: suite.name)) {
                    let left = suite.defaults.object(forKey: "App") as? NSObject
                    try Disagreement.unless(left, is: value as? NSObject, "what cannot be read")
                }
            }
        }
    }

    /// What can be loaded is saved as the same; what cannot be is left as it was.
    private static func check(_ storage: some SelectionStorage, isUntouched: () throws -> Void)
        throws
    {
        let selection: Preset.Selection
        do {
            selection = try storage.load(for: "App")
        } catch let error as BarricadeError {
            try Disagreement.unless(error.code, is: .unusableSelection, "the fault")
            let isSaved = (try? storage.save(["A": "B"], for: "App")) != nil
            try Disagreement.unless(!isSaved, "something is saved over what cannot be read")
            return try isUntouched()
        }
        try storage.save(selection, for: "App")
        try Disagreement.unless(try storage.load(for: "App"), is: selection, "what was saved")
        try storage.save(["Login": "Offline"], for: "App")
        try Disagreement.unless(
            try storage.load(for: "App"), is: ["Login": "Offline"], "what was saved then")
    }
}
