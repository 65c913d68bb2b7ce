import Barricade
import BarricadeSurfaces
import BarricadeRecording
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct LiveDriftTests {
    private let profile = ResponseSet("Profile", on: .get("/profile")) {
        CannedResponse("Regular", json: ["id": 1, "zip": "0150"])
        CannedResponse("Missing", status: .notFound, json: ["code": 7])
    }

    /// A barricade that lets the requests of a set "Profile" through.
    private func barricade(_ set: ResponseSet) throws -> Barricade {
        let barricade = Barricade(set)
        try barricade.setMode(.live, for: "Profile")
        return barricade
    }

    @Test func tellsADifferenceOnceHoweverManyRepliesHaveIt() async throws {
        let service = try ChangingService(["/profile": .json(#"{"id": 1, "zip": 150}"#)])
        let barricade = try barricade(profile)
        var drift = barricade.drift.makeAsyncIterator()
        let (first, second) = (
            #"$.zip: wants text as in "Regular", got a number"#,
            #"$.id: wants a number as in "Regular", got null"#
        )
        await Endurance.inParallel(40) { _ in
            try await service.get("/profile", through: barricade)
        }
        #expect(await drift.next()?.description == "Profile: \(first)")
        try await service.get("/profile", through: barricade)
        service["/profile"] = .json(#"{"id": null, "zip": 9}"#)
        try await service.get("/profile", through: barricade)
        #expect(await drift.next()?.difference == second)
        // The log and the overview show it too.
        let logged = barricade.requests.map(\.drift)
        #expect(logged.filter { $0 != [] } == [[first], [second]])
        #expect(logged.last == [second])
        #expect(barricade.overview["Profile"]?.drift == [first, second])
        barricade.register(profile)
        #expect(barricade.overview["Profile"]?.drift == [])
    }

    @Test func looksAtPassingRepliesAndStaysSilentUntilOneDiffers() async throws {
        let service = try ChangingService()
        let barricade = Barricade(
            ResponseSet(
                "Profile", on: .any("/profile"), default: "Live",
                responses: profile.responses + [.live()]))
        var drift = barricade.drift.makeAsyncIterator()
        // The last but one has no body after HEAD; the last is too large to be compared.
        let large = #"{"id": ""# + String(letter: "x", count: 4 << 20) + #""}"#
        for (method, reply) in [
            ("GET", .json(#"{"id": 2, "zip": "0151"}"#)),
            ("GET", .json(#"{"code": 8}"#, status: 404)),
            ("GET", .json(#"{"reason": "busy"}"#, status: 503)),
            ("HEAD", .json(#"{"id": 1, "zip": "0150"}"#)), ("GET", .json(large)),
        ] as [(String, Change.Reply)] {
            service["/profile"] = reply
            let text = try await service.get("/profile", through: barricade, method: method)
            #expect(text.utf8.count == (method == "HEAD" ? 0 : reply.body.utf8.count))
        }
        service["/profile"] = Change.Reply(status: 204, contentType: nil, body: "")
        try await service.get("/profile", through: barricade)
        // Replies are compared in order, so that this one tells that the others were silent.
        #expect(
            await drift.next()?.difference
                == #"status: wants 200 or 404 as in "Regular" and 1 more, got 204"#)
    }

    @Test func comparesWithWhatThereWasBeforeARecordingAddsTheReply() async throws {
        let service = try ChangingService(["/profile": .json(#"{"id": 1, "zip": 150}"#)])
        let barricade = Barricade(profile)
        let recording = barricade.record(.recordingSets)
        defer { recording.stop() }
        try barricade.setMode(.recording, for: "Profile")
        var drift = barricade.drift.makeAsyncIterator()
        try await service.get("/profile", through: barricade)
        #expect(await drift.next()?.path == "$.zip")
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
        #expect(await drift.next()?.path == "$.zip")
        try folder.write(#"{"zip": 150, "city": "Oslo"}"#, to: "profile.json")
        try await service.get("/profile", through: barricade)
        let sentence = #"$.city: wants text as in "Regular" (profile.json), got no such key"#
        #expect(await drift.next()?.difference == sentence)
        #expect(barricade.overview["Profile"]?.drift == [sentence])
    }

    @Test func watchesAsLongAsSomebodyListensAndEndsWithTheBarricade() async throws {
        let barricade = Barricade(profile)
        var drift: AsyncStream<Drift>.Iterator? = barricade.drift.makeAsyncIterator()
        #expect(barricade.store.routing.plugins.count == 1)
        drift = nil
        #expect(barricade.store.routing.plugins.isEmpty)
        #expect(drift == nil)
        var other: Barricade? = Barricade(profile)
        drift = other?.drift.makeAsyncIterator()
        other = nil
        #expect(await drift?.next() == nil)
    }
}
