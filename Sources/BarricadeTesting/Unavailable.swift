#if canImport(Testing)
public import Barricade
public import Testing

extension Trait where Self == BarricadeTrait {
    @available(
        *, unavailable,
        message: """
            the labels are expecting:, reaching:, unmatchedRequests:, unusedSets:, unusedChoices:; \
            settings go in a closure, .barricade(…) { $0.seed = 7 }
            """
    )
    public static func barricade(
        _ sets: any ResponseSetConvertible..., expect: ExpectedFailures = [],
        unmatched: IssueReporting = .reported, unused: IssueReporting = .reported,
        presets: [Preset] = [], seed: UInt64 = 0, clock: any Clock<Duration> = ContinuousClock(),
        delay: ResponseDelay = .immediate, unmatchedPolicy: UnmatchedPolicy = .fail
    ) -> Self {
        .barricade(configure: { _ in })
    }
}
#endif
