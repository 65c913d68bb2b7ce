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
public struct NetworkConditions: Sendable, Hashable {
    /// One direction of a network.
    public struct Link: Sendable, Hashable {
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
    public var errorCode: URLError.Code?

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

    /// The reason why they cannot be met; usually `nil`.
    package var fault: String? {
        let faults = [
            fault(of: download, "download"), fault(of: upload, "upload"),
            Self.isWaitable(jitter) ? nil : "the jitter is negative or infinite",
            Self.isWaitable(dnsDelay) ? nil : "the delay of DNS is negative or infinite",
        ].compactMap(\.self)
        return faults.isEmpty ? nil : faults.joined(separator: "; ")
    }

    /// The error of requests if the conditions cannot be met; usually `nil`.
    package var error: BarricadeError? {
        fault.map {
            BarricadeError(
                .invalidDefinition, "Network conditions \"\(name.shortened)\" cannot be met: \($0)."
            )
        }
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
        .zero ... .seconds(1_000_000_000) ~= duration
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
