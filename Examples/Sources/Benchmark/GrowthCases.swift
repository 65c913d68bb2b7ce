import Barricade
import BarricadeFolder
import BarricadePanel
import Foundation

/// What things take that are eight times as big, beside eight times what the small ones take.
///
/// Twice as much for each doubling is a ratio of 1, four times as much one of 8.
struct GrowthCases {
    /// Makes a thing of a size, and returns what is measured of it.
    private typealias Making = (_ size: Int) async throws -> () async throws -> Void

    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func measure(_ add: (Row) -> Void) async throws {
        for (name, size, make) in cases {
            let comparison = try await Comparison(
                rounds: options.rounds,
                ours: { _ in try await processorTime(of: make(8 * size)) },
                bare: { _ in try await processorTime(of: make(size)) * 8 })
            add(comparison.row(.growth, "\(name), \(8 * size)", per: 1, ratioLimit: 2))
        }
    }

    /// Returns the time of all processors, since others may use them meanwhile.
    private func processorTime(of work: () async throws -> Void) async throws -> Duration {
        let start = clock()
        try await work()
        return .microseconds(Int64(clock() - start) * 1_000_000 / Int64(CLOCKS_PER_SEC))
    }

    private var cases: [(name: String, size: Int, make: Making)] {
        [
            (
                "sets", 500,
                { size in
                    let sets = Sets.mixed.make(size)
                    return { Barricade().register(sets) }
                }
            ),
            (
                "sets, validated", 100,
                { size in
                    let barricade = Barricade(Sets.mixed.make(size))
                    return { precondition(barricade.validate().isEmpty) }
                }
            ),
            (
                "responses of a set", 500,
                { size in
                    let set = Self.set(of: size)
                    return { Barricade().register(set) }
                }
            ),
            (
                "presets, each applied", 100,
                { size in
                    let barricade = Barricade(Sets.literal.make(10))
                    let presets = (0..<size).map { Preset("\($0)", ["Set 1": "Offline"]) }
                    return {
                        barricade.register(presets)
                        for preset in presets { try barricade.apply(preset) }
                    }
                }
            ),
            (
                "selections of a preset, and a reset", 500,
                { size in
                    let barricade = Barricade(Sets.literal.make(size))
                    return {
                        try barricade.apply(Preset("Offline", everySet: "Offline"))
                        barricade.reset()
                    }
                }
            ),
            (
                "log entries, sent and read", 100,
                { size in
                    let barricade = Barricade(Sets.literal.make(1)) { $0.logLimits.requests = size }
                    let requests = Sets.literal.requests(size, to: 1)
                    return {
                        _ = try await Sending(session: barricade.session).send(requests)
                        precondition(barricade.requests.count == size)
                        _ = try barricade.requests(for: "Set 0")
                    }
                }
            ),
            (
                "observers of a change", 500,
                { size in
                    let barricade = Barricade(Sets.literal.make(1))
                    let (changes, events) = (
                        (0..<size).map { _ in barricade.changes },
                        (0..<size).map { _ in barricade.requestEvents }
                    )
                    return {
                        try barricade.select("Offline", for: "Set 0")
                        for stream in changes { for await _ in stream { break } }
                        _ = events
                    }
                }
            ),
            (
                "those who wait for a request", 50,
                { size in
                    let barricade = Barricade(Sets.literal.make(1))
                    return {
                        try await withThrowingTaskGroup { group in
                            for _ in 0..<size {
                                group.addTask {
                                    _ = try await barricade.waitForRequest(to: "Set 0")
                                }
                            }
                            let requests = Sets.literal.requests(1, to: 1)
                            _ = try await Sending(session: barricade.session).send(requests)
                            try await group.waitForAll()
                        }
                    }
                }
            ),
            (
                "sets of a folder, written", 100,
                { size in
                    let barricade = Barricade(Sets.literal.make(size))
                    return { try Self.inFolder { try barricade.write(to: $0) } }
                }
            ),
            (
                "sets of a folder, read", 100,
                { size in
                    try Self.folder(of: Sets.literal.make(size))
                }
            ),
            (
                "responses of a folder's set, read", 100,
                { size in
                    try Self.folder(of: [Self.set(of: size)])
                }
            ),
            (
                "edits of a set, and back", 25,
                { size in
                    try await Self.edits((0..<size).map { ("Set 0", "\($0)") }, of: 1)
                }
            ),
            (
                "sets edited, and back", 25,
                { size in
                    try await Self.edits((0..<size).map { ("Set \($0)", "Edit") }, of: size)
                }
            ),
            (
                "tabs, opened, and 10 changes", 1,
                { size in
                    let barricade = Barricade(Sets.literal.make(1_000))
                    let panel = try await barricade.openPanel()
                    return {
                        let tabs = try Tabs(size, of: panel)
                        // The beginning has three lines, an overview four, a change three.
                        await tabs.receive(7)
                        for number in 0..<10 {
                            try barricade.select("Offline", for: "Set \(number)")
                            await tabs.receive(3)
                        }
                        tabs.close()
                        await panel.close()
                    }
                }
            ),
            (
                "KB of a body, checked", 50,
                { size in
                    let item = #"{"id": 7, "name": "Fog", "tags": ["a", "b\n"], "price": 1.50}"#
                    let items = Array(repeating: item, count: size * 1_000 / item.utf8.count)
                    let body = Data("[\(items.joined(separator: ","))]".utf8)
                    return {
                        try Self.inFolder { folder in
                            try body.write(to: folder.appendingPathComponent("body.json"))
                            let set = ResponseSet(
                                "Set", on: .get("/"), files: .directory(folder),
                                responses: [CannedResponse("OK", file: "body.json")])
                            precondition(Barricade(set).validate().isEmpty)
                        }
                    }
                }
            ),
        ]
    }

