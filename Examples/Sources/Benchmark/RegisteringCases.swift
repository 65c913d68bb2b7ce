import Barricade
import Foundation

/// Many sets in one call, and one more beside them.
struct RegisteringCases {
    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func measure(_ add: (Row) -> Void) {
        for kind in Sets.allCases {
            var making: [Double] = []
            var registering: [Double] = []
            var oneMore: [Double] = []
            for _ in 0..<options.rounds {
                let clock = ContinuousClock()
                var sets: [ResponseSet] = []
                making.append(clock.measure { sets = kind.make(10_000) }.microseconds / 1_000)
                let barricade = Barricade()
                registering.append(
                    clock.measure { barricade.register(sets) }.microseconds / 1_000)
                let more = (0..<100).map { kind.make(1, from: 10_000 + $0) }
                let all = clock.measure { for set in more { barricade.register(set) } }
                oneMore.append(all.microseconds / Double(more.count))
            }
            let name = kind.rawValue
            add(row("making 10000 sets, \(name)", "ms", making))
            add(row("registering 10000, \(name)", "ms", registering, limit: 100))
            add(row("one more, \(name)", "µs", oneMore, limit: 50))
        }
    }

    private func row(_ name: String, _ unit: String, _ times: [Double], limit: Double? = nil) -> Row
    {
        Row(
            part: Part.registering.rawValue, name: name, unit: unit, ours: times.median,
            limit: Report.isDebug ? nil : limit)
    }
}
