import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARDamageTests {
    /// Replaces values of a file by values of other types: what a hasty exporter would write.
    private func damaged(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        if Int.random(in: 0..<20, using: &random) == 0 {
            let others: [JSONValue] = [
                .null, true, -1, 1e300, "", "\u{0}\r\n", "../../x", [], [[]], [:], ["name": []],
            ]
            return others.randomElement(using: &random) ?? .null
        }
        switch value {
        case .array(let elements):
            return .array(elements.values.map { damaged($0, &random) })
        case .object(let members):
            var copy: [String: JSONValue] = [:]
            for name in members.values.keys.sorted()
            where Int.random(in: 0..<30, using: &random) > 0 {
                copy[name] = damaged(members.values[name] ?? .null, &random)
            }
            return .object(copy)
        default:
            return value
        }
    }

    @Test(arguments: ["post-data", "headers-as-pairs", "errors", "redirects", "body-files"])
    func everyEntryIsEitherImportedOrPassedOver(_ fixture: String) throws {
        let folder = try ScratchFolder()
        let url = folder.file("damaged.har")
        let whole = try JSONDecoder().decode(
            JSONValue.self, from: Data(contentsOf: HARArchive.fixture(fixture)))
        var random = SeededGenerator(seed: 7)
        var (imported, refused) = (0, 0)
        for _ in 0..<30 {
            try JSONEncoder().encode(damaged(whole, &random)).write(to: url)
            guard let archive = try? HARArchive(contentsOf: url) else {
                refused += 1
                continue
            }
            imported += 1
            let hasReasons = archive.passedOver.allSatisfy { !$0.reason.isEmpty }
            let faults = Barricade(archive).validate()
            let used = archive.entryCount - archive.passedOver.count
            #expect(hasReasons && faults == [] && (used > 0) == !archive.responseSets.isEmpty)
        }
        // Else the damage would be too small or too great to say anything.
        #expect(imported > 10 && refused > 0)
    }
}
