import Barricade
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct UnmatchedPolicyTests {
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
              ResponseSet("…", on: .get("/books")) { CannedResponse("…", json: [:]) }
            """
        #expect(faults.messages == [message])
        #expect(barricade.requests.map(\.outcome) == [.passedThrough])
        #expect(barricade.requests.map(\.explanation) == [message])
        #expect(barricade.explainedRequests.map(\.explanation) == [message])
        #expect(barricade.unmatchedRequests.isEmpty)
    }

    @Test func reportsAHostThatCannotBeRead() {
        let faults = FaultLog()
        let barricade = Barricade {
            $0.unmatchedPolicy = .passThrough(hosts: ["https://localhost"])
            $0.faultHandler = faults.handler
        }
        let message =
            "The unmatched policy names \"https://localhost\", which is not a host, so nothing passes through."
        #expect(faults.messages == [message])
        #expect(barricade.validate().map(\.message) == [message])
    }

    @Test(arguments: [
        (UnmatchedPolicy.fail, "fail"), (.passThrough, "pass through"),
        (.warn, "pass through with a warning"),
        (
            .passThrough(hosts: ["localhost:8080", "*.example.com"]),
            "pass through to localhost:8080, *.example.com, else fail"
        ), (.fail(hosts: ["api.example.com"]), "fail for api.example.com, else pass through"),
    ])
    func saysWhatItDoes(_ policy: UnmatchedPolicy, _ text: String) {
        #expect("\(policy)" == text)
    }
}
