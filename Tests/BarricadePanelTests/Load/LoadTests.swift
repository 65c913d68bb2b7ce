#if compiler(>=6.3) && os(Linux)
import Testing

@testable import TestSupport

/// Attacks on a panel and a served port, and many clients of either, each in a process of its own,
/// which tells what they have left.
///
/// `BARRICADE_ENDURANCE=20` makes it twenty times as much, and prints the figures.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct LoadTests {
    enum Load: Codable {
        case attack(Attack)
        case serving(ServingLoad)
        case panel

        static let all =
            Attack.allCases.map { attack($0) } + ServingLoad.allCases.map { serving($0) } + [panel]

        func figures() async throws -> String {
            switch self {
            case .attack(let attack): try await attack.figures()
            case .serving(let load): try await load.figures()
            case .panel: try await PanelLoad().figures(requests: 250 * Endurance.scale)
            }
        }
    }

    @Test(.onOwnThreads, arguments: Load.all) func bothPortsStand(_ load: Load) async throws {
        let folder = try ScratchFolder()
        let path = folder.file("report").path
        await #expect(processExitsWith: .success) { [load = load as Load, path = path as String] in
            try await OwnProcess.report(to: path) { try await load.figures() }
        }
        try OwnProcess.expectGood(path, "\(load)")
    }
}
#endif
