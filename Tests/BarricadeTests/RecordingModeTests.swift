import Barricade
import BarricadeCommon
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct RecordingModeTests {
    private let barricade = Barricade(
        ResponseSet("Books", on: .any("/books"), fileID: "App/Sets.swift", line: 7) {
            CannedResponse("Two", json: [1, 2])
        })

    @Test func failsRequestsWhileNothingRecords() async throws {
        try barricade.setMode(.recording, for: "Books")
        // One that only looks on keeps nothing.
        let place = barricade.observe(with: ReplyObserver())
        let error = try await barricade.patientSession.failure("\(api)/books")
        #expect(BarricadeError(error)?.code == .missingRecorder)
        #expect(
            BarricadeError(error)?.message == """
                Response set "Books" (Sets.swift:7) is to be recorded, but nothing records.

                To fix: record with the module BarricadeRecording, and keep the recording:
                  let recording = barricade.record(.recordingSets)
                or let its requests pass through:
                  try barricade.setMode(.live, for: "Books")
                """)
        #expect(barricade.requests.map(\.set) == ["Books"])
        withExtendedLifetime(place) {}
    }

    @Test func letsRequestsPassWhileARecorderIsThere() async throws {
        let server = try LocalServer()
        try barricade.setMode(.recording, for: "Books")
        let recorder = ReplyObserver(isRecorder: true)
        let place = barricade.observe(with: recorder)
        let answer = try await barricade.patientSession.get("\(server.url("/books"))")
        #expect(answer.text == "live /books")
        #expect(recorder.requests.all.map(\.mode) == [.recording])
        withExtendedLifetime(place) {}
    }

    @Test func isShownAndCanBeReset() throws {
        try barricade.setMode(.recording, for: "Books")
        #expect(try barricade.mode(of: "Books") == .recording)
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
        let added = CannedResponse("C", text: "C")
        for name in ["One", "Two"] {
            #expect(
                barricade.store.update {
                    $0.edit(name) { set in
                        var set = set
                        set.responses.append(added)
                        return set
                    }
                })
        }
        #expect(!barricade.store.update { $0.edit("Four") { $0 } })
        #expect(barricade.sets.map(\.name) == ["One", "Two", "Three"])
        #expect(barricade.sets.map(\.responses.count) == [3, 3, 2])
        #expect(barricade.snapshot == ["One": "B"])
        #expect(try barricade.mode(of: "Two") == .held)
        let session = barricade.patientSession
        #expect(try await session.get("\(api)/a").text == "next")
        #expect(try await session.get("\(api)/a").text == "One B")
        try barricade.select("C", for: "One")
        #expect(try await session.get("\(api)/a").text == "C")
    }
}
