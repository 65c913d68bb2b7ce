import Barricade
import LoopbackServer
import BarricadeSurfaces
import BarricadePanel
import Testing

@testable import TestSupport

/// How a panel is opened, closed, and found again.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct PanelTests {
    @Test func aPanelIsKeptByItsBarricadeAndEndsWithIt() async throws {
        var barricade: Barricade? = .shop
        let url = try #require(try await barricade?.openPanel(port: QuietPort.free())).url
        let port = UInt16(url.port ?? 0)
        let token = (url.fragment ?? "").dropFirst("token=".count)
        let began = Events<Void>()
        async let rest = onThread {
            let reader = try EventReader(port: port, token: String(token))
            _ = try reader.next()
            began.add(())
            return reader.client.rest()
        }
        await began.wait()
        barricade = nil
        // Without an end of the connection, the time limit would end the wait.
        _ = try await rest
        // It closes by itself; nothing but asking tells when.
        while (try? Socket.connect(to: port))?.close() != nil {
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    @Test func aPortInUseIsToldAndTheNextTakenOnlyWhenAsked() async throws {
        let barricade = Barricade.shop
        let first = try await barricade.openPanel()
        let error = await #expect(throws: BarricadeError.self) {
            try await barricade.openPanel(port: first.port)
        }
        #expect(error?.code == .cannotListen)
        #expect(try await barricade.openPanel(port: first.port, orNext: true).port > first.port)
    }

    @Test func aTokenIsRandomOrHasAtLeastSixteenCharacters() async throws {
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
        // 22 characters of base64 without padding are 128 bits, and every panel has its own.
        let first = try await PanelVisit()
        let second = try await first.barricade.openPanel()
        #expect(first.token.utf8.count == 22)
        #expect(first.panel.url.fragment != second.url.fragment)
        let address = "http://127.0.0.1:\(first.panel.port)/"
        let texts: [String] = ["\(address)#token=\(first.token)", address]
        #expect([first.panel.url.absoluteString, "\(first.panel)"] == texts)
    }

    // MARK: The background

    @Test func anAppThatReturnsHasItsPanelUntilItIsClosed() async throws {
        let visit = try await PanelVisit(port: QuietPort.free())
        for _ in 0..<2 {
            await visit.panel.openPort.sleep()
            #expect(throws: Socket.Failure.self) { try Socket.connect(to: visit.panel.port) }
            let isOpen = visit.panel.isOpen
            await visit.panel.openPort.wake()
            let status = try await visit.ask("GET /state").status
            #expect((isOpen, status) == (true, 200))
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
        let start = """
            Nothing listens on port \(panel.port) any more. Port \(panel.port) of 127.0.0.1 is in use
            """
        let isSaid = fault.message.hasPrefix(start)
        #expect((fault.code, isSaid) == (.cannotListen, true), "\(fault.message)")
        await other.stop()
        await panel.openPort.wake()
        try Socket.connect(to: panel.port).close()
        #expect(panel.isOpen)
    }

    // MARK: Launch options

    private func barricade(_ environment: [String: String]) -> Barricade {
        Barricade {
            $0.launchOptions = LaunchOptions(arguments: [], environment: environment)
        }
    }

    @Test func aLaunchAsksForThePanelOnce() async throws {
        #expect(await barricade([:]).openPanelIfRequested() == nil)
        let barricade = barricade([
            "BARRICADE_PANEL": "0", "BARRICADE_PANEL_TOKEN": "sixteen-letters_",
        ])
        let panel = try #require(await barricade.openPanelIfRequested())
        #expect(panel.url.fragment == "token=sixteen-letters_")
        #expect(await barricade.openPanelIfRequested() === panel)
        await panel.close()
        let next = try #require(await barricade.openPanelIfRequested())
        #expect(next !== panel)
    }

    @Test func onAPortInUseTheAppRunsWithoutThePanel() async throws {
        let other = Barricade()
        let port = try await other.openPanel().port
        let faults = FaultLog()
        let barricade = Barricade {
            $0.launchOptions = LaunchOptions(
                arguments: ["-barricade.panel", "\(port)"], environment: [:])
            $0.faultHandler = faults.handler
        }
        #expect(await barricade.openPanelIfRequested() == nil)
        #expect(faults.all.map(\.code) == [.cannotListen])
        withExtendedLifetime(other) {}
    }
}
