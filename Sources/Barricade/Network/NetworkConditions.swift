public import Foundation

/// The simulated network between an app and the servers that a barricade replaces.
///
/// ```swift
/// barricade.networkConditions = .veryBadNetwork
/// barricade.networkConditions = NetworkConditions(
///     latency: .milliseconds(80), jitter: .milliseconds(40),
///     download: .kilobitsPerSecond(500))
/// ```
///
/// They apply to requests that response sets answer, in addition to the delays of responses. They
/// do not apply to requests that pass through. The time of a request adds up, in this
/// order: the DNS delay, for the first request to a host; the time to send its body; the upload
/// latency; the delay of the response; the download latency; and the time to receive the response's
/// body. Header fields take no bandwidth. Requests at the same time share the bandwidth. Without a
/// network, as with ``offline``, a request fails at once, and does not advance a sequence.
public struct NetworkConditions: Sendable, Equatable {
    /// One direction of a network.
    public struct Link: Sendable, Equatable {
        /// The bandwidth, which requests at the same time share.
        public var bandwidth: Bandwidth
        /// The time that a packet takes.
        public var latency: Duration
        /// The fraction of packets, from 0 to 1, that get lost and are sent again after a round
        /// trip.
        public var loss: Double

        /// Makes a link; the default is one without limits.
        public init(
            bandwidth: Bandwidth = .unlimited, latency: Duration = .zero, loss: Double = 0
        ) {
            self.bandwidth = bandwidth
            self.latency = latency
            self.loss = loss
        }
    }

    /// The name, for people.
    public var name: String
    /// The link from the servers to the app.
    public var download: Link
    /// The link from the app to the servers.
    public var upload: Link
    /// The upper bound of the random time added to each latency.
    public var jitter: Duration
    /// The time to find a host, for the first request to it.
    public var dnsDelay: Duration
    /// The error with which every request fails at once; `nil` if there is a network.
    private(set) var errorCode: URLError.Code?

    /// Makes conditions with two links.
    public init(
        _ name: String = "Custom", download: Link, upload: Link, jitter: Duration = .zero,
        dnsDelay: Duration = .zero
    ) {
        self.name = name
        self.download = download
        self.upload = upload
        self.jitter = jitter
        self.dnsDelay = dnsDelay
    }

    /// Makes conditions with the same latency and loss both ways.
    public init(
        _ name: String = "Custom", latency: Duration = .zero, jitter: Duration = .zero,
        download: Bandwidth = .unlimited, upload: Bandwidth = .unlimited, loss: Double = 0
    ) {
        self.init(
            name, download: Link(bandwidth: download, latency: latency, loss: loss),
            upload: Link(bandwidth: upload, latency: latency, loss: loss), jitter: jitter)
    }

    /// Makes conditions without a network: every request fails at once, before anything is sent.
    ///
    /// ```swift
    /// barricade.networkConditions = NetworkConditions("Roaming", error: .internationalRoamingOff)
    /// ```
    public init(_ name: String = "Custom", error code: URLError.Code) {
        self.init(name)
        errorCode = code
    }

    /// The error of requests if the conditions cannot be simulated; usually `nil`.
    var error: BarricadeError? {
        let faults = [
            fault(of: download, "download"), fault(of: upload, "upload"),
            Self.isWaitable(jitter) ? nil : "the jitter is negative or infinite",
            Self.isWaitable(dnsDelay) ? nil : "the delay of DNS is negative or infinite",
        ].compactMap(\.self)
        if faults.isEmpty { return nil }
        return BarricadeError(
            .invalidDefinition,
            """
            Network conditions "\(name.shortened)" cannot be met: \(faults.joined(separator: "; ")).
            """)
    }

    private func fault(of link: Link, _ direction: String) -> String? {
        if !(link.bandwidth.bitsPerSecond > 0) {
            return "the \(direction) bandwidth is \(link.bandwidth), which moves nothing"
        }
        if !(0...1 ~= link.loss) { return "the \(direction) loss is not between 0 and 1" }
        return Self.isWaitable(link.latency)
            ? nil : "the \(direction) latency is negative or infinite"
    }

    /// Returns whether a duration is neither negative nor infinite; some 30 years count as
    /// infinite.
    private static func isWaitable(_ duration: Duration) -> Bool {
        .zero ... .longest ~= duration
    }
}

// MARK: - Presets

