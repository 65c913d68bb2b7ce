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

    /// Begins to count the responses of a test.
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

    /// Adds the counts of the test to the report.
    func end(of barricade: Barricade) {
        recorder.add(barricade.sets, requests: tally.counts, in: test)
    }
}

/// A counter of requests by set and response.
package final class ResponseTally: Sendable {
    private let tally = Locked<[String: [String: Int]]>([:])

    /// The number of requests that each response has answered, by set and response.
    package init() {}

    package var counts: [String: [String: Int]] { tally.withLock { $0 } }

    @Sendable package func add(_ set: String, _ response: String) {
        tally.withLock { $0[set, default: [:]][response, default: 0] += 1 }
    }
}
