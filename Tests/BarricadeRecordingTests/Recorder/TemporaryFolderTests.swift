import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Temporary folders, which nobody should find later.
@Suite(.timeLimit(.minutes(3))) struct TemporaryFolderTests {
    @Test func aFolderGoesWithItsLastReference() throws {
        let scratch = try ScratchFolder()
        do {
            let folder = try TemporaryFolder(in: scratch.url)
            try Data("A".utf8).write(to: folder.url.appendingPathComponent("1"))
            #expect(try scratch.names() == [folder.url.lastPathComponent])
        }
        #expect(try scratch.names() == [])
    }

    @Test func onlyFoldersThatNobodyHoldsAreLeftovers() throws {
        let scratch = try ScratchFolder()
        let held = try TemporaryFolder(in: scratch.url)
        try scratch.write("A", to: "Barricade-of-a-killed-process.recording/1")
        try scratch.write("A", to: "Barricade-notes.txt")
        TemporaryFolder.removeLeftovers(in: scratch.url)
        #expect(
            try scratch.names() == [held.url.lastPathComponent, "Barricade-notes.txt"].sorted())
    }

    #if compiler(>=6.3) && os(Linux)
    @Test func theNextProcessRemovesTheFoldersOfAKilledOne() async throws {
        let scratch = try ScratchFolder()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.url.path as String] in
            OwnProcess.mustEnd(withinMinutes: 1)
            setenv("TMPDIR", path, 1)
            let recording = try await Self.recording()
            #expect(recording.report.keptCount == 1)
            kill(getpid(), SIGKILL)
        }
        let left = try scratch.names()
        #expect(left.count == 1)
        #expect(left.allSatisfy { $0.hasPrefix("Barricade-") && $0.hasSuffix(".recording") })
        await #expect(processExitsWith: .success) { [path = scratch.url.path as String] in
            OwnProcess.mustEnd(withinMinutes: 1)
            setenv("TMPDIR", path, 1)
            let before = try FileManager.default.contentsOfDirectory(atPath: path)
            let recording = try await Self.recording()
            let now = try FileManager.default.contentsOfDirectory(atPath: path)
            #expect(now.count == 1)
            #expect(Set(now).isDisjoint(with: before))
            withExtendedLifetime(recording) {}
        }
        #expect(try scratch.names().count <= 1)
    }

    private static func recording() async throws -> Recording {
        let server = LoopbackServer { _ in .json("[1]") }
        try server.start()
        let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
        let recording = barricade.record(.live)
        try await barricade.get(try #require(server.url))
        return recording
    }
    #endif
}