extension NetworkConditions {
    /// There is no network: requests fail at once with `URLError.notConnectedToInternet`.
    public static let offline = NetworkConditions("Offline", error: .notConnectedToInternet)

    /// Nothing arrives: requests time out.
    public static let completeLoss = NetworkConditions("100% Loss", loss: 1)

    /// 780 kbps down, 330 kbps up, 100 ms each way.
    public static let threeG = NetworkConditions(
        "3G", latency: .milliseconds(100), download: .kilobitsPerSecond(780),
        upload: .kilobitsPerSecond(330))

    /// 2 Mbps down, 256 kbps up, 5 ms each way.
    public static let dsl = NetworkConditions(
        "DSL", latency: .milliseconds(5), download: .megabitsPerSecond(2),
        upload: .kilobitsPerSecond(256))

    /// 240 kbps down after 400 ms, 200 kbps up after 440 ms.
    public static let edge = NetworkConditions(
        "Edge",
        download: Link(bandwidth: .kilobitsPerSecond(240), latency: .milliseconds(400)),
        upload: Link(bandwidth: .kilobitsPerSecond(200), latency: .milliseconds(440)))

    /// 3 s to find a host, and no other limit.
    public static let highLatencyDNS = NetworkConditions(
        "High Latency DNS", download: Link(), upload: Link(), dnsDelay: .seconds(3))

    /// 50 Mbps down after 50 ms, 10 Mbps up after 65 ms.
    public static let lte = NetworkConditions(
        "LTE",
        download: Link(bandwidth: .megabitsPerSecond(50), latency: .milliseconds(50)),
        upload: Link(bandwidth: .megabitsPerSecond(10), latency: .milliseconds(65)))

    /// 1 Mbps, 500 ms and a loss of 10 % each way.
    public static let veryBadNetwork = NetworkConditions(
        "Very Bad Network", latency: .milliseconds(500), download: .megabitsPerSecond(1),
        upload: .megabitsPerSecond(1), loss: 0.1)

    /// 40 Mbps down, 33 Mbps up, 1 ms each way.
    public static let wiFi = NetworkConditions(
        "WiFi", latency: .milliseconds(1), download: .megabitsPerSecond(40),
        upload: .megabitsPerSecond(33))

    /// 250 Mbps down, 100 Mbps up, 1 ms each way.
    public static let wiFi802_11ac = NetworkConditions(
        "WiFi 802.11ac", latency: .milliseconds(1), download: .megabitsPerSecond(250),
        upload: .megabitsPerSecond(100))

    /// All presets: "Offline", and the profiles of Apple's Network Link Conditioner by their names.
    public static let presets: [NetworkConditions] = [
        offline, completeLoss, threeG, dsl, edge, highLatencyDNS, lte, veryBadNetwork, wiFi,
        wiFi802_11ac,
    ]
}

/// The amount of data that a link moves per second.
public struct Bandwidth: Sendable, Equatable {
    /// Bits per second; infinite means no limit.
    let bitsPerSecond: Double

    /// No limit.
    public static var unlimited: Bandwidth { Bandwidth(bitsPerSecond: .infinity) }

    /// A bandwidth in kilobits, 1 000 bits, per second.
    public static func kilobitsPerSecond(_ kilobits: Double) -> Bandwidth {
        Bandwidth(bitsPerSecond: kilobits * 1_000)
    }

    /// A bandwidth in megabits, 1 000 000 bits, per second.
    public static func megabitsPerSecond(_ megabits: Double) -> Bandwidth {
        Bandwidth(bitsPerSecond: megabits * 1_000_000)
    }

    /// Returns the time to move a number of bytes, at most the longest.
    func duration(of bytes: Int) -> Duration {
        .seconds(min(Double(bytes) * 8 / bitsPerSecond, Duration.longestSeconds))
    }
}

extension Bandwidth: CustomStringConvertible {
    /// The bandwidth in the largest unit that it fills: `780 kbps`.
    public var description: String {
        switch bitsPerSecond {
        case .infinity: "unlimited"
        case 1_000_000...: "\(Self.short(bitsPerSecond / 1_000_000)) Mbps"
        case 1_000...: "\(Self.short(bitsPerSecond / 1_000)) kbps"
        default: "\(Self.short(bitsPerSecond)) bps"
        }
    }

