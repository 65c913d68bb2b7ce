import Barricade
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Handlers that load something themselves, of requests that are cancelled at any moment.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct AbandonedHandlersTests {
    @Test func handlersThatLoadDoNotBlockOthers() async throws {
        let inner = Barricade(
            ResponseSet("Inner", on: .get("/inner")) { CannedResponse("OK", text: "inner") })
        let loading = inner.patientSession
        let (begun, done) = (Locked(0), Locked(0))
        let outer = Barricade(
            ResponseSet("Outer", on: .get("/outer")) {
                CannedResponse("Made") { _ in
                    begun.withLock { $0 += 1 }
                    defer { done.withLock { $0 += 1 } }
                    for _ in 0..<3 {
                        let text = try await loading.get("\(api)/inner").text
                        #expect(text == "inner")
                    }
                    return CannedResponse(text: "outer")
                }
            })
        let session = outer.patientSession
        await Endurance.inParallel(16) { worker in
            var random = SeededGenerator(seed: UInt64(worker))
            for _ in 0..<25 * Endurance.scale {
                let (task, completions) = try session.task("\(api)/outer")
                task.resume()
                await Endurance.wait(upTo: 30, using: &random)
                task.cancel()
                let completion = try #require(await completions.wait().first)
                #expect(completion.text == "outer" || completion.code == .cancelled)
            }
        }
        // All go on to their end, and then requests are still answered.
        #expect(try await loading.get("\(api)/inner").text == "inner")
        #expect(try await session.get("\(api)/outer").text == "outer")
        #if !canImport(Darwin)
        while done.current < begun.current { await Task.yield() }
        #expect(begun.current > 1)
        #endif
    }
}
