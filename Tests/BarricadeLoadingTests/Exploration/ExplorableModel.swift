/// Something that goes on in steps, of which any that can may come next.
protocol ExplorableModel {
    associatedtype State: Hashable
    associatedtype Step: ExplorableStep

    var start: State { get }

    /// The steps that can be taken from a state.
    func steps(from state: State) -> [Step]
    func take(_ step: Step, in state: inout State)
    /// The rule that a state breaks; `nil` if it breaks none.
    func brokenRule(in state: State) -> String?
}

/// One step, which describes itself as a line of an order of steps.
protocol ExplorableStep: CustomStringConvertible {
    /// Whether it comes without a user, a timer or an answer.
    ///
    /// A circle of such steps alone is one that never comes to an end.
    var isOwn: Bool { get }
}
