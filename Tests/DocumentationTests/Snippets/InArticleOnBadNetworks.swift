import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct ArticleOnBadNetworks {
    @Test func whatGoesWrong() {
        let downloads = ResponseSet("Downloads", on: .get("/downloads/:id")) {
            CannedResponse("Works", file: "books.json")
            CannedResponse(
                "Slow", file: "books.json", delay: .logNormal(median: .seconds(1), sigma: 0.5))
            CannedResponse(
                "Trickles", body: .chunks(["{\"a\": 1", ", \"b\": 2}"], every: .seconds(2)))
            CannedResponse("Breaks Off", file: "books.json")
                .failing(.networkConnectionLost, after: .bytes(5))
            CannedResponse("Falls Silent", body: .events(["1", "2"].map { .init($0) }))
                .failing(.timedOut, after: .events(1))
            CannedResponse("Too Short", headers: ["Content-Length": "9000"], file: "books.json")
            CannedResponse("Broken JSON", file: "books.json").malformingJSON()
            CannedResponse("Drops Every Third", file: "books.json")
                .failing(.networkConnectionLost, everyNth: 3)
            CannedResponse("Offline", error: .notConnectedToInternet)
            CannedResponse.neverAnswers("Hangs")
        }
        let files = FileLocation.bundle(.module, subdirectory: "Responses")
        #expect(Barricade(downloads) { $0.files = [files] }.validate() == [])
    }

    func aNetworkLikeTheirs(_ barricade: Barricade) {
        barricade.networkConditions = .veryBadNetwork
        barricade.networkConditions = NetworkConditions(
            latency: .milliseconds(80), jitter: .milliseconds(40),
            download: .kilobitsPerSecond(500))

        barricade.networkConditions = .offline
        barricade.networkConditions = NetworkConditions("Roaming", error: .internationalRoamingOff)
    }

    @Test func answersThatChange() async throws {
        let orders = ResponseSet("Orders", on: .get("/orders")) {
            CannedResponse.sequence("Works the Third Time") {
                CannedResponse(status: .serviceUnavailable).times(2)
                CannedResponse(json: [])
            }
            CannedResponse.weighted(
                "Flaky", [(9, CannedResponse(json: [])), (1, CannedResponse(status: 500))])
        }
        let barricade = Barricade(orders)
        let session = barricade.session
        let url = try #require(URL(string: "https://api.example.com/orders"))
        var answers: [String] = []
        for _ in 0..<3 { answers.append(try await barricade.answer(to: "GET /orders")) }
        #expect(answers == ["503", "503", "200 []"])

        let held = try barricade.hold("Orders")
        async let answer = session.data(from: url)
        try await held.waitForRequest()
        held.release(with: CannedResponse(status: .gatewayTimeout))
        let response = try await answer.1
        #expect((response as? HTTPURLResponse)?.statusCode == 504)
    }

    func answersThatDependOnTheRequest() -> ResponseSet {
        let echo = ResponseSet("Echo", on: .post("/echo/:name")) {
            CannedResponse("Echo") { request in
                CannedResponse(text: "\(request.pathValues["name"] ?? "") says \(try request.text)")
            }
        }
        return echo
    }
}
