import Barricade
import BarricadeSurfaces

/// What a screen asks for: the first overview of a thousand sets of five responses, the words for
/// all of them, and the next overview after a choice.
struct OverviewCases {
    let options: Options
    /// The responses of each set besides those that all cases have.
    private let more = [
        CannedResponse("Empty", status: .noContent),
        CannedResponse("Locked", status: 423, headers: ["Retry-After": "60"], text: "Locked"),
        CannedResponse("Slow", text: "OK", delay: .seconds(5)),
    ]

    init(_ options: Options) {
        self.options = options
    }

    func measure(_ add: (Row) -> Void) throws {
        for kind in Sets.allCases {
            var first: [Double] = []
            var words: [Double] = []
            var next: [Double] = []
            for _ in 0..<options.rounds {
                let barricade = Barricade(kind.make(1_000, adding: more))
                first.append(milliseconds { barricade.overview })
                let overview = barricade.overview
                words.append(milliseconds { overview.sets.map { ($0.matcher, $0.responses) } })
                try barricade.select("Offline", for: "Set 500")
                next.append(milliseconds { barricade.overview })
            }
            add(row("first, \(kind.rawValue)", first, limit: 2))
            add(row("all words, \(kind.rawValue)", words))
            add(row("next, \(kind.rawValue)", next, limit: 2))
        }
    }

    private func milliseconds<Value>(_ read: () -> Value) -> Double {
        ContinuousClock().measure { withExtendedLifetime(read()) {} }.microseconds / 1_000
    }

    private func row(_ name: String, _ times: [Double], limit: Double? = nil) -> Row {
        Row(
            part: Part.overview.rawValue, name: name, unit: "ms", ours: times.median,
            limit: limit)
    }
}
