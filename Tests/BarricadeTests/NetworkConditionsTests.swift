import BarricadeTesting
import Testing

@testable import Barricade
@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct NetworkConditionsTests {
    private static let size = 100_000

    private static func set(_ responses: [CannedResponse]) -> ResponseSet {
        ResponseSet("Set", on: .any, responses: responses, fileID: "M/Sets.swift", line: 7)
    }

    private static let body = CannedResponse("Body", body: .data(Data(count: size)))

    /// Sends a request with a body; returns how long it took on a clock that does not wait.
    private func time(
        _ conditions: NetworkConditions?, response: CannedResponse = body, upload: Int = 0,
        requests: Int = 1, seed: UInt64 = 7
    ) async throws -> Duration {
        let clock = ImmediateClock()
        let barricade = Barricade(Self.set([response])) {
            $0.networkConditions = conditions
            $0.clock = clock
            $0.seed = seed
        }
        let session = barricade.session
        var request = URLRequest(url: try URL("\(api)/body"))
        if upload > 0 {
            request.httpMethod = "POST"
            request.httpBody = Data(count: upload)
        }
        let tasks = (0..<requests).map { _ in session.task(with: request) }
        tasks.forEach { $0.task.resume() }
        for task in tasks { await task.completions.wait() }
        return clock.now.offset
    }

    /// How long requests take with each of these seeds.
    private func times(
        _ conditions: NetworkConditions, seeds: [UInt64]
    ) async throws -> [Duration] {
        var times: [Duration] = []
        for seed in seeds { times.append(try await time(conditions, seed: seed)) }
        return times
    }

    private static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }

    // MARK: Presets

    /// What Apple's Network Link Conditioner shows: kbps, milliseconds and percent, down and up.
    private static let profiles: [[String: [Double?]]] = [
        ["100% Loss": [nil, 0, 100, nil, 0, 100, 0]],
        ["3G": [780, 100, 0, 330, 100, 0, 0]],
        ["DSL": [2_000, 5, 0, 256, 5, 0, 0]],
        ["Edge": [240, 400, 0, 200, 440, 0, 0]],
        ["High Latency DNS": [nil, 0, 0, nil, 0, 0, 3_000]],
        ["LTE": [50_000, 50, 0, 10_000, 65, 0, 0]],
        ["Very Bad Network": [1_000, 500, 10, 1_000, 500, 10, 0]],
        ["WiFi": [40_000, 1, 0, 33_000, 1, 0, 0]],
        ["WiFi 802.11ac": [250_000, 1, 0, 100_000, 1, 0, 0]],
    ]

    @Test func presetsAreThoseOfTheLinkConditioner() {
        func values(_ link: NetworkConditions.Link) -> [Double?] {
            let bandwidth = link.bandwidth.bitsPerSecond
            return [
                bandwidth == .infinity ? nil : bandwidth / 1_000,
                Self.seconds(link.latency) * 1_000,
                link.loss * 100,
            ]
        }
        let presets = NetworkConditions.presets.filter { $0.errorCode == nil }
        let profiles = presets.map { preset in
            let dns = Self.seconds(preset.dnsDelay) * 1_000
            return [preset.name: values(preset.download) + values(preset.upload) + [dns]]
        }
        #expect(profiles == Self.profiles)
        #expect(presets.allSatisfy { $0.jitter == .zero })
    }

    // MARK: No network

    @Test func offlineFailsAtOnce() async throws {
        let clock = ImmediateClock()
        let barricade = Barricade(
            Self.set([
                .sequence("Sequence") { CannedResponse(text: "first", delay: .seconds(9)) }
            ])
        ) {
            $0.delay = .seconds(9)
            $0.networkConditions = .offline
            $0.clock = clock
        }
        let error = try #require(try await barricade.session.failure("\(api)/a") as? URLError)
        let told = [error.code.name, error.failingURL?.path, barricade.requests.first?.set]
        #expect(told == ["notConnectedToInternet", "/a", "Set"])
        #expect(clock.now.offset == .zero)
        #expect(barricade.validate() == [])
        barricade.networkConditions = nil
        #expect(await barricade.answers(to: "/") == ["first"])
    }

    // MARK: Arithmetic

    @Test func bodiesTakeTheirSizeOverTheBandwidthThatTheyShare() async throws {
        let conditions: [NetworkConditions] = [
            .threeG, .dsl, .edge, .lte, .wiFi, .wiFi802_11ac,
            NetworkConditions(latency: .seconds(2), download: .kilobitsPerSecond(8)),
        ]
        for conditions in conditions {
            let up = Double(20_000 * 8) / conditions.upload.bandwidth.bitsPerSecond
            let down = Double(Self.size * 8) / conditions.download.bandwidth.bitsPerSecond
            let latencies = Self.seconds(conditions.upload.latency + conditions.download.latency)
            let expected = up + down + latencies
            let taken = Self.seconds(try await time(conditions, upload: 20_000))
            #expect(abs(taken / expected - 1) < 0.001, "\(taken) instead of \(expected)")
        }
        let shared = NetworkConditions(download: .kilobitsPerSecond(800))
        let four = Self.seconds(try await time(shared, requests: 4))
        // A second each. The clock may jump on between the look at it and a wait.
        #expect(four > 3.99, "took \(four) s")
        #expect(four < 5, "took \(four) s")
    }

    #if !canImport(Darwin)
    /// Collects what it is told of an upload.
    private final class UploadDelegate: NSObject, URLSessionDataDelegate {
        let sent = Events<[Int64]>()
        let ends = Events<Int64>()

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData bytes: Int64,
            totalBytesSent: Int64, totalBytesExpectedToSend: Int64
        ) {
            sent.add([bytes, totalBytesSent, totalBytesExpectedToSend])
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            ends.add(task.countOfBytesSent)
        }
    }

    // Linux calls no such method for a URLProtocol, and lets nobody set the task's own count.
    @Test func delegatesSeeHowFarAnUploadIs() async throws {
        let clock = ForeignClock()
        let conditions = NetworkConditions(upload: .kilobitsPerSecond(80))
        let barricade = Barricade(
            ResponseSet("Upload", on: .post("/upload")) { CannedResponse("OK") }
        ) {
            $0.networkConditions = conditions
            $0.clock = clock
        }
        let delegate = UploadDelegate()
        let session = URLSession(
            configuration: .barricaded(by: barricade), delegate: delegate, delegateQueue: nil)
        var request = URLRequest(url: try URL("\(api)/upload"))
        request.httpMethod = "POST"
        session.uploadTask(with: request, from: Data(count: 3_000)).resume()
        // 10 000 bytes a second, a packet of 1 460 at a time.
        for (size, sent) in [(1_460, 1_460), (1_460, 2_920), (80, 3_000)] {
            await clock.waitForSleeper(of: .microseconds(size * 100))
            clock.advance(by: .microseconds(size * 100))
            let told = await delegate.sent.wait { $0.last?[1] == Int64(sent) }
            #expect(told.last == [Int64(size), Int64(sent), 3_000])
        }
        #expect(await delegate.ends.wait() == [0])
        session.finishTasksAndInvalidate()
    }
    #endif

    @Test func aRequestTakesTheTimeOfWhatGoesUpAndComesDown() async throws {
        let latency = NetworkConditions(latency: .milliseconds(100))
        let narrow = NetworkConditions(download: .kilobitsPerSecond(80))
        let cases: [(what: String, NetworkConditions?, CannedResponse, Duration)] = [
            ("no conditions", nil, Self.body, .zero),
            ("conditions that cost nothing", NetworkConditions(), Self.body, .zero),
            (
                "a delay, on top", latency, CannedResponse("Slow", json: [:], delay: .seconds(3)),
                .milliseconds(3_200)
            ),
            (
                "a handler", latency, CannedResponse("H") { _ in CannedResponse(json: [:]) },
                .milliseconds(200)
            ),
            (
                "what fails before there is a response, has gone up and comes down at once",
                latency, CannedResponse("Error", error: .networkConnectionLost), .milliseconds(100)
            ),
            (
                "a body in pieces", NetworkConditions(download: .kilobitsPerSecond(0.08)),
                CannedResponse("Pieces", body: .chunks(["12345", "67890"])), .seconds(1)
            ),
            (
                "pauses between pieces, none of them after the last", nil,
                CannedResponse("Pieces", body: .chunks(["a", "b", "c"], every: .seconds(1)))
                    .failing(.timedOut, after: .chunks(2)), .seconds(1)
            ),
            (
                "a body that breaks off", narrow,
                Self.body.failing(.networkConnectionLost, after: .bytes(20_000)), .seconds(2)
            ),
            (
                "one that breaks off before it begins", narrow,
                Self.body.failing(.networkConnectionLost), .zero
            ),
        ]
        for (what, conditions, response, expected) in cases {
            let taken = try await time(conditions, response: response)
            #expect(taken == expected, "\(what)")
        }
    }

    // MARK: On the way

    @Test func delegatesSeeThePartsAsTheyArrive() async throws {
        let clock = ForeignClock()
        // A twentieth of a second is a packet of 1 460 bytes.
        let conditions = NetworkConditions(
            latency: .seconds(1), download: .kilobitsPerSecond(1.46 * 8 * 20))
        let barricade = Barricade(
            Self.set([CannedResponse("Text", text: String(repeating: "a", count: 2_000))])
        ) {
            $0.networkConditions = conditions
            $0.clock = clock
        }
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try URL(api)).resume()
        await clock.waitForSleeper(of: .seconds(1))
        clock.advance(by: .seconds(1))
        await clock.waitForSleeper(of: .seconds(1))
        #expect(delegate.names == [])
        clock.advance(by: .seconds(1))
        await delegate.events.wait(count: 1)
        await clock.waitForSleeper(of: .milliseconds(50))
        #expect(delegate.names == ["response 200"])
        clock.advance(by: .milliseconds(50))
        #expect(await delegate.events.wait(count: 2).last?.name.count == 1_465)
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(50))
        #expect(await delegate.completion().dropFirst(2).map(\.count) == [545, 9])
    }

    @Test func aRequestKeepsTheConditionsItBeganWith() async throws {
        let clock = ForeignClock()
        let barricade = Barricade(Self.set([Self.body])) {
            $0.networkConditions = NetworkConditions(latency: .seconds(1))
            $0.clock = clock
        }
        let (task, completions) = try barricade.session.task(api)
        task.resume()
        await clock.waitForSleeper(of: .seconds(1))
        barricade.networkConditions = nil
        clock.advance(by: .seconds(1))
        await clock.waitForSleeper(of: .seconds(1))
        clock.advance(by: .seconds(1))
        let sizes: [Int?] = [
            await completions.wait().first?.data?.count,
            try await barricade.session.complete(api).data?.count,
        ]
        #expect(sizes == [Self.size, Self.size])
    }

    @Test func onlyAPacketSlowerThanTheTimeoutEndsTheLoad() async throws {
        // A packet takes 59 s, the whole body over an hour.
        let slow = NetworkConditions(download: .kilobitsPerSecond(1.46 * 8 / 59))
        #expect(try await time(slow) > .seconds(3_600))
        let fast = NetworkConditions(
            download: .kilobitsPerSecond(1e297), upload: .kilobitsPerSecond(1e297))
        #expect(try await time(fast, upload: 1_000) < .milliseconds(1))
        for conditions in [
            NetworkConditions(download: .kilobitsPerSecond(1.46 * 8 / 61)), .completeLoss,
            // Extremes, which must not overflow.
            NetworkConditions(download: .kilobitsPerSecond(1e-303)),
            NetworkConditions(latency: .seconds(1_000_000_000), loss: 0.999_999_999_999),
        ] {
            let barricade = Barricade(Self.set([Self.body])) {
                $0.networkConditions = conditions
                $0.clock = ImmediateClock()
            }
            #expect(try await barricade.session.complete(api).code == .timedOut, "\(conditions)")
        }
    }

    // MARK: DNS

    @Test func aHostIsLookedUpOnce() async throws {
        let clock = ImmediateClock()
        let barricade = Barricade(Self.set([CannedResponse("OK")])) {
            $0.networkConditions = .highLatencyDNS
            $0.clock = clock
        }
        /// How much later it is after these requests.
        func elapsed(_ lines: String...) async -> Duration {
            let start = clock.now
            _ = await barricade.answers(to: lines)
            return start.duration(to: clock.now)
        }
        var times = await [elapsed("/"), elapsed("/again"), elapsed("https://b.example", "/")]
        barricade.networkConditions = nil
        barricade.networkConditions = .highLatencyDNS
        times.append(await elapsed("/"))
        #expect(times == [.seconds(3), .zero, .seconds(3), .seconds(3)])
    }

    // MARK: Chance

    @Test func lossAndJitterTakeLongerByChanceAndTheSameByOneSeed() async throws {
        let lossless = NetworkConditions(
            latency: .milliseconds(10), download: .megabitsPerSecond(8))
        var lossy = lossless
        lossy.download.loss = 0.2
        let sure = Self.seconds(try await time(lossless))
        let lost = try await times(lossy, seeds: [7, 7, 8])
        let taken = Self.seconds(lost[0])
        // A fifth is sent again, and a fifth of that, …: a quarter on top; then the round trips.
        let (packets, parts) = (100_000 / 1_460.0, 100_000 / 49_640.0)
        #expect(taken > sure + packets * 0.15 * 1_460 * 8 / 8_000_000)
        #expect(taken < sure + packets * 0.4 * 1_460 * 8 / 8_000_000 + (parts + 2) * 8 * 0.02)
        #expect(lost[1] == lost[0])
        #expect(lost[2] != lost[0])

        let jittery = NetworkConditions(latency: .seconds(1), jitter: .seconds(0.5))
        let late = try await times(jittery, seeds: Array(0..<20) + [0]).sorted()
        let spread: Duration = late[20] - late[0]
        #expect(Set(late).count == 20)
        #expect(spread > .seconds(0.3))
        #expect(late[0] > .seconds(2))
        #expect(late[20] < .seconds(3))
    }

    // MARK: Where they hold

    @Test func requestsToTheRealServerAreLeftAlone() async throws {
        let server = try LocalServer()
        let clock = ImmediateClock()
        let barricade = Barricade(Self.set([.live()])) {
            $0.networkConditions = .edge
            $0.clock = clock
        }
        let url = try server.url("/a").absoluteString
        var texts = await barricade.answers(to: url)
        barricade.networkConditions = .offline
        texts += await barricade.answers(to: url)
        try barricade.setMode(.live, for: "Set")
        texts += await barricade.answers(to: url)
        #expect(texts == ["live /a", "live /a", "live /a"])
        #expect(clock.now.offset == .zero)
    }

    @Test func heldRequestsHaveGoneUpFirst() async throws {
        let clock = ForeignClock()
        let barricade = Barricade(Self.set([Self.body])) {
            $0.networkConditions = NetworkConditions("Roaming", error: .internationalRoamingOff)
            $0.clock = clock
        }
        let held = try barricade.hold("Set")
        // What fails does not get that far.
        #expect(try await barricade.session.complete(api).code == .internationalRoamingOff)
        barricade.networkConditions = NetworkConditions(latency: .seconds(1))
        let (task, completions) = try barricade.session.task(api)
        task.resume()
        await clock.waitForSleeper(of: .seconds(1))
        #expect(held.requests.isEmpty)
        clock.advance(by: .seconds(1))
        try await held.waitForRequest(timeout: .seconds(1_000))
        held.releaseAll()
        await clock.waitForSleeper(of: .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(await completions.wait().first?.status == 200)
    }

    // MARK: Mistakes

    private static let mistakes: [(NetworkConditions, String)] = [
        (
            NetworkConditions(download: .kilobitsPerSecond(0)),
            "the download bandwidth is 0 bps, which moves nothing"
        ),
        (
            NetworkConditions(upload: .kilobitsPerSecond(-1)),
            "the upload bandwidth is -1000 bps, which moves nothing"
        ),
        (
            NetworkConditions(upload: .kilobitsPerSecond(.nan)),
            "the upload bandwidth is nan bps, which moves nothing"
        ),
        (
            NetworkConditions(latency: .seconds(-1)),
            "the download latency is negative or infinite; the upload latency is negative or infinite"
        ),
        (
            NetworkConditions(download: .init(loss: 1.5), upload: .init(loss: .nan)),
            "the download loss is not between 0 and 1; the upload loss is not between 0 and 1"
        ),
        (NetworkConditions(jitter: .seconds(-1)), "the jitter is negative or infinite"),
        (
            NetworkConditions(download: .init(), upload: .init(), dnsDelay: .seconds(1e15)),
            "the delay of DNS is negative or infinite"
        ),
    ]

    @Test(arguments: mistakes)
    func conditionsThatCannotBeMetFailRequests(
        _ conditions: NetworkConditions, fault: String
    ) async throws {
        let faults = FaultLog()
        let barricade = Barricade(Self.set([Self.body, .live()])) {
            $0.networkConditions = conditions
            $0.faultHandler = faults.handler
        }
        let message = "Network conditions \"Custom\" cannot be met: \(fault)."
        let told: [[String]] = [faults.messages, barricade.validate().map(\.message)]
        #expect(told == [[message], [message]])
        let error = BarricadeError(try await barricade.session.failure(api))
        #expect(error == BarricadeError(.invalidDefinition, message))
        barricade.networkConditions = nil
        #expect(try await barricade.session.get(api).status == 200)
        #expect(barricade.validate() == [])
    }

    @Test func bandwidthsAreDescribed() {
        let bitsPerSecond: [Double] = [1e-300, 12, 56_000, 1_500_000, .infinity]
        let told: [String] = bitsPerSecond.map { "\(Bandwidth.kilobitsPerSecond($0 / 1_000))" }
        #expect(told == ["1e-300 bps", "12 bps", "56 kbps", "1.5 Mbps", "unlimited"])
    }
}
