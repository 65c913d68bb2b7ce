import Barricade
import BarricadeCommon
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct RecordingModeTests {
    private let barricade = Barricade(
        ResponseSet("Books", on: .any("/books"), fileID: "App/Sets.swift", line: 7) {
            CannedResponse("Two", json: [1, 2])
        })

    @Test func failsRequestsWhileNothingRecordsUntilItIsReset() async throws {
        try barricade.setMode(.recording, for: "Books")
        // One that only looks on keeps nothing.
        let place = barricade.observe(with: ReplyObserver())
        let error = BarricadeError(
            try await barricade.patientSession.failure("\(api)/books"))
        let message = """
            Response set "Books" (Sets.swift:7) is to be recorded, but nothing records.

            To fix: record with the module BarricadeRecording, and keep the recording:
              let recording = barricade.record(.recordingSets)
            or let its requests pass through:
              try barricade.setMode(.live, for: "Books")
            """
        #expect(error == BarricadeError(.missingRecorder, message))
        withExtendedLifetime(place) {}

        #expect(barricade.requests.map(\.set) == ["Books"])
        #expect("\(barricade)".contains("  passes through, recorded\n"))
        barricade.reset()
        #expect(try barricade.mode(of: "Books") == .barricaded)
    }

    @Test func aSetIsEditedWhereItStands() async throws {
        let barricade = Barricade(
            ["One", "Two", "Three"].map { name in
                ResponseSet(name, on: .any("/**")) {
                    CannedResponse("A", text: "\(name) A")
                    CannedResponse("B", text: "\(name) B")
                }
            })
        try barricade.select("B", for: "One")
        try barricade.setMode(.held, for: "Two")
        try barricade.answerNext("One", with: CannedResponse("Next", text: "next"))
        let edited = ["One", "Two", "Four"].map { name in
            barricade.store.update { state in
                state.edit(name) { set in
                    var set = set
                    set.responses.append(CannedResponse("C", text: "C"))
                    return set
                }
            }
        }
        #expect(edited == [true, true, false])
        #expect(
            barricade.sets.map { "\($0.name) \($0.responses.count)" } == [
                "One 3", "Two 3", "Three 2",
            ])
        #expect(try barricade.snapshot == ["One": "B"] && barricade.mode(of: "Two") == .held)
        var texts = await barricade.answers(to: "/a", "/a")
        try barricade.select("C", for: "One")
        texts += await barricade.answers(to: "/a")
        #expect(texts == ["next", "One B", "C"])
    }
}
