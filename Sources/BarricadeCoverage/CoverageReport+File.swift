package import Barricade
import BarricadeCommon
package import Foundation

extension CoverageReport {
    /// Reads the report that a test run has left.
    ///
    /// - Throws: `BarricadeError.Code.unreadableFile` if the file cannot be read, or is not a report.
    package init(contentsOf url: URL) throws(BarricadeError) {
        self = try Self.read(try Self.data(of: url), from: url)
    }

    /// Adds the report of a test process to a file, which need not exist yet.
    ///
    /// Other processes may do the same at the same time. A file that is not a report stays as it is.
    ///
    /// - Throws: `BarricadeError.Code.unreadableFile` if the file is not a report, or cannot be read or written.
    package func merge(into url: URL) throws(BarricadeError) {
        let target = url.resolvingSymlinksInPath()
        do {
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileLock.withLock(at: target.path + ".saving") { draft in
                try draft.replace(target.path, with: try added(to: target).json())
            }
        } catch {
            throw Self.error(error, at: target)
        }
    }

    /// Returns the sum of this report and the one in a file.
    private func added(to file: URL) throws(BarricadeError) -> CoverageReport {
        guard FileManager.default.fileExists(atPath: file.path) else { return self }
        let data = try Self.data(of: file)
        // `mktemp` makes an empty file.
        guard !data.isEmpty else { return self }
        var report = try Self.read(data, from: file)
        report.add(self)
        return report
    }

    private static func data(of file: URL) throws(BarricadeError) -> Data {
        do {
            return try Data(contentsOf: file)
        } catch {
            throw Self.error(error, at: file)
        }
    }

    /// Returns the error for one of the system; the others say themselves what happened, and where.
    private static func error(_ error: any Error, at file: URL) -> BarricadeError {
        let reason = error.localizedDescription
        return BarricadeError(error)
            ?? BarricadeError(
                .unreadableFile, error is FileLock.Failure ? reason : "\(file.path): \(reason)")
    }

    /// The report as JSON, always the same for the same counts.
    private func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}

/// The content of a report's file.
extension CoverageReport: Codable {
    private enum CodingKeys: CodingKey {
        /// The version of the format, whose name also tells the file from others.
        case barricadeCoverage
        case processes, sets
    }

    private static let version = 1

    /// Of several sets with the same name, the last one counts.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Decode it first, since another version may have other members.
        let version = try container.decode(Int.self, forKey: .barricadeCoverage)
        guard version == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .barricadeCoverage, in: container,
                debugDescription:
                    "it is of format \(version), and this Barricade reads \(Self.version)")
        }
        processes = try container.decode(Int.self, forKey: .processes)
        let sets = try container.decode([SetCoverage].self, forKey: .sets)
        guard ([processes] + sets.flatMap(\.responses).map(\.requests)).allSatisfy({ $0 >= 0 })
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .sets, in: container, debugDescription: "a count in it is negative")
        }
        for set in sets {
            var counts = SetCounts(origins: Set(set.origins))
            for response in set.responses {
                counts.responses[response.name] = ResponseCounts(
                    requests: response.requests, tests: Set(response.tests))
            }
            self.counts[set.name] = counts
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.version, forKey: .barricadeCoverage)
        try container.encode(processes, forKey: .processes)
        try container.encode(sets, forKey: .sets)
    }

    private static func read(_ data: Data, from file: URL) throws(BarricadeError) -> CoverageReport
    {
        do {
            return try JSONDecoder().decode(CoverageReport.self, from: data)
        } catch {
            throw BarricadeError(
                .unreadableFile,
                """
                \(file.path) is not a coverage report: \(reason(of: error)).

                To fix: remove it, or name another file.
                """)
        }
    }

    private static func reason(of error: any Error) -> String {
        if case DecodingError.dataCorrupted(let context) = error {
            return context.codingPath.isEmpty ? "it is not JSON" : context.debugDescription
        }
        let fault = DecodingFault(error)
        return "\(fault.subject()) \(fault.reason)"
    }
}
