import Barricade
import Foundation

/// A barricade of its own for a single request, as tests have it.
struct BarricadeCases {
    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func measure(_ add: (Row) -> Void) async throws {
        let count = 5 * options.requests
        let share = (count + options.rounds - 1) / options.rounds
        let comparison = try await Comparison(
            rounds: options.rounds,
            ours: { _ in try await Self.time(share) { try await Self.useBarricade() } },
            bare: { _ in try await Self.time(share) { try await Self.useBareSession() } })
        add(
            comparison.row(
                .barricades, "\(count) of them, a request each", per: share, ratioLimit: 1.25,
                debugLimit: 1.8))
    }

    /// Makes a barricade and its session, sends a request, and lets go of them.
    static func useBarricade() async throws {
        let barricade = Barricade(Sets.literal.make(1))
        _ = try await Sending(session: barricade.session).send(request)
    }

    private static func useBareSession() async throws {
        _ = try await Sending(session: BareProtocol.session()).send(request)
    }

    private static let request = Sets.literal.requests(1, to: 1)

    private static func time(_ count: Int, _ body: () async throws -> Void) async throws -> Duration
    {
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<count { try await body() }
        return start.duration(to: clock.now)
    }
}
