/// Whether something that may be a mistake fails a test.
public enum IssueReporting: Sendable, Hashable {
    /// It is an issue of the test.
    case reported
    /// It is not.
    case ignored
}
