import Barricade

/// Requests that are answered at once, to few and to many sets.
struct LoadCases {
    let options: Options
    let atATime: Int

    init(_ options: Options, atATime: Int) {
        self.options = options
        self.atATime = atATime
    }

    func measure(part: Part, _ add: (Row) -> Void) async throws {
        for kind in Sets.allCases {
            for count in [1, 100, 1_000, 10_000] where count > 1 || kind != .mixed {
                let barricade = Barricade(kind.make(count))
                let comparison = try await Comparison(
                    rounds: options.rounds,
                    ours: Sending(session: barricade.session, atATime: atATime),
                    bare: Sending(session: BareProtocol.session(), atATime: atATime)
                ) { round in
                    kind.requests(options.requests, to: count, round: round)
                }
                add(
                    comparison.row(
                        part, "\(count) sets, \(kind.rawValue)", per: options.requests,
                        ratioLimit: [1, 10_000].contains(count) ? limit(of: kind) : nil,
                        debugLimit: kind == .literal ? atATime == 1 ? 1.8 : 2 : nil))
            }
        }
    }

    private func limit(of kind: Sets) -> Double? {
        switch kind {
        case .literal: atATime == 1 ? 1.05 : 1.1
        case .named: 1.1
        case .mixed: nil
        }
    }
}
