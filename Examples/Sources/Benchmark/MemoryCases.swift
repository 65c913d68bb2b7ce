import Barricade
import Foundation

/// What the process keeps in memory after many requests, and after many barricades.
struct MemoryCases {
    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func measure(_ add: (Row) -> Void) async throws {
        let barricade = Barricade(Sets.literal.make(1))
        let sending = Sending(session: barricade.session, atATime: 64)
        let some = Sets.literal.requests(1_000, to: 1)
        let requests = 100 * options.requests
        let byRequests = try await growth(afterFirst: requests / 5, of: requests, by: 1_000) {
            _ = try await sending.send(some)
        }
        add(row("growth over \(requests) requests", byRequests, limit: 2))
        let barricades = 10 * options.requests
        let byBarricades = try await growth(afterFirst: barricades / 5, of: barricades, by: 1) {
            try await BarricadeCases.useBarricade()
        }
        // Each barricade leaves its URLProtocol class behind, about 1 KB.
        let classes = Double(barricades) / 1_000
        add(row("growth over \(barricades) barricades", byBarricades, limit: 2 + classes))
    }

    /// Repeats something, and returns by how many megabytes the memory grew once it was warm.
    private func growth(
        afterFirst warm: Int, of count: Int, by step: Int, _ body: () async throws -> Void
    ) async throws -> Double {
        for _ in stride(from: 0, to: warm, by: step) { try await body() }
        let before = Memory.megabytes
        for _ in stride(from: 0, to: count, by: step) { try await body() }
        return Memory.megabytes - before
    }

    private func row(_ name: String, _ megabytes: Double, limit: Double) -> Row {
        Row(part: Part.memory.rawValue, name: name, unit: "MB", ours: megabytes, limit: limit)
    }
}
