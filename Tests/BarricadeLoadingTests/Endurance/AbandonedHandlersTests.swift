import Barricade
import Testing

@testable import TestSupport

/// Handlers and streams that load something themselves, of requests that are cancelled at any moment.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct AbandonedHandlersTests {
    private let inner = Barricade(
        ResponseSet("Inner", on: .get("/inner")) { CannedResponse("OK", text: "inner") })
    private let begun = Locked(0)
    private let done = Locked(0)

    @Test func handlersThatLoadDoNotBlockOthers() async throws {
        let loading = inner.patientSession
        try await cancelRequests(
            for: CannedResponse("Made") { [begun, done] _ in
                begun.withLock { $0 += 1 }
                defer { done.withLock { $0 += 1 } }
                for _ in 0..<3 {
                    let text = try await loading.get("\(api)/inner").text
                    #expect(text == "inner")
                }
                return CannedResponse(text: "inner")
            }, loading)
    }

    @Test func streamsThatLoadDoNotBlockOthers() async throws {
        let loading = inner.patientSession
        try await cancelRequests(
            for: CannedResponse(
                "Made",
                body: .stream { [begun, done] in
                    let rest = Locked(3)
                    return AsyncThrowingStream<Data, any Error> {
                        let isOver = rest.withLock { rest in
                            rest -= 1
                            return rest < 0
                        }
                        if isOver { return nil }
                        begun.withLock { $0 += 1 }
                        defer { done.withLock { $0 += 1 } }
                        let text = try await loading.get("\(api)/inner").text
                        return Data((rest.current == 0 ? text : "").utf8)
                    }
                }), loading)
    }

    /// Cancels requests for a response that says `inner`, which it loads by the session.
    private func cancelRequests(
        for response: CannedResponse, _ loading: URLSession
    ) async throws {
        let outer = Barricade(ResponseSet("Outer", on: .get("/outer")) { response })
        let session = outer.patientSession
        await Endurance.inParallel(16) { worker in
            var random = SeededGenerator(seed: UInt64(worker))
            for _ in 0..<16 * Endurance.scale {
                let (task, completions) = try session.task("\(api)/outer")
                task.resume()
                await Endurance.wait(upTo: 30, using: &random)
                task.cancel()
                let completion = await completions.wait()[0]
                #expect(completion.text == "inner" || completion.code == .cancelled)
            }
        }
        // All go on to their end, and then requests are still answered.
        try await loading.expectReply("200 inner", from: "\(api)/inner")
        try await session.expectReply("200 inner", from: "\(api)/outer")
        #if !canImport(Darwin)
        while done.current < begun.current { await Task.yield() }
        #expect(begun.current > 1)
        #endif
    }
}
