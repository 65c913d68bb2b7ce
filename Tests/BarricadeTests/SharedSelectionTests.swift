import Barricade
import Testing

@testable import TestSupport

/// Several barricades of one process that keep their selections in one place.
@Suite(.timeLimit(.minutes(10))) struct SharedSelectionTests {
    private let suite = DefaultsSuite()

    private var storage: any SelectionStorage { .userDefaults(suite: suite.name) }

    private static func set(_ name: String, _ responses: [String] = ["OK", "Offline"])
        -> ResponseSet
    {
        ResponseSet(name, on: .any, responses: responses.map { CannedResponse($0) })
    }

    private func barricade(
        _ sets: [ResponseSet], in storage: any SelectionStorage,
        faultHandler: (@Sendable (BarricadeError) -> Void)? = nil
    ) -> Barricade {
        Barricade(sets) {
            $0.name = "App"
            $0.storage = storage
            $0.faultHandler = faultHandler
        }
    }

    // MARK: At the same time

    @Test(arguments: [["App"], ["App", "Other"]])
    func nothingIsLost(names: [String]) async throws {
        let storage = storage
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                let sets = (0..<6).map { Self.set("\(number).\($0)") }
                let barricade = Barricade(sets) { settings in
                    settings.name = names[number % names.count]
                    settings.storage = storage
                    settings.faultHandler = { Issue.record($0) }
                }
                group.addTask {
                    // Each waits for the lock of the others, and for the disk.
                    await onOwnThread {
                        for set in sets { try? barricade.select("Offline", for: set.name) }
                    }
                }
            }
        }
        for name in names {
            let saved = try storage.load(for: name).responses
            #expect(saved.values.count { $0 == "Offline" } == 36 / names.count)
        }
    }

    // MARK: One after the other

    @Test func neitherSelectionsNorResetsOfOthersAreUndone() throws {
        let sets = [Self.set("Login"), Self.set("Profile")]
        let (one, two) = (barricade(sets, in: storage), barricade(sets, in: storage))
        var saved: [Preset.Selection] = []
        func note() throws { saved.append(try storage.load(for: "App")) }
        try one.select("Offline", for: "Login")
        try two.select("Offline", for: "Profile")
        try note()
        let three = barricade(sets, in: storage)
        try three.reset("Login")
        try one.select("Offline", for: "Profile")
        try note()
        three.reset()
        one.register(Self.set("Other"))
        try one.select("OK", for: "Other")
        try note()
        let expected: [Preset.Selection] = [
            ["Login": "Offline", "Profile": "Offline"], ["Profile": "Offline"], ["Other": "OK"],
        ]
        #expect(saved == expected)
    }

    @Test func theLatestChangeOfASetWins() throws {
        let one = barricade([Self.set("Login")], in: storage)
        let two = barricade([Self.set("Login")], in: storage)
        var saved: [Preset.Selection] = []
        func note() throws { saved.append(try storage.load(for: "App")) }
        try one.select("Offline", for: "Login")
        try two.select("OK", for: "Login")
        try note()
        // What it has selected already is selected anew, and so is a default that it has.
        try one.select("Offline", for: "Login")
        try note()
        let three = barricade([Self.set("Login")], in: storage)
        try one.reset("Login")
        try one.reset("Login")
        try three.select("Offline", for: "Login")
        try one.reset("Login")
        try note()
        try three.select("Offline", for: "Login")
        one.restore([:])
        try note()
        let expected: [Preset.Selection] = [["Login": "OK"], ["Login": "Offline"], [:], [:]]
        #expect(saved == expected)
    }

    /// Neither what is loaded is a change, nor what goes with a name or a set that is gone.
    @Test func setsThatComeAndGoLeaveWhatOthersSelected() throws {
        let old = barricade([Self.set("Login", ["OK", "Offline", "Slow"])], in: storage)
        try old.select("Slow", for: "Login")
        let late = (0..<2).map { _ in barricade([], in: storage) }
        try old.select("Offline", for: "Login")
        late[0].register(Self.set("Login"))
        #expect(late[0].changedSelection == [:])
        #expect(try storage.load(for: "App") == ["Login": "Offline"])
        old.reset()
        late[1].register(Self.set("Login", ["OK", "Slow"]))
        #expect(late[1].changedSelection == ["Login": "Slow"])
        #expect(try storage.load(for: "App") == [:])

        let one = barricade([Self.set("Login"), Self.set("Profile")], in: storage)
        for set in ["Login", "Profile"] { try one.select("Offline", for: set) }
        try late[0].select("OK", for: "Login")
        for set in ["Login", "Profile"] { try one.unregister(set) }
        #expect(try storage.load(for: "App") == ["Login": "OK"])
    }

    @Test func whatCouldNotBeSavedIsSavedLater() throws {
        let (defaults, broken) = (suite.defaults, Data("{".utf8))
        defaults.set(broken, forKey: "App")
        let faults = FaultLog()
        let sets = ["Login", "Profile", "Other", "Cart"].map { Self.set($0) }
        let barricade = barricade(sets, in: storage, faultHandler: faults.handler)
        try barricade.select("Offline", for: "Login")
        try barricade.reset("Profile")
        // A response that is selected and then gone leaves the default.
        try barricade.select("Offline", for: "Cart")
        barricade.register(Self.set("Cart", ["OK"]))
        #expect(defaults.data(forKey: "App") == broken)
        let repaired = """
            {"version": 1, "barricades": {"App": \
            {"Login": "OK", "Profile": "OK", "Cart": "OK", "Gone": "OK"}}}
            """
        defaults.set(Data(repaired.utf8), forKey: "App")
        try barricade.select("Offline", for: "Other")
        #expect(
            try storage.load(for: "App") == [
                "Login": "Offline", "Other": "Offline", "Gone": "OK",
            ])
        #expect(faults.codes == [.unusableSelection])
    }
}
