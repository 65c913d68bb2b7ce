import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct SelectionStorageTests {
    private let suite = DefaultsSuite()

    private var storage: UserDefaultsSelectionStorage { .userDefaults(suite: suite.name) }

    private static func set(
        _ name: String, _ responses: [String] = ["Success", "Offline"]
    ) -> ResponseSet {
        ResponseSet(name, on: .any, responses: responses.map { CannedResponse($0) })
    }

    private func barricade(
        _ sets: ResponseSet..., in storage: any SelectionStorage, faults: FaultLog = FaultLog(),
        arguments: [String] = []
    ) -> Barricade {
        Barricade(sets) {
            $0.name = "App"
            $0.storage = storage
            $0.faultHandler = faults.handler
            $0.launchOptions = LaunchOptions(arguments: arguments, environment: [:])
        }
    }

    private func message(_ reason: String) -> String {
        """
        The saved selection of barricade "App" cannot be read: \(reason).
        Sets start at their defaults, and it is not overwritten. To fix: repair or remove it.
        """
    }

    private func unsaved(_ reason: String) -> String {
        """
        The selection of barricade "App" cannot be saved: \(reason).
        It applies to this run; the next one starts with the previously saved selection.
        """
    }

    // MARK: User defaults

    @Test func userDefaultsKeepTheSelection() throws {
        for name in ["App", "Other"] {
            func barricade() -> Barricade {
                Barricade(Self.set("Login")) {
                    $0.name = name
                    $0.storage = .userDefaults(suite: suite.name)
                }
            }
            let first = barricade()
            #expect(first.changedSelection == [:])
            try first.select("Offline", for: "Login")
            #expect(barricade().changedSelection == ["Login": "Offline"])
        }
        #expect(UserDefaults.standard.data(forKey: "App") == nil)
        // Restoring a selection keeps no defaults.
        let both = barricade(Self.set("Login"), Self.set("Profile"), in: storage)
        both.restore(both.selection)
        #expect(try storage.load(for: "App") == ["Login": "Offline"])
        // Nothing is kept without a storage.
        let forgetful = Barricade(Self.set("Login"))
        try forgetful.select("Offline", for: "Login")
        #expect(Barricade(Self.set("Login")) { $0.storage = nil }.changedSelection == [:])
    }

    private static let form =
        #"it is not of the form {"version": 1, "barricades": {"App": {"Login": "Offline"}}}"#

    private static let unusable: [(text: String, reason: String)] = [
        ("", "it is not JSON"), ("{", "it is not JSON"), ("Login=Offline", "it is not JSON"),
        ("text", "it is not JSON"),
        (
            #"{"version": 2, "selections": []}"#,
            "it is of version 2, and this version of Barricade reads 1"
        ),
        ("[]", form), ("{}", form), (#"{"version": 1}"#, form),
        (#"{"version": "1", "barricades": {}}"#, form),
        (#"{"version": 1, "barricades": {"App": ["Login"]}}"#, form),
        (#"{"version": 1, "barricades": {"App": {"Login": 1}}}"#, form),
    ]

    @Test(arguments: unusable) func userDefaultsThatCannotBeReadAreLeftAsTheyAre(
        _ example: (text: String, reason: String)
    ) throws {
        let defaults = suite.defaults
        // Text is none of ours, whatever it says.
        let saved: NSObject =
            example.text == "text" ? "text" as NSString : Data(example.text.utf8) as NSData
        defaults.set(saved, forKey: "App")
        let faults = FaultLog()
        let barricade = barricade(
            Self.set("Login"), in: .userDefaults(suite: suite.name), faults: faults)
        try barricade.select("Offline", for: "Login")
        barricade.reset()
        try barricade.select("Offline", for: "Login")
        #expect(defaults.object(forKey: "App") as? NSObject == saved)
        #expect(barricade.changedSelection == ["Login": "Offline"])

        // Once it is out of the way, the selection is kept again, until it is broken again.
        defaults.removeObject(forKey: "App")
        defaults.synchronize()
        try barricade.select("Success", for: "Login")
        #expect(try storage.load(for: "App") == ["Login": "Success"])
        defaults.set(saved, forKey: "App")
        defaults.synchronize()
        try barricade.select("Offline", for: "Login")
        #expect(defaults.object(forKey: "App") as? NSObject == saved)
        let place = "user defaults suite \(suite.name): \(example.reason)"
        let expected = [message(place), unsaved(place)].map {
            BarricadeError(.unusableSelection, $0)
        }
        #expect(faults.all == expected)
    }

    /// The form in which selections have been kept from the beginning.
    @Test func theFormStaysTheSame() throws {
        let text = #"{"version":1,"barricades":{"App":{"Login":"Offline"}}}"#
        suite.defaults.set(Data(text.utf8), forKey: "App")
        let barricade = barricade(Self.set("Login"), in: .userDefaults(suite: suite.name))
        #expect(barricade.changedSelection == ["Login": "Offline"])
        // What changes nothing writes nothing.
        try barricade.select("Offline", for: "Login")
        #expect(suite.defaults.data(forKey: "App") == Data(text.utf8))
        try barricade.select("Success", for: "Login")
        suite.defaults.synchronize()
        let saved = try #require(suite.defaults.data(forKey: "App"))
        #expect(
            String(decoding: saved, as: UTF8.self) == """
                {
                  "barricades" : {
                    "App" : {
                      "Login" : "Success"
                    }
                  },
                  "version" : 1
                }
                """)
    }

    @Test func theLockIsTheUsersOwn() throws {
        let old = FileManager.default.temporaryDirectory
            .appendingPathComponent("Barricade-\(getuid()).saving").path
        // Another user may hold this one.
        let descriptor = open(old, O_RDWR | O_CREAT, 0o666)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX) == 0)
        try storage.save(["Login": "Offline"], for: "App")
        let folder = try #require(
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.appendingPathComponent("Barricade.lock").path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    // MARK: Names

    @Test func aNameThatIsGoneFallsBackAndStaysUntilItsSetIsSelected() throws {
        try storage.save(["Login": "Ofline", "Later": "Offline"], for: "App")
        let faults = FaultLog()
        let first = barricade(
            Self.set("Login"), Self.set("Other"), in: storage, faults: faults)
        #expect(try first.selectedResponse(for: "Login") == "Success")
        first.register(Self.set("Login"))
        _ = barricade(Self.set("Login"), in: storage, faults: faults)
        let message = """
            The saved selection names "Ofline" for set "Login", which has no such response. \
            "Success" answers instead.
            Did you mean "Offline"? Known: "Offline", "Success".
            """
        // Each launch says so.
        let fault = BarricadeError(.unusableSelection, message)
        #expect(faults.all == [fault, fault])
        try first.select("Offline", for: "Other")
        try first.reset("Other")
        var saved = [try storage.load(for: "App")]
        try first.select("Offline", for: "Login")
        saved.append(try storage.load(for: "App"))
        #expect(
            saved == [
                ["Login": "Ofline", "Later": "Offline"], ["Login": "Offline", "Later": "Offline"],
            ])
        #expect(first.changedSelection == ["Login": "Offline"])
        first.register(Self.set("Later"))
        #expect(try first.selectedResponse(for: "Later") == "Offline")
    }

    @Test func aLaunchOverridesSavedNamesAndLosesNoneIfItsOwnExist() throws {
        try storage.save(["Login": "Offline", "Later": "Offline"], for: "App")
        let faults = FaultLog()
        let barricade = barricade(
            Self.set("Login"), in: storage, faults: faults,
            arguments: ["-barricade.select", "Login=Slow;Later=Success"])
        #expect(try barricade.selectedResponse(for: "Login") == "Offline")
        #expect(faults.messages == [])
        #expect(
            barricade.validate().map(\.message).last == """
                The launch options select "Slow" for set "Login", which has no such response.
                Known: "Success", "Offline".
                """)
        var saved = [try storage.load(for: "App")]
        try barricade.select("Success", for: "Login")
        saved.append(try storage.load(for: "App"))
        barricade.reset()
        saved.append(try storage.load(for: "App"))
        let expected: [Preset.Selection] = [
            ["Login": "Offline", "Later": "Offline"], ["Login": "Success", "Later": "Offline"], [:],
        ]
        #expect(saved == expected)
        barricade.register(Self.set("Later", ["Offline", "Success"]))
        #expect(try barricade.selectedResponse(for: "Later") == "Success")
    }

    @Test(arguments: [
        ["-barricade.select", "Login=Slow;Profile=Slow"],
        ["-barricade.preset", "Slow", "-barricade.select", "Profile=Slow"],
    ]) func whatALaunchSelectsIsNotSaved(_ arguments: [String]) throws {
        try storage.save(["Login": "Offline"], for: "App")
        let names = ["Success", "Offline", "Slow"]
        let barricade = barricade(
            Self.set("Login", names), Self.set("Profile", names), in: storage,
            arguments: arguments)
        barricade.register([Preset("Slow", ["Login": "Slow"])])
        #expect(barricade.changedSelection == ["Login": "Slow", "Profile": "Slow"])
        var saved = [try storage.load(for: "App")]
        try barricade.select("Slow", for: "Profile")
        saved.append(try storage.load(for: "App"))
        try barricade.select("Success", for: "Login")
        saved.append(try storage.load(for: "App"))
        let expected: [Preset.Selection] = [
            ["Login": "Offline"], ["Login": "Offline", "Profile": "Slow"],
            ["Login": "Success", "Profile": "Slow"],
        ]
        #expect(saved == expected)
    }

    // MARK: A team's own

    private struct OwnStorage: SelectionStorage {
        struct Failure: Error, CustomStringConvertible {
            var description: String { "the panel is closed" }
        }

        let canLoad = Locked(true)
        let canSave = Locked(true)
        let saved = Locked<[Preset.Selection]>([])

        func load(for barricade: String) throws -> Preset.Selection {
            guard canLoad.current else { throw Failure() }
            return saved.current.last ?? Preset.Selection()
        }

        func update(
            for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void
        ) throws {
            guard canSave.current else { throw Failure() }
            saved.withLock { saved in
                var selection = saved.last ?? Preset.Selection()
                change(&selection)
                saved.append(selection)
            }
        }
    }

    @Test func everyChangeIsSaved() throws {
        let storage = OwnStorage()
        let barricade = Barricade(Self.set("Login"), Self.set("Profile")) { $0.storage = storage }
        try barricade.select("Offline", for: "Login")
        try barricade.select("Offline", for: "Profile")
        try barricade.select("Offline", for: "Profile")
        try barricade.unregister("Login")
        let expected: [Preset.Selection] = [
            ["Login": "Offline"], ["Login": "Offline", "Profile": "Offline"],
            ["Login": "Offline", "Profile": "Offline"], ["Profile": "Offline"],
        ]
        #expect(storage.saved.current == expected)
    }

    @Test func aStorageThatFailsIsReportedOnceAndNotSavedOver() throws {
        let storage = OwnStorage()
        storage.canLoad.withLock { $0 = false }
        let faults = FaultLog()
        let barricade = barricade(Self.set("Login"), in: storage, faults: faults)
        try barricade.select("Offline", for: "Login")
        #expect(storage.saved.current == [])
        storage.canLoad.withLock { $0 = true }
        try barricade.select("Success", for: "Login")
        // Each time that it begins to fail counts as one.
        for _ in 0..<2 {
            storage.canSave.withLock { $0 = false }
            try barricade.select("Offline", for: "Login")
            try barricade.select("Success", for: "Login")
            storage.canSave.withLock { $0 = true }
            try barricade.select("Offline", for: "Login")
        }
        let saved: [Preset.Selection] = [
            ["Login": "Success"], ["Login": "Offline"], ["Login": "Offline"],
        ]
        #expect(storage.saved.current == saved)
        let place = "the panel is closed"
        let expected = [message(place), unsaved(place), unsaved(place)].map {
            BarricadeError(.unusableSelection, $0)
        }
        #expect(faults.all == expected)
    }

    @Test func severalThreadsSaveTheLatestSelectionAndReportOneFault() async throws {
        let storage = OwnStorage()
        let faults = FaultLog()
        let barricade = barricade(Self.set("Login"), in: storage, faults: faults)
        func selectOnThreads() async {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for name in Array(repeating: ["Offline", "Success"], count: 25).joined() {
                            try? barricade.select(name, for: "Login")
                        }
                    }
                }
            }
        }
        await selectOnThreads()
        #expect(storage.saved.current.last == barricade.selection)
        storage.canSave.withLock { $0 = false }
        await selectOnThreads()
        #expect(faults.codes == [.unusableSelection])
    }
}
