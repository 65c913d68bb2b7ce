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
        guard let scope = BarricadeScope.running.first(where: { isMeant($0.barricade) }) else {
            return fail(message)
        }
        #if canImport(Testing)
        scope.fail(message, isNow: Test.current != nil)
        #else
        scope.fail(message, isNow: false)
        #endif
    }

    /// Fails the running test at its line; of several that may be meant, it names them.
    static func fail(_ message: String) {
        #if canImport(Testing)
        if let test = Test.current {
            Issue.record(Comment(rawValue: message), sourceLocation: test.sourceLocation)
            return
        }
        #endif
        let running = BarricadeScope.running
        if let latest = running.last {
            let others = Set(running.map(\.test)).subtracting([latest.test]).sorted()
            if others.isEmpty { return latest.fail(message, isNow: false) }
            let list = ([latest.test] + others).map { "\n  \($0)" }.joined()
            let tests = "It was one of the tests that ran then:\(list)"
            return latest.fail("\(message)\n\n\(tests)", isNow: true)
        }
        #if canImport(Testing)
        // Each library ignores failures while the other one runs, so one report results.
        Issue.record(Comment(rawValue: message))
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
