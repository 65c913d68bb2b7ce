public import Barricade
public import Foundation

/// The ways in which a server's replies differ from the canned responses of many sets.
///
/// `Drift.report(of:against:)` makes it. It can be printed and encoded, and has an exit code for a
/// job in CI.
public struct DriftReport: Sendable, Codable, Hashable {
    /// A set whose responses were compared with a reply.
    public struct Comparison: Sendable, Codable, Hashable {
        /// The name of the set.
        public let set: String
        /// The request that was sent, with secrets masked: `GET https://example.com/v1/books`.
        public let request: String
        /// The status of the reply.
        public let status: Int
        /// The differences; empty if all that was compared still fits.
        public let drift: [Drift]
        /// Possible differences, of which too little is known: a word where few texts are known, an
        /// array that is empty on the server, an error that one of the responses has.
        public let unjudged: [Drift]
    }

    /// A set whose responses were not compared.
    public struct Omission: Sendable, Codable, Hashable {
        /// The name of the set.
        public let set: String
        /// The request that was sent; `nil` if none was.
        public let request: String?
        /// The reason, the same for all sets that have it: `POST`, `no value for :id`.
        public let reason: String
        /// The fix, or what else is known.
        public let hint: String?
    }

    /// The server, with secrets masked.
    public let server: String
    /// The sets that were compared, in order.
    public let comparisons: [Comparison]
    /// The sets that were not compared, in order.
    public let omissions: [Omission]
}

extension DriftReport {
    /// The settings of a report, all with defaults.
    public struct Settings: Sendable {
        /// The header fields of every request, such as `Authorization`; none by default.
        ///
        /// Others are sent only if a set's matcher names them and they are not secret.
        public var headers: HTTP.Headers = [:]
        /// The values of named path segments, such as `id` in `/users/:id`, and of query items.
        ///
        /// `values["Author.id"]` is for the set "Author". `values["id"]` is for each set that has
        /// neither such a value nor a recorded one.
        public var values: [String: String] = [:]
        /// The methods to send; GET and HEAD by default, since others may change the server's data.
        public var methods: Set<HTTP.Method> = [.get, .head]
        /// The bodies of requests by the names of their sets.
        ///
        /// A set for POST, PUT or PATCH is compared only if it has one here, or in its matcher.
        public var bodies: [String: String] = [:]
        /// The time-out of a reply, and of each further part of it; 15 seconds by default.
        public var timeout: Duration = .seconds(15)
        /// The location of body files of sets that have none; `nil` means the main bundle's
        /// resources, then the working directory.
        public var files: FileLocation?

        /// Makes the default settings.
        public init() {}
    }

    /// All differences, in the order of the sets.
    public var drift: [Drift] { comparisons.flatMap(\.drift) }

    /// Returns the exit code for a job: 1 if there is drift, else 3 if nothing was compared or a
    /// request had no reply to compare, else 0.
    ///
    /// - Parameter requiringAll: Whether it is 3 also if a set was not compared completely.
    public func exitCode(requiringAll: Bool = false) -> Int32 {
        if !drift.isEmpty { return 1 }
        let isComplete = omissions.isEmpty && comparisons.allSatisfy(\.unjudged.isEmpty)
        let hasAsked = !comparisons.isEmpty && omissions.allSatisfy { $0.request == nil }
        return hasAsked && (isComplete || !requiringAll) ? 0 : 3
    }
}

