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
    static func fail(_ message: String, at barricade: Barricade) {
        #if canImport(Testing)
        let test = Test.current
        #else
        let test: Never? = nil
        #endif
        if let scope = BarricadeScope.running(with: barricade) {
            return scope.fail(message, isInTest: test != nil)
        }
        #if canImport(Testing)
        if let test {
            Issue.record(Comment(rawValue: message), sourceLocation: test.sourceLocation)
            return
        }
        #endif
        #if canImport(XCTest)
        XCTFail(message)
        #endif
    }
}
