/// A report on the replies that a recording got.
public struct RecordingReport: Sendable, Hashable {
    /// A reply that could not be kept.
    public struct Refusal: Sendable, Hashable {
        /// The request, its secrets masked: `GET https://api.example.com/books`.
        public let request: String
        /// The reason, and what to do about it.
        public let reason: String
    }

    /// The number of recorded responses.
    public internal(set) var keptCount = 0
    /// The number of replies that were the same as an earlier one.
    public internal(set) var repeatedCount = 0
    /// The number of requests that were cancelled.
    public internal(set) var cancelledCount = 0
    /// The number of replies that failed partway.
    public internal(set) var cutCount = 0
    /// The number of requests that failed without a reply, and were not recorded.
    public internal(set) var failedCount = 0
    /// The number of replies over the ``Recording/Settings/responseLimit`` of their sets.
    public internal(set) var overLimitCount = 0
    /// The number of replies that could not be kept.
    public var refusedCount: Int { refusals.count }
    /// The replies that could not be kept, each with the reason.
    public internal(set) var refusals: [Refusal] = []
    /// What a person should know of some sets, a sentence for each.
    public internal(set) var notes: [String] = []
    /// The values that redaction dropped and replaced.
    public internal(set) var redaction = RedactionReport()
}

extension RecordingReport: CustomStringConvertible {
    /// The counts in one line, then a line for each refusal and note, then the report of redaction.
    public var description: String {
        let losses = [
            (repeatedCount, "the same again"), (cancelledCount, "cancelled"), (cutCount, "cut off"),
            (failedCount, "without a reply"), (overLimitCount, "more than a set keeps"),
            (refusedCount, "refused"),
        ]
        let counts =
            ["\(keptCount) recorded"] + losses.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let shown = refusals.prefix(100).map { "  \($0.request): \($0.reason)" }
        let more = refusals.count - shown.count
        let rest =
            (more > 0 ? ["  and \(more) more"] : []) + notes
            + (redaction.counts.isEmpty ? [] : ["", "\(redaction)"])
        return ([counts.joined(separator: ", ")] + shown + rest).joined(separator: "\n")
    }
}
