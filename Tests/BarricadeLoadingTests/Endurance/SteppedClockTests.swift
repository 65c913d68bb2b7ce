import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

/// Many loads of all kinds at once on the clocks of tests, in an order that a seed gives.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct SteppedClockTests {
    private static let count = 200

    /// The loads of one seed, begun one by one on one clock.
    private final class Storm: Sendable {
        struct Ending: Sendable {
            let number: Int
            let completion: URLSession.Completion
        }

        let loads: [SteppedLoad]
        let endings = Events<Ending>()
        private let barricade: Barricade
        private let slowBarricade: Barricade
        private let session: URLSession
        private let slowSession: URLSession

        init(on clock: any Clock<Duration>, using random: inout SeededGenerator) {
            let loads = (0..<count).map { SteppedLoad($0, using: &random) }
            self.loads = loads
            func barricade(_ conditions: NetworkConditions? = nil) -> Barricade {
                Barricade(loads.flatMap(\.sets)) {
                    $0.clock = clock
                    $0.networkConditions = conditions
                }
            }
            self.barricade = barricade()
            slowBarricade = barricade(SteppedLoad.conditions)
            session = self.barricade.session
            slowSession = slowBarricade.session
        }

        private func barricade(of load: SteppedLoad) -> Barricade {
            load.kind == .network ? slowBarricade : barricade
        }

        /// Holds the loads that are to be held; returns their gates, by the loads' numbers.
        func hold() throws -> [Int: HeldRequests] {
            let held = loads.filter { $0.kind == .held }
            return Dictionary(
                uniqueKeysWithValues: try held.map { ($0.number, try barricade.hold($0.set)) })
        }

        /// Sends a load's request; returns its task once the barricade has it.
        func begin(_ load: SteppedLoad) async throws -> URLSessionDataTask {
            let task = try send(load)
            try await barricade(of: load).waitForRequest(to: load.set, timeout: .seconds(300))
            return task
        }

        func send(_ load: SteppedLoad) throws -> URLSessionDataTask {
            let url = try URL(load.url)
            let task = (load.kind == .network ? slowSession : session).dataTask(with: url) {
                [endings] data, response, error in
                let completion = URLSession.Completion(
                    data: data, response: response, error: error)
                endings.add(Ending(number: load.number, completion: completion))
            }
            task.resume()
            return task
        }

        /// The numbers of the loads that have ended, as the barricades say.
        var ended: Set<Int> {
            let ended = Set(
                (barricade.requests + slowBarricade.requests)
                    .filter { $0.outcome != .pending && $0.outcome != .held }.compactMap(\.set))
            return Set(loads.filter { ended.contains($0.lastSet) }.map(\.number))
        }

        /// The loads of one session whose ends are known, in the order in which they have ended.
        ///
        /// One queue calls the handlers of a session, so that is the order of their moments.
        func order(without cancelled: Set<Int>) -> [SteppedLoad] {
            endings.all.map { loads[$0.number] }.filter {
                $0.isExact && $0.kind != .network && !cancelled.contains($0.number)
            }
        }
    }

    /// Checks that each load has ended once, as it should.
    ///
    /// - Parameters:
    ///   - cancelled: The loads that were cancelled.
    ///   - released: The held loads that were released before they timed out.
    private func check(_ storm: Storm, cancelled: Set<Int>, released: Set<Int>) async {
        let endings = await storm.endings.wait(count: storm.loads.count)
        // A redirect that is cancelled does not come to its last set.
        let numbers = [Set(endings.map(\.number)), storm.ended.union(cancelled)]
        let all = Set(storm.loads.map(\.number))
        #expect(numbers == [all, all])
        for ending in endings {
            let load = storm.loads[ending.number]
            let isHeld = load.kind == .held && !released.contains(load.number)
            let text = isHeld ? nil : load.text
            let code: URLError.Code? =
                cancelled.contains(load.number) ? .cancelled : text == nil ? .timedOut : nil
            let isRight = code != nil || ending.completion.text == text
            #expect(ending.completion.code == code, "\(load): \(ending.completion)")
            #expect(isRight, "\(load): \(ending.completion)")
        }
    }

    /// Checks that enough loads have ended one after the other.
    private func expectOrder(_ ends: [Duration]) {
        #expect(ends == ends.sorted())
        #expect(ends.count > Self.count / 3)
    }

    /// What becomes of the loads of a storm as a manual clock goes on.
    private struct Course {
        private let loads: [SteppedLoad]
        private var tasks: [Int: URLSessionDataTask] = [:]
        private var gates: [Int: HeldRequests]
        /// The moments at which the loads end that have begun.
        private(set) var ends: [Int: Duration] = [:]
        private(set) var cancelled: Set<Int> = []
        /// The held ones that were released before they timed out.
        private(set) var released: Set<Int> = []

        init(_ loads: [SteppedLoad], _ gates: [Int: HeldRequests]) {
            (self.loads, self.gates) = (loads, gates)
        }

        mutating func begin(_ load: SteppedLoad, _ task: URLSessionDataTask, at now: Duration) {
            tasks[load.number] = task
            ends[load.number] = now + (load.kind == .held ? SteppedLoad.timeout : load.duration)
        }

        func isGoingOn(at now: Duration) -> Bool { ends.values.contains { $0 > now } }

        /// Now and then cancels a load that has not ended, and releases one that is held.
        mutating func interfere(at now: Duration, using random: inout SeededGenerator) {
            let pending = ends.filter { $0.value > now }.keys.sorted()
            let exact = pending.filter { loads[$0].isExact }
            if Int.random(in: 0..<3, using: &random) == 0,
                let number = exact.randomElement(using: &random)
            {
                tasks[number]?.cancel()
                cancelled.insert(number)
                ends[number] = nil
            }
            let held = pending.filter { gates[$0] != nil && ends[$0] != nil }
            if Bool.random(using: &random), let number = held.randomElement(using: &random),
                let timeout = ends[number]
            {
                gates.removeValue(forKey: number)?.releaseAll()
                // Released late, it may time out still.
                let end = now + loads[number].duration
                if end < timeout { released.insert(number) }
                ends[number] = min(end, timeout)
            }
        }

        /// The moment to go on to: now and then that at which a load ends, or just before.
        func nextMoment(
            after now: Duration, using random: inout SeededGenerator
        ) -> Duration {
            let next = ends.values.filter { $0 > now }.min()
            return switch (Int.random(in: 0..<4, using: &random), next) {
            case (0, let next?): next
            case (1, let next?): next - .nanoseconds(1)
            default: now + .milliseconds(Int.random(in: 0...9_000, using: &random))
            }
        }

        /// Checks that those loads have ended whose moment has come, and no others.
        func check(_ ended: Set<Int>, at now: Duration) {
            for (number, end) in ends where loads[number].isExact {
                #expect(ended.contains(number) == (end <= now), "\(loads[number]) at \(now)")
            }
        }
    }

    @Test(arguments: 0..<(3 * UInt64(Endurance.scale)))
    func aManualClockEndsEachLoadAtItsMoment(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        // It may be advanced before the first load begins.
        let clock = ManualClock(unusedTime: .ignored)
        let storm = Storm(on: clock, using: &random)
        let gates = try storm.hold()
        var course = Course(storm.loads, gates)
        var waiting = ArraySlice(storm.loads)
        while !waiting.isEmpty || course.isGoingOn(at: clock.now.offset) {
            let count = Int.random(in: 0...12, using: &random)
            for load in waiting.prefix(count) {
                let task = try await storm.begin(load)
                try await gates[load.number]?.waitForRequest(timeout: .seconds(300))
                course.begin(load, task, at: clock.now.offset)
            }
            waiting = waiting.dropFirst(count)
            course.interfere(at: clock.now.offset, using: &random)
            let next = course.nextMoment(after: clock.now.offset, using: &random)
            await clock.advance(to: ClockInstant(offset: next))
            course.check(storm.ended, at: next)
        }
        try await clock.endWaits()
        await check(storm, cancelled: course.cancelled, released: course.released)
        #expect(clock.waits == [])
        let ends = storm.order(without: course.cancelled).compactMap { course.ends[$0.number] }
        expectOrder(ends)
    }

    @Test(arguments: 0..<(3 * UInt64(Endurance.scale)))
    func anImmediateClockEndsEachLoadInItsOrder(_ seed: UInt64) async throws {
        final class Worker: Sendable {}
        var random = SeededGenerator(seed: seed)
        let clock = ImmediateClock()
        let storm = Storm(on: clock, using: &random)
        _ = try storm.hold()
        // Time stands still until all have begun.
        let worker = Worker()
        clock.schedule.begin(ObjectIdentifier(worker)) { "A load" }
        var tasks: [URLSessionDataTask] = []
        for load in storm.loads { tasks.append(try await storm.begin(load)) }
        #expect(clock.now.offset == .zero)
        var cancelled: Set<Int> = []
        for load in storm.loads where load.duration > .zero && load.isExact {
            guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
            tasks[load.number].cancel()
            cancelled.insert(load.number)
        }
        clock.schedule.end(ObjectIdentifier(worker))
        await check(storm, cancelled: cancelled, released: [])
        let ends = storm.order(without: cancelled).map {
            $0.kind == .held ? SteppedLoad.timeout : $0.duration
        }
        expectOrder(ends)
        withExtendedLifetime(worker) {}
    }
}
