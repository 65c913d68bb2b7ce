import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import TestSupport

/// The words that all screens share.
@Suite(.timeLimit(.minutes(10))) struct WordsTests {
    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1 KB"), (1_250, "1.3 KB"),
        (12_345, "12 KB"), (999_700, "1 MB"), (50_000_000, "50 MB"), (Int.max, "9223372 TB"),
    ])
    func countsBytes(count: Int, words: String) {
        #expect(count.inBytes == words)
    }

    @Test(arguments: [
        (Duration.microseconds(999), "< 1 ms"), (.milliseconds(1), "1 ms"),
        (.microseconds(14_400), "14 ms"), (.microseconds(999_400), "999 ms"),
        (.microseconds(999_600), "1.0 s"), (.milliseconds(2_149), "2.1 s"),
        (.seconds(61), "61.0 s"),
    ])
    func measuresTime(duration: Duration, words: String) {
        #expect(duration.words == words)
    }

    @Test func aStatusHasItsMeaningIfThereIsOne() {
        #expect(HTTP.Status(404).words == "404 not found")
        #expect(HTTP.Status(1_000).words == "1000")
    }

    @Test func everyOutcomeHasAFilterAndASymbol() throws {
        let url = try #require(URL(string: "https://api.example.com"))
        let outcomes: [LoggedRequest.Outcome] = [
            .pending, .held, .answered(200), .failed(domain: "D", code: 1), .redirected(to: url),
            .cancelled, .passedThrough, .unmatched,
        ]
        for outcome in outcomes {
            #expect(LogFilter.allCases.filter { $0.accepts(outcome) }.count == 2, "\(outcome)")
        }
        #expect(Set(outcomes.map(\.symbol)).count == outcomes.count - 1)
    }
}
