import Barricade
import BarricadeCommon
import BarricadeSurfaces
import BarricadePanel
import Testing

@testable import TestSupport

/// What readers of events get, and when.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct EventTests {
    @Test func theStateComesFirstThenEachChangeAndRepliesAreKept() async throws {
        let visit = try await PanelVisit()
        await visit.load("/profile/1")
        try await visit.waitForLogChanges(2)
        let request = visit.barricade.requests[0]
        let profile = try #require(visit.barricade.comparedSet("Profile"))
        let events = try await visit.readEvents { reader in
            let first = try reader.next()
            #expect(
                visit.barricade.store.routing.plugins.contains { $0.observationLevel == .replies })
            try visit.barricade.select("Offline", for: "Login")
            let selection = try reader.next { $0.name == "overview" }
            // A request comes again when its reply is found to differ.
            visit.barricade.note(drift: ["$.name is a number"], of: profile, in: 0)
            let drift = try reader.next { $0.name == "log" }
            visit.barricade.clearRequests()
            return [first, selection, drift, try reader.next { $0.name == "cleared" }]
        }
        #expect(events.map(\.name) == ["overview", "overview", "log", "cleared"])
        let selected = events.map { $0.data["sets"]?[0]?["selectedResponse"] }
        #expect(selected == ["Success", "Offline", nil, nil])
        expect(
            events[2].data,
            has: ["id": 0, "outcome": ["kind": "answered"], "drift": ["$.name is a number"]])
        #expect(events[3].data == ["first": 1])
        // One that came before was not kept.
        #expect(visit.barricade.reply(to: request) == nil)
    }

    @Test func eachRequestComesWhenItWaitsAndWhenItEnds() async throws {
        let visit = try await PanelVisit()
        let held = try visit.barricade.hold("Login")
        let told = try await visit.readEvents { reader in
            _ = try reader.next()
            func read(until kind: String) throws -> String {
                let event = try reader.next { $0.data["outcome"]?["kind"]?.string == kind }
                return "\(event.id?.split(separator: "-").last ?? ""): \(kind)"
            }
            Task { await visit.load("/login", method: "POST") }
            let waits = try read(until: "held")
            held.releaseAll()
            let ends = try read(until: "answered")
            Task { await visit.load("/nothing") }
            return [waits, ends, try read(until: "unmatched")]
        }
        // Each is the number of a change: come, held, released, ended; come, ended.
        #expect(told == ["2: held", "4: answered", "6: unmatched"])
    }

    @Test func aReaderWhoReturnsGetsWhatHeMissed() async throws {
        let visit = try await PanelVisit(port: QuietPort.free())
        await visit.load("/files")
        try await visit.waitForLogChanges(2)
        let id = try #require(try await visit.readEvents { try $0.next().id })
        // The app was in the background meanwhile.
        await visit.panel.openPort.sleep()
        await visit.load("/nothing")
        await visit.panel.openPort.wake()
        try await visit.waitForLogChanges(4)
        let missed = try await visit.readEvents(after: id) { reader in
            try (0..<2).map { _ in try reader.next() }
        }
        #expect(missed.map(\.name) == ["overview", "log"])
        expect(missed.last?.data, has: ["outcome": ["kind": "unmatched"]])
        // Everything from the start, for one who has read nothing.
        let launch = id.split(separator: "-")[0]
        let all = try await visit.readEvents(after: "\(launch)-0") { reader in
            try (0..<3).map { _ in try reader.next().name }
        }
        #expect(all.sorted() == ["log", "log", "overview"])
    }

    @Test func aPageGetsItsBeginningAndThenWhatChanges() async throws {
        let visit = try await PanelVisit()
        await visit.load("/files")
        try await visit.waitForLogChanges(2)
        let events = try await visit.readEvents(of: "/events?for=page") { reader in
            let first = try [reader.next(), reader.next()]
            try visit.barricade.select("Offline", for: "Login")
            let changes = try reader.next()
            visit.barricade.register(ResponseSet("New", on: .get("/new")) {})
            return try first + [changes, reader.next()]
        }
        #expect(events.map(\.name) == ["beginning", "overview", "changes", "overview"])
        expect(
            events[0].data,
            has: [
                "requests": [["url": "https://api.example.com/files"]],
                "choices": [
                    "unmatchedPolicies": ["fail", "pass through", "pass through with a warning"]
                ],
            ])
        expect(
            events[2].data, has: ["sets": [["name": "Login", "selectedResponse": "Offline"]]])
        let counts = [events[1], events[3]].map { $0.data["sets"]?.array?.count }
        #expect(counts == [3, 4])
    }

    @Test func manySetsComeToAPageAThousandAtATime() async throws {
        let sets = (0..<2_001).map { number in
            ResponseSet("Set \(number)", on: .get("/\(number)")) { CannedResponse("OK") }
        }
        let visit = try await PanelVisit(to: Barricade(sets))
        let events = try await visit.readEvents(of: "/events?for=page") { reader in
            try (0..<4).map { _ in try reader.next() }
        }
        #expect(events.map(\.name) == ["beginning", "overview", "sets", "sets"])
        #expect(events[1].data["setCount"] == 2_001)
        let names = events.flatMap { ($0.data["sets"] ?? $0.data).array ?? [] }.map { $0["name"] }
        #expect(names == sets.map { .string($0.name) })
    }

    @Test func aReaderOfAnotherLaunchOrWhoMissedMoreThan512HasLagged() async throws {
        let visit = try await PanelVisit()
        for id in ["another-3", "", "-", "9999999999999999999999"] {
            let event = try await visit.readEvents(after: id) { try $0.next() }
            #expect((event.name, event.data) == ("lagged", ["reason": "anotherLaunch"]))
        }
        // A page begins anew.
        let names = try await visit.readEvents(of: "/events?for=page", after: "another-3") {
            reader in try (0..<3).map { _ in try reader.next().name }
        }
        #expect(names == ["beginning", "lagged", "overview"])

        let id = try #require(try await visit.readEvents { try $0.next().id })
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<32 { await visit.load("/files") } } }
        }
        try await visit.waitForLogChanges(512)
        // 512 changes are known, one more is too many.
        let last = try await visit.readEvents(after: id) { reader in
            try reader.next { $0.id?.hasSuffix("-512") == true }
        }
        await visit.load("/files")
        try await visit.waitForLogChanges(514)
        let next = try await visit.readEvents(after: last.id) { reader in
            try reader.next { $0.id?.hasSuffix("-514") == true }
        }
        let lagged = try await visit.readEvents(after: id) { reader in
            try reader.next { $0.name != "overview" }
        }
        let ends: [String] = ["log", "log", "lagged"]
        #expect([last.name, next.name, lagged.name] == ends)
        #expect((lagged.data, lagged.id) == (["reason": "tooOld"], next.id))
    }

    @Test func aCommentComesEvery15Seconds() async throws {
        let clock = ForeignClock()
        let visit = try await PanelVisit(clock: clock)
        async let comments = visit.readEvents { reader in
            for _ in 0..<3 { try reader.waitForComment() }
            return reader.comments
        }
        for _ in 0..<3 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(15))
        }
        #expect(try await comments == 3)
    }
}
