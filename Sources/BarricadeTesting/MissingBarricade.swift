#if canImport(Testing)
import Barricade
import Testing

/// What `Barricade.current` is where there is no barricade.
package enum MissingBarricade {
    /// The barricade without sets; kept, so that its requests fail as unmatched.
    static let barricade = Barricade()

    /// Records an issue, at the test if it is known.
    static func report() {
        let test = Test.current
        Issue.record(
            Comment(rawValue: message(isInTest: test != nil)),
            sourceLocation: test?.sourceLocation ?? #_sourceLocation)
    }

    package static func message(isInTest: Bool) -> String {
        isInTest
            ? """
            Barricade.current is used where there is none.

            To fix: add the trait .barricade(…) to the test or its suite.
            """
            : """
            Barricade.current is used in a detached task or a callback, which belongs to no test, so \
            neither the test nor the line of that code is known.

            To fix: write let barricade = Barricade.current in the test, and use barricade there.
            """
    }
}
#endif
