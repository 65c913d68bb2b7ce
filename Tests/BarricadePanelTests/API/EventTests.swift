import Barricade
import BarricadeCommon
import BarricadeSurfaces
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// What readers of events get, and when.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct EventTests {
    @Test func thePresentStateComesFirstAndThenEachChange() async throws {
        let visit = try await PanelVisit()
        let selected = try await visit.readEvents { reader in
            let first = try reader.next()
            guard first.name == "overview", first.data["sets"]?[0]?["selectedResponse"] == "Success"
            else { return first }
            try visit.barricade.select("Offline", for: "Login")
            return try reader.next { $0.name == "overview" }
        }
        #expect(selected.data["sets"]?[0]?["selectedResponse"] == "Offline")
    }

    @Test func eachRequestComesWhenItBeginsAndWhenItEnds() async throws {
        let visit = try await PanelVisit()
        let began = Events<Void>()
        async let rows = visit.readEvents { reader in
            _ = try reader.next()
            began.add(())
            return try (0..<4).map { _ in try reader.next { $0.name == "log" } }
        }
        await began.wait()
        await visit.load("/files")
        await visit.load("/nothing")
        let events = try await rows
        #expect(events.map { $0.data["id"]?.int } == [0, 0, 1, 1])
        #expect(
            events.map { $0.data["outcome"]?["kind"] }
                == ["pending", "answered", "pending", "unmatched"])
        let numbers = events.compactMap { $0.id?.split(separator: "-").last.flatMap { Int($0) } }
        #expect(numbers == [1, 2, 3, 4])
    }

    @Test func aRequestComesAgainWhenItsReplyIsFoundToDiffer() async throws {
        let visit = try await PanelVisit()
        await visit.load("/profile/1")
        let profile = try #require(visit.barricade.comparedSet("Profile"))
        let row = try await visit.readEvents { reader in
            _ = try reader.next()
            visit.barricade.note(drift: ["$.name is a number"], of: profile, in: 0)
            return try reader.next { $0.name == "log" }
        }
        #expect(row.data["id"] == 0)
        #expect(row.data["outcome"]?["kind"] == "answered")
        #expect(row.data["drift"] == ["$.name is a number"])
    }

    @Test func aReaderWhoReturnsGetsWhatHeMissed() async throws {
        let visit = try await PanelVisit()
        await visit.load("/files")
        let id = try #require(try await visit.readEvents { try $0.next().id })
        await visit.load("/nothing")
        let missed = try await visit.readEvents(after: id) { reader in
            try (0..<3).map { _ in try reader.next() }
        }
        #expect(missed.map(\.name) == ["overview", "log", "log"])
        #expect(missed.last?.data["outcome"]?["kind"] == "unmatched")
        // Everything from the start, for one who has read nothing.
        let launch = id.split(separator: "-")[0]
        let all = try await visit.readEvents(after: "\(launch)-0") { reader in
            try (0..<5).map { _ in try reader.next() }
        }
        #expect(all.filter { $0.name == "log" }.count == 4)
    }

    @Test func aPageGetsItsBeginningAndThenWhatChanges() async throws {
        let visit = try await PanelVisit()
        await visit.load("/files")
        let events = try await visit.readEvents(of: "/events?for=page") { reader in
            let first = try [reader.next(), reader.next()]
            try visit.barricade.select("Offline", for: "Login")
            let changes = try reader.next()
            visit.barricade.register(ResponseSet("New", on: .get("/new")) {})
            return try first + [changes, reader.next()]
        }
        #expect(events.map(\.name) == ["beginning", "overview", "changes", "overview"])
        #expect(events[0].data["requests"]?[0]?["url"] == "https://api.example.com/files")
        #expect(events[0].data["choices"]?["unmatchedPolicies"]?.array?.count == 3)
        #expect(events[1].data["sets"]?.array?.count == 3)
        #expect(events[2].data["sets"]?.array?.map { $0["name"] } == ["Login"])
        #expect(events[2].data["sets"]?[0]?["selectedResponse"] == "Offline")
        #expect(events[3].data["sets"]?.array?.count == 4)
    }

    @Test func aPageThatHasMissedTooMuchBeginsAnew() async throws {
        let visit = try await PanelVisit()
        let events = try await visit.readEvents(of: "/events?for=page", after: "another-3") {
            reader in try (0..<3).map { _ in try reader.next() }
        }
        #expect(events.map(\.name) == ["beginning", "lagged", "overview"])
    }

    @Test func aReaderOfAnotherLaunchHasLagged() async throws {
        let visit = try await PanelVisit()
        for id in ["another-3", "", "-", "9999999999999999999999"] {
            let event = try await visit.readEvents(after: id) { try $0.next() }
            #expect(event.name == "lagged")
            #expect(event.data == ["reason": "anotherLaunch"])
        }
    }

    @Test func aReaderWhoMissedMoreThan512HasLagged() async throws {
        let visit = try await PanelVisit()
        let id = try #require(try await visit.readEvents { try $0.next().id })
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<32 { await visit.load("/files") } } }
        }
        // 512 are replayed, one more is too many.
        let last = try await visit.readEvents(after: id) { reader in
            try reader.next { $0.id?.hasSuffix("-512") == true }
        }
        #expect(last.name == "log")
        await visit.load("/files")
        let next = try await visit.readEvents(after: last.id) { reader in
            try reader.next { $0.id?.hasSuffix("-514") == true }
        }
        #expect(next.name == "log")
        let lagged = try await visit.readEvents(after: id) { reader in
            try reader.next { $0.name != "overview" }
        }
        #expect(lagged.data == ["reason": "tooOld"])
        #expect(lagged.id == next.id)
    }

    @Test func aClearedLogIsTold() async throws {
        let visit = try await PanelVisit()
        await visit.load("/files")
        let cleared = try await visit.readEvents { reader in
            _ = try reader.next()
            visit.barricade.clearRequests()
            return try reader.next { $0.name == "cleared" }
        }
        #expect(cleared.data == ["first": 1])
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

    @Test func aNinthReaderIsRefused() async throws {
        let visit = try await PanelVisit()
        let refused = try await onOwnThread {
            Result {
                let readers = try (0..<8).map { _ in try EventReader(visit) }
                for reader in readers { _ = try reader.next() }
                defer { withExtendedLifetime(readers) {} }
                return #expect(throws: Client.Fault.self) { try EventReader(visit) }
            }
        }.get()
        #expect(refused?.description.contains("503") == true)
    }

    @Test func eventsEndWithTheBarricade() async throws {
        var barricade: Barricade? = .shop
        let panel = try #require(try await barricade?.openPanel())
        let token = (panel.url.fragment ?? "").dropFirst("token=".count)
        let began = Events<Void>()
        async let rest = onOwnThread {
            Result {
                let reader = try EventReader(port: panel.port, token: String(token))
                _ = try reader.next()
                began.add(())
                return reader.client.rest()
            }
        }.get()
        await began.wait()
        barricade = nil
        // Without an end of the connection, the time limit would end the wait.
        _ = try await rest
        #expect(!panel.isOpen)
    }
}
