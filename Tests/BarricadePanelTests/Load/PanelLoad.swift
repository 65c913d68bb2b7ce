#if compiler(>=6.3) && os(Linux)
import BarricadeSurfaces
import Barricade
import BarricadePanel

@testable import TestSupport

/// 32 clients and 8 readers of events at a panel with many sets, in a process of its own.
struct PanelLoad {
    struct Fault: Error {
        let text: String
    }

    /// Each change is an overview of all to each reader, so 500 only where more is asked for.
    private static let sets = Endurance.scale > 1 ? 500 : 40
    private static let clients = 32
    private static let readers = 8

    private let visit: PanelVisit

    private init() async throws {
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

    /// Does it, and tells what came of it: after `OK`, the figures.
    static func report(requests: Int) async -> String {
        do {
            return try await PanelLoad().run(requests)
        } catch {
            return "\(error)"
        }
    }

    private func run(_ requests: Int) async throws -> String {
        let calls = Endurance.scale > 1 ? 20 : 1
        let states = try await onOwnThread { Result { try timeOfState(calls: calls) } }.get()
        // First a little, so that what is made once is there.
        _ = try await serve(max(requests / 10, Self.clients))
        let before = try await ProcessUse.settled()
        let time = try await serve(requests)
        let after = try await ProcessUse.settled()
        guard after.descriptors == before.descriptors else {
            throw Fault(text: "descriptors: \(before) then \(after)")
        }
        guard after.memory < before.memory + 65_536 else {
            throw Fault(text: "memory: \(before) then \(after)")
        }
        return """
            OK
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
        guard ninth.contains("503") else { throw Fault(text: "a ninth reader got \(ninth)") }
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<Self.clients {
                group.addTask {
                    let count = (requests + Self.clients - 1) / Self.clients
                    try await onOwnThread { Result { try askAll(worker, count) } }.get()
                }
            }
            try await group.waitForAll()
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
                guard reply.status == 200,
                    reply.body.contains(#""selectedResponse":"\#(response)""#)
                else { throw Fault(text: "\(name) got \(reply)") }
            default:
                let reply = try ask("GET", "/log?limit=10", client)
                guard reply.status == 200 else { throw Fault(text: "the log: \(reply)") }
            }
        }
    }

    private func ask(
        _ method: String, _ path: String, _ client: Client, _ body: String = ""
    ) throws -> Client.Reply {
        client.send(
            """
            \(method) /api/v1\(path) HTTP/1.1\r
            Host: 127.0.0.1:\(visit.panel.port)\r
            Authorization: Bearer \(visit.token)\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """)
        return try client.reply()
    }
}
#endif
