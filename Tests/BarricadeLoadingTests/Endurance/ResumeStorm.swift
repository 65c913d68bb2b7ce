import Barricade

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking

/// Requests whose tasks are resumed, suspended and cancelled just when they are answered.
///
/// They are asynchronous ones: a task with a completion handler must not be resumed near its end,
/// whoever loads it.
final class ResumeStorm: Sendable {
    enum Poke: Sendable {
        case resume, suspend, suspendAndResume, cancel

        func callAsFunction(_ task: URLSessionTask) {
            switch self {
            case .resume: task.resume()
            case .suspend: task.suspend()
            case .suspendAndResume:
                task.suspend()
                task.resume()
            case .cancel: task.cancel()
            }
        }
    }

    /// How requests ended.
    struct Outcome: Sendable, Equatable {
        var answered = 0
        var cancelled = 0
        /// Those that had to be cancelled here, since they did not end.
        var stuck = 0
        /// What others ended with.
        var wrong: [String] = []
    }

    private struct Flight {
        let task: URLSessionTask
        let start: ContinuousClock.Instant
        var isStuck = false
    }

    private static let next = Locked(0)
    /// How long a request may take; the machine may be busy, but never so busy.
    private static let patience = Duration.seconds(60)

    private let barricade: Barricade
    private let session: URLSession
    /// Where tasks are poked: one after the other, as they are due.
    private let queues = (0..<4).map { DispatchQueue(label: "ResumeStorm \($0)") }
    private let flights = Locked<[URL: Flight]>([:])
    private let watchdog: Task<Void, Never>

    init(_ barricade: Barricade) {
        self.barricade = barricade
        let configuration = URLSessionConfiguration.patient(by: barricade)
        TaskSpy.install(in: configuration)
        session = URLSession(configuration: configuration)
        watchdog = Task { [flights] in
            while (try? await Task.sleep(for: .seconds(1))) != nil { Self.endStuck(flights) }
        }
    }

    deinit {
        watchdog.cancel()
    }

    /// Returns pokes in the first two milliseconds, of which none leaves its task suspended.
    static func pokes(
        using random: inout SeededGenerator
    ) -> [(microseconds: Int, poke: Poke)] {
        (0..<Int.random(in: 1...3, using: &random)).flatMap { _ -> [(Int, Poke)] in
            let moment = Int.random(in: 0..<2_000, using: &random)
            return switch Int.random(in: 0..<10, using: &random) {
            case 0: [(moment, .cancel)]
            case 1..<3: [(moment, .resume)]
            case 3..<5:
                [(moment, .suspend), (Int.random(in: moment...3_000, using: &random), .resume)]
            default: [(moment, .suspendAndResume)]
            }
        }
    }

    /// Sends a request, and pokes its task so many microseconds after its start.
    func send(
        _ path: String, expecting text: String, pokes: [(microseconds: Int, poke: Poke)],
        into outcome: Locked<Outcome>
    ) async throws {
        let number = Self.next.withLock { number in
            number += 1
            return number
        }
        let url = URL(string: "\(api)/\(path)/\(number)") ?? URL(fileURLWithPath: "/")
        let queue = queues[number % queues.count]
        TaskSpy.watch(url, of: session) { [flights] task in
            flights.withLock { $0[url] = Flight(task: task, start: .now) }
            for (microseconds, poke) in pokes {
                queue.asyncAfter(deadline: .now() + .microseconds(microseconds)) { poke(task) }
            }
        }
        let isCancelled = pokes.contains { $0.poke == .cancel }
        let result: Result<String, any Error>
        do {
            let (data, _) = try await session.data(from: url)
            result = .success(String(decoding: data, as: UTF8.self))
        } catch {
            result = .failure(error)
        }
        let flight = flights.withLock { $0.removeValue(forKey: url) }
        outcome.withLock { outcome in
            switch result {
            case _ where flight?.isStuck == true: outcome.stuck += 1
            case .success(text): outcome.answered += 1
            case .failure(URLError.cancelled) where isCancelled: outcome.cancelled += 1
            default: outcome.wrong.append("\(path): \(result)")
            }
        }
    }

    private static func endStuck(_ flights: Locked<[URL: Flight]>) {
        let now = ContinuousClock.now
        let stuck = flights.withLock { flights in
            let stuck = flights.filter { !$0.value.isStuck && now - $0.value.start > patience }
            for url in stuck.keys { flights[url]?.isStuck = true }
            return stuck.values.map(\.task)
        }
        stuck.forEach { $0.cancel() }
    }
}
#endif
