import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Measurements of two things, taken in turn so that both meet the same weather.
struct Comparison {
    private var ours: [Double] = []
    private var bare: [Double] = []

    /// Measures both in each round, the first one second in the next; the first round is not counted.
    init(
        rounds: Int, ours: (Int) async throws -> Duration, bare: (Int) async throws -> Duration
    ) async rethrows {
        for round in 0...rounds {
            let isOurs = round.isMultiple(of: 2)
            let first = isOurs ? try await ours(round) : try await bare(round)
            let second = isOurs ? try await bare(round) : try await ours(round)
            guard round > 0 else { continue }
            self.ours.append((isOurs ? first : second).microseconds)
            self.bare.append((isOurs ? second : first).microseconds)
        }
    }

    /// Sends the same requests both ways in each round.
    init(
        rounds: Int, ours: Sending, bare: Sending, _ requests: (Int) -> [URLRequest]
    ) async throws {
        try await self.init(
            rounds: rounds, ours: { try await ours.send(requests($0)) },
            bare: { try await bare.send(requests($0)) })
    }

    /// Makes a row of what one of so many things took, in microseconds.
    ///
    /// - Parameter debugLimit: What the ratio is not to exceed in a debug build, in place of the limits.
    func row(
        _ part: Part, _ name: String, per count: Int, ratioLimit: Double? = nil,
        limit: Double? = nil, debugLimit: Double? = nil
    ) -> Row {
        Row(
            part: part.rawValue, name: name, unit: "µs", ours: ours.median / Double(count),
            bare: bare.median / Double(count), ratio: zip(ours, bare).map { $0 / $1 }.median,
            ratioLimit: Report.isDebug ? debugLimit : ratioLimit,
            limit: Report.isDebug ? nil : limit)
    }
}

extension [Double] {
    var median: Double {
        let sorted = sorted()
        guard !isEmpty else { return .nan }
        return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2
    }
}

extension Duration {
    var microseconds: Double {
        Double(components.seconds) * 1e6 + Double(components.attoseconds) * 1e-12
    }
}
