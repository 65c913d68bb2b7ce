import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct NextAnswersTests {
    private let barricade = Barricade(
        ResponseSet("Login", on: .any("/login")) {
            CannedResponse("Success", text: "in")
            CannedResponse("Slow", text: "slow")
        })

    private func texts(_ count: Int) async -> [String] {
        await barricade.answers(to: Array(repeating: "/login", count: count))
    }

    @Test func answersAsOftenAsItIsToldThenAsSelectedUnlessItIsReset() async throws {
        // The first cannot be given.
        try barricade.answerNext("Login", with: CannedResponse("Odd", status: 999))
        try barricade.answerNext("Login", with: CannedResponse("Teapot", status: 418))
        try barricade.answerNext("Login", with: CannedResponse(status: 503), times: 2)
        for times in [0, Int.min] {
            let message = "answerNext needs a number of times above 0, got \(times)."
            #expect(throws: BarricadeError(.invalidDefinition, message)) {
                try barricade.answerNext("Login", with: CannedResponse(status: 503), times: times)
            }
        }
        try barricade.select("Slow", for: "Login")
        #expect(
            await texts(6) == ["invalidDefinition", "418 ", "503 ", "503 ", "slow", "slow"])
        let names = try barricade.requests(for: "Login").map(\.response)
        #expect(names == ["Odd", "Teapot", "503", "503", "Slow", "Slow"])
        try barricade.answerNext("Login", with: CannedResponse(status: 503))
        barricade.reset()
        #expect(await texts(1) == ["in"])
    }

    @Test func leavesNothingBehindOnceItHasAnswered() async throws {
        let barricade = Barricade(
            ResponseSet("Once", on: .get("/books")) {
                CannedResponse.sequence("First", then: .nextSet) { CannedResponse(text: "once") }
            }, ResponseSet("Books", on: .get("/books")) { CannedResponse("All", text: "all") })
        let request = try BarricadeRequest.line("/books")
        var answers = await barricade.answers(to: "/books")
        try barricade.answerNext("Once", with: CannedResponse(text: "next"))
        #expect(barricade.responseSet(claiming: request)?.name == "Once")
        answers += await barricade.answers(to: "/books")
        #expect(barricade.responseSet(claiming: request)?.name == "Books")
        answers += await barricade.answers(to: "/books")
        #expect(answers == ["once", "next", "all"])
    }

    @Test func answersEachOfManyRequestsOnce() async throws {
        try barricade.answerNext("Login", with: CannedResponse(status: 503), times: 20)
        let counts = Locked<[String: Int]>([:])
        await Endurance.inParallel(50) { [barricade] _ in
            let answer = await barricade.answers(to: "/login")[0]
            counts.withLock { $0[answer, default: 0] += 1 }
        }
        #expect(counts.current == ["503 ": 20, "in": 30])
    }
}
