public import Barricade

extension Barricade {
    /// The clock of a barricade that was made with `$0.clock = TestClock()`.
    ///
    /// With another clock, it fails the test and is a new clock, which nobody waits on.
    public var testClock: TestClock {
        if let clock = clock as? TestClock { return clock }
        FailureReport.fail(
            """
            The clock of this barricade is of type \(type(of: clock)), not TestClock.

            To fix: .barricade(…) { $0.clock = TestClock() }, or makeBarricade(…) { … } in XCTest
            """, at: self)
        return TestClock()
    }
}
