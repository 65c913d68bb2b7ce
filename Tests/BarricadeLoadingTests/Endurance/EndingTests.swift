import Barricade
import Testing

@testable import TestSupport

/// Barricades that are released, and sessions that are invalidated, while they load.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct EndingTests {
    private let folder: ScratchFolder
    private let kinds: [ResponseKind]
    private let server: LocalServer

    init() throws {
        folder = try ScratchFolder()
        kinds = try ResponseKind.all(in: folder)
        server = try LocalServer()
    }

    /// A request of which it is seen how it ends.
    private struct Load {
        let task: URLSessionTask
        let completions: Events<URLSession.Completion>
        let kind: ResponseKind
        let path: String

        /// Checks that it ends as its kind does, or since its barricade is released.
        func expectEnd() async {
            if kind.isRight == nil { task.cancel() }
            let completion = await completions.wait()[0]
            #expect(
                completion.isOfReleasedBarricade || kind.isRight?(completion, path) == true
                    || kind.isRight == nil && completion.code == .cancelled,
                "\(path) got \(completion)")
        }
    }

    @Test func barricadesAreReleasedWhileTheyLoad() async throws {
        await Endurance.inParallel(10) { worker in
            var random = SeededGenerator(seed: UInt64(worker))
            for number in 0..<5 * Endurance.scale {
                var barricade: Barricade? = Barricade(kinds.compactMap(\.set))
                let session = try #require(barricade).patientSession
                let loads = try kinds.shuffled(using: &random).prefix(6).map { kind in
                    let path = "/\(kind.name)/\(worker)-\(number)"
                    let (task, completions) = try session.task("\(server.url(path))")
                    task.resume()
                    return Load(task: task, completions: completions, kind: kind, path: path)
                }
                await Endurance.wait(upTo: 30, using: &random)
                barricade = nil
                for load in loads { await load.expectEnd() }
                let late = try await session.complete("\(server.url("/plain/late"))")
                #expect(late.isOfReleasedBarricade, "\(late)")
                session.invalidateAndCancel()
            }
        }
        try server.expectLiveRequestsOnly()
    }

    @Test func sessionsAreInvalidatedWhileTheyLoad() async throws {
        let barricade = Barricade(kinds.compactMap(\.set))
        await Endurance.inParallel(8) { worker in
            var random = SeededGenerator(seed: UInt64(worker))
            for number in 0..<8 * Endurance.scale {
                let (session, delegate) = barricade.recordedSession()
                let loaded = kinds.shuffled(using: &random).prefix(4)
                for kind in loaded {
                    session.dataTask(with: try server.url("/\(kind.name)/\(worker)-\(number)"))
                        .resume()
                }
                await Endurance.wait(upTo: 60, using: &random)
                let finishes =
                    loaded.allSatisfy { $0.isRight != nil } && Bool.random(using: &random)
                if finishes {
                    session.finishTasksAndInvalidate()
                } else {
                    session.invalidateAndCancel()
                }
                let count = loaded.count
                await delegate.events.wait { events in
                    let ends = events.count { $0.isEnd }
                    return ends >= count && events.contains { $0.name == "invalid" }
                }
                await passQueues(of: session, of: barricade)
                let ends = delegate.events.all.count { $0.isEnd }
                #expect(ends == count, "\(loaded.map(\.name)): \(delegate.names)")
            }
        }
        try server.expectLiveRequestsOnly()
    }

    /// Waits until what stood in the queues of URL loading before has been done.
    private func passQueues(of session: URLSession, of barricade: Barricade) async {
        _ = try? await barricade.session.complete("\(api)/nothing")
        await withCheckedContinuation { continuation in
            session.delegateQueue.addOperation { continuation.resume() }
        }
    }
}

extension URLSession.Completion {
    fileprivate var isOfReleasedBarricade: Bool {
        error.flatMap { BarricadeError($0)?.code } == .barricadeReleased
    }
}
