/// Whether something that may be a mistake fails a test.
public enum IssueReporting: Sendable, Hashable {
    /// It is an issue of the test.
    case reported
    /// It is not.
    case ignored
}

/// What fails a test when it ends.
struct BarricadeExpectations: Sendable {
    var unmatchedRequests: IssueReporting
    var unusedSets: IssueReporting
}
