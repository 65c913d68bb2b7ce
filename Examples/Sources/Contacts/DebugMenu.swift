import Barricade

/// The menu that only debug builds of the app have: what the canned service does next.
struct DebugMenu {
    /// Something to choose, under its place in the menu, from 1.
    enum Choice: Equatable {
        case preset(String)
        /// Adds a random time to each request, or no longer does.
        case slowness
        case log
    }

    private static let slowNetwork = NetworkConditions(
        "Slow", latency: .milliseconds(300), jitter: .milliseconds(200))

    let barricade: Barricade

    var choices: [Choice] {
        barricade.presets.map { Choice.preset($0.name) } + [.slowness, .log]
    }

    /// The numbered choices.
    var text: String {
        zip(1..., choices).map { "\($0)  \(title(of: $1))" }.joined(separator: "\n")
    }

    private func title(of choice: Choice) -> String {
        switch choice {
        case .preset(let name): name
        case .slowness: barricade.networkConditions == nil ? "Slow network" : "Usual network"
        case .log: "Show the latest requests"
        }
    }

    /// Does what a choice says; returns what to show.
    func choose(_ choice: Choice) throws(BarricadeError) -> String {
        switch choice {
        case .preset(let name):
            // What an earlier choice has selected for other sets is over.
            barricade.reset()
            try barricade.apply(name)
            return "The service now: \(name)"
        case .slowness:
            let isSlow = barricade.networkConditions != nil
            barricade.networkConditions = isSlow ? nil : Self.slowNetwork
            return isSlow ? "The network is as usual." : "The network is slow."
        case .log:
            return barricade.requests.suffix(10).map { "\($0)" }.joined(separator: "\n")
        }
    }
}
