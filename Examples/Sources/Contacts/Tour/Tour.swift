import AddressBook
import Barricade
import Foundation

/// Uses the app step by step where nobody is there, and compares what it shows.
struct Tour {
    let server: Service.Place

    /// Plays all steps; returns whether each came out as expected.
    func run() async throws -> Bool {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("Contacts-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        var service = try Service(server, contacts: file, seed: 7)
        Terminal.write("An address book at \(service.url).\n")
        let steps = TourStep.common + (service.canned == nil ? [] : TourStep.debugging)
        var failed: [String] = []
        for (number, step) in zip(1..., steps) {
            let start = ContinuousClock.now
            let shown: String
            if case .restart = step.action {
                service = try Service(server, contacts: file, seed: 7)
                shown = ""
            } else {
                shown = await play(step.action, with: service)
            }
            Terminal.write("\(number). \(step.title)")
            for line in shown.split(separator: "\n") { Terminal.write("   \(line)") }
            let faults = step.faults(showing: shown, after: start.duration(to: .now))
            for fault in faults { Terminal.write("   NOT AS EXPECTED: \(fault)") }
            if !faults.isEmpty { failed.append("step \(number)") }
        }
        Terminal.write(
            failed.isEmpty
                ? "\nAll \(steps.count) steps came out as expected."
                : "\nNot as expected: \(failed.joined(separator: ", "))")
        return failed.isEmpty
    }

    private func play(_ action: TourStep.Action, with service: Service) async -> String {
        let app = AddressBook(client: service.client)
        switch action {
        case .app(let command):
            return await app.perform(command)
        case .debug(let choice):
            guard let canned = service.canned else { return "There is no debug menu." }
            do {
                return try DebugMenu(barricade: canned.barricade).choose(choice)
            } catch {
                return error.message
            }
        case .listOften:
            var worked = 0
            for _ in 0..<12 where await !app.perform(.list).hasPrefix("!") { worked += 1 }
            return "worked: \(worked), failed: \(12 - worked)"
        case .restart:
            return ""
        }
    }
}