extension Drift {
    /// Asks a server for the reply of each set, and compares it with the set's responses.
    ///
    /// ```swift
    /// let sets = try ResponseSet.sets(in: .directory("Responses"))
    /// let report = try await Drift.report(of: sets, against: staging) {
    ///     $0.headers["Authorization"] = "Bearer \(token)"
    ///     $0.values["id"] = "17"
    /// }
    /// print(report)
    /// ```
    ///
    /// It sends one request for each set whose matcher determines one: a method and a path, a
    /// value for each named segment, query items. The path is appended to that of the server. The
    /// requests are sent one after the other, without cookies and cache; no barricade intercepts
    /// them, and they follow no redirect.
    ///
    /// - Parameters:
    ///   - sets: The sets, in the order of registration: the first one that matches a request is
    ///     compared.
    ///   - server: The server's URL, with `http` or `https`.
    ///   - configure: Changes the settings.
    /// - Throws: `BarricadeError.Code.invalidDefinition` if the server's URL, a header field or a
    ///   method is not valid, `BarricadeError.Code.unknownName` if a value is given for a name that
    ///   no set has, and `CancellationError` if the task is cancelled.
    public static func report(
        of sets: any ResponseSetConvertible, against server: URL,
        configure: (inout DriftReport.Settings) -> Void = { _ in }
    ) async throws -> DriftReport {
        var settings = DriftReport.Settings()
        configure(&settings)
        return try await DriftReporter(server, settings).report(of: sets.responseSets)
    }
}

// MARK: - In words

extension DriftReport {
    private var differing: [Comparison] { comparisons.filter { !$0.drift.isEmpty } }
    private var fitting: [Comparison] {
        comparisons.filter { $0.drift.isEmpty && $0.unjudged.isEmpty }
    }

    /// The counts in one line, the sets that were not compared first.
    ///
    /// `3 of 6 sets not compared (POST: 2, no value for :id: 1). The other 3 fit.`
    public var headline: String {
        let count = comparisons.count + omissions.count
        let sets = count.counted("set")
        guard fitting.count < count else {
            return count == 0
                ? "There are no sets." : count == 1 ? "The set fits." : "All \(sets) fit."
        }
        let inPart = comparisons.count - differing.count - fitting.count
        let numbers: [(count: Int, words: String)] = [
            (omissions.count, "not compared (\(reasons))"), (inPart, "compared only in part"),
            (differing.count, differing.count == 1 ? "differs" : "differ"),
        ]
        var counts = numbers.filter { $0.count > 0 }.map { "\($0.count) \($0.words)" }
        // The first count includes the total.
        counts[0].replace(" ", with: " of \(sets) ", maxReplacements: 1)
        switch fitting.count {
        case 0: break
        case 1: counts.append("The other one fits")
        case let others: counts.append("The other \(others) fit")
        }
        return counts.joined(separator: ". ") + "."
    }

    /// The reasons with the number of sets that have each, the most frequent first.
    private var reasons: String {
        let counts = Dictionary(grouping: omissions, by: \.reason).mapValues(\.count)
        return counts.orderedKeys.ordered { -(counts[$0] ?? 0) }
            .map { "\($0): \(counts[$0] ?? 0)" }.joined(separator: ", ")
    }
}

extension DriftReport: CustomStringConvertible {
    /// The headline, then what differs, what was not compared, and what fits.
    public var description: String {
        let omitted = omissions.map { omission in
            "\(omission.set.shortened)\(omission.request.map { "  \($0)" } ?? ""): \(omission.reason)"
                + (omission.hint.map { "; \($0)" } ?? "")
        }
        let unjudged = comparisons.filter { !$0.unjudged.isEmpty }
        let lines =
            [headline] + Self.section("Differs", Self.lines(of: differing, \.drift))
            + Self.section("Not compared", omitted)
            + Self.section("Too little is known to compare", Self.lines(of: unjudged, \.unjudged))
            + Self.section("Fits", Self.lines(of: fitting, \.drift))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", "\(title):"] + lines.map { "  \($0)" }
    }

    private static func lines(
        of comparisons: [Comparison], _ differences: (Comparison) -> [Drift]
    ) -> [String] {
        comparisons.flatMap { comparison in
            ["\(comparison.set.shortened)  \(comparison.request)  \(comparison.status)"]
                + differences(comparison).map { "    \($0.difference)" }
        }
    }
}
