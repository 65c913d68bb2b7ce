import Barricade
import Foundation
import Testing

/// Several barricades of one process that keep their selections in one place.
@Suite(.timeLimit(.minutes(5))) struct SharedSelectionTests {
    private let folder: ScratchFolder
    private let suite = DefaultsSuite()

    init() throws {
        folder = try ScratchFolder()
    }

    enum Place: CaseIterable {
        case file, userDefaults
    }

    private func storage(in place: Place) -> any SelectionStorage {
        switch place {
        case .file: .file(folder.file("selection.json"))
        case .userDefaults: .userDefaults(suite: suite.name)
        }
    }

    private func barricade(
        _ sets: String..., in storage: any SelectionStorage,
        responses: [String] = ["OK", "Offline"]
    ) -> Barricade {
        Barricade(
            sets.map { ResponseSet($0, on: .any, responses: responses.map { CannedResponse($0) }) },
            name: "App", storage: storage)
    }

    @Test(arguments: Place.allCases) func otherSetsAreLeftAsTheyAre(in place: Place) throws {
        let storage = storage(in: place)
        let one = barricade("Login", "Profile", in: storage)
        let two = barricade("Login", "Profile", in: storage)
        try one.select("Offline", for: "Login")
        try two.select("Offline", for: "Profile")
        #expect(try storage.load(for: "App") == ["Login": "Offline", "Profile": "Offline"])
    }

    @Test(arguments: Place.allCases) func aResetIsNotUndone(in place: Place) throws {
        let storage = storage(in: place)
        let one = barricade("Login", "Profile", in: storage)
        try one.select("Offline", for: "Login")
        let two = barricade("Login", "Profile", in: storage)
        try two.reset("Login")
        try one.select("Offline", for: "Profile")
        #expect(try storage.load(for: "App") == ["Profile": "Offline"])
        two.reset()
        one.register(ResponseSet("Other", on: .any) { CannedResponse("OK") })
        try one.select("OK", for: "Other")
        #expect(try storage.load(for: "App") == ["Other": "OK"])
    }

    @Test func theLatestChangeOfASetWins() throws {
        let storage = storage(in: .file)
        let one = barricade("Login", in: storage)
        let two = barricade("Login", in: storage)
        try one.select("Offline", for: "Login")
        try two.select("OK", for: "Login")
        #expect(try storage.load(for: "App") == ["Login": "OK"])
        // What it has selected already is selected anew, and so is a default that it has.
        try one.select("Offline", for: "Login")
        #expect(try storage.load(for: "App") == ["Login": "Offline"])
        let three = barricade("Login", in: storage)
        try one.reset("Login")
        try one.reset("Login")
        try three.select("Offline", for: "Login")
        try one.reset("Login")
        #expect(try storage.load(for: "App") == [:])
        try three.select("Offline", for: "Login")
        one.restore([:])
        #expect(try storage.load(for: "App") == [:])
    }

    @Test func whatIsLoadedIsNotAChange() throws {
        let storage = storage(in: .file)
        let one = barricade("Login", in: storage)
        try one.select("Offline", for: "Login")
        let late = barricade(in: storage)
        one.reset()
        late.register(
            ResponseSet("Login", on: .any, responses: ["OK", "Offline"].map { CannedResponse($0) }))
        #expect(late.snapshot == ["Login": "Offline"])
        #expect(try storage.load(for: "App") == [:])
    }

    @Test func onlyTheNameThatNoLongerExistsIsForgotten() throws {
        let storage = storage(in: .file)
        let old = barricade("Login", in: storage, responses: ["OK", "Offline", "Slow"])
        try old.select("Slow", for: "Login")
        let late = barricade(in: storage)
        try old.select("Offline", for: "Login")
        late.register(
            ResponseSet("Login", on: .any, responses: ["OK", "Offline"].map { CannedResponse($0) }))
        #expect(late.snapshot == [:])
        #expect(try storage.load(for: "App") == ["Login": "Offline"])
    }

    @Test func whatCouldNotBeSavedIsSavedLater() throws {
        let storage = storage(in: .file)
        let file = try folder.write("{", to: "selection.json")
        let faults = FaultLog()
        let barricade = Barricade(
            ["Login", "Profile", "Other"].map {
                ResponseSet($0, on: .any, responses: ["OK", "Offline"].map { CannedResponse($0) })
            }, name: "App", storage: storage, faultHandler: faults.handler)
        try barricade.select("Offline", for: "Login")
        try barricade.reset("Profile")
        #expect(faults.codes == [.unusableSelection])
        #expect(try folder.read("selection.json") == "{")
        try Data(
            #"{"version": 1, "barricades": {"App": {"Login": "OK", "Profile": "OK", "Gone": "OK"}}}"#
                .utf8
        ).write(to: file)
        try barricade.select("Offline", for: "Other")
        #expect(
            try storage.load(for: "App") == [
                "Login": "Offline", "Other": "Offline", "Gone": "OK",
            ])
        #expect(faults.all.count == 1)
    }
}
