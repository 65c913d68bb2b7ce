#if compiler(>=6.3) && os(Linux)
import BarricadeSurfaces
import Barricade
import BarricadePanel

@testable import TestSupport

/// 32 clients and 8 readers of events at a panel with many sets, in a process of its own.
struct PanelLoad {
    /// Each change is an overview of all to each reader, so 500 only where more is asked for.
    private static let sets = Endurance.scale > 1 ? 500 : 40
    private static let clients = 32
    private static let readers = 8

    private let visit: PanelVisit

    init() async throws {
        let barricade = Barricade(
            (0..<Self.sets).map { number in
                ResponseSet("Set \(number)", on: .get("/\(number)/:id")) {
                    CannedResponse("Success", json: ["number": JSONValue(number)])
                    CannedResponse("Empty", status: .noContent)
                    CannedResponse("Server Error", status: .internalServerError)
                    CannedResponse("Offline", error: .notConnectedToInternet)
                }
            })
        visit = try await PanelVisit(to: barricade)
    }

    /// Does it, and returns the figures.
    func figures(requests: Int) async throws -> String {
        let calls = Endurance.scale > 1 ? 20 : 1
        let states = try await onThread { try timeOfState(calls: calls) }
        // First a little, so that what is made once is there.
        _ = try await serve(max(requests / 10, Self.clients))
        let before = try await ProcessUse.settled()
        let time = try await serve(requests)
        let after = try await ProcessUse.settled()
        try OwnProcess.check(
            after.descriptors == before.descriptors, "descriptors: \(before) then \(after)")
        try OwnProcess.check(
            after.memory < before.memory + 65_536, "memory: \(before) then \(after)")
        return """
            GET state with \(Self.sets) sets: \(states.time), \(states.size) bytes
            \(requests) requests by \(Self.clients) clients beside \(Self.readers) readers in \
            \(time), \(Int(Double(requests) / (time / .seconds(1)))) a second
            before: \(before)
            after: \(after)

            """
    }

    private func timeOfState(calls: Int) throws -> (time: Duration, size: Int) {
        let client = try Client(port: visit.panel.port)
        var (times, size): ([Duration], Int) = ([], 0)
        for _ in 0..<calls {
            let start = ContinuousClock.now
            size = try ask("GET", "/state", client).body.utf8.count
            times.append(start.duration(to: .now))
        }
        return (times.sorted()[calls / 2], size)
    }

    /// Lets all clients ask at once, while the readers read.
    private func serve(_ requests: Int) async throws -> Duration {
        let (isDone, began) = (Locked(false), Events<Void>())
        let readers = (0..<Self.readers).map { _ in
            Task {
                try await visit.readEvents { reader in
                    _ = try reader.next()
                    began.add(())
                    while !isDone.current { try reader.skip() }
                }
            }
        }
        await began.wait(count: Self.readers)
        let ninth = await onOwnThread {
            do { return "\(try EventReader(visit).client)" } catch { return "\(error)" }
        }
        try OwnProcess.check(ninth.contains("503"), "a ninth reader got \(ninth)")
        let start = ContinuousClock.now
        try await onThreads(Self.clients) {
            try askAll($0, (requests + Self.clients - 1) / Self.clients)
        }
        let time = start.duration(to: .now)
        isDone.withLock { $0 = true }
        // The readers wait for one more event.
        try visit.barricade.select("Empty", for: "Set 0")
        await visit.load("/0/end")
        for reader in readers { try await reader.value }
        return time
    }

    /// Selects, looks, and sends a request of the app that gets what was selected.
    private func askAll(_ worker: Int, _ count: Int) throws {
        let client = try Client(port: visit.panel.port)
        let name = "Set \(worker + 1)"
        let path = "/sets/\(name.identifierForURLs)"
        let responses = ["Success", "Empty", "Server Error", "Offline"]
        for index in 0..<count {
            let response = responses[index % responses.count]
            switch index % 4 {
            case 0...2:
                let reply = try ask("PATCH", path, client, #"{"selected":"\#(response)"}"#)
                let isSelected = reply.body.contains(#""selectedResponse":"\#(response)""#)
                try OwnProcess.check(reply.status == 200 && isSelected, "\(name) got \(reply)")
            default:
                let reply = try ask("GET", "/log?limit=10", client)
                try OwnProcess.check(reply.status == 200, "the log: \(reply)")
            }
        }
    }

    private func ask(
        _ method: String, _ path: String, _ client: Client, _ body: String = ""
    ) throws -> Client.Reply {
        client.send(visit.request(method, path, body))
        return try client.reply()
    }
}
#endif
