import Foundation

/// What requests share of a network, from when its conditions are set.
///
/// It says how long things take and calls nobody; time is the barricade's clock, counted from when
/// the barricade was made.
final class NetworkTraffic: Sendable {
    let conditions: NetworkConditions
    /// What requests fail with where there is no network, or its conditions cannot be met; usually
    /// `nil`.
    let error: (any Error)?
    private let timeline: Timeline
    private let random: RandomSource
    private let knownHosts = Locked<Set<String>>([])
    /// A packet that is lost so often in a row never arrives.
    private static let mostLosses = 1_000
    private let uploads = Lane()
    private let downloads = Lane()

    init(
        _ conditions: NetworkConditions, random: RandomSource, timeline: Timeline
    ) {
        self.conditions = conditions
        error = conditions.error ?? conditions.errorCode.map { URLError($0) }
        self.random = random
        self.timeline = timeline
    }

    private var now: Duration { timeline.now }

    /// Returns how long it takes to find a host this time.
    func dnsDelay(to host: String) -> Duration {
        guard conditions.dnsDelay > .zero else { return .zero }
        return knownHosts.withLock { $0.insert(host).inserted } ? conditions.dnsDelay : .zero
    }

    /// Returns how long something small is on its way to the servers; `nil` means for ever.
    func upLatency() -> Duration? { latency(of: conditions.upload) }

    /// Returns how long something small is on its way to the app; `nil` means for ever.
    func downLatency() -> Duration? { latency(of: conditions.download) }

    private func latency(of link: NetworkConditions.Link) -> Duration? {
        let jitter = conditions.jitter > .zero ? conditions.jitter * random.fraction() : .zero
        return losses(1, of: link).map { link.latency + jitter + $0.wait }
    }

    /// Begins to move a body to the servers.
    func beginUpload() -> Transfer { Transfer(conditions.upload, uploads, of: self) }

    /// Begins to move a body to the app.
    func beginDownload() -> Transfer { Transfer(conditions.download, downloads, of: self) }

    /// What the losses among so many packets cost; `nil` where one never arrives.
    ///
    /// A packet is sent again a round trip later, at the same time as others of its part.
    private func losses(
        _ packets: Int, of link: NetworkConditions.Link
    ) -> (resent: Int, wait: Duration)? {
        guard link.loss > 0 else { return (0, .zero) }
        guard link.loss < 1 else { return nil }
        var resent = 0
        var rounds = 0
        for _ in 0..<packets {
            // How often in a row one is lost has a geometric distribution.
            let lost = Int(log(1 - random.fraction()) / log(link.loss))
            guard lost < Self.mostLosses else { return nil }
            resent += lost
            rounds = max(rounds, lost)
        }
        let roundTrip = conditions.upload.latency + conditions.download.latency
        return (resent, roundTrip * rounds)
    }

    /// A link as bodies share it: one part of one of them is on it at a time.
    fileprivate final class Lane: Sendable {
        private let busyUntil = Locked(Duration.zero)

        /// Takes the link for so long, as soon as it is free; returns until when.
        func take(_ duration: Duration, from start: Duration) -> Duration {
            busyUntil.withLock { busy in
                busy = max(busy, start) + duration
                return busy
            }
        }
    }

    /// A body on its way over one of the links, part by part.
    struct Transfer: Sendable {
        static let packetSize = 1_460

        private let network: NetworkTraffic
        private let link: NetworkConditions.Link
        private let lane: Lane
        /// When the parts so far will have arrived, but for their latency.
        private var due: Duration

        fileprivate init(
            _ link: NetworkConditions.Link, _ lane: Lane, of network: NetworkTraffic
        ) {
            self.network = network
            self.link = link
            self.lane = lane
            due = network.now
        }

        /// Sends the next part of so many bytes.
        ///
        /// - Returns: Its size, and how long until it has arrived; `nil` means that it never does.
        mutating func send(_ count: Int) -> (size: Int, wait: Duration?) {
            let size = min(count, partSize)
            let packets = (size + Self.packetSize - 1) / Self.packetSize
            guard let losses = network.losses(packets, of: link) else { return (size, nil) }
            let taken = link.bandwidth.duration(of: size + losses.resent * Self.packetSize)
            due = lane.take(taken, from: due) + losses.wait
            return (size, due - network.now)
        }

        /// What the link moves in a twentieth of a second, in whole packets: others come between.
        private var partSize: Int {
            let bytes = min(link.bandwidth.bitsPerSecond / 8 / 20, 1e6)
            return max(Int(bytes) / Self.packetSize, 1) * Self.packetSize
        }
    }
}
