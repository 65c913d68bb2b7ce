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

    @Test func answersOnceThenAsSelected() async throws {
        try barricade.answerNext("Login", with: CannedResponse("Teapot", status: 418))
        try barricade.answerNext("Login", with: CannedResponse(status: 503), times: 2)
        try barricade.select("Slow", for: "Login")
        #expect(try await texts(5) == ["418", "503", "503", "slow", "slow"])
        #expect(
            try barricade.requests(for: "Login").map(\.response)
                == ["Teapot", "503", "503", "Slow", "Slow"])
    }

    @Test func leavesNothingBehindOnceItHasAnswered() async throws {
        let barricade = Barricade(
            ResponseSet("Once", on: .get("/books")) {
                CannedResponse.sequence("First", then: .nextSet) { CannedResponse(text: "once") }
            }, ResponseSet("Books", on: .get("/books")) { CannedResponse("All", text: "all") })
        let session = barricade.session
        #expect(try await session.get("\(api)/books").text == "once")
        try barricade.answerNext("Once", with: CannedResponse(text: "next"))
        let url = try #require(URL(string: "\(api)/books"))
        let request = try #require(BarricadeRequest(URLRequest(url: url)))
        #expect(barricade.responseSet(claiming: request)?.name == "Once")
        #expect(try await session.get("\(api)/books").text == "next")
        #expect(barricade.responseSet(claiming: request)?.name == "Books")
        #expect(try await session.get("\(api)/books").text == "all")
    }

    @Test func isForgottenByAReset() async throws {
        try barricade.answerNext("Login", with: CannedResponse(status: 503))
        barricade.reset()
        #expect(try await texts(1) == ["in"])
    }

    @Test func answersEachOfManyRequestsOnce() async throws {
        try barricade.answerNext("Login", with: CannedResponse(status: 503), times: 40)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { [barricade] group in
            for _ in 0..<100 {
                group.addTask { try await barricade.session.get("\(api)/login").status }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 503 }.count == 40)
        #expect(statuses.filter { $0 == 200 }.count == 60)
    }

    @Test func failsARequestWithAResponseThatCannotBeGiven() async throws {
        try barricade.answerNext("Login", with: CannedResponse("Odd", status: 999))
        let error = BarricadeError(try await barricade.session.failure("\(api)/login"))
        #expect(error?.code == .invalidDefinition)
        #expect(try await texts(1) == ["in"])
    }

    @Test(arguments: [0, -1, .min]) func wantsANumberAboveZero(_ times: Int) throws {
        let error = #expect(throws: BarricadeError.self) {
            try barricade.answerNext("Login", with: CannedResponse(status: 503), times: times)
        }
        #expect(error?.code == .invalidDefinition)
        #expect(error?.message == "answerNext needs a number of times above 0, got \(times).")
    }

    @Test func wantsANameThatIsKnown() throws {
        let error = #expect(throws: BarricadeError.self) {
            try barricade.answerNext("Logn", with: CannedResponse(status: 503))
        }
        #expect(
            error?.message == """
                No response set is named "Logn".
                Did you mean "Login"? Known: "Login".
                """)
    }
}
