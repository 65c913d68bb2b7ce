import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
        let session = barricade.session
        async let first = session.get("\(api)/login/1")
        try await held.waitForRequest()
        async let second = session.get("\(api)/login/2")
        try await held.waitForRequest()
        async let third = session.failure("\(api)/login/3")
        try await held.waitForRequest()

        let waiting = barricade.overview.heldRequests
        #expect(waiting.map(\.id) == barricade.requests.map(\.id))
        #expect(
            waiting.map { "\($0.request), \($0.set), \($0.response)" }
                == (1...3).map { "GET \(api)/login/\($0), Login, Success" })

        let released = [
            barricade.release(waiting[1].id, with: CannedResponse(status: 418)),
            barricade.release(waiting[1].id), barricade.release(99),
            barricade.release(waiting[2].id, with: .offline()),
        ]
        #expect(released == [true, false, false, true])
        #expect(try await second.status == 418)
        #expect((try await third as? URLError)?.code == .notConnectedToInternet)
        #expect(barricade.overview.heldRequests.map(\.id) == [waiting[0].id])
        #expect(barricade.release(waiting[0].id) && barricade.overview.heldRequests.isEmpty)
        #expect(try await first.text == "in")
    }

    @Test func letsOneGoToTheRealServer() async throws {
        let server = try LocalServer()
        let set = ResponseSet("Local", on: .any("http://127.0.0.1:\(server.port)/**")) {
            CannedResponse("OK", text: "canned")
        }
        let barricade = Barricade(set)
        let held = try barricade.hold("Local")
        let session = barricade.patientSession
        let url = try server.url("/real").absoluteString
        async let answer = session.get(url)
        try await held.waitForRequest()
        let waiting = try #require(barricade.overview.heldRequests.first)
        #expect(barricade.release(waiting.id, with: .live()))
        #expect(try await answer.text == "live /real")
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
        #expect(left > 89.9 && left < 120, "\(left)")
        await clock.waitForSleeper(of: .seconds(90))
        clock.advance(by: .seconds(90))
        #expect((try await answer as? URLError)?.code == .timedOut)
        #expect(barricade.overview.heldRequests.isEmpty)
    }
}
