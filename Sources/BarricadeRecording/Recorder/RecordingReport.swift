/// What a recording has kept, and what it has not.
public struct RecordingReport: Sendable, Hashable {
    /// A reply that could not be kept.
    public struct Refusal: Sendable, Hashable {
        /// The request, its secrets masked: `GET https://api.example.com/books`.
        public let request: String
        /// The reason, and what to do about it.
        public let reason: String
    }

    /// The most refusals that are listed.
    private static let mostRefusals = 100

    /// How many responses were recorded.
    public internal(set) var keptCount = 0
    /// How many replies were the same as one that was there already.
    public internal(set) var repeatedCount = 0
    /// How many requests their callers cancelled.
    public internal(set) var cancelledCount = 0
    /// How many replies were cut off by the connection.
    public internal(set) var cutCount = 0
    /// How many requests had no reply, and were not to be recorded.
    public internal(set) var failedCount = 0
    /// How many replies came for sets that had enough; see ``Recording/Settings/responseLimit``.
    public internal(set) var overLimitCount = 0
    /// How many replies were refused.
    public private(set) var refusedCount = 0
    /// The first replies that were refused, each with the reason.
    public private(set) var refusals: [Refusal] = []
    /// What was dropped and replaced in what was kept.
    public internal(set) var redaction = RedactionReport()

    mutating func refuse(_ request: String, _ reason: String) {
        refusedCount += 1
        guard refusals.count < Self.mostRefusals else { return }
        refusals.append(Refusal(request: request, reason: reason))
    }
}

extension RecordingReport: CustomStringConvertible {
    /// The counts in one line, then a line for each refusal, then what redaction has done.
    public var description: String {
        redaction.counts.isEmpty ? summary : "\(summary)\n\n\(redaction)"
    }

    /// The counts, and the refusals.
    private var summary: String {
        let losses = [
            (repeatedCount, "the same again"), (cancelledCount, "cancelled"), (cutCount, "cut off"),
            (failedCount, "without a reply"), (overLimitCount, "more than a set keeps"),
            (refusedCount, "refused"),
        ]
        let counts =
            ["\(keptCount) recorded"] + losses.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let more = refusedCount - refusals.count
        return
            ([counts.joined(separator: ", ")]
            + refusals.map { "  \($0.request): \($0.reason)" }
            + (more > 0 ? ["  and \(more) more"] : [])).joined(separator: "\n")
    }
}
