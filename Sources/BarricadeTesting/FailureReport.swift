import Barricade

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// The report of a mistake in a test, in Swift Testing or XCTest.
enum FailureReport {
    /// Fails the test that a barricade belongs to, or otherwise the running one; if it may be one of
    /// several, it names them.
    ///
    /// A mistake that is made in no task of a test fails it when it ends.
    static func fail(_ message: String, where isOwner: (Barricade) -> Bool = { _ in false }) {
        let running = BarricadeScope.running
        let owner = running.first { isOwner($0.barricade) }
        #if canImport(Testing)
        if let test = Test.current { return owner?.fail(message) ?? test.report(message) }
        #endif
        guard let likeliest = owner ?? running.last else {
            // Each library ignores failures while the other one runs, so one report results.
            #if canImport(Testing)
            Issue.record(Comment(rawValue: message))
            #endif
            #if canImport(XCTest)
            XCTFail(message)
            #endif
            return
        }
        let others = Set(running.map(\.test)).subtracting([likeliest.test]).sorted()
        if owner != nil || others.isEmpty {
            return likeliest.mistakes.withLock { $0.append(message) }
        }
        let list = ([likeliest.test] + others).map { "\n  \($0)" }.joined()
        likeliest.fail("\(message)\n\nIt was one of the tests that ran then:\(list)")
    }
}

/// The treatment of a possible mistake in a test.
public enum IssueReporting: Sendable, Hashable {
    /// It is an issue of the test.
    case reported
    /// It is ignored.
    case ignored
}
