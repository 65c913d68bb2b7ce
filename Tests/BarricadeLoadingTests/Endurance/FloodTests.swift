import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Many requests at a time, over one session and over many, while sets come and go.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct FloodTests {
    private static let names = ["A", "B", "C"]

    /// A set that says in each response which set and response it is of, and what was asked.
    private static func set(_ number: Int) -> ResponseSet {
        ResponseSet(
            "Set \(number)", on: .get("/\(number)/:item"),
            responses: names.map { CannedResponse($0, text: "\(number) \($0)") }
                + [
                    CannedResponse("Handler") { request in
                        CannedResponse(text: "\(number) \(request.pathValues["item"] ?? "")")
                    }
                ])
    }

    @Test(arguments: [1, 64]) func requestsAreAnsweredWhileSetsComeAndGo(_ sessions: Int)
        async throws
    {
        let server = try LocalServer()
        let barricade = Barricade((0..<6).map(Self.set))
        let all = (0..<sessions).map { _ in barricade.patientSession }
        #expect(Set(all.map(ObjectIdentifier.init)).count == sessions)
        let unmatched = Locked(0)
        await Endurance.inParallel(64) { worker in
            let session = all[worker % sessions]
            var random = SeededGenerator(seed: UInt64(worker))
            for index in 0..<16 * Endurance.scale {
                Self.change(barricade, using: &random)
                let set = (worker + index) % 6
                let item = "\(worker)-\(index)"
                let url = try "\(server.url("/\(set)/\(item)"))"
                let completion = try await session.complete(url)
                if Self.isUnmatched(completion, set, item, url) { unmatched.withLock { $0 += 1 } }
            }
        }
        let count = 64 * 16 * Endurance.scale
        #expect((1..<count).contains(unmatched.current))
        #expect(barricade.requestCount == count)
        try server.expectNoConnections()
    }

    /// Whether a request was not matched; checks that it was answered otherwise.
    private static func isUnmatched(
        _ completion: URLSession.Completion, _ set: Int, _ item: String, _ url: String
    ) -> Bool {
        guard let error = completion.error else {
            let texts = (names + [item]).map { "\(set) \($0)" }
            let isOfURL = completion.response?.url?.absoluteString == url
            #expect(isOfURL && texts.contains(completion.text ?? ""), "\(completion)")
            return false
        }
        // The set was away just then; the two that always stay never are.
        let fault = BarricadeError(error)
        let isRight = set > 1 && fault?.code == .unmatchedRequest
        let start = "No response set matches GET \(url).\n"
        #expect(isRight && fault?.message.hasPrefix(start) == true, "\(completion)")
        return true
    }

    /// Selects in a set, or takes it away or puts it back.
    private static func change(_ barricade: Barricade, using random: inout SeededGenerator) {
        let number = Int.random(in: 0..<6, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where number > 1: try? barricade.unregister("Set \(number)")
        case 1: barricade.register(set(number))
        case 2: barricade.reset()
        case 3: try? barricade.reset("Set \(number)")
        default:
            let name = (names + ["Handler"]).randomElement(using: &random) ?? ""
            // Where the set is away there is nothing to select.
            try? barricade.select(name, for: "Set \(number)")
        }
    }

    @Test func barricadesSideBySideAreApart() async throws {
        await Endurance.inParallel(20) { worker in
            for index in 0..<5 * Endurance.scale {
                let text = "\(worker) \(index)"
                let barricade = Barricade(
                    ResponseSet("Same", on: .get("/same")) { CannedResponse("OK", text: text) })
                let session = barricade.session
                for _ in 0..<5 {
                    let completion = try await session.complete("\(api)/same")
                    #expect(completion.text == text)
                }
            }
        }
    }
}
