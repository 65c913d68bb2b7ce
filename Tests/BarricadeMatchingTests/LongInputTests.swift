import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Inputs that are far longer than usual cost time in proportion to their length.
@Suite(.timeLimit(.minutes(10)), .serialized) struct LongInputTests {
    /// What is in proportion takes as long in one piece as in ten, what goes with the square of the
    /// length ten times as long.
    private let limit = 4.0

    /// Returns how many times longer one long run takes than ten runs with a tenth of it each.
    ///
    /// Both are about the same work, so that a busy machine slows both alike. It is the least of
    /// some rounds, since what else the machine does only adds, and run again while it is too much.
    private func growth(
        from size: Int, _ run: (Int) async throws -> Void
    ) async throws -> Double {
        let clock = ContinuousClock()
        var (small, large) = (Duration.seconds(1_000), Duration.seconds(1_000))
        for round in 1...30 where round <= 2 || large / small >= limit {
            small = min(
                small, try await clock.measure { for _ in 0..<10 { try await run(size) } })
            large = min(large, try await clock.measure { try await run(size * 10) })
        }
        return large / small
    }

    private static func names(_ count: Int) -> [String] { (0..<count).map { "X-Field-\($0)" } }

    @Test(arguments: [true, false])
    func fieldsOfAResponse(ofOneName isOneName: Bool) async throws {
        let growth = try await growth(from: 500) { count in
            let names = isOneName ? [String](repeating: "X-Field", count: count) : Self.names(count)
            let fields = zip(names, 0...).map { HTTP.Headers.Field($0, "\($1)") }
            let barricade = Barricade(
                ResponseSet("Set", on: .any) {
                    CannedResponse("OK", headers: HTTP.Headers(fields))
                })
            let answer = try await barricade.patientSession.get(api)
            let value = answer.response.value(forHTTPHeaderField: names[count - 1].lowercased())
            let values = isOneName ? (0..<count).map { "\($0)" } : ["\(count - 1)"]
            #expect(value == values.joined(separator: ", "))
        }
        #expect(growth < limit)
    }

    @Test func fieldsOfARequest() async throws {
        let matchers = (0..<10).map { RequestMatcher.header("X-Other-\($0)") }
        let barricade = Barricade(
            matchers.enumerated().map { index, matcher in
                ResponseSet("\(index)", on: matcher) { CannedResponse("OK") }
            } + [ResponseSet("Last", on: .header("x-field-7")) { CannedResponse("OK") }])
        let session = barricade.patientSession
        var runs = 0
        let growth = try await growth(from: 500) { count in
            runs += 1
            var request = URLRequest(url: try URL(api))
            request.allHTTPHeaderFields = Dictionary(
                uniqueKeysWithValues: Self.names(count).map { ($0, "value") })
            let answer = try await session.send(request)
            #expect(answer.status == 200)
        }
        #expect(growth < limit)
        #expect(try barricade.requests(for: "Last").count == runs)
    }

    static let patterns = ["/**", "/**/a/**/b", "/**/a/a/:id/*/b", "/a/**/:id/b/**"]

    @Test(arguments: patterns) func segmentsOfAPath(_ pattern: String) async throws {
        let barricade = Barricade(
            ResponseSet("Set", on: .get(pattern)) { CannedResponse("OK") },
            ResponseSet("Rest", on: .any) { CannedResponse("OK") })
        let session = barricade.patientSession
        let growth = try await growth(from: 1_250) { count in
            let url = api + String(repeating: "/a", count: count)
            let answer = try await session.get(url)
            #expect(answer.status == 200)
        }
        #expect(growth < limit)
    }

    @Test func whatNoSetMatches() async throws {
        let barricade = Barricade(
            ResponseSet("Set", on: .get("/**/a/b")) { CannedResponse("OK") },
            ResponseSet("Page", on: .get("/page")) { CannedResponse("OK") })
        let session = barricade.patientSession
        let growth = try await growth(from: 2_500) { count in
            let error = try await session.failure(api + String(repeating: "/a", count: count))
            #expect(error.localizedDescription.count < 3_000)
        }
        #expect(growth < limit)
    }

    @Test func setsThatMightHaveMatched() async throws {
        let growth = try await growth(from: 300) { count in
            let barricade = Barricade(
                (0..<count).map { index in
                    ResponseSet("\(index)", on: .get("/group\(index / 10)/item\(index)/:id")) {
                        CannedResponse("OK")
                    }
                })
            let error = try await barricade.patientSession.failure("\(api)/grup7/item71/x/y")
            #expect(error.localizedDescription.contains("Nearest:\n  \"71\""))
        }
        #expect(growth < limit)
    }
}
