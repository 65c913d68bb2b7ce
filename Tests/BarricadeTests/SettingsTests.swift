import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct SettingsTests {
    private let login = ResponseSet("Login", on: .any("/login")) {
        CannedResponse("Success", text: "in")
        CannedResponse("Offline", error: .notConnectedToInternet)
    }

    @Test func areFollowedAndHaveDefaults() async throws {
        let settings = Barricade.Settings()
        #expect(settings.name == "Barricade")
        #expect(settings.unmatchedPolicy == .fail)
        #expect(settings.delay == .immediate)
        #expect(settings.networkConditions == nil)
        #expect(settings.presets == [])
        #expect(settings.files == nil)
        #expect(settings.clock is ContinuousClock)
        #expect(settings.seed != Barricade.Settings().seed)
        let clock = ImmediateClock()
        let policy = UnmatchedPolicy.passThrough(hosts: ["localhost"])
        let barricade = Barricade(login) {
            $0.name = "Own"
            $0.presets = [Preset("Offline", everySet: "Offline")]
            $0.unmatchedPolicy = policy
            $0.delay = .seconds(3)
            $0.networkConditions = .wiFi
            $0.clock = clock
            $0.seed = 7
        }
        #expect(barricade.name == "Own")
        #expect(barricade.seed == 7)
        #expect(barricade.unmatchedPolicy == policy)
        #expect(barricade.networkConditions == .wiFi)
        barricade.networkConditions = nil
        #expect(await barricade.answers(to: "/login") == ["in"])
        try barricade.apply("Offline")
        #expect(clock.now.offset == .seconds(3))
        #expect(barricade.selection == ["Login": "Offline"])
    }

    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    @Test(.onOwnThreads) func setUpTheSharedBarricadeBeforeItsFirstUse() async {
        await #expect(processExitsWith: .success) {
            OwnProcess.mustEnd(withinMinutes: 2)
            SettingsTests.setUpTheSharedBarricade()
        }
    }

    private static func setUpTheSharedBarricade() {
        let faults = FaultLog()
        Barricade.configureShared {
            $0.seed = 7
            $0.faultHandler = faults.handler
        }
        Barricade.configureShared { $0.delay = .seconds(-1) }
        #expect(Barricade.shared.name == "Shared")
        #expect(faults.codes == [.invalidDefinition])
        Barricade.configureShared { $0.seed = 8 }
        #expect(Barricade.shared.seed == 7)
        #expect(
            faults.messages.last == """
                Barricade.configureShared changes nothing, since Barricade.shared has been used before.

                To fix: call it first, when the app launches.
                """)
    }
    #endif
}
