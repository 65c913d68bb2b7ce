import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct RedirectDelegateTests {
    private let barricade: Barricade
    private let clock = ForeignClock()

    init() {
        barricade = Barricade(
            ResponseSet("From", on: .any("/from")) {
                CannedResponse(
                    "Redirect", status: 307, headers: ["Location": "/next"], text: "moved")
            },
            ResponseSet("Next", on: .any("/next")) {
                CannedResponse("Redirect", status: 303, redirect: "/to")
            }, ResponseSet("To", on: .any("/to")) { CannedResponse("OK", text: "arrived") },
            ResponseSet("Other", on: .any("/other")) { CannedResponse("OK", text: "elsewhere") }
        ) { [clock] in
            $0.clock = clock
        }
    }

    /// The sets of the requests so far, in order.
    private var sets: [String] { barricade.requests.map { $0.set ?? "none" } }

    /// One that has every redirect followed.
    private func following() -> RedirectDelegate {
        RedirectDelegate { request, answer in answer(request) }
    }

    /// One that has no redirect followed.
    private func refusing() -> RedirectDelegate { RedirectDelegate { _, answer in answer(nil) } }

    @Test func isAskedAboutEachRedirectOnItsQueue() async throws {
        let delegate = following()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let session = session(delegate, queue: queue)
        #expect(try await session.send(.posting("a=1", to: "\(api)/from")).text == "arrived")
        // Tasks of other kinds.
        #expect(try await session.complete("\(api)/next").text == "arrived")
        let told = try await told(delegate, of: "/next", session)
        #expect(told == ["response 200", "data arrived", "completed", "invalid"])
        let redirect = "303 \(api)/to"
        #expect(delegate.asked == ["307 \(api)/next", redirect, redirect, redirect])
        let questions = delegate.questions.all
        let methods = questions.filter { $0.queue === queue }.map(\.request.httpMethod)
        #expect(methods == ["POST", "GET", "GET", "GET"])
    }

    /// Uploads to `/from`, has a delegate lead it to `/other` and change it; returns what arrives.
    private func arrived(
        changing change: @escaping @Sendable (inout URLRequest) -> Void
    ) async throws -> [String?] {
        let delegate = RedirectDelegate { request, answer in
            var changed = request
            changed.url = URL(string: "\(api)/other")
            change(&changed)
            answer(changed)
        }
        let (data, response) = try await session(delegate).upload(
            for: .posting(nil, to: "\(api)/from"), from: Data("uploaded".utf8))
        let request = try barricade.requests(for: "Other").last?.request
        return [
            String(decoding: data, as: UTF8.self), response.url?.path, request?.line,
            request?.headers["X-Changed"],
            request?.body.data.map { String(decoding: $0, as: UTF8.self) },
        ]
    }

    @Test func mayChangeTheRequest() async throws {
        let changed = try await arrived {
            $0.httpMethod = "PUT"
            $0.httpBody = Data("changed".utf8)
            $0.setValue("yes", forHTTPHeaderField: "X-Changed")
        }
        #expect(changed == ["elsewhere", "/other", "PUT /other", "yes", "changed"])
        // Where it changes something else, the body goes along.
        let led = try await arrived { _ in }
        #expect(led == ["elsewhere", "/other", "POST /other", nil, "uploaded"])
    }

    @Test func refusingGivesTheRedirectItself() async throws {
        let delegate = refusing()
        let session = session(delegate)
        let url = "\(api)/from"
        try await session.expectReply("307 moved", from: url, endingAt: url)
        let told = try await told(delegate, of: "/from", session)
        #expect(told == ["response 307", "data moved", "completed", "invalid"])
        #expect(sets == ["From", "From"])
        #if !canImport(Darwin)
        // Apple's loader does not say whether it follows.
        #expect(barricade.requests.map { "\($0.outcome)" } == ["307", "307"])
        // A download cannot have it.
        let other = self.session(refusing())
        other.downloadTask(with: try request("/from")).resume()
        await settle(other)
        let outcome = LoggedRequest.Outcome.failed(domain: BarricadeError.errorDomain, code: 6)
        #expect(barricade.requests.last?.outcome == outcome)
        #endif
    }

    @Test func aTasksOwnDelegateIsAskedInsteadOfTheSessions() async throws {
        let (own, other, owners) = (following(), following(), refusing())
        let session = session(other)
        let (data, _) = try await session.data(for: try request("/next"), delegate: own)
        let (task, completions) = try session.task("\(api)/next")
        task.delegate = own
        task.resume()
        let texts = [String(decoding: data, as: UTF8.self), await completions.wait().first?.text]
        #expect(texts == ["arrived", "arrived"])
        let (_, response) = try await session.data(for: try request("/next"), delegate: owners)
        #expect((response as? HTTPURLResponse)?.statusCode == 303)
        let question = "303 \(api)/to"
        #expect([own, other, owners].map(\.asked) == [[question, question], [], [question]])
    }

    @Test func mayAnswerLaterOnAnotherThreadOnceAndNotAfterTheEnd() async throws {
        let answered = try await askedTask()
        #expect(answered.completions.all.isEmpty)
        answered.answer(try request("/to"))
        answered.answer(nil)
        await answered.completions.expectReply("200 arrived")
        let silent = try await askedTask(timeout: 7)
        await clock.waitForSleeper(of: .seconds(7))
        clock.advance(by: .seconds(7))
        await silent.completions.expectFailure(.timedOut)
        let cancelled = try await askedTask()
        cancelled.task.cancel()
        await cancelled.completions.expectFailure(.cancelled)
        for asked in [answered, silent, cancelled] {
            asked.answer(try request("/to"))
            await settle(asked.session)
            #expect(asked.completions.all.count == 1)
        }
        let outcomes = barricade.requests.suffix(2).map { "\($0.outcome)" }
        #expect(outcomes == ["failed with timedOut", "cancelled"])
        #expect(sets == ["From", "To", "From", "From"])
    }

    @Test func nobodyIsAskedAfterACancellation() async throws {
        let delegate = following()
        let queue = OperationQueue()
        queue.isSuspended = true
        let session = session(delegate, queue: queue)
        let task = session.dataTask(with: try request("/from"))
        task.resume()
        // Its wait for the delegate, who is not reached.
        await clock.waitForSleepers()
        task.cancel()
        await clock.waitUntilNobodySleeps()
        queue.isSuspended = false
        await settle(session)
        #expect(delegate.asked + sets == ["From"])
    }

    #if !canImport(Darwin)
    @Test func aBodyNobodyCanReadDoesNotHinderARequestWithout() async throws {
        let server = try LocalServer { .text("\($0.method) \($0.body.count)") }
        let target = try server.url("/to")
        let barricade = Barricade(
            ResponseSet("From", on: .post("/from")) {
                CannedResponse("See", status: 303, redirect: "\(target)")
            }
        ) {
            $0.unmatchedPolicy = .passThrough(hosts: ["127.0.0.1"])
        }
        let (session, delegate) = barricade.recordedSession()
        session.uploadTask(withStreamedRequest: try .posting(nil, to: "\(api)/from")).resume()
        session.finishTasksAndInvalidate()
        let names = await delegate.invalidation().filter { !$0.hasPrefix("redirect") }
        #expect(names == ["response 200", "data GET 0", "completed", "invalid"])
    }
    #endif

    private func session(
        _ delegate: RedirectDelegate, queue: OperationQueue? = nil
    ) -> URLSession {
        URLSession(
            configuration: .barricaded(by: barricade), delegate: delegate, delegateQueue: queue)
    }

    private func request(_ path: String) throws -> URLRequest {
        URLRequest(url: try URL(api + path))
    }

    /// Loads a path in the last task of a session; returns all that its delegate is told.
    private func told(
        _ delegate: RedirectDelegate, of path: String, _ session: URLSession
    ) async throws -> [String] {
        session.dataTask(with: try request(path)).resume()
        await settle(session)
        return delegate.completions.all
    }

    /// Starts a task whose delegate has been asked, and has not answered.
    private func askedTask(timeout: TimeInterval = 60) async throws -> (
        session: URLSession, task: URLSessionTask, completions: Events<URLSession.Completion>,
        answer: RedirectDelegate.Answer
    ) {
        let answers = Events<RedirectDelegate.Answer>()
        let session = session(RedirectDelegate { _, answer in answers.add(answer) })
        var request = try request("/from")
        request.timeoutInterval = timeout
        let (task, completions) = session.task(with: request)
        task.resume()
        return (session, task, completions, try #require(await answers.wait().first))
    }

    /// Waits until a session has done all it has to do, so that nothing can follow.
    private func settle(_ session: URLSession) async {
        let delegate = session.delegate as? RedirectDelegate
        session.finishTasksAndInvalidate()
        await delegate?.completions.wait { $0.contains("invalid") }
    }
}
