import Barricade

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// The report of a mistake in a test, in Swift Testing or XCTest.
enum FailureReport {
    /// Fails the test that a barricade belongs to, or otherwise the running test.
    static func fail(_ message: String, where isMeant: (Barricade) -> Bool) {
        guard let scope = BarricadeScope.running(where: isMeant) else { return fail(message) }
        #if canImport(Testing)
        scope.fail(message, isInTest: Test.current != nil)
        #else
        scope.fail(message, isInTest: false)
        #endif
    }

    /// Fails the running test, at its line if that is known.
    static func fail(_ message: String) {
        #if canImport(Testing)
        let test = Test.current
        Issue.record(
            Comment(rawValue: message), sourceLocation: test?.sourceLocation ?? #_sourceLocation)
        // Each library ignores failures while the other one runs, so one report results.
        if test != nil { return }
        #endif
        #if canImport(XCTest)
        XCTFail(message)
        #endif
    }
}

/// The treatment of a possible mistake in a test.
public enum IssueReporting: Sendable, Hashable {
    /// It is an issue of the test.
    case reported
    /// It is ignored.
    case ignored
}
