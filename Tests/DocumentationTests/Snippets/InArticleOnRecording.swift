import Barricade
import BarricadeRecording
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

private let outer = FileManager.default.temporaryDirectory
    .appendingPathComponent("BarricadeSnippets-\(UUID().uuidString)", isDirectory: true)
private let folder = outer.appendingPathComponent("Responses", isDirectory: true)

private struct MissingTests {
    @Test(.barricade { $0.unmatchedPolicy = .record(into: folder) })
    func showsTheBooks() async throws {
        try? FileManager.default.removeItem(at: outer)
        #expect(Barricade.current.sets.isEmpty)
    }
}

private func missing(_ login: ResponseSet, _ folder: URL) {
    let barricade = Barricade(login) { $0.unmatchedPolicy = .record(into: folder) }
    _ = barricade
}

private func recording(_ barricade: Barricade) throws {
    func starting() {
        let barricade = Barricade.shared
        barricade.unmatchedPolicy = .passThrough
        let recording = barricade.record(.live)
        _ = recording
    }

    func saving(_ recording: Recording) throws {
        recording.stop()
        print(recording.report)
        try recording.save(to: URL(fileURLWithPath: "Responses", isDirectory: true))
    }

    func recordingSets() throws {
        let recording = barricade.record(.recordingSets)
        try barricade.setMode(.recording, for: "Books")
        _ = recording
    }

    func setting() {
        let recording = barricade.record(.live) {
            $0.isRecorded = { $0.url.host == "api.example.com" }
            $0.volatilePaths = ["$..updatedAt"]
            $0.keepsDelays = true
        }
        _ = recording
    }

    func recordingAgain() {
        let folder = URL(fileURLWithPath: "Responses", isDirectory: true)
        let recording = barricade.record(.live) {
            $0.earlierFolder = folder
            $0.volatilePaths = ["$..updatedAt"]
        }
        _ = recording
    }

    func recordingWithSettings() {
        let recording = barricade.record(.live) { $0.volatilePaths = ["$..updatedAt"] }
        _ = recording
    }

    func inDocComments() throws {
        let recording = barricade.record(.live)
        // … use the app …
        recording.stop()
        print(recording.report)
        try recording.save(to: URL(fileURLWithPath: "Responses", isDirectory: true))
    }
}
