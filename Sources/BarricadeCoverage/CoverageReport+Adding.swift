package import Barricade

extension CoverageReport {
    /// Adds another report: requests add up, and each test counts once.
    package mutating func add(_ other: CoverageReport) {
        processes = processes.adding(other.processes)
        for (name, set) in other.counts { counts[name, default: SetCounts()].add(set) }
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
                add(0, to: response.name, of: set.name, in: test)
            }
        }
        // These include sets that were registered only for a while.
        for (set, responses) in requests {
            for (response, count) in responses { add(count, to: response, of: set, in: test) }
        }
    }

    private mutating func add(
        _ requests: Int, to response: String, of set: String, in test: String
    ) {
        counts[set, default: SetCounts()].responses[response, default: ResponseCounts()].add(
            ResponseCounts(requests: requests, tests: requests > 0 ? [test] : []))
    }
}

extension CoverageReport.SetCounts {
    fileprivate mutating func add(_ other: Self) {
        origins.formUnion(other.origins)
        responses.merge(other.responses) { counts, other in
            var counts = counts
            counts.add(other)
            return counts
        }
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
