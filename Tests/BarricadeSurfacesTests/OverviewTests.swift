import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct OverviewTests {
    private let login = ResponseSet("Login", on: .post("/login"), group: "Account") {
        CannedResponse("Success", json: ["token": "f00d"])
        CannedResponse("Locked", status: 423, delay: .seconds(2))
        CannedResponse("Offline", error: .notConnectedToInternet)
    }
    private let books = ResponseSet("Books / New", on: .get("/books"), default: "Two") {
        CannedResponse("None", json: [])
        CannedResponse("Two", json: [1, 2])
    }

    @Test func describesSetsAndResponses() throws {
        let overview = Barricade(login, books) { $0.name = "App" }.overview
        #expect(overview.name == "App")
        #expect(overview.sets.map(\.name) == ["Login", "Books / New"])
        #expect(overview.groups == ["Account"])
        let set = try #require(overview["Login"])
        #expect(set.matcher == "POST /login")
        #expect(set.mode == .barricaded)
        #expect(set.responses.map(\.name) == ["Success", "Locked", "Offline"])
        #expect(set.responses.map(\.kind) == [.reply, .reply, .error])
        #expect(set.responses.map(\.status) == [200, 423, nil])
        #expect(set.responses.map(\.delay) == [nil, "2.0 seconds", nil])
        #expect(
            set.responses.map(\.summary) == [
                "200 application/json", "423 after 2.0 seconds", "error notConnectedToInternet",
            ])
        let other = try #require(overview["Books / New"])
        #expect(other.selectedResponse == "Two" && other.defaultResponse == "Two")
        #expect(!other.isChanged && !other.isUsed && other.requestCount == 0)
    }

    @Test func identifiersSuitURLsAndStayTheSame() throws {
        let (first, second) = (Barricade(login, books).overview, Barricade(books).overview)
        let id = try #require(first["Books / New"]?.id)
        #expect(id == second["Books / New"]?.id)
        #expect(id != first["Login"]?.id)
        #expect(id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    }

    @Test func sumsUpResponsesOnceAndOnlyWhenTheyAreRead() throws {
        let set = ResponseSet("Set", on: .any) {
            CannedResponse("OK")
            CannedResponse("Refused", error: Refusal())
        }
        let barricade = Barricade(set)
        let (first, second) = (barricade.overview, barricade.overview)
        #expect(first["Set"]?.selectedResponse == "OK")
        #expect(Refusal.reads.withLock { $0 } == 0)
        #expect(first["Set"]?["Refused"]?.summary == "error Refusal 7")
        let reads = Refusal.reads.withLock { $0 }
        #expect(reads > 0)
        #expect(first == second)
        #expect(first["Set"]?["Refused"]?.summary == second["Set"]?["Refused"]?.summary)
        #expect(barricade.overview["Set"]?.responses.count == 2)
        #expect(Refusal.reads.withLock { $0 } == reads)
    }

    @Test func tellsEveryKindOfResponse() {
        let set = ResponseSet("All", on: .any) {
            CannedResponse("Reply")
            CannedResponse("Redirect", redirect: "/other")
            CannedResponse("Error", error: .timedOut)
            CannedResponse.live()
            CannedResponse.neverAnswers()
            CannedResponse.sequence("Sequence") { CannedResponse() }
            CannedResponse.weighted("Weighted", [(1, CannedResponse())])
            CannedResponse("Handler") { _ in CannedResponse() }
        }
        #expect(
            Barricade(set).overview.sets.flatMap { $0.responses.map(\.kind) } == [
                .reply, .redirect, .error, .live, .neverAnswers, .sequence, .weighted, .handler,
            ])
    }

    @Test func showsChoicesAndCounts() async throws {
        let barricade = Barricade(login, books)
        try barricade.select("Offline", for: "Login")
        try barricade.setMode(.live, for: "Books / New")
        let session = barricade.session
        _ = try await session.failure("\(api)/login", method: "POST")
        _ = try await session.failure("\(api)/nothing")
        let before = barricade.overview
        #expect(before["Login"]?.selected?.kind == .error)
        #expect(before.sets.map(\.isChanged) == [true, true])
        #expect(before["Login"]?.requestCount == 1)
        #expect(before.requestCount == 2 && before.unmatchedCount == 1)

        barricade.clearRequests()
        let after = barricade.overview
        #expect(after.revision > before.revision)
        #expect(after["Login"]?.requestCount == 0)
        #expect(after["Login"]?.isUsed == true)
        #expect(after["Books / New"]?.isUsed == false)
        #expect(after.requestCount == 0 && after.unmatchedCount == 0)
    }

    @Test func aSetWithoutResponsesSelectsNone() throws {
        let faults = FaultLog()
        let empty = ResponseSet("Empty", on: .any, responses: [])
        let barricade = Barricade(empty) { $0.faultHandler = faults.handler }
        let set = try #require(barricade.overview["Empty"])
        #expect(set.selectedResponse == nil && set.defaultResponse == nil && set.selected == nil)
        #expect(set.faults == faults.messages)
        #expect(set.faults.count == 1)
    }

    @Test func describesASetAnewWhenAnotherReplacesIt() throws {
        let barricade = Barricade(login, books)
        #expect(barricade.overview["Login"]?.matcher == "POST /login")
        barricade.register(ResponseSet("Login", on: .put("/session")) { CannedResponse("New") })
        let overview = barricade.overview
        #expect(overview["Login"]?.matcher == "PUT /session")
        #expect(overview["Login"]?.selectedResponse == "New")
        #expect(overview.sets.map(\.name) == ["Login", "Books / New"])
        barricade.unregisterAll()
        #expect(barricade.overview.sets.isEmpty)
    }

    @Test func marksThePresetThatWasAppliedAndSaysWhenItWasModified() throws {
        let barricade = Barricade(login, books) {
            $0.presets = [
                Preset("Offline", everySet: "Offline"), Preset("Locked", ["Login": "Locked"]),
                Preset("Usual", ["Login": "Success"]),
            ]
        }
        func states() -> [BarricadeOverview.PresetSummary.State] {
            barricade.overview.presets.map(\.state)
        }
        #expect(states() == [.available, .available, .applied])
        try barricade.apply("Offline")
        #expect(states() == [.applied, .available, .available])
        try barricade.select("Locked", for: "Login")
        #expect(states() == [.modified, .available, .available])
        try barricade.apply("Locked")
        #expect(states() == [.available, .applied, .available])
        barricade.reset()
        #expect(states() == [.available, .available, .applied])
    }

    @Test func showsPoliciesAndConditions() {
        let barricade = Barricade(login) {
            $0.seed = .max
            $0.launchOptions = LaunchOptions(
                arguments: [
                    "-barricade.select", "Login=Nope", "-barricade.delay", "0.5",
                    "-barricade.network", "3G", "-barricade.panel", "8123",
                ], environment: [:])
            $0.faultHandler = { _ in }
        }
        barricade.unmatchedPolicy = .passThrough(hosts: ["localhost"])
        let overview = barricade.overview
        #expect(overview.unmatchedPolicy == "pass through to localhost, else fail")
        #expect(overview.networkConditions == "3G")
        #expect(overview.seed == "18446744073709551615")
        #expect(
            overview.launchOptions == [
                "select Login=Nope", "delay 0.5 seconds", "network 3G", "panel 8123",
            ])
        #expect(overview.storage.place == "memory" && !overview.storage.isLasting)
    }

    @Test func saysThatTheSelectionCannotBeSavedAsLongAsItCannot() throws {
        let storage = Shelf()
        let barricade = Barricade(login) {
            $0.name = "App"
            $0.storage = storage
            $0.faultHandler = { _ in }
        }
        #expect(barricade.overview.storage.fault == nil)
        #expect(barricade.overview.storage.isLasting)
        #expect(barricade.overview.storage.place == "the shelf")
        storage.isLocked.withLock { $0 = true }
        try barricade.select("Locked", for: "Login")
        let fault = try #require(barricade.overview.storage.fault)
        let start = "The selection of barricade \"App\" cannot be saved: it is locked."
        #expect(fault.hasPrefix(start))
        try barricade.select("Offline", for: "Login")
        #expect(barricade.overview.storage.fault != nil)
        storage.isLocked.withLock { $0 = false }
        try barricade.select("Success", for: "Login")
        #expect(barricade.overview.storage.fault == nil)
    }

    /// A storage that is locked now and then.
    private struct Shelf: SelectionStorage, CustomStringConvertible {
        struct Failure: Error, CustomStringConvertible {
            var description: String { "it is locked" }
        }

        let isLocked = Locked(false)
        var description: String { "the shelf" }

        func load(for barricade: String) -> Preset.Selection { [:] }
        func update(
            for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void
        ) throws {
            if isLocked.withLock({ $0 }) { throw Failure() }
        }
    }

    @Test func staysTheSameThroughJSON() async throws {
        let barricade = Barricade(login, books) { $0.presets = [Preset("P", ["Login": "Locked"])] }
        let held = try barricade.hold("Login")
        let session = barricade.patientSession
        let answer = Task { try await session.get("\(api)/login", method: "POST").status }
        try await held.waitForRequest()
        let overview = barricade.overview
        #expect(overview.heldRequests.count == 1)
        let decoded = try JSONDecoder().decode(
            BarricadeOverview.self, from: try JSONEncoder().encode(overview))
        #expect(decoded == overview)
        held.releaseAll()
        #expect(try await answer.value == 200)
    }

    @Test func masksSecretsOfMatchersAndRequests() async throws {
        let set = ResponseSet("Secret", on: .get("/a?token=hush")) { CannedResponse("OK") }
        let barricade = Barricade(set)
        let held = try barricade.hold("Secret")
        let session = barricade.patientSession
        let answer = Task { try await session.get("\(api)/a?token=hush").status }
        try await held.waitForRequest()
        let text = String(decoding: try JSONEncoder().encode(barricade.overview), as: UTF8.self)
        #expect(!text.contains("hush"))
        held.releaseAll()
        #expect(try await answer.value == 200)
    }

    @Test func showsSetsToBeRecorded() throws {
        let barricade = Barricade(
            ResponseSet("Books", on: .get("/books")) { CannedResponse("OK", text: "canned") })
        try barricade.setMode(.recording, for: "Books")
        #expect(barricade.overview["Books"]?.mode == .recording)
    }
}

/// An error that counts how often its domain is read.
private struct Refusal: CustomNSError {
    static let reads = Locked(0)

    static var errorDomain: String {
        reads.withLock { $0 += 1 }
        return "Refusal"
    }

    var errorCode: Int { 7 }
}