    private static func set(of count: Int) -> ResponseSet {
        ResponseSet(
            "Set", on: .get("/"), responses: (0..<count).map { CannedResponse("\($0)", json: [1]) })
    }

    /// Returns what adds responses to sets by the panel, and removes them.
    private static func edits(
        _ edits: [(set: String, name: String)], of sets: Int
    ) async throws -> () async throws -> Void {
        let barricade = Barricade(Sets.literal.make(sets))
        let panel = try await barricade.openPanel()
        let remote = RemoteBarricade(url: panel.url)
        return {
            for edit in edits { try await remote.add(CannedResponse(edit.name), to: edit.set) }
            for edit in edits.reversed() { try await remote.remove(edit.name, from: edit.set) }
            precondition(barricade.sets.count == sets)
            await panel.close()
        }
    }

    /// Writes a folder of sets, and returns its reading with the first request.
    private static func folder(of sets: [ResponseSet]) throws -> () async throws -> Void {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString)
        try Barricade(sets).write(to: folder)
        return {
            _ = try Barricade(folder: .directory(folder))
            try FileManager.default.removeItem(at: folder)
        }
    }

    private static func inFolder(_ work: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try work(folder)
    }
}

/// Pages of a panel, which receive its events: other processes, whose time does not count.
private struct Tabs {
    private let processes: [Process]
    private let lines: AsyncStream<Int>

    init(_ count: Int, of panel: Panel) throws {
        let (lines, continuation) = AsyncStream.makeStream(of: Int.self)
        self.lines = lines
        let token = panel.url.fragment?.split(separator: "=").last ?? ""
        let events = "http://127.0.0.1:\(panel.port)/api/v1/events?for=page"
        processes = try (0..<count).map { _ in
            let (process, pipe) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["curl", "-sN", "-H", "Authorization: Bearer \(token)", events]
            process.standardOutput = pipe
            try process.run()
            Thread.detachNewThread {
                while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
                    continuation.yield(data.count { $0 == UInt8(ascii: "\n") })
                }
            }
            return process
        }
    }

    /// Waits for so many lines from each.
    func receive(_ count: Int) async {
        var rest = count * processes.count
        for await received in lines {
            rest -= received
            if rest <= 0 { break }
        }
    }

    func close() {
        for process in processes { process.terminate() }
    }
}
