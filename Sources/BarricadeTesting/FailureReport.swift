import Barricade

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// The report of a mistake in a test, wherever the test runs.
enum FailureReport {
    /// Fails the test that a barricade belongs to, or else the one that is running.
    static func fail(_ message: String, where isMeant: (Barricade) -> Bool) {
        guard let scope = BarricadeScope.running(where: isMeant) else { return fail(message) }
        #if canImport(Testing)
        scope.fail(message, isInTest: Test.current != nil)
        #else
        scope.fail(message, isInTest: false)
        #endif
    }

    /// Fails the test that is running, at its line if that is known.
    static func fail(_ message: String) {
        #if canImport(Testing)
        let test = Test.current
        Issue.record(
            Comment(rawValue: message), sourceLocation: test?.sourceLocation ?? #_sourceLocation)
        // Swift Testing says nothing while XCTest runs, and XCTest nothing while it does not.
        if test != nil { return }
        #endif
        #if canImport(XCTest)
        XCTFail(message)
        #endif
    }
}

/// The treatment of something that may be a mistake in a test.
public enum IssueReporting: Sendable, Hashable {
    /// It is an issue of the test.
    case reported
    /// It is ignored.
    case ignored
}