    private static func short(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}

/// The state of a simulated network, which requests share.
///
/// It computes times and calls no other code; time is that of the barricade's clock since the
/// barricade was made.
final class NetworkTraffic: Sendable {
    let conditions: NetworkConditions
    /// The error of requests if there is no network, or it cannot be simulated; usually `nil`.
    let error: (any Error)?
    private let timeline: Timeline
    private let random: RandomSource
    private let knownHosts = Locked<Set<String>>([])
    /// The number of losses in a row after which a packet never arrives.
    private static let mostLosses = 1_000
    private let uploads = Locked(Busyness())
    private let downloads = Locked(Busyness())

    /// The load of a link since it was last idle: one part of a body at a time.
    ///
    /// The time of all is counted at once, since the times of parts, each rounded, do not add up.
    private struct Busyness {
        private var start = Duration.zero
        private var bytes = 0

        /// Adds a part that is ready at a moment; returns the moment at which the link is free again.
        mutating func add(_ size: Int, at moment: Duration, over bandwidth: Bandwidth) -> Duration {
            if start + bandwidth.duration(of: bytes) < moment { (start, bytes) = (moment, 0) }
            bytes += size
            return start + bandwidth.duration(of: bytes)
        }
    }

    init(_ conditions: NetworkConditions, random: RandomSource, timeline: Timeline) {
        self.conditions = conditions
        error = conditions.error ?? conditions.errorCode.map { URLError($0) }
        self.random = random
        self.timeline = timeline
    }

    private var now: Duration { timeline.now }

    /// Returns the time to find a host for this request.
    func dnsDelay(to host: String) -> Duration {
        guard conditions.dnsDelay > .zero else { return .zero }
        return knownHosts.withLock { $0.insert(host).inserted } ? conditions.dnsDelay : .zero
    }

    private func link(up isUpload: Bool) -> NetworkConditions.Link {
        isUpload ? conditions.upload : conditions.download
    }

    /// Returns the time of a small packet; `nil` means that it never arrives.
    func latency(up isUpload: Bool) -> Duration? {
        let link = link(up: isUpload)
        let jitter = conditions.jitter > .zero ? conditions.jitter * random.fraction() : .zero
        return losses(1, of: link).map { link.latency + jitter + $0.wait }
    }

    /// Returns the time that lost packets cost; `nil` if one never arrives.
    ///
    /// A lost packet is sent again a round trip later, together with others of its part.
    private func losses(
        _ packets: Int, of link: NetworkConditions.Link
    ) -> (resent: Int, wait: Duration)? {
        guard link.loss > 0 else { return (0, .zero) }
        guard link.loss < 1 else { return nil }
        var resent = 0
        var rounds = 0
        for _ in 0..<packets {
            // The number of losses in a row has a geometric distribution.
            let lost = Int(log(1 - random.fraction()) / log(link.loss))
            guard lost < Self.mostLosses else { return nil }
            resent += lost
            rounds = max(rounds, lost)
        }
        let roundTrip = conditions.upload.latency + conditions.download.latency
        return (resent, roundTrip * rounds)
    }

    /// Sends the next part of a body as soon as the link is free.
    ///
    /// - Parameter due: The time at which the body's parts so far arrive, without their latency;
    ///   `nil` before the first.
    /// - Returns: The size of the part, and the time until it arrives; `nil` means that it never
    ///   does.
    func send(
        _ count: Int, up isUpload: Bool, after due: inout Duration?
    ) -> (size: Int, wait: Duration?) {
        let link = link(up: isUpload)
        let size = min(count, Self.partSize(of: link))
        let packets = (size + Self.packetSize - 1) / Self.packetSize
        guard let losses = losses(packets, of: link) else { return (size, nil) }
        let start = due ?? now
        let sent = size + losses.resent * Self.packetSize
        let end = (isUpload ? uploads : downloads).withLock {
            $0.add(sent, at: start, over: link.bandwidth)
        }
        due = end + losses.wait
        return (size, end + losses.wait - now)
    }

    private static let packetSize = 1_460

    /// Returns the size of a part: a twentieth of a second, in whole packets, so that bodies take
    /// turns.
    private static func partSize(of link: NetworkConditions.Link) -> Int {
        let bytes = min(link.bandwidth.bitsPerSecond / 8 / 20, 1e6)
        return max(Int(bytes) / packetSize, 1) * packetSize
    }
}
