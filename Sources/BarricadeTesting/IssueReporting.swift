/// The treatment of something that may be a mistake in a test.
public enum IssueReporting: Sendable, Hashable {
    /// It is an issue of the test.
    case reported
    /// It is ignored.
    case ignored
}
