import Barricade
import Foundation

/// Answers that come from another thread.
struct HopCases {
    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    func measure(_ add: (Row) -> Void) async throws {
        let body = ResponseBody.data(Sizes.kilobyte)
        let responses: [(String, CannedResponse, any Clock<Duration>, limit: Double?)] = [
            (
                "handler", CannedResponse("OK") { _ in CannedResponse(body: body) },
                ContinuousClock(), 1.1
            ),
            (
                "delay of zero", CannedResponse("OK", body: body, delay: .seconds(0)),
                ContinuousClock(), 1.1
            ),
            // What waits has no limit: what surrounds a wait is little beside it.
            (
                "wait of no time", CannedResponse("OK", body: body, delay: .seconds(1)),
                HastyClock(), nil
            ),
        ]
        for (name, response, clock, limit) in responses {
            for atATime in [1, 64] {
                let barricade = Barricade(
                    ResponseSet("Set", on: .get("/v1/group0/item0"), responses: [response])
                ) {
                    $0.clock = clock
                }
                let requests = Sets.literal.requests(options.requests, to: 1)
                let comparison = try await Comparison(
                    rounds: options.rounds,
                    ours: Sending(session: barricade.session, atATime: atATime),
                    bare: Sending(session: BareHop.session(), atATime: atATime)
                ) { _ in requests }
                add(
                    comparison.row(
                        .hop, "\(name), \(atATime) at a time", per: options.requests,
                        ratioLimit: limit))
            }
        }
    }
}

/// A clock on which no wait takes any time, so that only what surrounds waits is measured.
struct HastyClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
