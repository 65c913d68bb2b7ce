import Foundation

/// The state of a simulated network, which requests share.
///
/// It computes times and calls no other code; time is that of the barricade's clock since the
/// barricade was made.
package final class NetworkTraffic: Sendable {
    package let conditions: NetworkConditions
    /// The error of requests if there is no network, or its conditions cannot be met; usually
    /// `nil`.
    package let error: (any Error)?
    private let timeline: Timeline
    private let random: RandomSource
    private let knownHosts = Locked<Set<String>>([])
    /// The number of losses in a row after which a packet never arrives.
    private static let mostLosses = 1_000
    /// When the links are free again, which bodies share: each carries one part at a time.
    private let uploads = Locked(Duration.zero)
    private let downloads = Locked(Duration.zero)

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

    /// Returns the time of a small packet to the servers; `nil` means that it never arrives.
    func upLatency() -> Duration? { latency(of: conditions.upload) }

    /// Returns the time of a small packet to the app; `nil` means that it never arrives.
    func downLatency() -> Duration? { latency(of: conditions.download) }

    private func latency(of link: NetworkConditions.Link) -> Duration? {
        let jitter = conditions.jitter > .zero ? conditions.jitter * random.fraction() : .zero
        return losses(1, of: link).map { link.latency + jitter + $0.wait }
    }

    /// Starts to send a body to the servers.
    func beginUpload() -> Transfer { Transfer(conditions.upload, uploads, of: self) }

    /// Starts to send a body to the app.
    func beginDownload() -> Transfer { Transfer(conditions.download, downloads, of: self) }

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

    /// A body sent over a link, part by part.
    struct Transfer: Sendable {
        static let packetSize = 1_460

        private let network: NetworkTraffic
        private let link: NetworkConditions.Link
        private let freeAgain: Locked<Duration>
        /// The time at which the parts so far arrive, without their latency.
        private var due: Duration

        fileprivate init(
            _ link: NetworkConditions.Link, _ freeAgain: Locked<Duration>,
            of network: NetworkTraffic
        ) {
            self.network = network
            self.link = link
            self.freeAgain = freeAgain
            due = network.now
        }

        /// Sends the next part of a number of bytes.
        ///
        /// - Returns: Its size, and the time until it arrives; `nil` means that it never does.
        mutating func send(_ count: Int) -> (size: Int, wait: Duration?) {
            let size = min(count, partSize)
            let packets = (size + Self.packetSize - 1) / Self.packetSize
            guard let losses = network.losses(packets, of: link) else { return (size, nil) }
            let taken = link.bandwidth.duration(of: size + losses.resent * Self.packetSize)
            // As soon as the link is free.
            let end = freeAgain.withLock { free in
                free = max(free, due) + taken
                return free
            }
            due = end + losses.wait
            return (size, due - network.now)
        }

        /// The size of a part: a twentieth of a second, in whole packets, so that bodies take
        /// turns.
        private var partSize: Int {
            let bytes = min(link.bandwidth.bitsPerSecond / 8 / 20, 1e6)
            return max(Int(bytes) / Self.packetSize, 1) * Self.packetSize
        }
    }
}
