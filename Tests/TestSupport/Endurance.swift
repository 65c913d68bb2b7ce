import Barricade
import Testing

/// How much is asked of a barricade at once: little in every run, more where the environment says so.
///
/// `BARRICADE_ENDURANCE=20` makes it twenty times as much.
enum Endurance {
    static let scale =
        ProcessInfo.processInfo.environment["BARRICADE_ENDURANCE"].flatMap { Int($0) } ?? 1

    /// The time that a suite may take.
    static let minutes = 5 + scale

    /// Works side by side, and goes on where one of them fails.
    ///
    /// Not a throwing group, which would cancel the others, and a cancelled request may keep all
    /// from loading on Linux before Swift 6.4 (swift-corelibs-foundation 5412).
    static func inParallel(
        _ width: Int, _ work: @escaping @Sendable (_ worker: Int) async throws -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<width {
                group.addTask {
                    do {
                        try await work(worker)
                    } catch {
                        Issue.record("worker \(worker): \(error)")
                    }
                }
            }
        }
    }

    /// Lets others run, a random number of times up to a bound.
    static func wait(upTo turns: Int, using random: inout SeededGenerator) async {
        for _ in 0..<Int.random(in: 0...turns, using: &random) { await Task.yield() }
    }
}
