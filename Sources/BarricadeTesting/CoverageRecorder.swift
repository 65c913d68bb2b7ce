import Barricade
import BarricadeCommon
import BarricadeCoverage
import Foundation

/// The report on what the tests of this process have seen, saved when the process ends.
final class CoverageRecorder: Sendable {
    /// The recorder of this process; `nil` if the environment names no file.
    static let shared: CoverageRecorder? = {
        guard let path = ProcessInfo.processInfo.environment["BARRICADE_COVERAGE"], !path.isEmpty
        else { return nil }
        // Not at the end of each test, since then each would read and write the whole file.
        atexit { CoverageRecorder.shared?.save() }
        // Made absolute now, since a test may change the working directory.
        return CoverageRecorder(file: URL(fileURLWithPath: path).absoluteURL)
    }()

    private let file: URL
    private let report = Locked(CoverageReport())

    private init(file: URL) {
        self.file = file
    }

    /// Begins to count for a test.
    func begin(_ test: String) -> TestCoverage {
        TestCoverage(test: test, recorder: self)
    }

    fileprivate func add(
        _ sets: [ResponseSet], requests: [String: [String: Int]], in test: String
    ) {
        report.withLock { $0.add(sets, requests: requests, in: test) }
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

/// The part of one test in the report.
struct TestCoverage: Sendable {
    let tally = ResponseTally()
    fileprivate let test: String
    fileprivate let recorder: CoverageRecorder

    /// Adds what the test has seen.
    func end(of barricade: Barricade) {
        recorder.add(barricade.sets, requests: tally.counts, in: test)
    }
}

/// The counts of requests by set and response, without a limit.
package final class ResponseTally: Sendable {
    private let tally = Locked<[String: [String: Int]]>([:])

    /// The number of requests that each response has answered, by set and response.
    package init() {}

    package var counts: [String: [String: Int]] { tally.withLock { $0 } }

    @Sendable package func add(_ set: String, _ response: String) {
        tally.withLock { $0[set, default: [:]][response, default: 0] += 1 }
    }
}
