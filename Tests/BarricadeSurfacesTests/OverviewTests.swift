import Barricade
import BarricadeSurfaces
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

    @Test func describesSetsAndResponsesOfEveryKind() throws {
        let overview = Barricade(login, books) { $0.name = "App" }.overview
        #expect([overview.name] + overview.groups == ["App", "Account"])
        // Identifiers suit URLs, and stay the same.
        let ids = overview.sets.map(\.id)
        #expect(ids[0] != ids[1])
        #expect(Barricade(books).overview.sets.map(\.id) == [ids[1]])
        #expect(ids[1].wholeMatch(of: #/[A-Za-z0-9_-]+/#) != nil)
        let lines = overview.sets.map { set in
            "\(set.name): \(set.matcher), \(set.mode), \(set.selectedResponse ?? "none") of "
                + "\(set.defaultResponse ?? "none"), \(set.requestCount), "
                + (set.isChanged ? "changed" : "unchanged") + (set.isUsed ? ", used" : "")
        }
        #expect(
            lines == [
                "Login: POST /login, barricaded, Success of Success, 0, unchanged",
                "Books / New: GET /books, barricaded, Two of Two, 0, unchanged",
            ])
        let responses = try #require(overview["Login"]).responses.map { response in
            "\(response.name), \(response.kind), \(response.status ?? 0), "
                + "\(response.delay ?? "at once"): \(response.summary)"
        }
        #expect(
            responses == [
                "Success, reply, 200, at once: 200 application/json",
                "Locked, reply, 423, 2.0 seconds: 423 after 2.0 seconds",
                "Offline, error, 0, at once: error notConnectedToInternet",
            ])
        let all = ResponseSet("All", on: .any) {
            CannedResponse("Redirect", redirect: "/other")
            CannedResponse.live()
            CannedResponse.neverAnswers()
            CannedResponse.sequence("Sequence") { CannedResponse() }
            CannedResponse.weighted("Weighted", [(1, CannedResponse())])
            CannedResponse("Handler") { _ in CannedResponse() }
        }
        let kinds = Barricade(all).overview.sets[0].responses.map(\.kind)
        #expect(kinds == [.redirect, .live, .neverAnswers, .sequence, .weighted, .handler])
    }

    @Test func sumsUpResponsesOnceAndOnlyWhenTheyAreRead() throws {
        let set = ResponseSet("Set", on: .any) {
            CannedResponse("OK")
            CannedResponse("Refused", error: Refusal())
        }
        let barricade = Barricade(set)
        let (first, second) = (barricade.overview, barricade.overview)
        #expect(first["Set"]?.selectedResponse == "OK")
        #expect(Refusal.reads.current == 0)
        #expect(first["Set"]?["Refused"]?.summary == "error Refusal 7")
        let reads = Refusal.reads.current
        #expect(first == second)
        #expect(barricade.overview["Set"]?.responses.count == 2)
        #expect(reads > 0)
        #expect(Refusal.reads.current == reads)
    }

    @Test func showsChoicesAndCounts() async throws {
        let barricade = Barricade(login, books)
        try barricade.select("Offline", for: "Login")
        try barricade.setMode(.recording, for: "Books / New")
        _ = try await barricade.answer(to: "POST /login")
        _ = try await barricade.answer(to: "GET /nothing")
        let before = barricade.overview
        barricade.clearRequests()
        let after = barricade.overview
        let (kind, mode) = (before["Login"]?.selected?.kind, before["Books / New"]?.mode)
        #expect((kind, mode) == (.error, .recording))
        #expect(before.sets.filter { !$0.isChanged }.map(\.name) == [])
        #expect(after.revision > before.revision)
        let counts = [before, after].map { overview in
            [overview.requestCount, overview.unmatchedCount] + overview.sets.map(\.requestCount)
        }
        #expect(counts == [[2, 1, 1, 0], [0, 0, 0, 0]])
        #expect(after.sets.filter(\.isUsed).map(\.name) == [after.sets[0].name])
    }

    @Test func aSetWithoutResponsesSelectsNone() throws {
        let faults = FaultLog()
        let empty = ResponseSet("Empty", on: .any, responses: [])
        let barricade = Barricade(empty) { $0.faultHandler = faults.handler }
        let set = try #require(barricade.overview["Empty"])
        #expect(set.selectedResponse == nil)
        #expect(set.defaultResponse == nil)
        #expect(set.selected == nil)
        #expect(set.faults == faults.messages)
        #expect(set.faults.count == 1)
    }

    @Test func describesASetAnewWhenItIsChanged() throws {
        let barricade = Barricade(login, books)
        func lines() -> [String] {
            barricade.overview.sets.map { "\($0.matcher), \($0.selectedResponse ?? "none")" }
        }
        #expect(lines() == ["POST /login, Success", "GET /books, Two"])
        barricade.register(ResponseSet("Login", on: .put("/session")) { CannedResponse("New") })
        #expect(lines() == ["PUT /session, New", "GET /books, Two"])
        // So it does when it is as before, for what was read in between was not.
        let read = barricade.overview
        try barricade.add(CannedResponse("Made"), to: "Login")
        try barricade.remove("Made", from: "Login")
        #expect(barricade.overview.changedSets(since: read)?.map(\.name) == ["Login"])
        barricade.unregisterAll()
        #expect(lines() == [])
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
        let texts = [overview.unmatchedPolicy, overview.networkConditions, overview.seed]
        #expect(
            texts + overview.launchOptions == [
                "pass through to localhost, else fail", "3G", "18446744073709551615",
                "select Login=Nope", "delay 0.5 seconds", "network 3G", "panel 8123",
            ])
        #expect(overview.storage.place == "memory")
        #expect(!overview.storage.isLasting)
    }

    @Test func saysThatTheSelectionCannotBeSavedAsLongAsItCannot() throws {
        let storage = Shelf()
        let barricade = Barricade(login) {
            $0.name = "App"
            $0.storage = storage
            $0.faultHandler = { _ in }
        }
        let first = barricade.overview.storage
        #expect(first.isLasting)
        #expect(first.place == "the shelf")
        var faults = [first.fault]
        for (response, isLocked) in [("Locked", true), ("Offline", true), ("Success", false)] {
            storage.isLocked.withLock { $0 = isLocked }
            try barricade.select(response, for: "Login")
            let overview = barricade.overview
            #expect(overview["Login"]?.selectedResponse == response)
            faults.append(overview.storage.fault.map { String($0.prefix(63)) })
        }
        let message = "The selection of barricade \"App\" cannot be saved: it is locked."
        #expect(faults == [nil, message, message, nil])
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

    @Test func itsJSONHasNoSecrets() async throws {
        let barricade = Barricade(
            ResponseSet("Secret", on: .get("/a?token=hush")) { CannedResponse("OK") })
        let held = try barricade.hold("Secret")
        async let answer = barricade.answer(to: "GET /a?token=hush")
        try await held.waitForRequest()
        let overview = barricade.overview
        held.releaseAll()
        _ = try await answer
        let json = try JSONEncoder().encode(overview)
        #expect(overview.heldRequests.count == 1)
        #expect(!String(decoding: json, as: UTF8.self).contains("hush"))
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
