import Barricade
import BarricadeSurfaces
import Testing

@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ReleasingTests {
    private let clock = ForeignClock()
    private let barricade: Barricade

    init() {
        barricade = Barricade(
            ResponseSet("Login", on: .any("/login/**")) {
                CannedResponse("Success", text: "in")
                CannedResponse("Locked", status: 423)
            }
        ) { [clock] in
            $0.clock = clock
        }
    }

    @Test func releasesAnyOneOfThoseThatWait() async throws {
        let held = try barricade.hold("Login")
        var answers: [Task<String, any Error>] = []
        for number in 1...3 {
            answers.append(
                Task { [barricade] in try await barricade.answer(to: "GET /login/\(number)") })
            try await held.waitForRequest()
        }
        let waiting = barricade.overview.heldRequests
        let ids = barricade.requests.map(\.id)
        let lines: [String] = waiting.map { "\($0.id): \($0.request), \($0.set), \($0.response)" }
        #expect(
            lines == [
                "\(ids[0]): GET https://api.example.com/login/1, Login, Success",
                "\(ids[1]): GET https://api.example.com/login/2, Login, Success",
                "\(ids[2]): GET https://api.example.com/login/3, Login, Success",
            ])

        #expect(barricade.release(ids[1], with: CannedResponse(status: 418)))
        #expect(!barricade.release(ids[1]))
        #expect(!barricade.release(99))
        #expect(barricade.release(ids[2], with: .offline()))
        #expect(barricade.overview.heldRequests.map(\.id) == [ids[0]])
        #expect(barricade.release(ids[0]))
        #expect(barricade.overview.heldRequests.isEmpty)
        var found: [String] = []
        for answer in answers { found.append(try await answer.value) }
        #expect(
            found == [
                "200 text/plain; charset=utf-8: in", "418", "fails: NSURLErrorDomain -1009",
            ])
    }

    @Test func letsOneGoToTheRealServer() async throws {
        let server = try LocalServer()
        let set = ResponseSet("Local", on: .any("http://127.0.0.1:\(server.port)/**")) {
            CannedResponse("OK", text: "canned")
        }
        let barricade = Barricade(set)
        let held = try barricade.hold("Local")
        async let answer = barricade.answer(to: "GET \(server.url("/real"))")
        try await held.waitForRequest()
        let waiting = try #require(barricade.overview.heldRequests.first)
        #expect(barricade.release(waiting.id, with: .live()))
        #expect(try await answer.hasSuffix(" live /real"))
    }

    @Test func saysWhenARequestTimesOut() async throws {
        let held = try barricade.hold("Login")
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configuration.timeoutIntervalForRequest = 90
        let session = URLSession(configuration: configuration)
        async let answer = session.failure("\(api)/login")
        try await held.waitForRequest()
        let waiting = try #require(barricade.overview.heldRequests.first)
        let left = waiting.timeout.timeIntervalSince(waiting.arrival)
        // Both are of the system's clock, between which the machine may have paused.
        #expect(left > 89.9, "\(left)")
        #expect(left < 120, "\(left)")
        await clock.waitForSleeper(of: .seconds(90))
        clock.advance(by: .seconds(90))
        #expect((try await answer as? URLError)?.code == .timedOut)
        #expect(barricade.overview.heldRequests.isEmpty)
    }
}
