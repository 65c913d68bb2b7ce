import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Many requests that wait at the same time, of which most are cancelled.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct DelayTests {
    private struct Counts {
        var answered = 0
        var cancelled = 0
        /// Those that were answered before their time, or otherwise than they should.
        var wrong = 0

        var all: Int { answered + cancelled + wrong }
    }

    @Test func manyAreAnsweredEachAfterItsOwnDelay() async throws {
        let delays = (0..<20).map { 1_000 + $0 * 25 }
        let barricade = Barricade(
            delays.map { delay in
                ResponseSet("\(delay)", on: .get("/\(delay)")) {
                    CannedResponse("OK", text: "\(delay)", delay: .milliseconds(delay))
                }
            })
        let session = barricade.patientSession
        let count = 2_000 * Endurance.scale
        let (counts, end) = (Locked(Counts()), Events<Void>())
        for number in 0..<count {
            // The longest ones first, now and then.
            let delay = delays[number % 3 == 0 ? 19 - number % 20 : number % 20]
            let isCancelled = number % 4 > 0
            let start = ContinuousClock.now
            let url = try URL("\(api)/\(delay)")
            let task = session.dataTask(with: url) { data, _, error in
                let time = ContinuousClock.now - start
                let counts = counts.withLock { counts in
                    if isCancelled, (error as? URLError)?.code == .cancelled {
                        counts.cancelled += 1
                    } else if data == Data("\(delay)".utf8), time >= .milliseconds(delay) {
                        counts.answered += 1
                    } else {
                        counts.wrong += 1
                    }
                    return counts
                }
                if counts.all == count { end.add(()) }
            }
            task.resume()
            if isCancelled { task.cancel() }
        }
        await end.wait()
        let all = counts.current
        #expect(all.wrong == 0 && all.answered >= count / 4 && all.cancelled > count / 2, "\(all)")
    }
}
