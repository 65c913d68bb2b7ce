#if compiler(>=6.3) && (os(Linux) || os(macOS))
import BarricadeFolder
import Barricade
import BarricadeRecording
import LoopbackServer
import Testing

@testable import TestSupport

/// Recordings in processes of their own: killed while they save, on a full disk, and measured.
@Suite(.onOwnThreads, .serialized, .timeLimit(.minutes(Endurance.minutes)))
struct SavingProcessTests {
    /// Records so many paths of a server, whose bodies all say the same.
    private static func recording(
        of text: String, _ count: Int, at host: LoopbackServer
    ) async throws -> Recording {
        let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
        let recording = barricade.record(.live)
        let url = try #require(host.url)
        for number in 0..<count {
            try await barricade.get(url.appendingPathComponent("\(text)/p\(number)"))
        }
        recording.stop()
        return recording
    }

    /// A server that answers with the first segment of the path, and whose sets are named alike.
    private static func server() throws -> LoopbackServer {
        let server = LoopbackServer { request in
            .json("[\"\(request.path.split(separator: "/").first ?? "")\"]")
        }
        try server.start()
        return server
    }

    @Test(arguments: 0..<3 * Endurance.scale)
    func aKillDuringASaveLeavesAFolderThatCanBeRead(_ round: Int) async throws {
        let outer = try ScratchFolder()
        let path = outer.file("Responses").path
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, round = round as Int] in
            OwnProcess.mustEnd(withinMinutes: 2)
            let folder = URL(fileURLWithPath: path)
            let state = Locked("A")
            let server = LoopbackServer { _ in .json("[\"\(state.withLock { $0 })\"]") }
            try server.start()
            var recordings: [Recording] = []
            for name in ["A", "B"] {
                state.withLock { $0 = name }
                recordings.append(try await Self.recording(of: "x", 20, at: server))
            }
            try recordings[0].save(to: folder)
            // While files are moved into the folder, or a little before or after that.
            let draft = folder.deletingLastPathComponent()
                .appendingPathComponent(".Responses.draft/barricade.json").path
            Thread.detachNewThread {
                while true {
                    guard FileManager.default.fileExists(atPath: draft) else { continue }
                    let pause: Int = round * 1_733 % 20_000
                    usleep(UInt32(pause))
                    kill(getpid(), SIGKILL)
                }
            }
            while true { for recording in recordings.reversed() { try recording.save(to: folder) } }
        }
        let read = try Barricade(folder: .directory(path))
        #expect(read.sets.count == 20)
        #expect(read.validate() == [])
        let bodies = try read.sets.map { set in
            String(
                decoding: try read.preview(of: "200", for: set.name)?.body ?? Data(), as: UTF8.self)
        }
        #expect(Set(bodies).isSubset(of: ["[\n  \"A\"\n]\n", "[\n  \"B\"\n]\n"]))
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.allSatisfy { !$0.hasPrefix(".") })
        // The next one to save clears away what is left beside the folder.
        let server = try Self.server()
        try await Self.recording(of: "C", 1, at: server).save(to: URL(fileURLWithPath: path))
        let next = try Barricade(folder: .directory(path))
        #expect(try outer.names() == ["Responses"])
        #expect(next.sets.count == 21)
    }

    #if os(Linux)
    /// Limits the size of the files that this process can write; `nil` ends the limit.
    private static func limitFiles(to size: rlim_t?) throws {
        signal(SIGXFSZ, SIG_IGN)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        var limit = rlimit()
        try #require(getrlimit(resource, &limit) == 0)
        limit.rlim_cur = size ?? limit.rlim_max
        try #require(setrlimit(resource, &limit) == 0)
    }

    @Test func aFullDiskLosesNothing() async throws {
        let outer = try ScratchFolder()
        await #expect(processExitsWith: .success) { [path = outer.url.path as String] in
            OwnProcess.mustEnd(withinMinutes: 2)
            let folder = URL(fileURLWithPath: path).appendingPathComponent("Responses")
            let server = try Self.server()
            try await Self.recording(of: "A", 3, at: server).save(to: folder)
            let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            let recording = try await Self.recording(of: "B", 3, at: server)
            // A limit to the size of files stands for the disk.
            try Self.limitFiles(to: 20)
            let error = #expect(throws: BarricadeError.self) { try recording.save(to: folder) }
            try Self.limitFiles(to: nil)
            let start = "The folder \(folder.path) cannot be written: "
            #expect(error?.code == .unusableFolder)
            #expect(error?.message.hasPrefix(start) == true)
            let after = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            #expect(after == before)
            try recording.save(to: folder)
            #expect(try Barricade(folder: .directory(folder)).sets.count == 6)
        }
    }

    /// Bodies are in files, and sets have a limit, so memory does not grow with what is recorded.
    @Test func memoryStaysFlatWhileMuchIsRecorded() async throws {
        await #expect(processExitsWith: .success) {
            OwnProcess.mustEnd(withinMinutes: 10)
            let served = Locked(0)
            let mark = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            let picture = mark + Data(count: 128_000)
            let server = LoopbackServer { _ in
                LoopbackServer.Response(
                    headers: ["Content-Type": "image/png"],
                    body: .data(picture + Data("\(served.next())".utf8)))
            }
            try server.start()
            let url = try #require(server.url)
            let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
            let recording = barricade.record(.live)
            let session = barricade.session
            let count = 100 * Endurance.scale
            var memory: [Int] = []
            for number in 0..<count {
                // Each reply is a new one, in one of twenty sets.
                let path = "s\(number % 20)/\(number)"
                _ = try await session.data(from: url.appendingPathComponent(path))
                if (number + 1) % (count / 5) == 0 { memory.append(ProcessUse.current.memory) }
            }
            #expect(recording.report.keptCount + recording.report.overLimitCount == count)
            // Those bodies alone are 7 680 KB.
            #expect(memory[4] - memory[1] < 4_000, "\(memory)")
            let folder = try ScratchFolder()
            try recording.save(to: folder.url)
            #expect(try Barricade(folder: .directory(folder.url)).sets.count == 20)
        }
    }
    #endif
}
#endif
