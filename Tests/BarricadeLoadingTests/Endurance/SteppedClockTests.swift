import Barricade
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

        func hold(_ load: SteppedLoad) throws -> HeldRequests {
            try barricade.hold(load.set)
        }

        /// Sends a load's request; returns its task once the barricade has it.
        func begin(_ load: SteppedLoad) async throws -> URLSessionDataTask {
            let task = try send(load)
            try await barricade(of: load).waitForRequest(to: load.set, timeout: .seconds(300))
            return task
        }

        func send(_ load: SteppedLoad) throws -> URLSessionDataTask {
            let url = try #require(URL(string: load.url))
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
    }

    /// Checks that each load has ended once, as it should.
    ///
    /// - Parameters:
    ///   - cancelled: The loads that were cancelled.
    ///   - released: The held loads that were released before they timed out.
    private func check(_ storm: Storm, cancelled: Set<Int>, released: Set<Int>) async {
        let endings = await storm.endings.wait(count: storm.loads.count)
        #expect(Set(endings.map(\.number)).count == storm.loads.count)
        // A redirect that is cancelled does not come to its last set.
        #expect(storm.ended.union(cancelled).count == storm.loads.count)
        for ending in endings {
            let load = storm.loads[ending.number]
            let isHeld = load.kind == .held && !released.contains(load.number)
            let text = isHeld ? nil : load.text
            let code: URLError.Code? =
                cancelled.contains(load.number) ? .cancelled : text == nil ? .timedOut : nil
            #expect(ending.completion.code == code, "\(load)")
            if code == nil { #expect(ending.completion.text == text, "\(load)") }
        }
    }

    @Test(arguments: 0..<(5 * UInt64(Endurance.scale)))
    func aManualClockEndsEachLoadAtItsMoment(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        // It may be advanced before the first load begins.
        let clock = ManualClock(unusedTime: .ignored)
        let storm = Storm(on: clock, using: &random)
        var waiting = ArraySlice(storm.loads)
        var tasks: [Int: URLSessionDataTask] = [:]
        var gates: [Int: HeldRequests] = [:]
        /// The moments at which the loads end that have begun.
        var ends: [Int: Duration] = [:]
        var cancelled: Set<Int> = []
        var released: Set<Int> = []
        while !waiting.isEmpty || ends.values.contains(where: { $0 > clock.now.offset }) {
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                guard let load = waiting.popFirst() else { break }
                if load.kind == .held { gates[load.number] = try storm.hold(load) }
                tasks[load.number] = try await storm.begin(load)
                try await gates[load.number]?.waitForRequest(timeout: .seconds(300))
                ends[load.number] =
                    clock.now.offset + (load.kind == .held ? SteppedLoad.timeout : load.duration)
            }
            let pending = ends.filter { $0.value > clock.now.offset }.keys.sorted()
            if Int.random(in: 0..<3, using: &random) == 0,
                let number = pending.filter({ storm.loads[$0].isExact })
                    .randomElement(using: &random)
            {
                tasks[number]?.cancel()
                cancelled.insert(number)
                ends[number] = nil
            }
            if Bool.random(using: &random),
                let number = pending.filter({ gates[$0] != nil && ends[$0] != nil })
                    .randomElement(using: &random)
            {
                gates.removeValue(forKey: number)?.releaseAll()
                released.insert(number)
                // Released late, it may time out still.
                let end = clock.now.offset + storm.loads[number].duration
                if let timeout = ends[number], end >= timeout { released.remove(number) }
                ends[number] = min(end, ends[number] ?? end)
            }
            // Now and then to the very moment at which a load ends, or just before.
            let next = ends.values.filter { $0 > clock.now.offset }.min()
            switch (Int.random(in: 0..<4, using: &random), next) {
            case (0, let next?): await clock.advance(to: ClockInstant(offset: next))
            case (1, let next?):
                await clock.advance(to: ClockInstant(offset: next - .nanoseconds(1)))
            default:
                await clock.advance(by: .milliseconds(Int.random(in: 0...9_000, using: &random)))
            }
            let (now, ended) = (clock.now.offset, storm.ended)
            for (number, end) in ends where storm.loads[number].isExact {
                #expect(ended.contains(number) == (end <= now), "\(storm.loads[number]) at \(now)")
            }
        }
        try await clock.run()
        await check(storm, cancelled: cancelled, released: released)
        #expect(clock.waits == [])
        // One queue calls the handlers of a session, so they are called in the order of the ends.
        let order = storm.endings.all.map(\.number).filter {
            storm.loads[$0].isExact && storm.loads[$0].kind != .network && !cancelled.contains($0)
        }
        #expect(order.compactMap { ends[$0] } == order.compactMap { ends[$0] }.sorted())
        #expect(order.count > Self.count / 3)
    }

    @Test(arguments: 0..<(5 * UInt64(Endurance.scale)))
    func anImmediateClockEndsEachLoadInItsOrder(_ seed: UInt64) async throws {
        final class Worker: Sendable {}
        var random = SeededGenerator(seed: seed)
        let clock = ImmediateClock()
        let storm = Storm(on: clock, using: &random)
        for load in storm.loads where load.kind == .held { _ = try storm.hold(load) }
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
        let order = storm.endings.all.map { storm.loads[$0.number] }.filter {
            $0.isExact && $0.kind != .network && !cancelled.contains($0.number)
        }
        let ends = order.map { $0.kind == .held ? SteppedLoad.timeout : $0.duration }
        #expect(ends == ends.sorted())
        #expect(ends.count > Self.count / 3)
        withExtendedLifetime(worker) {}
    }
}
