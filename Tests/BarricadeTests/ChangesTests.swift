import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ChangesTests {
    private let set = ResponseSet("Login", on: .any) {
        CannedResponse("Success")
        CannedResponse("Offline")
    }

    private let offline = StoreChange.selected(response: "Offline", set: "Login")
    private let success = StoreChange.selected(response: "Success", set: "Login")

    /// Makes changes, then releases the barricade; returns what a listener heard.
    private func heard(
        _ change: (Barricade) throws -> Void
    ) async rethrows -> [StoreChange] {
        var barricade: Barricade? = Barricade()
        let changes = barricade?.changes
        if let barricade { try change(barricade) }
        barricade = nil
        return if let changes { await all(of: changes) } else { [] }
    }

    private func all(of changes: AsyncStream<StoreChange>) async -> [StoreChange] {
        await changes.reduce(into: []) { $0.append($1) }
    }

    @Test func everyChangeIsHeardInOrderAndNothingElse() async throws {
        let other = ResponseSet("Other", on: .any) { CannedResponse("Only") }
        let heard = try await heard { barricade in
            barricade.register(set, other)
            try barricade.select("Offline", for: "Login")
            try barricade.setMode(.live, for: "Other")
            barricade.register([Preset("Fine", ["Login": "Success"])])
            try barricade.apply("Fine")
            barricade.unmatchedPolicy = .passThrough
            barricade.networkConditions = .lte
            try barricade.unregister("Other")

            try barricade.withSelection("Offline", for: "Login") {}
            barricade.restore(["Login": "Offline"])
            try barricade.setMode(.live, for: "Login")
            barricade.reset()

            // What changes nothing is not heard.
            try barricade.select("Success", for: "Login")
            barricade.reset()
            barricade.restore([:])
            barricade.register([] as [ResponseSet])
            try barricade.setMode(.barricaded, for: "Login")
            barricade.unmatchedPolicy = .passThrough
            barricade.networkConditions = .lte
            #expect(throws: BarricadeError.self) { try barricade.select("Nope", for: "Login") }
            barricade.networkConditions = nil

            // A replaced set loses its selection.
            try barricade.select("Offline", for: "Login")
            barricade.register(ResponseSet("Login", on: .any) { CannedResponse("New") })
        }
        #expect(
            heard == [
                .registered(["Login", "Other"]), offline, .mode(.live, set: "Other"),
                .presets(["Fine"]), success, .unmatchedPolicy(.passThrough),
                .networkConditions(.lte), .unregistered(["Other"]),

                offline, success, offline, .mode(.live, set: "Login"), success,
                .mode(.barricaded, set: "Login"), .networkConditions(nil),

                offline, .registered(["Login"]), .selected(response: "New", set: "Login"),
            ])
    }

    @Test func aListenerHearsWhatCameAfterItUntilItsTaskOrTheBarricadeEnds() async throws {
        var barricade: Barricade? = Barricade(set)
        let streams = (0..<2).compactMap { _ in barricade?.changes }
        let heard = Events<StoreChange>()
        let cancelled = Task { for await change in streams[0] { heard.add(change) } }
        cancelled.cancel()
        await cancelled.value
        let waiting = Task { for await change in streams[1] { heard.add(change) } }
        try barricade?.select("Offline", for: "Login")
        await heard.wait()
        let late = barricade?.changes
        try barricade?.select("Success", for: "Login")
        barricade = nil
        await waiting.value
        #expect(heard.all == [offline, success])
        #expect(await all(of: try #require(late)) == [success])
    }

    /// Changes from several threads reach every listener in one order, the order they were made.
    @Test func listenersAgreeOnTheOrder() async throws {
        var barricade: Barricade? = Barricade(set)
        let streams = (0..<3).compactMap { _ in barricade?.changes }
        await withTaskGroup(of: Void.self) { [barricade] group in
            for _ in 0..<8 {
                group.addTask {
                    for number in 0..<50 {
                        try? barricade?.select(
                            number % 2 == 0 ? "Offline" : "Success", for: "Login")
                    }
                }
            }
        }
        let last = try barricade?.selectedResponse(for: "Login")
        barricade = nil
        var orders: [[StoreChange]] = []
        for stream in streams { orders.append(await all(of: stream)) }
        #expect(orders[0] == orders[1])
        #expect(orders[1] == orders[2])
        // Each change differs from the one before it, and the last one is what is selected.
        #expect(zip(orders[0], orders[0].dropFirst()).allSatisfy { $0 != $1 })
        #expect(orders[0].last == last.map { .selected(response: $0, set: "Login") })
    }
}
