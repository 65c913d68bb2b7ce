import Barricade
import BarricadeCommon
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

    private func get() async throws -> String {
        try await barricade.session.get("\(api)/book").text
    }

    @Test func anAddedResponseAnswersAndTheOthersGoOn() async throws {
        #expect(try await get() == "1")
        try barricade.answerNext("Book", with: CannedResponse(text: "once"))
        try barricade.add(CannedResponse("Made", text: "made"), to: "Book")
        #expect(try await get() == "once")
        #expect(try await get() == "2")
        #expect(try barricade.sequencePosition(for: "Book") == 2)
        try barricade.select("Made", for: "Book")
        #expect(try await get() == "made")
        #expect(barricade.sets.map(\.name) == ["Book", "All"])
        #expect(faults.all == [])
    }

    @Test func aReplacedResponseStaysSelectedUnderANewName() async throws {
        try barricade.add(CannedResponse("Made", text: "made"), to: "Book")
        try barricade.select("Made", for: "Book")
        try barricade.replace("Made", with: CannedResponse(text: "better"), in: "Book")
        #expect(try await get() == "better")
        try barricade.replace("Made", with: CannedResponse("Best", text: "best"), in: "Book")
        #expect(try await get() == "best")
        #expect(barricade.snapshot == ["Book": "Best"])
        #expect(barricade.sets[0].responses.map(\.name) == ["Count", "Gone", "Best"])
    }

    @Test func aRemovedResponseLeavesTheDefault() async throws {
        try barricade.add(CannedResponse("Made", text: "made"), to: "Book")
        try barricade.select("Made", for: "Book")
        #expect(try await get() == "made")
        try barricade.remove("Made", from: "Book")
        #expect(try await get() == "1")
        #expect(barricade.snapshot == [:])
    }

    @Test func theLastResponseTakesItsSetAlong() async throws {
        barricade.register(ResponseSet("Empty", on: .get("/book"), responses: []))
        try barricade.add(CannedResponse("Made", text: "made"), to: "Empty")
        #expect(try await get() == "made")
        #expect(barricade.validate() == [])
        try barricade.remove("Made", from: "Empty")
        #expect(try await get() == "1")
        #expect(barricade.sets.map(\.name) == ["Book", "All"])
    }

    @Test func whatWasMadeStaysWhenItsSetIsRegisteredAgain() async throws {
        try barricade.add(CannedResponse("Made", text: "made"), to: "Book")
        try barricade.select("Made", for: "Book")
        barricade.register(Self.book)
        #expect(try await get() == "made")
        #expect(try barricade.selectedResponse(for: "Book") == "Made")
        let preset = Preset("Both", ["Book": "Made"])
        barricade.reset()
        try barricade.apply(preset)
        #expect(try await get() == "made")
        let snapshot = barricade.snapshot
        barricade.reset()
        barricade.restore(snapshot)
        #expect(try await get() == "made")
        #expect(faults.all == [])
        try barricade.remove("Made", from: "Book")
        barricade.register(Self.book)
        #expect(barricade.sets[0].responses.map(\.name) == ["Count", "Gone"])
    }

    @Test func aResponseOfTheCodeReplacesTheMadeOne() async throws {
        try barricade.add(CannedResponse("Made", text: "made"), to: "Book")
        try barricade.select("Made", for: "Book")
        barricade.register(
            ResponseSet("Book", on: .get("/book"), fileID: "App/Sets.swift", line: 9) {
                CannedResponse("Made", text: "code")
            })
        #expect(try await get() == "code")
        #expect(
            faults.messages == [
                """
                Response set "Book" (Sets.swift:9) has a response "Made" now, which replaces the one \
                made at run time.
                """
            ])
        barricade.register(Self.book)
        #expect(try await get() == "1")
    }

    @Test func theSelectionIsKeptByItsName() async throws {
        let suite = DefaultsSuite()
        let storage = UserDefaultsSelectionStorage.userDefaults(suite: suite.name)
        let first = Barricade(Self.book) { $0.storage = storage }
        try first.add(CannedResponse("Made", text: "made"), to: "Book")
        try first.select("Made", for: "Book")
        #expect(try storage.load(for: "Barricade") == ["Book": "Made"])
        try first.replace("Made", with: CannedResponse("Best"), in: "Book")
        #expect(try storage.load(for: "Barricade") == ["Book": "Best"])
        try first.remove("Best", from: "Book")
        #expect(try storage.load(for: "Barricade") == [:])
    }

    @Test(arguments: [
        (
            #"add "Made" to "Boook""#,
            """
            No response set is named "Boook".
            Did you mean "Book"? Known: "Book", "All".
            """
        ),
        (
            #"add "Gone" to "Book""#,
            #"A response of set "Book" needs a name that no other has, got "Gone"."#
        ),
        (
            #"add "" to "Book""#,
            #"A response of set "Book" needs a name that no other has, got ""."#
        ),
        (
            #"remove "Gonne" to "Book""#,
            """
            Set "Book" has no response named "Gonne".
            Did you mean "Gone"? Known: "Gone", "Count".
            """
        ),
        (
            #"remove "Gone" to "Book""#,
            """
            Response "Gone" of set "Book" (Sets.swift:7) was not made at run time, so it can only be \
            changed there.

            To fix: add a copy under another name.
            """
        ),
    ]) func whatCannotBeIsRefused(_ line: String, _ message: String) throws {
        let names = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        let error = #expect(throws: BarricadeError.self) {
            if line.hasPrefix("add") {
                try barricade.add(CannedResponse(names[1]), to: names[3])
            } else {
                try barricade.remove(names[1], from: names[3])
            }
        }
        #expect(error?.message == message)
        #expect(barricade.sets[0].responses.map(\.name) == ["Count", "Gone"])
    }

    @Test func changesAreTold() async throws {
        var changes = barricade.changes.makeAsyncIterator()
        try barricade.add(CannedResponse("Made", text: "made"), to: "Book")
        #expect(await changes.next() == .registered(["Book"]))
    }

    // MARK: What callers get

    /// Counts the parts of replies.
    private final class Counter: LiveObserver {
        let isRecorder = false
        let parts = Locked<[String]>([])

        func observation(of request: LiveRequest) -> (any LiveObservation)? { nil }

        func receive(_ part: DeliveredPart, of request: LoggedRequest.ID) {
            let text =
                switch part {
                case .fields(let fields): "\(request) fields \(fields.fields.map(\.name))"
                case .head(let response): "\(request) head \(response.statusCode)"
                case .data(let data): "\(request) \(data.count) bytes"
                }
            parts.withLock { $0.append(text) }
        }
    }

    @Test func anObserverSeesWhatTheCallerGets() async throws {
        let counter = Counter()
        try barricade.add(
            CannedResponse("Made", headers: ["B": "1", "A": "2"], text: "made"), to: "Book")
        try barricade.select("Made", for: "Book")
        #expect(try await get() == "made")
        let place = barricade.observe(with: counter)
        #expect(try await get() == "made")
        _ = consume place
        #expect(try await get() == "made")
        #expect(
            counter.parts.current == [
                #"1 fields ["B", "A", "Content-Type", "ETag", "Content-Length"]"#, "1 head 200",
                "1 4 bytes",
            ])
    }
}
