import Barricade
import Bookshop

/// Opens pages under one selection after another, and compares what they show.
struct Tour {
    let barricade: Barricade
    let app: Storefront

    /// Plays all steps; returns whether each came out as expected.
    func run() async -> Bool {
        Terminal.write("A bookshop's app behind a barricade. Nothing here reaches the network.\n")
        let mistakes = barricade.validate()
        for mistake in mistakes { Terminal.write("\(mistake.message)\n") }

        var failed: [String] = []
        for (number, step) in zip(1..., Self.steps) {
            Terminal.write(Terminal.bold("\(number). \(step.title)"))
            let faults = await play(step)
            for fault in faults { Terminal.write("  NOT AS EXPECTED: \(fault)") }
            Terminal.write("")
            if !faults.isEmpty { failed.append(step.title) }
        }

        let isGood = mistakes.isEmpty && failed.isEmpty
        Terminal.write(
            isGood
                ? "All \(Self.steps.count) steps came out as expected."
                : "Not as expected: \(failed.joined(separator: ", "))")
        return isGood
    }

    private func play(_ step: TourStep) async -> [String] {
        let before = barricade.selection
        defer {
            barricade.restore(before)
            barricade.networkConditions = nil
        }
        do {
            try select(step.choice, for: step.page)
        } catch {
            return [error.message]
        }
        Terminal.write(Terminal.faint("  \(step.page.rawValue): \(answer(on: step.page))"))
        let visit = await Visit(step.page, in: app)
        Terminal.write(ScreenFrame(visit: visit).text)
        return step.faults(of: visit)
    }

    private func select(_ choice: TourStep.Choice, for page: Page) throws(BarricadeError) {
        switch choice {
        case .response(let response): try barricade.select(response, for: page.rawValue)
        case .preset(let preset): try barricade.apply(preset)
        case .network(let conditions): barricade.networkConditions = conditions
        case .defaults: barricade.reset()
        }
    }

    /// What is about to answer, as the library describes it.
    private func answer(on page: Page) -> String {
        guard let set = barricade.sets.first(where: { $0.name == page.rawValue }),
            let selected = try? barricade.selectedResponse(for: set.name),
            let response = set.responses.first(where: { $0.name == selected })
        else { return "no response set" }
        return "\(set.matcher) answers \(response)"
    }
}
