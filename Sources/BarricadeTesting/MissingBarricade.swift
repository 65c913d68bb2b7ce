#if canImport(Testing)
import Barricade
import Testing
#if canImport(XCTest)
import XCTest
#endif

/// What `Barricade.current` is where there is no barricade.
package enum MissingBarricade {
    /// The barricade without sets; kept, so that its requests fail as unmatched.
    static let barricade = Barricade()

    /// Records an issue, at the test if it is known.
    static func report() {
        let test = Test.current
        let message = message(isInTest: test != nil)
        Issue.record(
            Comment(rawValue: message), sourceLocation: test?.sourceLocation ?? #_sourceLocation)
        #if canImport(XCTest)
        // Swift Testing says nothing while XCTest runs, and XCTest nothing while it does not.
        if test == nil { XCTFail(message) }
        #endif
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
