package import Barricade

/// A report on the responses in a test run: the number of requests that each answered, and the
/// tests.
///
/// Sets of the same name are one entry, wherever they are made.
package struct CoverageReport: Sendable, Equatable {
    /// A response set of the report.
    package struct SetCoverage: Sendable, Codable {
        /// The name of the set.
        package let name: String
        /// The places in the source that make sets of this name, by name: `LoginTests.swift:14`.
        package let origins: [String]
        /// The responses, by name.
        package let responses: [ResponseEntry]

        /// The number of responses that answered a request.
        var servedCount: Int { responses.count { $0.isServed } }
    }

    /// A response of a set of the report.
    package struct ResponseEntry: Sendable, Codable {
        /// The name of the response.
        package let name: String
        /// The number of requests that it answered.
        package let requests: Int
        /// The tests in which it answered, by name.
        package let tests: [String]

        /// Whether it answered a request.
        package var isServed: Bool { requests > 0 }
    }

    /// The counts of one set; unordered, so that adding is fast.
    struct SetCounts: Sendable, Equatable {
        var origins: Set<String> = []
        var responses: [String: ResponseCounts] = [:]
    }

    struct ResponseCounts: Sendable, Equatable {
        var requests = 0
        var tests: Set<String> = []
    }

    var counts: [String: SetCounts] = [:]

    /// The number of test processes that it adds up.
    package internal(set) var processes: Int

    /// Makes the report of a test process that has seen nothing yet.
    package init() {
        processes = 1
    }

    /// The sets, by name.
    package var sets: [SetCoverage] {
        counts.map { name, set in
            SetCoverage(
                name: name, origins: set.origins.sorted(),
                responses: set.responses.map { name, response in
                    ResponseEntry(
                        name: name, requests: response.requests, tests: response.tests.sorted())
                }.sorted { $0.name < $1.name })
        }.sorted { $0.name < $1.name }
    }

    /// The number of responses.
    package var responseCount: Int { counts.values.reduce(0) { $0 + $1.responses.count } }

    /// The number of responses that answered a request.
    package var servedCount: Int {
        counts.values.reduce(0) { $0 + $1.responses.values.count { $0.requests > 0 } }
    }

    /// The number of tests in which a response answered.
    package var testCount: Int {
        Set(counts.values.flatMap { $0.responses.values.flatMap(\.tests) }).count
    }

    /// The share of responses that answered a request, from 0 to 100; 0 if there are no responses.
    package var percentage: Double {
        responseCount == 0 ? 0 : Double(servedCount) * 100 / Double(responseCount)
    }
}

extension CoverageReport {
    /// Adds another report: requests add up, and each test counts once.
    package mutating func add(_ other: CoverageReport) {
        processes = processes.adding(other.processes)
        for (name, set) in other.counts {
            counts[name, default: SetCounts()].origins.formUnion(set.origins)
            for (response, counts) in set.responses { add(counts, to: response, of: name) }
        }
    }

    /// Adds the requests of one test.
    ///
    /// - Parameters:
    ///   - sets: The sets of its barricade.
    ///   - requests: The number of requests by set and response.
    ///   - test: The name of the test.
    package mutating func add(
        _ sets: [ResponseSet], requests: [String: [String: Int]], in test: String
    ) {
        for set in sets {
            counts[set.name, default: SetCounts()].origins.insert(set.origin.text)
            for response in set.responses {
                add(ResponseCounts(), to: response.name, of: set.name)
            }
        }
        // These include sets that were registered only for a while.
        for (set, responses) in requests {
            for (response, count) in responses where count > 0 {
                add(ResponseCounts(requests: count, tests: [test]), to: response, of: set)
            }
        }
    }

    private mutating func add(_ added: ResponseCounts, to response: String, of set: String) {
        counts[set, default: SetCounts()].responses[response, default: ResponseCounts()].add(added)
    }
}

extension CoverageReport.ResponseCounts {
    fileprivate mutating func add(_ other: Self) {
        requests = requests.adding(other.requests)
        tests.formUnion(other.tests)
    }
}

extension Int {
    /// Adds a number that may come from a file, and so must not crash the process by overflow.
    fileprivate func adding(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
