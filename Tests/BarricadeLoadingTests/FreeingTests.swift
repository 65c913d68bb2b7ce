import Barricade
import Testing

@testable import TestSupport

/// What is freed while others use it, which must not be freed under a lock that it needs.
@Suite(.timeLimit(.minutes(10))) struct FreeingTests {
    /// Reads something of a barricade when it is freed, as a user's object may.
    private final class Reader: Sendable {
        let barricade: Barricade
        private let read: @Sendable (Barricade) -> [String]
        private let freed: Locked<[String]?>

        init(
            of barricade: Barricade, into freed: Locked<[String]?>,
            _ read: @escaping @Sendable (Barricade) -> [String]
        ) {
            (self.barricade, self.freed, self.read) = (barricade, freed, read)
        }

        deinit {
            let found = read(barricade)
            freed.withLock { $0 = found }
        }
    }

    @Test func aBarricadeMayGoWhileItsRequestsStart() async throws {
        let url = try URL(api)
        for round in 0..<500 * Endurance.scale {
            if round.isMultiple(of: 100) { await Task.yield() }
            var barricade: Barricade? = Barricade(
                ResponseSet("S", on: .any("/**")) { CannedResponse("R", text: "a") })
            let session = try #require(barricade?.session)
            for _ in 0..<8 { session.dataTask(with: url) { _, _, _ in }.resume() }
            barricade = nil
            // The lock is taken by everything that is installed.
            barricade = Barricade()
            _ = barricade?.session
        }
    }

    @Test(arguments: ["unregister", "replace", "unregisterAll", "answerNext", "reset"])
    func whatAHandlerOwnsMayUseTheBarricadeWhenItIsFreed(_ change: String) async throws {
        let barricade = Barricade(ResponseSet("Other", on: .get("/other"), responses: []))
        let freed = Locked<[String]?>(nil)
        do {
            let reader = Reader(of: barricade, into: freed) { $0.sets.map(\.name) }
            let response = CannedResponse("R") { _ in
                CannedResponse(text: "\(reader.barricade.sets.count)")
            }
            if ["answerNext", "reset"].contains(change) {
                barricade.register(ResponseSet("S", on: .get("/s")) { CannedResponse("R") })
                try barricade.answerNext("S", with: response)
            } else {
                barricade.register(ResponseSet("S", on: .get("/s"), responses: [response]))
            }
        }
        switch change {
        case "unregister", "answerNext": try barricade.unregister("S")
        case "unregisterAll": barricade.unregisterAll()
        case "reset": barricade.reset()
        default: barricade.register(ResponseSet("S", on: .get("/s")) { CannedResponse("R") })
        }
        #expect(freed.current != nil)
    }

    @Test func whatAMatcherOwnsMayUseTheLogWhenItIsFreed() async throws {
        let barricade = Barricade()
        let freed = Locked<[String]?>(nil)
        do {
            let reader = Reader(of: barricade, into: freed) { $0.requests.map(\.line) }
            barricade.register(
                ResponseSet(
                    "S", on: .matching("is any") { _ in withExtendedLifetime(reader) { true } }
                ) { CannedResponse("R") })
        }
        _ = try await barricade.session.get("\(api)/s")
        try barricade.unregister("S")
        // The log still knows the set; its records own the matcher now.
        barricade.clearRequests()
        #expect(freed.current == [])
    }

    /// Sets that look at the barricade in which they are registered.
    private struct Looking: ResponseSetConvertible {
        let barricade: Barricade

        var responseSets: [ResponseSet] {
            let name = "After \(barricade.sets.count)"
            return [ResponseSet(name, on: .get("/after")) { CannedResponse("R") }]
        }
    }

    @Test func setsMayUseTheBarricadeThatRegistersThem() {
        let barricade = Barricade()
        barricade.register(Looking(barricade: barricade))
        #expect(barricade.sets.map(\.name) == ["After 0"])
    }
}
