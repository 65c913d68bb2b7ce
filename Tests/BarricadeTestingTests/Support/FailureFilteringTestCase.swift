import XCTest

/// Tests that see a failure before it counts.
class FailureFilteringTestCase: XCTestCase {
    /// Returns whether a failure is expected; one that is not fails the test.
    func takeExpected(_ description: String) -> Bool { false }

    #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
        if !takeExpected(issue.compactDescription) { super.record(issue) }
    }
    #else
    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
        expected: Bool
    ) {
        guard !takeExpected(description) else { return }
        super.recordFailure(
            withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
    #endif
}
