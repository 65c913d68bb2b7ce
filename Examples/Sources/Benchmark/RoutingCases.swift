import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Who answers a request, without the request being sent.
struct RoutingCases {
    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func measure(_ add: (Row) -> Void) async {
        for kind in Sets.allCases {
            let few = Barricade(kind.make(10))
            for count in [100, 1_000, 10_000] {
                let many = Barricade(kind.make(count))
                let isLimited = count == 10_000 && kind != .mixed
                let comparison = await Comparison(
                    rounds: options.rounds,
                    ours: { time(many, kind.requests(options.requests, to: count, round: $0)) },
                    bare: { time(few, kind.requests(options.requests, to: 10, round: $0)) })
                add(
                    comparison.row(
                        .routing, "\(count) sets and 10, \(kind.rawValue)", per: options.requests,
                        ratioLimit: isLimited ? 1.5 : nil, limit: isLimited ? 2 : nil))
            }
        }
    }

    /// Returns how long it takes to take requests apart and find the sets that claim them.
    private func time(_ barricade: Barricade, _ requests: [URLRequest]) -> Duration {
        ContinuousClock().measure {
            for request in requests {
                let set = BarricadeRequest(request).flatMap(barricade.responseSet(claiming:))
                precondition(set != nil, "\(request) has no set")
            }
        }
    }
}
