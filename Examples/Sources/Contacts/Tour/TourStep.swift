import AddressBook

/// A step of the tour: what is done, and the texts that must be shown.
struct TourStep {
    enum Action {
        case app(AddressBook.Command)
        case debug(DebugMenu.Choice)
        /// Lists the contacts twelve times; shows how often that worked.
        case listOften
        /// Ends the app, and starts it again.
        case restart
    }

    let title: String
    let action: Action
    let expected: [String]
    let minimumDuration: Duration

    init(
        _ title: String, _ action: Action, shows expected: String...,
        after minimumDuration: Duration = .zero
    ) {
        self.title = title
        self.action = action
        self.expected = expected
        self.minimumDuration = minimumDuration
    }

    /// What is wrong with what came of the step; empty if it came out as expected.
    func faults(showing shown: String, after duration: Duration) -> [String] {
        let missing = expected.filter { !shown.contains($0) }.map { "it does not show \"\($0)\"" }
        let hasWaited = duration >= minimumDuration
        return missing + (hasWaited ? [] : ["it took less than \(minimumDuration)"])
    }
}
