import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct HandlerTests {
    private struct Boom: Error {}

    private func barricade(
        _ clock: any Clock<Duration> = ContinuousClock(),
        handler: @escaping CannedResponse.Handler
    ) -> Barricade {
        Barricade(
            ResponseSet("User", on: .any("/users/:id")) {
                CannedResponse("Handler", handler: handler)
            }
        ) {
            $0.clock = clock
        }
    }

    @Test func namesItselfWhereABodyCannotBeRead() async throws {
        struct Credentials: Decodable {
            var user: String
        }
        let barricade = Barricade(
            ResponseSet("Login", on: .any, fileID: "App/Sets.swift", line: 7) {
                CannedResponse("Checked") { request in
                    CannedResponse(text: try request.json(as: Credentials.self).user)
                }
            })
        let error = BarricadeError(try await barricade.session.failure(api))
        #expect(
            error?.message == """
                Response "Checked" of set "Login" (Sets.swift:7) cannot be sent: request has no body.
                """)
    }

    @Test func seesTheBodyAndPathValues() async throws {
        let barricade = barricade { request in
            let name: [String: String] = try request.json()
            return CannedResponse(
                status: .created, headers: ["X-Id": request.pathValues["id"] ?? ""],
                text: "\(request.method) \(name["name"] ?? "")")
        }
        var request = URLRequest(url: try #require(URL(string: "\(api)/users/7")))
        request.httpMethod = "PUT"
        request.httpBody = Data(#"{"name": "Ada"}"#.utf8)
        let answer = try await barricade.session.send(request)
        #expect(answer.text == "PUT Ada")
        #expect(answer.status == 201)
        #expect(answer.response.value(forHTTPHeaderField: "X-Id") == "7")
        #expect(try barricade.requests(for: "User").map(\.response) == ["Handler"])
        #expect(barricade.requests.map(\.outcome) == [.answered(201)])
    }

    @Test func whatItThrowsFailsTheLoad() async throws {
        let barricade = barricade { _ in throw Boom() }
        let error = try await barricade.session.failure("\(api)/users/7")
        #expect((error as NSError).domain == (Boom() as NSError).domain)
        let cancelled = self.barricade { _ in throw CancellationError() }
        let other = try await cancelled.session.failure("\(api)/users/7")
        #expect((other as NSError).domain == (CancellationError() as NSError).domain)
    }

    @Test func whatItReturnsMayWaitRedirectOrBeASequence() async throws {
        let clock = ForeignClock()
        let barricade = barricade(clock) { request in
            switch request.pathValues["id"] {
            case "slow": CannedResponse(text: "slow", delay: .seconds(3))
            case "moved": CannedResponse(redirect: "/users/there")
            case "again": CannedResponse { _ in CannedResponse(text: "again") }
            case "lost": CannedResponse(error: .networkConnectionLost)
            case let id: .sequence { CannedResponse(text: id ?? "") }
            }
        }
        let session = barricade.session
        async let slow = session.get("\(api)/users/slow")
        await clock.waitForSleepers()
        clock.advance(by: .seconds(3))
        #expect(try await slow.text == "slow")
        #expect(try await session.get("\(api)/users/moved").text == "there")
        #expect(try await session.get("\(api)/users/again").text == "again")
        let error = try await session.failure("\(api)/users/lost")
        #expect((error as? URLError)?.code == .networkConnectionLost)
    }

    @Test func whatItReturnsInErrorIsExplained() async throws {
        let barricade = barricade { _ in CannedResponse(status: 1000) }
        let error = try await barricade.session.failure("\(api)/users/7")
        #expect(BarricadeError.Code.invalidDefinition ~= error)
        #expect(error.localizedDescription.contains("its status is 1000"))
    }

    @Test func oneThatNeverReturnsEndsAtTheTimeout() async throws {
        let clock = ForeignClock()
        let returns = Locked<CheckedContinuation<CannedResponse, Never>?>(nil)
        let barricade = barricade(clock) { _ in
            // It does not even mind being cancelled.
            await withCheckedContinuation { continuation in
                returns.withLock { $0 = continuation }
            }
        }
        async let failure = barricade.session.failure("\(api)/users/7")
        await clock.waitForSleepers()
        clock.advance(by: .seconds(URLSession.patience))
        #expect((try await failure as? URLError)?.code == .timedOut)
        // What it returns in the end reaches nobody.
        returns.withLock { $0.take() }?.resume(returning: CannedResponse(text: "late"))
        #expect(
            barricade.requests.map(\.outcome) == [
                .failed(domain: NSURLErrorDomain, code: URLError.timedOut.rawValue)
            ])
    }

    /// On Linux it goes on to its end, since cancelling it could block all of URLSession.
    @Test func isCancelledWithItsTaskOrGoesOn() async throws {
        let clock = ForeignClock()
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let (ends, ended) = AsyncStream.makeStream(of: Bool.self)
        let barricade = barricade(clock) { _ in
            started.yield()
            try? await clock.sleep(for: .seconds(1))
            ended.yield(Task.isCancelled)
            return CannedResponse()
        }
        let url = try #require(URL(string: "\(api)/users/7"))
        let (failures, failed) = AsyncStream.makeStream(of: URLError.Code?.self)
        let task = barricade.session.dataTask(with: url) { _, _, error in
            failed.yield((error as? URLError)?.code)
        }
        task.resume()
        for await _ in starts { break }
        task.cancel()
        for await code in failures {
            #expect(code == .cancelled)
            break
        }
        #if !canImport(Darwin)
        await clock.waitForSleeper(of: .seconds(1))
        clock.advance(by: .seconds(1))
        #endif
        for await isCancelled in ends {
            #if canImport(Darwin)
            #expect(isCancelled)
            #else
            #expect(!isCancelled)
            #endif
            break
        }
        #expect(barricade.requests.map(\.outcome) == [.cancelled])
    }

    @Test func everyRequestGetsWhatIsReturnedForIt() async throws {
        let responses = [
            CannedResponse(text: "one"), CannedResponse(text: "two"),
            CannedResponse(status: .created, text: "two"),
            CannedResponse(status: .created, headers: ["X-Id": "7"], text: "two"),
            CannedResponse(headers: ["X-Id": "8"], body: .data(Data("two".utf8))),
            CannedResponse(status: .noContent), CannedResponse(text: "one"),
        ]
        let count = Locked(0)
        let barricade = barricade { _ in
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            return responses[number]
        }
        let session = barricade.session
        for (text, status, id, type) in [
            ("one", 200, nil, "text/plain"), ("two", 200, nil, "text/plain"),
            ("two", 201, nil, "text/plain"), ("two", 201, "7", "text/plain"),
            ("two", 200, "8", "application/octet-stream"), ("", 204, nil, nil),
            ("one", 200, nil, "text/plain"),
        ] as [(String, Int, String?, String?)] {
            let answer = try await session.get("\(api)/users/7")
            #expect(answer.text == text)
            #expect(answer.status == status)
            #expect(answer.response.value(forHTTPHeaderField: "X-Id") == id)
            #expect(answer.response.mimeType == type)
            #expect(answer.response.url?.absoluteString == "\(api)/users/7")
        }
    }

    @Test func mayLoadSomethingItself() async throws {
        let inner = Barricade(ResponseSet("Inner", on: .any) { CannedResponse("In", text: "in") })
        let session = inner.session
        let barricade = barricade { _ in
            CannedResponse(text: "out of \(try await session.get(api).text)")
        }
        #expect(try await barricade.session.get("\(api)/users/7").text == "out of in")
    }

    @Test func runsBesideOthers() async throws {
        let barricade = barricade { request in
            await Task.yield()
            return CannedResponse(text: request.pathValues["id"] ?? "")
        }
        let session = barricade.session
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 0..<500 {
                group.addTask {
                    let text = try await session.get("\(api)/users/\(id)").text
                    #expect(text == "\(id)")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func neverAnsweringEndsAtTheTimeout() async throws {
        let clock = ForeignClock()
        let barricade = Barricade(ResponseSet("Set", on: .any) { CannedResponse.neverAnswers() }) {
            $0.clock = clock
        }
        async let failure = barricade.session.failure(api)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(URLSession.patience))
        #expect((try await failure as? URLError)?.code == .timedOut)
    }
}
