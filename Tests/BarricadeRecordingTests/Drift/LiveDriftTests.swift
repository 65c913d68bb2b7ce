import Barricade
import BarricadeSurfaces
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct LiveDriftTests {
    private let profile = ResponseSet("Profile", on: .get("/profile")) {
        CannedResponse("Regular", json: ["id": 1, "zip": "0150"])
        CannedResponse("Missing", status: .notFound, json: ["code": 7])
    }

    private func barricade(_ sets: ResponseSet..., live: String = "Profile") throws -> Barricade {
        let barricade = Barricade(sets)
        try barricade.setMode(.live, for: live)
        return barricade
    }

    @Test func tellsWhatTheServerHasChanged() async throws {
        let service = try ChangingService(["/profile": .json(#"{"id": 1, "zip": 150}"#)])
        let barricade = try barricade(profile)
        var drift = barricade.drift.makeAsyncIterator()
        let data = try await service.get("/profile", through: barricade)
        #expect(data == Data(#"{"id": 1, "zip": 150}"#.utf8))
        #expect(
            await drift.next()?.description
                == #"Profile: $.zip: wants text as in "Regular", got a number"#)
    }

    @Test func showsItInTheOverviewAndTheLog() async throws {
        let service = try ChangingService(["/profile": .json(#"{"id": 1, "zip": 150}"#)])
        let barricade = try barricade(profile)
        var drift = barricade.drift.makeAsyncIterator()
        try await service.get("/profile", through: barricade)
        _ = await drift.next()
        let sentence = #"$.zip: wants text as in "Regular", got a number"#
        #expect(barricade.overview["Profile"]?.drift == [sentence])
        #expect(barricade.requests.map(\.drift) == [[sentence]])
        barricade.register(profile)
        #expect(barricade.overview["Profile"]?.drift == [])
    }

    @Test func tellsEachDifferenceOnce() async throws {
        let service = try ChangingService(["/profile": .json(#"{"id": 1, "zip": 150}"#)])
        let barricade = try barricade(profile)
        var drift = barricade.drift.makeAsyncIterator()
        for _ in 0..<3 { try await service.get("/profile", through: barricade) }
        service["/profile"] = .json(#"{"id": null, "zip": 9}"#)
        try await service.get("/profile", through: barricade)
        #expect(await drift.next()?.path == "$.zip")
        #expect(await drift.next()?.path == "$.id")
        #expect(barricade.requests.map(\.drift.count) == [1, 0, 0, 1])
        #expect(barricade.overview["Profile"]?.drift.count == 2)
    }

    @Test func staysSilentWhereRepliesFit() async throws {
        let service = try ChangingService([
            "/profile": .json(#"{"id": 2, "zip": "0151"}"#), "/books": .json("[]"),
        ])
        let books = ResponseSet("Books", on: .get("/books")) { CannedResponse("A", json: [:]) }
        let barricade = try barricade(profile, books, live: "Books")
        try barricade.setMode(.live, for: "Profile")
        var drift = barricade.drift.makeAsyncIterator()
        try await service.get("/profile", through: barricade)
        service["/profile"] = .json(#"{"code": 8}"#, status: 404)
        try await service.get("/profile", through: barricade)
        service["/profile"] = .json(#"{"reason": "busy"}"#, status: 503)
        try await service.get("/profile", through: barricade)
        // Replies are compared in order, so that the first one tells that the others were silent.
        try await service.get("/books", through: barricade)
        #expect(await drift.next()?.set == "Books")
    }

    @Test func looksAtRepliesThatOnlyPassByAResponse() async throws {
        let service = try ChangingService(["/profile": .json("[]")])
        let set = ResponseSet("Profile", on: .get("/profile"), default: "Live") {
            CannedResponse("Regular", json: ["id": 1])
            CannedResponse.live()
        }
        let barricade = Barricade(set)
        var drift = barricade.drift.makeAsyncIterator()
        try await service.get("/profile", through: barricade)
        #expect(
            await drift.next()?.difference
                == #"$: wants an object as in "Regular", got an array"#)
    }

    @Test func comparesWithWhatThereWasBeforeARecordingAddsTheReply() async throws {
        let service = try ChangingService(["/profile": .json(#"{"id": 1, "zip": 150}"#)])
        let barricade = Barricade(profile)
        let recording = barricade.record(.recordingSets)
        try barricade.setMode(.recording, for: "Profile")
        var drift = barricade.drift.makeAsyncIterator()
        try await service.get("/profile", through: barricade)
        #expect(await drift.next()?.path == "$.zip")
        #expect(recording.report.keptCount == 1)
        // The recorded response has a number there, so that another text would be the old kind.
        service["/profile"] = .json(#"{"id": 1, "zip": true}"#)
        try await service.get("/profile", through: barricade)
        #expect(
            await drift.next()?.difference
                == #"$.zip: wants a number or text as in "Regular" and 1 more, got true or false"#
        )
    }

    @Test func learnsAnewWhenAFileChanges() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"zip": "0150"}"#, to: "profile.json")
        let service = try ChangingService(["/profile": .json(#"{"zip": 150}"#)])
        let set = ResponseSet("Profile", on: .get("/profile"), files: .directory(folder.url)) {
            CannedResponse("Regular", file: "profile.json")
        }
        let barricade = try barricade(set)
        var drift = barricade.drift.makeAsyncIterator()
        try await service.get("/profile", through: barricade)
        #expect(
            await drift.next()?.difference
                == #"$.zip: wants text as in "Regular" (profile.json), got a number"#)
        try folder.write(#"{"zip": 150, "city": "Oslo"}"#, to: "profile.json")
        try await service.get("/profile", through: barricade)
        let sentence = #"$.city: wants text as in "Regular" (profile.json), got no such key"#
        #expect(await drift.next()?.difference == sentence)
        #expect(barricade.overview["Profile"]?.drift == [sentence])
    }

    @Test func tellsAnotherStatus() async throws {
        let service = try ChangingService([:])
        service["/profile"] = Change.Reply(status: 204, contentType: nil, body: "")
        let barricade = try barricade(profile)
        var drift = barricade.drift.makeAsyncIterator()
        try await service.get("/profile", through: barricade)
        let found = await drift.next()
        #expect(found?.status == 204)
        #expect(
            found?.difference == "status: wants 200 or 404 as in \"Regular\" and 1 more, got 204")
    }

    @Test func expectsNoBodyAfterHead() async throws {
        let service = try ChangingService(["/profile": .json(#"{"id": 1, "zip": "0150"}"#)])
        let set = ResponseSet("Profile", on: .any("/profile")) {
            CannedResponse("Regular", json: ["id": 1, "zip": "0150"])
        }
        let barricade = try barricade(set)
        var drift = barricade.drift.makeAsyncIterator()
        try await service.get("/profile", through: barricade, method: "HEAD")
        service["/profile"] = .json("[]")
        try await service.get("/profile", through: barricade)
        #expect(await drift.next()?.path == "$")
    }

    @Test func passesOverBodiesThatAreTooLarge() async throws {
        let large = #"{"id": ""# + String(repeating: "x", count: 5 << 20) + #""}"#
        let service = try ChangingService(["/profile": .json(large)])
        let barricade = try barricade(profile)
        var drift = barricade.drift.makeAsyncIterator()
        #expect(try await service.get("/profile", through: barricade).count == large.utf8.count)
        service["/profile"] = .json(#"{"id": 1, "zip": null}"#)
        try await service.get("/profile", through: barricade)
        #expect(await drift.next()?.path == "$.zip")
    }

    @Test func comparesManyRepliesAtOnce() async throws {
        let service = try ChangingService(["/profile": .json(#"{"id": 1, "zip": 150}"#)])
        let barricade = try barricade(profile)
        var drift = barricade.drift.makeAsyncIterator()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask { try await service.get("/profile", through: barricade) }
            }
            try await group.waitForAll()
        }
        #expect(await drift.next()?.path == "$.zip")
        service["/profile"] = .json("[]")
        try await service.get("/profile", through: barricade)
        #expect(await drift.next()?.path == "$")
        #expect(barricade.requests.flatMap(\.drift).count == 2)
    }

    @Test func watchesAsLongAsSomebodyListens() throws {
        let barricade = Barricade(profile)
        var drift: AsyncStream<Drift>.Iterator? = barricade.drift.makeAsyncIterator()
        #expect(barricade.store.routing.observers.count == 1)
        drift = nil
        #expect(barricade.store.routing.observers.isEmpty)
        #expect(drift == nil)
    }

    @Test func endsWithTheBarricade() async throws {
        var barricade: Barricade? = Barricade(profile)
        var drift = barricade?.drift.makeAsyncIterator()
        barricade = nil
        #expect(await drift?.next() == nil)
    }
}
