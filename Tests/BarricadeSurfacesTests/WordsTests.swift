import Barricade
import BarricadeSurfaces
import Testing

@testable import TestSupport

/// The words that all screens share.
@Suite(.timeLimit(.minutes(10))) struct WordsTests {
    @Test func numbersHaveTheirUnits() {
        let sizes = [0, 1, 999, 1_000, 1_250, 12_345, 999_700, 50_000_000, Int.max].map(\.inBytes)
        #expect(
            sizes == [
                "0 bytes", "1 byte", "999 bytes", "1 KB", "1.3 KB", "12 KB", "1 MB", "50 MB",
                "9223372 TB",
            ])
        let times = [999, 1_000, 14_400, 999_400, 999_600, 2_149_000, 61_000_000].map {
            Duration.microseconds($0).words
        }
        #expect(times == ["< 1 ms", "1 ms", "14 ms", "999 ms", "1.0 s", "2.1 s", "61.0 s"])
        // A status has its meaning if there is one.
        let statuses = [404, 1_000].map { HTTP.Status($0).words }
        #expect(statuses == ["404 not found", "1000"])
    }

    @Test func everyOutcomeHasAFilterAndASymbol() throws {
        let url = try URL("https://api.example.com")
        let outcomes: [LoggedRequest.Outcome] = [
            .pending, .held, .answered(200), .failed(domain: "D", code: 1), .redirected(to: url),
            .cancelled, .passedThrough, .unmatched,
        ]
        let filters = outcomes.map { outcome in
            LogFilter.allCases.count { $0.accepts(outcome) }
        }
        #expect(filters == outcomes.map { _ in 2 })
        #expect(Set(outcomes.map(\.kind.symbol)).count == outcomes.count - 1)
    }
}
