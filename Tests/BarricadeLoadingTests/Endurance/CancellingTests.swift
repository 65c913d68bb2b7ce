import Barricade
import Testing

@testable import TestSupport

/// Requests of every kind that are cancelled, suspended or let be, at any moment.
///
/// What the suspended ones wait for comes only when they are no longer resumed, since a task with a
/// completion handler must not be resumed near its end.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct CancellingTests {
    private let folder: ScratchFolder
    private let kinds: [ResponseKind]
    private let server: LocalServer
    private let barricade: Barricade
    private let session: URLSession

    init() throws {
        folder = try ScratchFolder()
        kinds = try ResponseKind.all(in: folder)
        server = try LocalServer()
        barricade = Barricade(kinds.compactMap(\.set))
        session = barricade.patientSession
    }

    @Test func everyKindEndsOnceWheneverItIsCancelled() async throws {
        let held = try barricade.hold("held")
        let releasing = Task {
            while true {
                try await held.waitForRequest(timeout: .seconds(3_600))
                held.release()
            }
        }
        defer { releasing.cancel() }
        let requests = Locked<[Events<URLSession.Completion>]>([])
        await Endurance.inParallel(16) { worker in
            var random = SeededGenerator(seed: UInt64(worker))
            for number in 0..<50 * Endurance.scale {
                let kind = try #require(kinds.randomElement(using: &random))
                let completions = try await end(kind, "\(worker)-\(number)", using: &random)
                requests.withLock { $0.append(completions) }
            }
        }
        let counts = requests.current.map(\.all.count)
        #expect(counts.count == 800 * Endurance.scale)
        #expect(counts.allSatisfy { $0 == 1 })
        try server.expectLiveRequestsOnly()
    }

    /// Sends a request and cancels it, as a rule, at some moment.
    private func end(
        _ kind: ResponseKind, _ number: String, using random: inout SeededGenerator
    ) async throws -> Events<URLSession.Completion> {
        let path = "/\(kind.name)/\(number)"
        let (task, completions) = try session.task("\(server.url(path))")
        let isCancelled = kind.isRight == nil || Int.random(in: 0..<4, using: &random) > 0
        let isNeverStarted = isCancelled && Int.random(in: 0..<20, using: &random) == 0
        if !isNeverStarted { task.resume() }
        if isCancelled {
            await Endurance.wait(upTo: 60, using: &random)
            task.cancel()
            if Bool.random(using: &random) { task.cancel() }
        }
        let completion = await completions.wait()[0]
        #expect(
            kind.isRight?(completion, path) == true || isCancelled && completion.code == .cancelled,
            "\(path) got \(completion)")
        return completions
    }

    @Test func suspendedAndResumedRequestsEndOnce() async throws {
        let held = try barricade.hold("held")
        let requests = Locked<[(Events<URLSession.Completion>, String)]>([])
        await Endurance.inParallel(16) { worker in
            var random = SeededGenerator(seed: UInt64(worker))
            for number in 0..<10 * Endurance.scale {
                let path = "/held/\(worker)-\(number)"
                if let completions = try await poke(path, using: &random) {
                    requests.withLock { $0.append((completions, path)) }
                }
            }
        }
        held.releaseAll()
        let isRight = try #require(kinds.first { $0.name == "held" }?.isRight)
        for (completions, path) in requests.current {
            let all = await completions.wait()
            #expect(all.count == 1, "\(path) got \(all)")
            #expect(all.allSatisfy { isRight($0, path) }, "\(path) got \(all)")
        }
        try server.expectLiveRequestsOnly()
    }

    /// Sends a request, suspends and resumes it; returns its completions if it is not cancelled then.
    private func poke(
        _ path: String, using random: inout SeededGenerator
    ) async throws -> Events<URLSession.Completion>? {
        var request = URLRequest(url: try server.url(path))
        // All of them wait for the last one.
        request.timeoutInterval = 3600
        let (task, completions) = session.task(with: request)
        task.resume()
        for _ in 0..<Int.random(in: 0..<4, using: &random) {
            await suspend(task, using: &random)
            task.resume()
        }
        let end = Int.random(in: 0..<4, using: &random)
        if end > 1 { return completions }
        if end == 1 { await suspend(task, using: &random) }
        task.cancel()
        await completions.expectFailure(.cancelled)
        return nil
    }

    /// Suspends a task, at some moment and for some time.
    private func suspend(
        _ task: URLSessionTask, using random: inout SeededGenerator
    ) async {
        await Endurance.wait(upTo: 20, using: &random)
        task.suspend()
        await Endurance.wait(upTo: 20, using: &random)
    }
}
