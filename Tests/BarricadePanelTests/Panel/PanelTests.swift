import Barricade
import LoopbackServer
import BarricadeSurfaces
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// How a panel is opened, closed, and found again.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct PanelTests {
    @Test func aPanelIsKeptByItsBarricade() async throws {
        var barricade: Barricade? = .shop
        let port = try #require(try await barricade?.openPanel(port: QuietPort.free())).port
        for _ in 0..<10 { try Socket.connect(to: port).close() }
        barricade = nil
        // It closes by itself; nothing but asking tells when.
        while (try? Socket.connect(to: port))?.close() != nil {
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    @Test func aPortInUseIsToldAndTheNextTakenOnlyWhenAsked() async throws {
        let barricade = Barricade.shop
        let first = try await barricade.openPanel()
        await expectFailure(
            .cannotListen,
            """
            Port \(first.port) of 127.0.0.1 is in use.

            To fix: end the program that listens on it, or ask for another port; port 0 stands \
            for any free one.
            """
        ) { _ = try await barricade.openPanel(port: first.port) }
        let next = try await barricade.openPanel(port: first.port, orNext: true)
        #expect(next.port > first.port)
    }

    @Test func aTokenThatIsNoneIsRefused() async throws {
        for token in [
            "", "short", "fifteen-letters", "with a space in it", "ümlaute-ümlaute",
        ] {
            await expectFailure(
                .cannotListen,
                """
                The token of a panel needs at least 16 characters, all of them letters, digits, \
                "-" or "_".

                To fix: leave it out for a random one, or use a longer one.
                """
            ) { _ = try await Barricade.shop.openPanel(token: token) }
        }
        let panel = try await Barricade.shop.openPanel(token: "sixteen-letters_")
        #expect(panel.url.fragment == "token=sixteen-letters_")
    }

    // MARK: The background

    @Test func anAppThatReturnsHasItsPanelUntilItIsClosed() async throws {
        let visit = try await PanelVisit(port: QuietPort.free())
        for _ in 0..<3 {
            await visit.panel.openPort.sleep()
            #expect(visit.panel.isOpen)
            #expect(throws: Socket.Failure.self) { try Socket.connect(to: visit.panel.port) }
            await visit.panel.openPort.wake()
            #expect(try await visit.ask("GET /state").status == 200)
        }
        await visit.panel.openPort.sleep()
        await visit.panel.close()
        await visit.panel.openPort.wake()
        #expect(!visit.panel.isOpen)
        #expect(throws: Socket.Failure.self) { try Socket.connect(to: visit.panel.port) }
        await visit.panel.close()
    }

    @Test func aPortThatIsTakenMeanwhileIsTold() async throws {
        let faults = Events<BarricadeError>()
        let barricade = Barricade { $0.faultHandler = { faults.add($0) } }
        let panel = try await barricade.openPanel(port: QuietPort.free())
        await panel.openPort.sleep()
        let other = LoopbackServer { _ in .text("") }
        try other.start(port: panel.port)
        await panel.openPort.wake()
        #expect(!panel.isOpen)
        let fault = try #require(faults.all.first)
        #expect(fault.code == .cannotListen)
        let start = """
            Nothing listens on port \(panel.port) any more. Port \(panel.port) of 127.0.0.1 is in use
            """
        #expect(fault.message.hasPrefix(start), "\(fault.message)")
        await other.stop()
        await panel.openPort.wake()
        #expect(panel.isOpen)
        try Socket.connect(to: panel.port).close()
    }

    // MARK: Launch options

    private func barricade(_ environment: [String: String]) -> Barricade {
        Barricade {
            $0.launchOptions = LaunchOptions(arguments: [], environment: environment)
        }
    }

    @Test func aLaunchAsksForThePanelOnce() async throws {
        #expect(try await barricade([:]).openPanelIfRequested() == nil)
        let barricade = barricade([
            "BARRICADE_PANEL": "0", "BARRICADE_PANEL_TOKEN": "sixteen-letters_",
        ])
        let panel = try #require(try await barricade.openPanelIfRequested())
        #expect(panel.url.fragment == "token=sixteen-letters_")
        #expect(try await barricade.openPanelIfRequested() === panel)
        await panel.close()
        #expect(!panel.isOpen)
        let next = try #require(try await barricade.openPanelIfRequested())
        #expect(next !== panel)
    }
}
