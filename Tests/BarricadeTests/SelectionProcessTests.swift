#if compiler(>=6.3) && (os(Linux) || os(macOS))
import Barricade
import Foundation
import Testing

/// Processes that keep their selections in one place, and are killed there.
@Suite(.timeLimit(.minutes(5))) struct SelectionProcessTests {
    private let folder: ScratchFolder
    private let suite = DefaultsSuite()

    init() throws {
        folder = try ScratchFolder()
    }

    private static func barricade(
        _ sets: some Sequence<String>, in storage: any SelectionStorage
    ) -> Barricade {
        Barricade(
            sets.map { set in
                ResponseSet(set, on: .any) {
                    CannedResponse("OK")
                    CannedResponse("Offline")
                }
            }
        ) {
            $0.name = "App"
            $0.storage = storage
        }
    }

    private static func selectAll(of number: Int, in storage: any SelectionStorage) throws {
        let sets = (0..<50).map { "\(number).\($0)" }
        let barricade = barricade(sets, in: storage)
        for set in sets { try barricade.select("Offline", for: set) }
    }

    // MARK: At the same time

    @Test func processesLoseNothingInAFile() async throws {
        let path = folder.file("selection.json").path
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = path as String, number = number as Int] in
                        try Self.selectAll(of: number, in: .file(URL(fileURLWithPath: path)))
                    }
                }
            }
        }
        #expect(
            try FileSelectionStorage(folder.file("selection.json")).load(for: "App").responses.count
                == 200)
    }

    @Test func processesLoseNothingInUserDefaults() async throws {
        let name = suite.name
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [name = name as String, number = number as Int] in
                        try Self.selectAll(of: number, in: .userDefaults(suite: name))
                    }
                }
            }
        }
        #expect(
            try UserDefaultsSelectionStorage(suite: name).load(for: "App").responses.count == 200)
    }

    // MARK: Killed

    @Test func whatIsSelectedOutlivesAKill() async throws {
        let name = suite.name
        await #expect(processExitsWith: .signal(SIGKILL)) { [name = name as String] in
            try Self.barricade(["Login"], in: .userDefaults(suite: name))
                .select("Offline", for: "Login")
            kill(getpid(), SIGKILL)
        }
        let next = Self.barricade(["Login"], in: .userDefaults(suite: name))
        #expect(next.snapshot == ["Login": "Offline"])
    }

    @Test(arguments: 0..<5) func aKillDuringASaveLeavesNothingThatStays(_: Int) async throws {
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let sets = (0..<500).map { "Set \($0)" }
            let file = URL(fileURLWithPath: path).appendingPathComponent("selection.json")
            let barricade = Self.barricade(sets, in: .file(file))
            Thread.detachNewThread {
                while true { for set in sets { try? barricade.select("Offline", for: set) } }
            }
            // Something else lies beside the file only while it is being saved.
            let deadline = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < deadline {
                let files = try FileManager.default.contentsOfDirectory(atPath: path)
                if files.contains("selection.json"), files.count > 1 { kill(getpid(), SIGKILL) }
            }
        }
        #expect(Set(try folder.names()).isSubset(of: ["selection.json", "selection.json.saving"]))
        let storage = FileSelectionStorage(folder.file("selection.json"))
        let saved = try storage.load(for: "App")
        #expect(!saved.responses.isEmpty)
        #expect(try folder.names() == ["selection.json"])
        // The lock of a process that is gone keeps nobody from saving.
        try Self.barricade(["Login"], in: storage).select("Offline", for: "Login")
        #expect(try storage.load(for: "App")["Login"] == "Offline")
        #expect(try folder.names() == ["selection.json"])
    }

    #if os(Linux)
    @Test func aFullDiskLosesNothing() async throws {
        let file = folder.file("selection.json")
        let storage = FileSelectionStorage(file)
        try storage.save(["Login": "Offline"], for: "App")
        let before = try folder.read("selection.json")
        await #expect(processExitsWith: .success) { [path = file.path as String] in
            // A limit to the size of files stands for the disk.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 20, rlim_max: 20)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let faults = FaultLog()
            let barricade = Barricade(
                ResponseSet("Login", on: .any) {
                    CannedResponse("OK")
                    CannedResponse("Offline")
                }
            ) {
                $0.name = "App"
                $0.storage = .file(URL(fileURLWithPath: path))
                $0.faultHandler = faults.handler
            }
            try barricade.select("OK", for: "Login")
            try #require(
                faults.messages == [
                    """
                    The selection of barricade "App" cannot be saved: \(path).saving cannot be \
                    written: File too large.
                    It applies to this run; the next one starts with the previously saved selection.
                    """
                ])
        }
        #expect(try folder.read("selection.json") == before)
        #expect(try folder.names() == ["selection.json"])
    }
    #endif
}
#endif
