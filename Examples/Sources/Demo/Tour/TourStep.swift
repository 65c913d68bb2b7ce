import Barricade
import Bookshop

/// A stop of the tour: what is selected, the page that is opened, and what it must show.
struct TourStep {
    /// What is selected for the stop, and put back after it.
    enum Choice {
        case response(String)
        case preset(String)
        /// The defaults, over a network that is like this.
        case network(NetworkConditions)
        /// Nothing: the sets answer with their defaults.
        case defaults
    }

    let title: String
    let page: Page
    let choice: Choice
    /// Texts that the screen or the log must hold, each of them.
    let expected: [String]
    let minimumDuration: Duration

    init(
        _ title: String, _ page: Page, _ choice: Choice, shows expected: String...,
        after minimumDuration: Duration = .zero
    ) {
        self.title = title
        self.page = page
        self.choice = choice
        self.expected = expected
        self.minimumDuration = minimumDuration
    }

    /// What is wrong with a visit; empty where it came out as expected.
    func faults(of visit: Visit) -> [String] {
        let shown = ScreenFrame(visit: visit).text
        let missing = expected.filter { !shown.contains($0) }.map { "it does not show \"\($0)\"" }
        let hasWaited = visit.duration >= minimumDuration
        return missing + (hasWaited ? [] : ["it took less than \(minimumDuration)"])
    }
}
