import Barricade
import Foundation

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
