import Barricade
import BarricadeCoverage
import BarricadeTesting
import Testing

@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ResponseTallyTests {
    private let tally = ResponseTally()

    private func barricade(
        _ sets: ResponseSet..., configure: (inout Barricade.Settings) -> Void = { _ in }
    ) -> Barricade {
        let barricade = Barricade(sets, configure: configure)
        barricade.register(tally)
        return barricade
    }

    private static let login = ResponseSet("Login", on: .any("/login")) {
        CannedResponse("Success", text: "in")
        CannedResponse("Offline", error: .notConnectedToInternet)
        CannedResponse("Elsewhere", redirect: "/home")
        CannedResponse("Slow", text: "slow", delay: .seconds(3_600))
        CannedResponse.neverAnswers()
        CannedResponse("File", file: "/nowhere/missing.json")
        CannedResponse.sequence("In Turn", then: .fail) {
            CannedResponse("One", text: "1")
            CannedResponse("Two", text: "2")
        }
    }
    private static let home = ResponseSet("Home", on: .get("/home")) { CannedResponse("Page") }

    /// Sends requests one after the other, whatever comes of them.
    private func ask(_ urls: String..., of barricade: Barricade) async {
        for url in urls { _ = try? await barricade.session.get(url) }
    }

    @Test func countsEveryKindOfAnswerAndMoreThanTheLogKeeps() async throws {
        let server = try LocalServer()
        let url = try server.url("/live").absoluteString
        let live = ResponseSet("Live", on: .url(url)) { CannedResponse.live() }
        let barricade = barricade(Self.login, Self.home, live) {
            $0.logLimits = RequestLogLimits(requests: 1)
        }
        await ask(url, of: barricade)
        // A sequence counts under its own name, and not when it is used up.
        for (response, requests) in [("Offline", 1), ("Elsewhere", 1), ("In Turn", 3)] {
            try barricade.select(response, for: "Login")
            for _ in 0..<requests { await ask("\(api)/login", of: barricade) }
        }
        barricade.clearRequests()
        try barricade.select("Success", for: "Login")
        await ask("\(api)/login", of: barricade)
        #expect(
            tally.counts == [
                "Login": ["Offline": 1, "Elsewhere": 1, "In Turn": 2, "Success": 1],
                "Home": ["Page": 1], "Live": ["Live": 1],
            ])
    }

    @Test func doesNotCountFailuresOfTheBarricadeLiveSetsAndOtherAnswers() async throws {
        let server = try LocalServer()
        let url = try server.url("/live").absoluteString
        let live = ResponseSet("Live", on: .url(url)) { CannedResponse("Canned") }
        let barricade = barricade(Self.login, live)
        try barricade.select("File", for: "Login")
        try barricade.setMode(.live, for: "Live")
        await ask("\(api)/login", "\(api)/unknown", url, of: barricade)
        try barricade.answerNext("Login", with: CannedResponse("Teapot", status: 418))
        await ask("\(api)/login", of: barricade)
        let (counts, last) = (
            [barricade.requestCount, server.requests.count], barricade.requests.last
        )
        #expect((counts, last?.outcome) == ([4, 1], .answered(418)))
        #expect(tally.counts.isEmpty)
    }

    @Test func countsTheResponseOfTheSetThatAHeldRequestIsReleasedTo() async throws {
        let barricade = barricade(Self.login)
        let held = try barricade.hold("Login")
        let session = barricade.session
        let releases: [(text: String, () throws -> Void)] = [
            ("other", { held.release(with: CannedResponse(text: "other")) }),
            ("in", { held.release() }), ("1", { try held.release("In Turn") }),
        ]
        for (text, release) in releases {
            let answer = Task { try await session.get("\(api)/login").text }
            try await held.waitForRequest()
            if text == "in" { #expect(tally.counts.isEmpty) }
            try release()
            #expect(try await answer.value == text)
        }
        #expect(tally.counts == ["Login": ["Success": 1, "In Turn": 1]])
    }

    @Test(arguments: ["Slow", "Never Answers"])
    func countsACancelledRequestOnlyIfItNeverGetsAnAnswer(_ response: String) async throws {
        let barricade = barricade(Self.login)
        try barricade.select(response, for: "Login")
        let session = barricade.session
        let answer = Task { try await session.get("\(api)/login") }
        try await barricade.waitForRequest(to: "Login")
        answer.cancel()
        await #expect(throws: (any Error).self) { try await answer.value }
        #expect(tally.counts == (response == "Slow" ? [:] : ["Login": ["Never Answers": 1]]))
    }

    @Test func aResponseMadeAtRunTimeIsCoveredLikeAnyOther() async throws {
        let barricade = barricade(Self.home)
        try barricade.add(CannedResponse("Made", text: "made"), to: "Home")
        try barricade.add(CannedResponse("Unused"), to: "Home")
        try barricade.select("Made", for: "Home")
        #expect(try await barricade.session.get("\(api)/home").text == "made")
        var report = CoverageReport()
        report.add(barricade.sets, requests: tally.counts, in: "a test")
        let responses = report.sets[0].responses.map { "\($0.name): \($0.requests)" }
        #expect(responses == ["Made: 1", "Page: 0", "Unused: 0"])
    }
}
