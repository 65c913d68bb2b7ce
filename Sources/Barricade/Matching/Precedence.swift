/// The place of a set in the order in which sets are asked: the highest is asked first.
package struct Precedence: Comparable, Sendable {
    /// The number of the call that registered the set.
    let registration: Int
    /// The rank among the sets of that call.
    private var rank = 0

    /// Makes the place behind all sets of a registration.
    package init(behind registration: Int) {
        self.registration = registration
    }

    /// Returns the place that is asked so many places earlier.
    func raised(by places: Int) -> Precedence {
        var raised = self
        raised.rank += places
        return raised
    }

    package static func < (left: Precedence, right: Precedence) -> Bool {
        (left.registration, left.rank) < (right.registration, right.rank)
    }
}
