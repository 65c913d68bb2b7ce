import Barricade
import BarricadeCommon
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct RecordingModeTests {
    private let barricade = Barricade(
        ResponseSet("Books", on: .any("/books"), fileID: "App/Sets.swift", line: 7) {
            CannedResponse("Two", json: [1, 2])
        })

    @Test func failsRequestsWhileNothingRecordsUntilItIsReset() async throws {
        try barricade.setMode(.recording, for: "Books")
        // One that only looks on keeps nothing.
        let place = barricade.registration(of: ReplyObserver())
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

        let isListed = "\(barricade)".contains("  passes through, recorded\n")
        #expect(barricade.requests.map(\.set) == ["Books"])
        #expect(isListed)
        barricade.reset()
        #expect(try barricade.mode(of: "Books") == .barricaded)
    }
}
