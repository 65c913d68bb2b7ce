import Barricade
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1))) struct LoadingStressTests {
    @Test func twentyThousandRequestsWhileSelectionsChange() async throws {
        let names = ["A", "B", "C"]
        let barricade = Barricade(
            (0..<3).map { set in
                ResponseSet(
                    "Set \(set)", on: .get("/\(set)"),
                    responses: names.map { CannedResponse($0, text: "\(set) \($0)") })
            })
        let session = barricade.session
        let isDone = Locked(false)
        async let selecting: Void = Task.detached {
            var turn = 0
            while !isDone.current {
                turn += 1
                try barricade.select(names[turn % 3], for: "Set \(turn / 3 % 3)")
                await Task.yield()
            }
        }.value
        let answers = try await withThrowingTaskGroup(of: [String: Int].self) { group in
            for worker in 0..<64 {
                group.addTask {
                    var answers: [String: Int] = [:]
                    for index in stride(from: worker, to: 20_000, by: 64) {
                        let set = index % 3
                        let text = try await session.get("\(api)/\(set)").text
                        #expect(text.hasPrefix("\(set) "))
                        answers[text, default: 0] += 1
                    }
                    return answers
                }
            }
            return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
        isDone.withLock { $0 = true }
        try await selecting
        #expect(answers.values.reduce(0, +) == 20_000)
        #expect(
            Set(answers.keys).isSubset(
                of: Set((0..<3).flatMap { set in names.map { "\(set) \($0)" } })))
    }

    @Test(arguments: 0..<200) func testsInParallelAreApart(_ index: Int) async throws {
        let barricade = Barricade(
            ResponseSet("Same", on: .get("/same")) { CannedResponse("\(index)", text: "\(index)") })
        let session = barricade.session
        for _ in 0..<5 {
            #expect(try await session.get("\(api)/same").text == "\(index)")
        }
    }

    @Test func fourThousandCancels() async throws {
        let barricade = Barricade(
            ResponseSet("Now", on: .get("/now")) { CannedResponse("OK", text: "now") },
            ResponseSet("Soon", on: .get("/soon"), delay: .milliseconds(1)) {
                CannedResponse("OK", text: "soon")
            },
            ResponseSet("Later", on: .get("/later"), delay: .milliseconds(20)) {
                CannedResponse("Offline", error: .notConnectedToInternet)
            },
            ResponseSet("On", on: .get("/on")) { CannedResponse("On", redirect: "/soon") })
        let session = barricade.session
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<16 {
                group.addTask {
                    // Repeatable, and different for each worker.
                    var random = UInt64(worker + 1) &* 0x9E37_79B9_7F4A_7C15
                    func next(_ bound: UInt64) -> UInt64 {
                        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        return (random >> 33) % bound
                    }
                    for _ in 0..<250 {
                        let path = ["now", "soon", "later", "on"][Int(next(4))]
                        let (task, completions) = try session.task("\(api)/\(path)")
                        task.resume()
                        // Not where the answer may come now: Linux traps at that moment.
                        if path == "later", next(2) == 0 {
                            task.suspend()
                            task.resume()
                        }
                        for _ in 0..<next(60) { await Task.yield() }
                        task.cancel()
                        let all = await completions.wait()
                        #expect(all.count == 1)
                        let completion = try #require(all.first)
                        #expect(
                            completion.code == .cancelled
                                || completion.code == .notConnectedToInternet
                                || completion.status == 200)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func fiveHundredBarricadesComeAndGo() async throws {
        let server = try LocalServer()
        let url = try "\(server.url("/same"))"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<10 {
                group.addTask {
                    for index in 0..<50 {
                        let text = "\(worker) \(index)"
                        var barricade: Barricade? = Barricade(
                            ResponseSet("Same", on: .get("/same")) {
                                CannedResponse("OK", text: text)
                            })
                        let session = try #require(barricade?.session)
                        #expect(try await session.get(url).text == text)
                        barricade = nil
                        let error = try await session.failure(url)
                        #expect(BarricadeError(error)?.code == .barricadeReleased)
                        session.invalidateAndCancel()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try server.connectionsSoFar() == 0)
    }

    @Test func sessionsAreInvalidatedMidLoad() async throws {
        let barricade = Barricade(
            ResponseSet("Now", on: .get("/now")) { CannedResponse("OK", text: "now") },
            ResponseSet("Soon", on: .get("/soon"), delay: .milliseconds(1)) {
                CannedResponse("OK", text: "soon")
            })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for index in 0..<40 {
                        let (session, delegate) = barricade.recordedSession()
                        for path in ["now", "soon", "now", "soon"] {
                            let url = try #require(URL(string: "\(api)/\(path)"))
                            session.dataTask(with: url).resume()
                        }
                        for _ in 0..<(worker * 7 + index) { await Task.yield() }
                        session.invalidateAndCancel()
                        let ends = await delegate.invalidation().filter {
                            $0 == "completed" || $0.hasPrefix("failed")
                        }
                        #expect(ends.count == 4)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
