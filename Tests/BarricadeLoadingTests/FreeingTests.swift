import Barricade
import Testing

@testable import TestSupport

/// What is freed while others use it, which must not be freed under a lock that it needs.
@Suite(.timeLimit(.minutes(10))) struct FreeingTests {
    /// Reads a barricade when it is freed, as a user's object may.
    private final class Reader: Sendable {
        let barricade: Barricade
        let names: Locked<[String]>

        init(of barricade: Barricade, _ names: Locked<[String]>) {
            (self.barricade, self.names) = (barricade, names)
        }

        deinit {
            let sets = barricade.sets.map(\.name)
            names.withLock { $0 = ["freed"] + sets }
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
        let names = Locked<[String]>([])
        do {
            let reader = Reader(of: barricade, names)
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
        #expect(names.current.first == "freed")
    }

    @Test func whatAMatcherOwnsMayUseTheLogWhenItIsFreed() async throws {
        let barricade = Barricade()
        let names = Locked<[String]>([])
        do {
            let reader = LogReader(of: barricade, names)
            barricade.register(
                ResponseSet("S", on: .matching("is any") { _ in !reader.lines.isEmpty || true }) {
                    CannedResponse("R")
                })
        }
        _ = try await barricade.session.get("\(api)/s")
        try barricade.unregister("S")
        // The log still knows the set; its records own the matcher now.
        barricade.clearRequests()
        #expect(names.current == ["freed"])
    }

    /// Reads a barricade's log when it is freed.
    private final class LogReader: Sendable {
        let barricade: Barricade
        let names: Locked<[String]>

        init(of barricade: Barricade, _ names: Locked<[String]>) {
            (self.barricade, self.names) = (barricade, names)
        }

        var lines: [String] { barricade.requests.map(\.line) }

        deinit {
            let lines = lines
            names.withLock { $0 = ["freed"] + lines }
        }
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
