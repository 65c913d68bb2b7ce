#if canImport(Testing)
import Barricade
import Testing

/// What `Barricade.current` is where there is no barricade.
package enum MissingBarricade {
    /// The barricade without sets; kept, so that its requests fail as unmatched.
    static let barricade = Barricade()

    /// Fails the test.
    static func report() {
        FailureReport.fail(message(isInTest: Test.current != nil))
    }

    package static func message(isInTest: Bool) -> String {
        isInTest
            ? """
            Barricade.current is used where there is none.

            To fix: add the trait .barricade(…) to the test or its suite.
            """
            : """
            Barricade.current is used in a detached task, a callback or XCTest, which belongs to no \
            test of Swift Testing, so neither the test nor the line of that code is known.

            To fix: write let barricade = Barricade.current in the test, and use barricade there. \
            In XCTest, use the barricade that makeBarricade returns.
            """
    }
}
#endif
