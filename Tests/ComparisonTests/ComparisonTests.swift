import Barricade
import Foundation
import Testing

@testable import TestSupport

/// An app sees the same with a barricade as with a server.
///
/// Random exchanges go both ways, and all that an app can observe is compared. A difference is the
/// row of a table, or a fault.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct ComparisonTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count =
        environment["BARRICADE_COMPARISON_COUNT"].flatMap { Int($0) }
        ?? (Endurance.scale > 1 ? 20_000 : 1_500)
    private static let seed = environment["BARRICADE_COMPARISON_SEED"].flatMap { UInt64($0) } ?? 1
    /// Fewer than could be, since each real connection keeps a core busy.
    private static let width = 4

    @Test func anAppSeesTheSameAsWithAServer() async throws {
        let faults = Locked<[String: (count: Int, difference: Difference, exchange: Exchange)]>([:])
        await Endurance.inParallel(Self.width) { worker in
            let laboratory = try Laboratory()
            for number in stride(from: worker, to: Self.count, by: Self.width) {
                let exchange = Family.exchange(number, seed: Self.seed)
                // What is cancelled may reach the server late, so it gets one of its own.
                let place = try exchange.cancels == nil ? laboratory : Laboratory()
                for fault in try await place.faults(of: exchange) {
                    // One exchange of each kind is told.
                    faults.withLock {
                        let known = $0["\(exchange.family) \(fault.aspect)"]
                        $0["\(exchange.family) \(fault.aspect)"] =
                            (
                                (known?.count ?? 0) + 1, known?.difference ?? fault,
                                known?.exchange ?? exchange
                            )
                    }
                }
            }
        }
        let laboratory = try Laboratory()
        for (name, fault) in faults.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            let (smallest, difference) = try await laboratory.smallest(
                fault.exchange, showing: fault.difference)
            Issue.record("\(name), \(fault.count) times, first \(difference)\n\(smallest)")
        }
    }

    /// The rows of the table that say that their behaviour is compared.
    private func comparedRows() throws -> [String] {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent(
                "../../Sources/Barricade/Barricade.docc/understanding-interception.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap {
            let cells = $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.count == 4 && cells[3] == "comparison" ? cells[0] : nil
        }
    }

    @Test func eachRuleHasARowAndEachComparedRowARule() throws {
        #expect(try Set(comparedRows()) == Set(Rule.all.map(\.row)))
    }
}

extension Laboratory {
    /// Returns the differences that no rule explains.
    func faults(of exchange: Exchange) async throws -> [Difference] {
        let unexplained: ([Difference]) -> [Difference] = { differences in
            differences.filter { difference in
                !Rule.all.contains { $0.explains(difference, exchange) }
            }
        }
        return unexplained(try await differences(of: exchange))
    }

    /// Returns the simplest exchange that shows a difference.
    fileprivate func smallest(
        _ exchange: Exchange, showing difference: Difference
    ) async throws -> (Exchange, Difference) {
        for simpler in exchange.simpler {
            let same = try await faults(of: simpler).first { $0.aspect == difference.aspect }
            if let same { return try await smallest(simpler, showing: same) }
        }
        return (exchange, difference)
    }
}
