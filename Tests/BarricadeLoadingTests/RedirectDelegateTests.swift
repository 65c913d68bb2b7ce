import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
                CannedResponse("Redirect", redirect: "/to", status: 303)
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
        let methods = delegate.questions.all.map { $0.request.httpMethod ?? "none" }
        #expect(methods == ["POST", "GET", "GET", "GET"])
        #expect(delegate.questions.all.allSatisfy { $0.queue === queue })
    }

    @Test func mayAnswerLaterAndOnAnotherThread() async throws {
        let (_, _, completions, answer) = try await askedTask()
        #expect(completions.all.isEmpty)
        answer(try request("/to"))
        await completions.expectReply("200 arrived")
    }

    @Test func mayChangeTheRequest() async throws {
        let delegate = RedirectDelegate { request, answer in
            guard request.url?.path == "/to" else { return answer(request) }
            var changed = request
            changed.url = URL(string: "\(api)/other")
            changed.httpMethod = "PUT"
            changed.httpBody = Data("changed".utf8)
            changed.setValue("yes", forHTTPHeaderField: "X-Changed")
            answer(changed)
        }
        try await session(delegate).expectReply(
            "200 elsewhere", from: "\(api)/from", endingAt: "\(api)/other")
        let arrived = try #require(barricade.requests.last?.request)
        #expect("\(arrived.line) \(arrived.headers["X-Changed"] ?? "")" == "PUT /other yes")
        #expect(arrived.body == .data(Data("changed".utf8)))
        #expect(sets == ["From", "Next", "Other"])
    }

    @Test func theBodyGoesAlongWithARequestThatIsChangedOtherwise() async throws {
        let delegate = RedirectDelegate { request, answer in
            var changed = request
            changed.url = URL(string: "\(api)/other")
            answer(changed)
        }
        let (data, _) = try await session(delegate).upload(
            for: .posting(nil, to: "\(api)/from"), from: Data("uploaded".utf8))
        #expect(String(decoding: data, as: UTF8.self) == "elsewhere")
        let arrived = try #require(barricade.requests(for: "Other").first?.request)
        #expect(arrived.line == "POST /other")
        #expect(arrived.body == .data(Data("uploaded".utf8)))
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

    @Test func silenceEndsAtTheTimeout() async throws {
        let (session, task, completions, answer) = try await askedTask(timeout: 7)
        await clock.waitForSleeper(of: .seconds(7))
        #expect(completions.all.isEmpty)
        clock.advance(by: .seconds(7))
        await completions.expectFailure(.timedOut)
        answer(task.originalRequest)
        await settle(session)
        #expect(sets == ["From"])
        #expect(completions.all.count == 1)
    }

    @Test func aSecondAnswerIsIgnored() async throws {
        let session = session(
            RedirectDelegate { request, answer in
                answer(request)
                answer(nil)
                answer(request)
            })
        try await session.expectReply("200 arrived", from: "\(api)/next")
        await settle(session)
        #expect(sets == ["Next", "To"])
    }

    @Test func nothingComesAfterACancellation() async throws {
        let (session, task, completions, answer) = try await askedTask()
        task.cancel()
        await completions.expectFailure(.cancelled)
        answer(try request("/to"))
        await settle(session)
        #expect(completions.all.count == 1)
        #expect(sets == ["From"])
        #expect(barricade.requests.first?.outcome == .cancelled)
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
        #expect(delegate.asked == [])
        #expect(sets == ["From"])
    }

    @Test func twentyOneRedirectsAreTooManyForADelegateToo() async throws {
        let delegate = following()
        barricade.register(
            ResponseSet("Loop", on: .get("/loop")) { CannedResponse("Again", redirect: "/loop") })
        let error = try await session(delegate).failure("\(api)/loop")
        #expect((error as? URLError)?.code == .httpTooManyRedirects)
        #expect(delegate.asked.count == 20)
    }

    #if !canImport(Darwin)
    @Test func aRefusedDownloadFails() async throws {
        let session = session(refusing())
        session.downloadTask(with: try request("/from")).resume()
        await settle(session)
        #expect(
            barricade.requests.map(\.outcome)
                == [.failed(domain: BarricadeError.errorDomain, code: 6)])
    }

    @Test func aBodyNobodyCanReadDoesNotHinderARequestWithout() async throws {
        let server = try LocalServer { .text("\($0.method) \($0.body.count)") }
        let target = try server.url("/to")
        let barricade = Barricade(
            ResponseSet("From", on: .post("/from")) {
                CannedResponse("See", redirect: "\(target)", status: 303)
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
        URLRequest(url: try #require(URL(string: api + path)))
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
        URLSession, URLSessionTask, Events<URLSession.Completion>, RedirectDelegate.Answer
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
