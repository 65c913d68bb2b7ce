import Barricade
import BarricadePanel

/// What a UI test asks for: the first overview of a thousand sets of five responses, and the next
/// one after a choice, from a panel of the same process.
struct OverviewCases {
    let options: Options
    /// The responses of each set besides those that all cases have.
    private let more = [
        CannedResponse("Empty", status: .noContent),
        CannedResponse("Locked", status: .locked, headers: ["Retry-After": "60"], text: "Locked"),
        CannedResponse("Slow", text: "OK", delay: .seconds(5)),
    ]

    init(_ options: Options) {
        self.options = options
    }

    func measure(_ add: (Row) -> Void) async throws {
        for kind in Sets.allCases {
            var first: [Double] = []
            var next: [Double] = []
            for _ in 0..<options.rounds {
                let barricade = Barricade(kind.make(1_000, adding: more))
                let remote = RemoteBarricade(url: try await barricade.openPanel().url)
                first.append(try await milliseconds(remote))
                try barricade.select("Offline", for: "Set 500")
                next.append(try await milliseconds(remote))
            }
            add(row("first, \(kind.rawValue)", first))
            add(row("next, \(kind.rawValue)", next))
        }
    }

    private func milliseconds(_ remote: RemoteBarricade) async throws -> Double {
        try await ContinuousClock().measure { _ = try await remote.overview }.microseconds / 1_000
    }

    private func row(_ name: String, _ times: [Double]) -> Row {
        Row(part: Part.overview.rawValue, name: name, unit: "ms", ours: times.median, limit: 250)
    }
}
