import Barricade
import BarricadeCommon
import Testing

@testable import TestSupport

/// The responses that are made at run time.
@Suite(.timeLimit(.minutes(10))) struct EditingTests {
    private static let book = ResponseSet(
        "Book", on: .get("/book"), fileID: "App/Sets.swift", line: 7
    ) {
        CannedResponse.sequence("Count") {
            CannedResponse(text: "1")
            CannedResponse(text: "2")
        }
        CannedResponse("Gone", status: 410)
    }

    private let faults = FaultLog()
    private let barricade: Barricade

    init() {
        let faults = faults
        barricade = Barricade(
            ResponseSet("All", on: .any("/**")) { CannedResponse("All", text: "all") }
        ) { $0.faultHandler = faults.handler }
        barricade.register(Self.book)
    }

    private func get() async -> String {
        await barricade.answers(to: "/book")[0]
    }

    /// Adds a response to the set and selects it.
    private func make() throws {
        try barricade.add(CannedResponse("Made", text: "made"), to: "Book")
        try barricade.select("Made", for: "Book")
    }

    @Test func anAddedResponseAnswersAndTheOthersGoOn() async throws {
        var texts = [await get()]
        try barricade.answerNext("Book", with: CannedResponse(text: "once"))
        try barricade.setMode(.held, for: "All")
        var changes = barricade.changes.makeAsyncIterator()
        try barricade.add(CannedResponse("Made", text: "made"), to: "Book")
        #expect(await changes.next() == .registered(["Book"]))
        texts += [await get(), await get()]
        #expect(try barricade.sequencePosition(for: "Book") == 2)
        try barricade.select("Made", for: "Book")
        texts.append(await get())
        #expect(texts == ["1", "once", "2", "made"])
        // A set that is edited stands and is as before.
        for set in ["Book", "All"] { try barricade.add(CannedResponse("Other"), to: set) }
        #expect(
            barricade.sets.map { "\($0.name) \($0.responses.count)" } == ["Book 4", "All 2"])
        #expect(try barricade.mode(of: "All") == .held)
        #expect(barricade.changedSelection == ["Book": "Made"])
        #expect(await get() == "made")
        #expect(faults.messages == [])
    }

    @Test func aReplacedResponseStaysSelectedUntilItIsRemoved() async throws {
        let suite = DefaultsSuite()
        let storage = UserDefaultsSelectionStorage.userDefaults(suite: suite.name)
        let barricade = Barricade(Self.book) { $0.storage = storage }
        /// The selection as it is stored, and the text that it answers with.
        func state() async throws -> String {
            let saved = try storage.load(for: "Barricade")
            #expect(saved == barricade.changedSelection)
            return "\(barricade.changedSelection): \(await barricade.answers(to: "/book")[0])"
        }
        try barricade.add(CannedResponse("Made", text: "made"), to: "Book")
        try barricade.select("Made", for: "Book")
        var states = [try await state()]
        try barricade.replace("Made", with: CannedResponse(text: "better"), in: "Book")
        states.append(try await state())
        try barricade.replace("Made", with: CannedResponse("Best", text: "best"), in: "Book")
        states.append(try await state())
        #expect(barricade.sets[0].responses.map(\.name) == ["Count", "Gone", "Best"])
        try barricade.remove("Best", from: "Book")
        states.append(try await state())
        #expect(
            states == ["Book=Made: made", "Book=Made: better", "Book=Best: best", ": 1"])
    }

    @Test func whatAnswersNextStaysWhenTheDefaultIsReplaced() async throws {
        barricade.register(ResponseSet("Empty", on: .get("/book"), responses: []))
        try barricade.add(CannedResponse("Made", text: "made"), to: "Empty")
        try barricade.answerNext("Empty", with: CannedResponse(text: "once"))
        try barricade.replace("Made", with: CannedResponse(text: "better"), in: "Empty")
        #expect([await get(), await get()] == ["once", "better"])
        // A set that is registered anew begins anew.
        try barricade.answerNext("Empty", with: CannedResponse(text: "once"))
        barricade.register(
            ResponseSet("Empty", on: .get("/book")) { CannedResponse("New", text: "new") })
        #expect(await get() == "new")
    }

    @Test func theLastResponseTakesItsSetAlong() async throws {
        barricade.register(ResponseSet("Empty", on: .get("/book"), responses: []))
        try barricade.add(CannedResponse("Made", text: "made"), to: "Empty")
        #expect(barricade.validate() == [])
        var texts = [await get()]
        try barricade.remove("Made", from: "Empty")
        texts.append(await get())
        #expect(texts + barricade.sets.map(\.name) == ["made", "1", "Book", "All"])
    }

    @Test func whatWasMadeStaysUnlessItsSetHasItWhenRegisteredAgain() async throws {
        try make()
        barricade.register(Self.book)
        let snapshot = barricade.changedSelection
        var texts = [await get()]
        barricade.reset()
        try barricade.apply(Preset("Both", ["Book": "Made"]))
        texts.append(await get())
        barricade.reset()
        barricade.restore(snapshot)
        texts.append(await get())
        try barricade.remove("Made", from: "Book")
        barricade.register(Self.book)
        #expect(barricade.sets[0].responses.map(\.name) == ["Count", "Gone"])
        try make()
        #expect(faults.messages == [])
        barricade.register(
            ResponseSet("Book", on: .get("/book"), fileID: "App/Sets.swift", line: 9) {
                CannedResponse("Made", text: "code")
            })
        texts.append(await get())
        barricade.register(Self.book)
        texts.append(await get())
        #expect(texts == ["made", "made", "made", "code", "1"])
        #expect(
            faults.messages == [
                """
                Response set "Book" (Sets.swift:9) has a response "Made" now, which replaces the one \
                made at run time.
                """
            ])
    }

    @Test func whatCannotBeIsRefused() throws {
        let table: [((Barricade) throws -> Void, String)] = [
            (
                { try $0.add(CannedResponse("Made"), to: "Boook") },
                """
                No response set is named "Boook".
                Did you mean "Book"? Known: "Book", "All".
                """
            ),
            (
                { try $0.add(CannedResponse("Gone"), to: "Book") },
                #"A response of set "Book" needs a name that no other has, got "Gone"."#
            ),
            (
                { try $0.add(CannedResponse(""), to: "Book") },
                #"A response of set "Book" needs a name that no other has, got ""."#
            ),
            (
                { try $0.remove("Gonne", from: "Book") },
                """
                Set "Book" has no response named "Gonne".
                Did you mean "Gone"? Known: "Gone", "Count".
                """
            ),
            (
                { try $0.remove("Gone", from: "Book") },
                """
                Response "Gone" of set "Book" (Sets.swift:7) stands in code, and only what \
                is made at run time can be removed from here.

                To fix: change it where it stands, or add a copy under another name.
                """
            ),
        ]
        for (change, message) in table {
            let error = #expect(throws: BarricadeError.self) { try change(barricade) }
            #expect(error?.message == message)
        }
        #expect(barricade.sets[0].responses.map(\.name) == ["Count", "Gone"])
    }

    // MARK: What callers get

    @Test func anObserverSeesWhatTheCallerGets() async throws {
        let observer = ReplyObserver()
        try barricade.add(
            CannedResponse("Made", headers: ["B": "1", "A": "2"], text: "made"), to: "Book")
        try barricade.select("Made", for: "Book")
        _ = await get()
        let place = barricade.registration(of: observer)
        _ = await get()
        _ = consume place
        #expect(await get() == "made")
        #expect(
            observer.delivered.all == [
                #"1 200 ["B", "A", "Content-Type", "ETag", "Content-Length"]"#, "1 4 bytes",
            ])
    }
}
