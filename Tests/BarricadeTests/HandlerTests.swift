import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct HandlerTests {
    private func barricade(
        _ clock: any Clock<Duration> = ContinuousClock(),
        handler: @escaping @Sendable (BarricadeRequest) async throws -> CannedResponse
    ) -> Barricade {
        Barricade(
            ResponseSet("User", on: .any("/users/:id"), fileID: "App/Sets.swift", line: 7) {
                CannedResponse("Handler", handler: handler)
            }
        ) {
            $0.clock = clock
        }
    }

    @Test func seesTheBodyAndPathValues() async throws {
        let barricade = barricade { request in
            let name: [String: String] = try request.json()
            return CannedResponse(
                status: .created, headers: ["X-Id": request.pathValues["id"] ?? ""],
                text: "\(request.method) \(name["name"] ?? "")")
        }
        var request = URLRequest(url: try URL("\(api)/users/7"))
        request.httpMethod = "PUT"
        request.httpBody = Data(#"{"name": "Ada"}"#.utf8)
        let answer = try await barricade.session.send(request)
        let id = answer.response.value(forHTTPHeaderField: "X-Id")
        #expect([answer.text, "\(answer.status)", id] == ["PUT Ada", "201", "7"])
        let logged = try barricade.requests(for: "User").map {
            "\($0.response ?? "") \($0.outcome)"
        }
        #expect(logged == ["Handler 201"])
    }

    @Test func whatItThrowsOrCannotGiveFailsTheLoad() async throws {
        struct Boom: Error {}
        let barricade = barricade { request in
            switch request.pathValues["id"] {
            case "boom": throw Boom()
            case "cancelled": throw CancellationError()
            case "body":
                CannedResponse(text: try request.json(as: [String: String].self).description)
            default: CannedResponse(status: 1000)
            }
        }
        let start = #"Response "Handler" of set "User" (Sets.swift:7) cannot be sent:"#
        for (id, told) in [
            ("boom", (Boom() as NSError).domain),
            ("cancelled", (CancellationError() as NSError).domain),
            ("body", "\(start) request has no body."),
            ("status", "\(start) its status is 1000, allowed are 200 to 599."),
        ] {
            let error = try await barricade.session.failure("\(api)/users/\(id)")
            #expect(BarricadeError(error)?.message ?? (error as NSError).domain == told)
        }
    }

    @Test func whatItReturnsMayWaitRedirectOrBeMadeInAnyWay() async throws {
        let clock = ForeignClock()
        let inner = Barricade(ResponseSet("Inner", on: .any) { CannedResponse("In", text: "in") })
        let barricade = barricade(clock) { request in
            switch request.pathValues["id"] {
            case "slow": CannedResponse(text: "slow", delay: .seconds(3))
            case "moved": CannedResponse(redirect: "/users/there")
            case "again": CannedResponse { _ in CannedResponse(text: "again") }
            case "lost": CannedResponse(error: .networkConnectionLost)
            case "loaded": CannedResponse(text: "out of \(await inner.answers(to: "/")[0])")
            case let id: .sequence { CannedResponse(text: id ?? "") }
            }
        }
        let session = barricade.session
        async let slow = session.get("\(api)/users/slow")
        await clock.waitForSleepers()
        clock.advance(by: .seconds(3))
        #expect(try await slow.text == "slow")
        let ids = ["moved", "again", "loaded", "lost"]
        #expect(
            await barricade.answers(to: ids.map { "/users/\($0)" }) == [
                "there", "again", "out of in", "networkConnectionLost",
            ])
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
        let starts = Events<Void>()
        let ends = Events<Bool>()
        let barricade = barricade(clock) { _ in
            starts.add(())
            try? await clock.sleep(for: .seconds(1))
            ends.add(Task.isCancelled)
            return CannedResponse()
        }
        let (task, completions) = try barricade.session.task("\(api)/users/7")
        task.resume()
        await starts.wait()
        task.cancel()
        #expect(await completions.wait().map(\.code) == [.cancelled])
        #if canImport(Darwin)
        #expect(await ends.wait() == [true])
        #else
        await clock.waitForSleeper(of: .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(await ends.wait() == [false])
        #endif
        #expect(barricade.requests.map(\.outcome) == [.cancelled])
    }

    /// Each is told apart from those before it that it is like in part.
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
        var answers: [String] = []
        for _ in responses {
            let (text, status, response) = try await session.get("\(api)/users/7")
            let id = response.value(forHTTPHeaderField: "X-Id") ?? "-"
            let path = response.url?.path ?? ""
            answers.append("\(path) \(status) \(response.mimeType ?? "-") \(id) \(text)")
        }
        #expect(
            answers == [
                "/users/7 200 text/plain - one", "/users/7 200 text/plain - two",
                "/users/7 201 text/plain - two", "/users/7 201 text/plain 7 two",
                "/users/7 200 application/octet-stream 8 two", "/users/7 204 - - ",
                "/users/7 200 text/plain - one",
            ])
    }
}
