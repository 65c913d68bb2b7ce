import Barricade
import BarricadeCoverage
import Foundation

/// The coverage of all tests of this process, saved when the process ends.
final class CoverageRecorder: Sendable {
    /// The recorder of this process; `nil` if the environment names no file.
    static let shared: CoverageRecorder? = {
        guard let path = ProcessInfo.processInfo.environment["BARRICADE_COVERAGE"], !path.isEmpty
        else { return nil }
        // Saving at the end of each test would read and write the whole file each time.
        atexit { CoverageRecorder.shared?.save() }
        // Absolute, since a test may change the working directory.
        return CoverageRecorder(file: URL(fileURLWithPath: path).absoluteURL)
    }()

    private let file: URL
    private let report = Locked(CoverageReport())

    private init(file: URL) {
        self.file = file
    }

    /// Adds the counts of a test.
    func add(_ tally: ResponseTally, of barricade: Barricade, in test: String) {
        report.withLock { $0.add(barricade.sets, requests: tally.counts, in: test) }
    }

    private func save() {
        do {
            try report.withLock { $0 }.merge(into: file)
        } catch {
            let message =
                "Barricade: The coverage of this test run is not saved. \(error.message)\n"
            FileHandle.standardError.write(Data(message.utf8))
        }
    }
}

/// A counter of requests by set and response.
package final class ResponseTally: Plugin {
    private let tally = Locked<[String: [String: Int]]>([:])

    package init() {}

    /// The number of requests that each response has answered, by set and response.
    package var counts: [String: [String: Int]] { tally.withLock { $0 } }

    package func answered(_ response: String, of set: String) {
        tally.withLock { $0[set, default: [:]][response, default: 0] += 1 }
    }
}
