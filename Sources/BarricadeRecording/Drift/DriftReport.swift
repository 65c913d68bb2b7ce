public import Barricade

/// The ways in which a server's replies differ from the canned responses of many sets.
///
/// `Drift.report(of:against:)` makes it. It can be printed and encoded, and has an exit code for a job
/// in CI.
public struct DriftReport: Sendable, Codable, Hashable {
    /// A set whose responses were compared with a reply.
    public struct Comparison: Sendable, Codable, Hashable {
        /// The name of the set.
        public let set: String
        /// The request that was sent, with secrets masked: `GET https://example.com/v1/books`.
        public let request: String
        /// The status of the reply.
        public let status: Int
        /// What differs; empty if the responses still fit.
        public let drift: [Drift]
    }

    /// A set whose responses were not compared.
    public struct Omission: Sendable, Codable, Hashable {
        /// The name of the set.
        public let set: String
        /// The request that was sent; `nil` if none was.
        public let request: String?
        /// The reason, as a sentence without its full stop: `its path has a wildcard, …`.
        public let reason: String
    }

    /// The server, with secrets masked.
    public let server: String
    /// The sets that were compared, in order.
    public let comparisons: [Comparison]
    /// The sets for which no request could be made, in order.
    public let notTried: [Omission]
    /// The sets whose request had no reply to compare, in order: no connection, a server error.
    public let unanswered: [Omission]
}

extension DriftReport {
    /// The settings of a report, all with defaults.
    public struct Settings: Sendable {
        /// The header fields of every request, such as `Authorization`; none by default.
        ///
        /// No others are sent, besides those without secrets that a set's matcher names.
        public var headers: HTTP.Headers = [:]
        /// The values of named path segments, such as `id` in `/users/:id`, and of query items.
        public var values: [String: String] = [:]
        /// The methods to send; GET and HEAD by default, since others may change something.
        public var methods: Set<HTTP.Method> = [.get, .head]
        /// The longest wait for a reply, and for each further part of it; 15 seconds by default.
        public var timeout: Duration = .seconds(15)
        /// The location of body files of sets that have none; `nil` means the main bundle's
        /// resources, then the working directory.
        public var files: FileLocation?

        /// Makes the default settings.
        public init() {}
    }

    /// All differences, in the order of the sets.
    public var drift: [Drift] { comparisons.flatMap(\.drift) }

    /// The exit code for a job: 1 if there is drift, else 2 if a request had no reply to compare or
    /// nothing was compared, else 0.
    public var exitCode: Int32 {
        if !drift.isEmpty { return 1 }
        return unanswered.isEmpty && !comparisons.isEmpty ? 0 : 2
    }
}

extension DriftReport: CustomStringConvertible {
    /// What differs, set by set, then what could not be compared, and why.
    public var description: String {
        let differing = comparisons.filter { !$0.drift.isEmpty }
        let fitting = comparisons.filter(\.drift.isEmpty)
        let all = comparisons.count + notTried.count + unanswered.count
        let sets = "\(comparisons.count) of \(all) \(all == 1 ? "set" : "sets") compared"
        let summary =
            comparisons.isEmpty
            ? ""
            : differing.isEmpty
                ? ", all fit"
                : ", \(differing.count) \(differing.count == 1 ? "differs" : "differ")"
        var lines = ["\(sets) with \(server)\(summary)."]
        lines += Self.section(
            "Differs",
            differing.flatMap { comparison in
                ["\(comparison.set.shortened)  \(comparison.request)  \(comparison.status)"]
                    + comparison.drift.map { "    \($0.difference)" }
            })
        lines += Self.section(
            "Fits",
            zip(TextColumn.padded(fitting.map(\.set.shortened)), fitting).map {
                "\($0)  \($1.request)  \($1.status)"
            })
        lines += Self.section(
            "No reply to compare",
            unanswered.map { "\($0.set.shortened)  \($0.request ?? ""): \($0.reason)" })
        lines += Self.section("Not tried", notTried.map { "\($0.set.shortened): \($0.reason)" })
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", "\(title):"] + lines.map { "  \($0)" }
    }
}
