import BarricadeSurfaces
import Barricade
import BarricadeCommon
import BarricadeFolder
import BarricadePanel
import LoopbackServer
import Testing

@testable import TestSupport

/// What a barricade in another process is told, and what it says when it cannot be reached.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct RemoteBarricadeTests {
    // MARK: The verbs

    @Test func responsesAreSelected() async throws {
        let visit = try await PanelVisit()
        let remote = RemoteBarricade(url: visit.panel.url)
        try await remote.select(["Login": "Success", .awkwardName: .awkwardName])
        let overview = try await remote.overview
        let there = visit.barricade.overview
        #expect(there.differences == "1 selected")
        #expect(overview.sets.map(\.selectedResponse) == there.sets.map(\.selectedResponse))
        #expect(overview.sets.map(\.matcher) == there.sets.map(\.matcher))
        #expect(
            overview.sets.map { $0.responses.map(\.summary) }
                == there.sets.map { $0.responses.map(\.summary) })
        #expect(overview["Login"]?.mode == .barricaded)
        #expect(overview.unmatchedPolicy == "fail")
        try await remote.reset(String.awkwardName)
        try await remote.apply("Offline")
        try await remote.setMode(.live, for: "Profile")
        let changed = visit.barricade.overview
        let (isChanged, mode) = (changed[.awkwardName]?.isChanged, changed["Profile"]?.mode)
        #expect((isChanged, changed.presets[0].state, mode) == (false, .applied, .live))
        try await remote.reset()
        #expect(visit.barricade.overview.sets.filter(\.isChanged).isEmpty)
        #expect(try await remote.validate() == visit.barricade.validate().map(\.message))
    }

    @Test func conditionsAndPoliciesAreSet() async throws {
        let visit = try await PanelVisit()
        let remote = RemoteBarricade(url: visit.panel.url)
        for conditions in [NetworkConditions.veryBadNetwork, nil] {
            try await remote.setNetworkConditions(conditions)
            #expect(visit.barricade.networkConditions == conditions)
        }
        try await remote.setUnmatchedPolicy(.passThrough)
        #expect(visit.barricade.unmatchedPolicy == .passThrough)
        await expectFailure(
            .unknownName,
            """
            No unmatched policy is named "fail for a.example, else pass through".
            Known: "pass through", "pass through with a warning", "fail".
            """
        ) { try await remote.setUnmatchedPolicy(.passThrough(except: ["a.example"])) }
    }

    @Test func requestsAreWaitedForAndRead() async throws {
        let visit = try await PanelVisit()
        let remote = RemoteBarricade(url: visit.panel.url)
        async let waited = remote.waitForRequest(to: "Login", timeout: .seconds(300))
        await visit.load("/login", method: "POST", body: #"{"user":"ada"}"#)
        await visit.load("/nothing")
        let request = try await waited
        let expected: [String?] = ["POST", "https://api.example.com/login", "Login"]
        #expect([request.method, request.url, request.set] == expected)
        #expect(try await remote.body(of: request.id) == Data(#"{"user":"ada"}"#.utf8))
        let login = try #require(visit.barricade.comparedSet("Login"))
        visit.barricade.note(drift: ["$.token is a number"], of: login, in: 0)
        #expect(
            try await remote.requests.map { "\($0) \($0.drift)" } == [
                #"POST https://api.example.com/login  200 OK ["$.token is a number"]"#,
                "GET https://api.example.com/nothing  unmatched []",
            ])
        let ids = try await remote.requests(for: "Login").map(\.id)
        try await remote.clearRequests()
        let rest = try await remote.requests
        #expect((ids, rest) == ([0], []))
        await #expect(throws: BarricadeError.self) { try await remote.body(of: 0) }
    }

    @Test func heldRequestsAreReleased() async throws {
        let visit = try await PanelVisit()
        let remote = RemoteBarricade(url: visit.panel.url)
        try await remote.hold("Login")
        var statuses: [Int] = []
        let outcomes: [RemoteBarricade.Outcome?] = [
            .selected, .response("Invalid Credentials"), .error(.timedOut), nil,
        ]
        for outcome in outcomes {
            async let answer = visit.load("/login", method: "POST")
            let held = try await remote.waitForHeldRequest(to: "Login", timeout: .seconds(300))
            if let outcome {
                try await remote.release(held.id, to: outcome)
            } else {
                try await remote.releaseAll()
            }
            statuses.append(await answer)
        }
        #expect(statuses == [200, 401, 0, 200])
        let error = await #expect(throws: BarricadeError.self) { try await remote.release(0) }
        #expect(error?.code == .refusedByPanel)
    }

    // MARK: Errors

    @Test func unknownNamesAreTheBarricadesOwnErrors() async throws {
        let visit = try await PanelVisit()
        let remote = RemoteBarricade(url: visit.panel.url)
        let here = #expect(throws: BarricadeError.self) {
            try visit.barricade.select("Ofline", for: "Login")
        }
        let there = await #expect(throws: BarricadeError.self) {
            try await remote.select("Ofline", for: "Login")
        }
        #expect(there == here)
        let ofLog = #expect(throws: BarricadeError.self) {
            try visit.barricade.requests(for: "Logn")
        }
        let ofRemoteLog = await #expect(throws: BarricadeError.self) {
            try await remote.requests(for: "Logn")
        }
        #expect(ofRemoteLog == ofLog)
        // With `BARRICADE_ENDURANCE=20`, as long as the platform's own deadlines would have to pass.
        let timeout = Duration.seconds(Endurance.scale > 1 ? 75 : 0)
        let missing = await #expect(throws: BarricadeError.self) {
            try await remote.waitForRequest(to: "Login", timeout: timeout)
        }
        let isSaid = missing?.message.contains("No request reached this barricade at all.")
        #expect((missing?.code, isSaid) == (.missingRequest, true))
    }

    @Test func anotherTokenAndAnAppThatHasEndedAreToldSo() async throws {
        let visit = try await PanelVisit(port: QuietPort.free())
        await expectFailure(
            .wrongToken,
            """
            The panel at http://127.0.0.1:\(visit.panel.port)/ has another token: it is that of \
            another launch, or another app.

            To fix, do one of these:
              launch the app with launchEnvironment, which gives it this token;
              take the address from panel.url of this launch.
            """
        ) { try await RemoteBarricade(port: visit.panel.port).waitUntilReady() }
        let url = try URL("http://127.0.0.1:8123/")
        await expectFailure(
            .wrongToken,
            """
            The address http://127.0.0.1:8123/ has no token.

            To fix: use the whole address that panel.url gives, which ends in #token=…
            """
        ) { try await RemoteBarricade(url: url).reset() }
        await visit.panel.close()
        await expectFailure(
            .unreachablePanel,
            """
            No panel answers at http://127.0.0.1:\(visit.panel.port)/ (cannotConnectToHost).

            To fix, see that the app
              still runs: it may have ended, or it may be in the background;
              has been launched with launchEnvironment, and calls openPanelIfRequested();
              has had time to start: await waitUntilReady().
            """
        ) { try await RemoteBarricade(url: visit.panel.url).reset() }
    }

    @Test func whatIsNoPanelOrAnotherVersionIsToldSo() async throws {
        for (response, code, message) in [
            (
                .text("Hello", status: .notFound), .unreachablePanel,
                """
                What answers at ADDRESS is no panel of a barricade (status 404).

                To fix: use a port that no other program listens on.
                """
            ),
            (
                .text("{}"), .refusedByPanel,
                """
                The panel at ADDRESS gives another answer to GET /state than expected.

                To fix: use the same version of Barricade in the app and in its tests.
                """
            ),
        ] as [(LoopbackServer.Response, BarricadeError.Code, String)] {
            let server = LoopbackServer { _ in response }
            let port = try server.start()
            await expectFailure(
                code, message.replacing("ADDRESS", with: "http://127.0.0.1:\(port)/")
            ) { _ = try await RemoteBarricade(port: port).overview }
            await server.stop()
        }
    }

    @Test func noRedirectTakesTheTokenAlong() async throws {
        let visitors = Locked<[String]>([])
        let other = LoopbackServer { request in
            visitors.withLock { $0.append(request.headers["Authorization"] ?? "none") }
            return .text("[]")
        }
        let otherPort = try other.start()
        let server = LoopbackServer { request in
            LoopbackServer.Response(
                307, headers: ["Location": "http://127.0.0.1:\(otherPort)\(request.path)"])
        }
        let port = try server.start()
        let error = await #expect(throws: BarricadeError.self) {
            try await RemoteBarricade(port: port).overview
        }
        let isSaid = error?.message.contains("is no panel of a barricade (status 307).")
        #expect((isSaid, visitors.current) == (true, []))
        await server.stop()
        await other.stop()
    }

    @Test func aLogOrABodyWithoutEndIsCutOff() async throws {
        let requests = Locked(0)
        // A page that names itself as the next one.
        let pages = LoopbackServer { _ in
            requests.withLock { $0 += 1 }
            return .text(#"{"requests": [], "count": 0, "first": 0, "next": 5}"#)
        }
        let read = try await RemoteBarricade(port: pages.start()).requests
        #expect((read, requests.current) == ([], 2))
        await pages.stop()

        let server = LoopbackServer { _ in
            LoopbackServer.Response(
                body: .stream { writer in
                    let piece = Data(repeating: UInt8(ascii: " "), count: 1 << 20)
                    while true { try await writer.write(piece) }
                })
        }
        let port = try server.start()
        var limited = RemoteBarricade(port: port)
        // The usual 256 MB take more than a minute on a busy machine.
        #expect(limited.client.limit == 256 << 20)
        limited.client.limit = 2 << 20
        let panel = limited
        let error = await #expect(throws: BarricadeError.self) { try await panel.overview }
        #expect(error?.message.contains("(dataLengthExceedsMaximum)") == true)
        await server.stop()
    }

    // MARK: Time

    /// A server that accepts requests, tells of them, and answers none.
    private func silentServer(
        _ tell: @escaping @Sendable () -> Void
    ) throws -> LoopbackServer {
        let server = LoopbackServer { _ in
            tell()
            _ = await withTaskCancellationHandler {
                await Events<Void>().wait { _ in Task.isCancelled }
            } onCancel: {
            }
            return .disconnection
        }
        try server.start()
        return server
    }

    @Test func aDeadlineIsKeptAndACallThatIsCancelledEnds() async throws {
        let asked = Events<Void>()
        let server = try silentServer { asked.add(()) }
        let remote = RemoteBarricade(port: try #require(server.port))
        let start = ContinuousClock.now
        let error = await #expect(throws: BarricadeError.self) {
            try await remote.waitUntilReady(timeout: .milliseconds(150))
        }
        // Without one of its own, it would be the platform's: a minute.
        #expect(start.duration(to: .now) < .seconds(50))
        #expect(error?.message.contains("(timedOut)") == true)
        // An app that never starts ends the wait too.
        let nobody = RemoteBarricade(port: try await QuietPort.free())
        let end = await #expect(throws: BarricadeError.self) {
            try await nobody.waitUntilReady(timeout: .milliseconds(120))
        }
        #expect([error, end].map { $0?.code } == [.unreachablePanel, .unreachablePanel])

        let before = asked.all.count
        let call = Task { try await remote.waitForRequest(to: "Login", timeout: .seconds(500)) }
        await asked.wait(count: before + 1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await server.stop()
    }

    @Test func waitsAndVerbsDoNotStandInEachOthersWay() async throws {
        let (visit, waits) = (try await PanelVisit(), Events<Void>())
        let api = PanelAPI(visit.barricade, clock: ContinuousClock())
        let server = LoopbackServer { request in
            if request.path.hasSuffix("/wait") { waits.add(()) }
            return await api.answer(request)
        }
        let remote = RemoteBarricade(port: try server.start())
        // More than the connections that a session makes at a time.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await remote.waitForRequest(to: "Login", timeout: .seconds(300))
                }
            }
            await waits.wait(count: 8)
            _ = try await remote.overview
            // Had it come after a wait, that would have ended without a request.
            await visit.load("/login", method: "POST")
            try await group.waitForAll()
        }
        await server.stop()
    }

    // MARK: Launching

    @Test func theLaunchEnvironmentMeetsOpenPanelIfAsked() async throws {
        let port = try await QuietPort.free()
        let remote = RemoteBarricade(port: port)
        async let ready: Void = remote.waitUntilReady(timeout: .seconds(300))
        let barricade = Barricade {
            $0.launchOptions = LaunchOptions(
                arguments: [], environment: remote.launchEnvironment)
        }
        barricade.register(ResponseSet("Login", on: .post("/login")) { CannedResponse("OK") })
        let panel = try #require(await barricade.openPanelIfRequested())
        try await ready
        #expect(try await remote.overview.launchOptions == ["panel \(port)"])
        #expect(panel.url == RemoteBarricade(url: panel.url).url)
    }

    @Test func misspeltLaunchOptionsAreThrown() async throws {
        let barricade = Barricade(
            ResponseSet("Login", on: .post("/login")) { CannedResponse("Offline") }
        ) {
            $0.launchOptions = LaunchOptions(
                arguments: [
                    "-barricade.slect", "-barricade.select", "Logn=Offline;Login=Ofline;Later=A",
                ], environment: [:])
            $0.faultHandler = { _ in }
        }
        let remote = RemoteBarricade(url: try await barricade.openPanel().url)
        await expectFailure(
            .invalidLaunchOption,
            """
            The launch options select "Ofline" for set "Login", which has no such response.
            Did you mean "Offline"? Known: "Offline".
            The launch options select "Offline" for set "Logn", which is not registered.
            Did you mean "Login"? Known: "Login".
            The launch option -barricade.slect is not an option; known: select, preset, delay, \
            network, panel, list, disabled.
            """
        ) { try await remote.waitUntilReady() }
        #expect(try await remote.validate().count == 4)
    }

    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    @Test(.onOwnThreads) func portZeroIsRefused() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            OwnProcess.mustEnd(withinMinutes: 5)
            _ = RemoteBarricade(port: 0)
        }
        // A release build stops without a message.
        #if DEBUG
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains(
                "port 0 names no panel: use the number of the port that the app listens on"))
        #else
        _ = result
        #endif
    }

    @Test(.onOwnThreads) func noBarricadeOfTheTestStandsInBetween() async {
        await #expect(processExitsWith: .success) {
            OwnProcess.mustEnd(withinMinutes: 5)
            let app = Barricade.shop
            let panel = try await app.openPanel()
            // One in the process of the test, which fails all that it sees.
            let own = Barricade(ResponseSet("All", on: .any("/**")) { CannedResponse(status: 500) })
            own.enable()
            try await RemoteBarricade(url: panel.url).select("Offline", for: "Login")
            #expect(try app.selectedResponse(for: "Login") == "Offline")
            #expect(own.requestCount == 0)
        }
    }
    #endif
}
