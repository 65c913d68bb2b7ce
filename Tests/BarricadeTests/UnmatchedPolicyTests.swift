import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct UnmatchedPolicyTests {
    @Test func warnsOfARequestThatPassesThrough() async throws {
        let server = try LocalServer { _ in .text("real") }
        let faults = FaultLog()
        let barricade = Barricade {
            $0.unmatchedPolicy = .warn
            $0.faultHandler = faults.handler
        }
        let url = try server.url("/books").absoluteString
        #expect(try await barricade.session.get(url).text == "real")
        let message = """
            No response set matches GET \(url), so it passes through.

            No sets are registered.

            To fix:
              ResponseSet("GET /books", on: .get("\(url)")) { CannedResponse(json: [:]) }
            """
        let explained = [barricade.requests, barricade.explainedRequests].flatMap { $0 }
        let told: [String?] = faults.messages + explained.map(\.explanation)
        #expect(told == [message, message, message])
        let outcomes = barricade.requests.map(\.outcome)
        #expect(outcomes == [.passedThrough])
        #expect(barricade.unmatchedRequests.isEmpty)
    }

    /// The error tells of the sets that the request was compared with, and of no later one.
    @Test func explainsTheStateThatWasDecidedOn() async throws {
        let barricade = Barricade()
        barricade.register(
            ResponseSet(
                "Early",
                on: .matching("registers another set") { [weak barricade] _ in
                    barricade?.register(
                        ResponseSet("Late", on: .get("/books")) { CannedResponse("OK", text: "") })
                    return false
                }
            ) { CannedResponse("OK", text: "") })
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.get("\(api)/books")
        }
        let message = try #require(error.flatMap { BarricadeError($0) }).message
        #expect(message.contains("  \"Early\" ("))
        #expect(!message.contains("Late"))
        #expect(barricade.sets.map(\.name) == ["Late", "Early"])
    }

    @Test func reportsAHostThatCannotBeRead() {
        let faults = FaultLog()
        let barricade = Barricade {
            $0.unmatchedPolicy = .passThrough(hosts: ["https://localhost"])
            $0.faultHandler = faults.handler
        }
        let message =
            "The unmatched policy names \"https://localhost\", which is not a host, so nothing passes through."
        let told: [String] = faults.messages + barricade.validate().map(\.message)
        #expect(told == [message, message])
    }

    @Test func saysWhatItDoes() {
        let policies: [UnmatchedPolicy] = [
            .fail, .passThrough, .warn, .passThrough(hosts: ["localhost:8080", "*.example.com"]),
            .passThrough(except: ["api.example.com"]),
        ]
        #expect(
            policies.map { "\($0)" } == [
                "fail", "pass through", "pass through with a warning",
                "pass through to localhost:8080, *.example.com, else fail",
                "fail for api.example.com, else pass through",
            ])
    }
}
