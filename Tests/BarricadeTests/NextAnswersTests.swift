import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct NextAnswersTests {
    private let barricade = Barricade(
        ResponseSet("Login", on: .any("/login")) {
            CannedResponse("Success", text: "in")
            CannedResponse("Slow", text: "slow")
        })

    private func texts(_ count: Int) async throws -> [String] {
        var texts: [String] = []
        for _ in 0..<count {
            let answer = try await barricade.session.get("\(api)/login")
            texts.append(answer.status == 200 ? answer.text : "\(answer.status)")
        }
        return texts
    }

    @Test func answersOnceThenAsSelectedUnlessItIsReset() async throws {
        try barricade.answerNext("Login", with: CannedResponse("Teapot", status: 418))
        try barricade.answerNext("Login", with: CannedResponse(status: 503), times: 2)
        try barricade.select("Slow", for: "Login")
        #expect(try await texts(5) == ["418", "503", "503", "slow", "slow"])
        #expect(
            try barricade.requests(for: "Login").map(\.response)
                == ["Teapot", "503", "503", "Slow", "Slow"])
        try barricade.answerNext("Login", with: CannedResponse(status: 503))
        barricade.reset()
        #expect(try await texts(1) == ["in"])
    }

    @Test func leavesNothingBehindOnceItHasAnswered() async throws {
        let barricade = Barricade(
            ResponseSet("Once", on: .get("/books")) {
                CannedResponse.sequence("First", then: .nextSet) { CannedResponse(text: "once") }
            }, ResponseSet("Books", on: .get("/books")) { CannedResponse("All", text: "all") })
        let session = barricade.session
        let request = try BarricadeRequest.line("/books")
        #expect(try await session.get("\(api)/books").text == "once")
        try barricade.answerNext("Once", with: CannedResponse(text: "next"))
        #expect(barricade.responseSet(claiming: request)?.name == "Once")
        #expect(try await session.get("\(api)/books").text == "next")
        #expect(barricade.responseSet(claiming: request)?.name == "Books")
        #expect(try await session.get("\(api)/books").text == "all")
    }

    @Test func answersEachOfManyRequestsOnce() async throws {
        try barricade.answerNext("Login", with: CannedResponse(status: 503), times: 40)
        let counts = try await withThrowingTaskGroup(of: Int.self) { [barricade] group in
            for _ in 0..<100 {
                group.addTask { try await barricade.session.get("\(api)/login").status }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(counts == [503: 40, 200: 60])
    }

    @Test func failsARequestWithAResponseThatCannotBeGiven() async throws {
        try barricade.answerNext("Login", with: CannedResponse("Odd", status: 999))
        let error = BarricadeError(try await barricade.session.failure("\(api)/login"))
        #expect(error?.code == .invalidDefinition)
        #expect(try await texts(1) == ["in"])
    }

    @Test func wantsANumberAboveZeroAndANameThatIsKnown() throws {
        for (name, times, message) in [
            ("Login", 0, "answerNext needs a number of times above 0, got 0."),
            ("Login", Int.min, "answerNext needs a number of times above 0, got \(Int.min)."),
            (
                "Logn", 1,
                """
                No response set is named "Logn".
                Did you mean "Login"? Known: "Login".
                """
            ),
        ] {
            let error = #expect(throws: BarricadeError.self) {
                try barricade.answerNext(name, with: CannedResponse(status: 503), times: times)
            }
            #expect(error?.message == message)
            #expect(error?.code == (name == "Login" ? .invalidDefinition : .unknownName))
        }
    }
}
