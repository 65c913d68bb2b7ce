import Barricade
import BarricadeCommon
package import Foundation

extension CoverageReport {
    /// An error that says why the file of a report cannot be read or written.
    package struct FileError: Error {
        /// The whole message: the file, the problem, and what to do.
        package let message: String
    }

    /// Reads the report that a test run has left.
    ///
    /// - Throws: ``FileError`` if the file cannot be read, or is not a report.
    package init(contentsOf url: URL) throws(FileError) {
        self = try FileContent.read(try Self.data(of: url), from: url).report
    }

    /// Adds the report of a test process to a file, which need not exist yet.
    ///
    /// Other processes may do the same at the same time. A file that is not a report stays as it is.
    ///
    /// - Throws: ``FileError`` if the file is not a report, or cannot be read or written.
    package func merge(into url: URL) throws(FileError) {
        let target = url.resolvingSymlinksInPath()
        do {
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileLock(path: target.path + ".saving").withLock { draft in
                try draft.replace(target.path, with: try added(to: target).json())
            }
        } catch let error as FileError {
            throw error
        } catch let failure as FileLock.Failure {
            throw FileError(message: failure.description)
        } catch {
            throw FileError(error, at: target)
        }
    }

    /// Returns the sum of this report and the one in a file.
    private func added(to file: URL) throws(FileError) -> CoverageReport {
        guard FileManager.default.fileExists(atPath: file.path) else { return self }
        let data = try Self.data(of: file)
        // `mktemp` makes an empty file.
        guard !data.isEmpty else { return self }
        var report = try FileContent.read(data, from: file).report
        report.add(self)
        return report
    }

    /// The content of its file, for JSON.
    package var content: some Encodable { FileContent(self) }

    private static func data(of file: URL) throws(FileError) -> Data {
        do {
            return try Data(contentsOf: file)
        } catch {
            throw FileError(error, at: file)
        }
    }

    /// The report as JSON, always the same for the same counts.
    private func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(FileContent(self)) + Data("\n".utf8)
    }
}

extension CoverageReport.FileError: LocalizedError, CustomStringConvertible {
    package init(_ error: any Error, at file: URL) {
        message = "\(file.path): \(error.localizedDescription)"
    }

    package var errorDescription: String? { message }
    package var description: String { message }
}

/// The content of a report's file.
struct FileContent: Codable {
    private static let version = 1

    /// The version of the format, whose name also tells the file from others.
    private let barricadeCoverage: Int
    private let processes: Int
    private let sets: [CoverageReport.SetEntry]

    init(_ report: CoverageReport) {
        barricadeCoverage = Self.version
        processes = report.processes
        sets = report.sets
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Decode it first, since another version may have other members.
        barricadeCoverage = try container.decode(Int.self, forKey: .barricadeCoverage)
        guard barricadeCoverage == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .barricadeCoverage, in: container,
                debugDescription:
                    "it is of format \(barricadeCoverage), and this Barricade reads \(Self.version)"
            )
        }
        processes = try container.decode(Int.self, forKey: .processes)
        sets = try container.decode([CoverageReport.SetEntry].self, forKey: .sets)
    }

    static func read(
        _ data: Data, from file: URL
    ) throws(CoverageReport.FileError) -> FileContent {
        do {
            return try JSONDecoder().decode(FileContent.self, from: data)
        } catch {
            throw CoverageReport.FileError(
                message: """
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

    /// The report; of several sets with the same name, the last one counts.
    var report: CoverageReport {
        var report = CoverageReport()
        report.processes = max(processes, 0)
        for set in sets {
            var counts = CoverageReport.SetCounts(origins: Set(set.origins))
            for response in set.responses {
                counts.responses[response.name] = CoverageReport.ResponseCounts(
                    requests: max(response.requests, 0), tests: Set(response.tests))
            }
            report.counts[set.name] = counts
        }
        return report
    }
}
