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

    @Test func isAskedAboutEachRedirectOnItsQueue() async throws {
        let delegate = RedirectDelegate { request, answer in answer(request) }
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let session = session(delegate, queue: queue)
        var request = try request("/from")
        request.httpMethod = "POST"
        request.httpBody = Data("a=1".utf8)
        let answer = try await session.send(request)
        #expect(answer.text == "arrived")
        #expect(delegate.asked == ["307 \(api)/next", "303 \(api)/to"])
        #expect(delegate.questions.all.map(\.request.httpMethod) == ["POST", "GET"])
        #expect(delegate.questions.all.allSatisfy { $0.queue === queue })
    }

    @Test func isAskedForTasksOfEveryKind() async throws {
        let delegate = RedirectDelegate { request, answer in answer(request) }
        let session = session(delegate)
        #expect(try await session.complete("\(api)/next").text == "arrived")
        session.dataTask(with: try request("/next")).resume()
        session.finishTasksAndInvalidate()
        let events = await delegate.completions.wait { $0.contains("invalid") }
        #expect(events == ["response 200", "data arrived", "completed", "invalid"])
        #expect(delegate.asked == ["303 \(api)/to", "303 \(api)/to"])
    }

    @Test func mayAnswerLaterAndOnAnotherThread() async throws {
        let answers = Events<RedirectDelegate.Answer>()
        let delegate = RedirectDelegate { _, answer in answers.add(answer) }
        let (task, completions) = try session(delegate).task("\(api)/next")
        task.resume()
        let answer = try #require(await answers.wait().first)
        #expect(completions.all.isEmpty)
        answer(try request("/to"))
        #expect(await completions.wait().first?.text == "arrived")
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
        let answer = try await session(delegate).get("\(api)/from")
        #expect(answer.text == "elsewhere")
        #expect(answer.response.url?.absoluteString == "\(api)/other")
        let arrived = try #require(barricade.requests(for: "Other").first?.request)
        #expect(arrived.method == .put)
        #expect(arrived.body.data == Data("changed".utf8))
        #expect(arrived.headers["X-Changed"] == "yes")
        #expect(try barricade.requestCount(for: "To") == 0)
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
        #expect(arrived.method == .post)
        #expect(arrived.body.data == Data("uploaded".utf8))
    }

    @Test func refusingGivesTheRedirectItself() async throws {
        let delegate = RedirectDelegate { _, answer in answer(nil) }
        let session = session(delegate)
        let answer = try await session.get("\(api)/from")
        #expect(answer.status == 307)
        #expect(answer.text == "moved")
        #expect(answer.response.url?.absoluteString == "\(api)/from")
        session.dataTask(with: try request("/from")).resume()
        session.finishTasksAndInvalidate()
        let events = await delegate.completions.wait { $0.contains("invalid") }
        #expect(events == ["response 307", "data moved", "completed", "invalid"])
        #expect(barricade.requests.map(\.set) == ["From", "From"])
        #if !canImport(Darwin)
        // Apple's loader does not say whether it follows.
        #expect(barricade.requests.map(\.outcome) == [.answered(307), .answered(307)])
        #endif
    }

    @Test func aTasksOwnDelegateIsAskedInsteadOfTheSessions() async throws {
        let other = RedirectDelegate { _, answer in answer(nil) }
        let own = RedirectDelegate { request, answer in answer(request) }
        let session = session(other)
        let (data, _) = try await session.data(for: try request("/next"), delegate: own)
        #expect(String(decoding: data, as: UTF8.self) == "arrived")
        let (task, completions) = try session.task("\(api)/next")
        task.delegate = own
        task.resume()
        #expect(await completions.wait().first?.text == "arrived")
        #expect(own.asked == ["303 \(api)/to", "303 \(api)/to"])
        #expect(other.asked == [])
    }

    @Test func aTasksOwnDelegateMayRefuse() async throws {
        let own = RedirectDelegate { _, answer in answer(nil) }
        let (_, response) = try await barricade.session.data(
            for: try request("/next"), delegate: own)
        #expect((response as? HTTPURLResponse)?.statusCode == 303)
        #expect(own.asked == ["303 \(api)/to"])
    }

    @Test func silenceEndsAtTheTimeout() async throws {
        let answers = Events<RedirectDelegate.Answer>()
        let delegate = RedirectDelegate { _, answer in answers.add(answer) }
        let session = session(delegate)
        var request = try request("/from")
        request.timeoutInterval = 7
        let (task, completions) = session.task(with: request)
        task.resume()
        let answer = try #require(await answers.wait().first)
        await clock.waitForSleeper(of: .seconds(7))
        #expect(completions.all.isEmpty)
        clock.advance(by: .seconds(7))
        #expect(await completions.wait().first?.code == .timedOut)
        answer(request)
        await settle(session, delegate)
        #expect(barricade.requests.map(\.set) == ["From"])
        #expect(completions.all.count == 1)
    }

    @Test func aSecondAnswerIsIgnored() async throws {
        let delegate = RedirectDelegate { request, answer in
            answer(request)
            answer(nil)
            answer(request)
        }
        let session = session(delegate)
        #expect(try await session.get("\(api)/next").text == "arrived")
        await settle(session, delegate)
        #expect(barricade.requests.map(\.set) == ["Next", "To"])
    }

    @Test func nothingComesAfterACancellation() async throws {
        let answers = Events<RedirectDelegate.Answer>()
        let delegate = RedirectDelegate { _, answer in answers.add(answer) }
        let session = session(delegate)
        let (task, completions) = try session.task("\(api)/from")
        task.resume()
        let answer = try #require(await answers.wait().first)
        task.cancel()
        #expect(await completions.wait().first?.code == .cancelled)
        answer(try request("/to"))
        await settle(session, delegate)
        #expect(completions.all.count == 1)
        #expect(barricade.requests.map(\.set) == ["From"])
        #expect(barricade.requests.map(\.outcome) == [.cancelled])
    }

    @Test func nobodyIsAskedAfterACancellation() async throws {
        let delegate = RedirectDelegate { request, answer in answer(request) }
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
        await settle(session, delegate)
        #expect(delegate.asked == [])
        #expect(barricade.requests.map(\.set) == ["From"])
    }

    @Test func twentyOneRedirectsAreTooManyForADelegateToo() async throws {
        let delegate = RedirectDelegate { request, answer in answer(request) }
        let barricade = Barricade(
            ResponseSet("Loop", on: .get("/loop")) { CannedResponse("Again", redirect: "/loop") })
        let session = URLSession(
            configuration: .barricaded(by: barricade), delegate: delegate, delegateQueue: nil)
        let error = try await session.failure("\(api)/loop")
        #expect((error as? URLError)?.code == .httpTooManyRedirects)
        #expect(delegate.asked.count == 20)
    }

    #if !canImport(Darwin)
    @Test func aRefusedDownloadFails() async throws {
        let delegate = RedirectDelegate { _, answer in answer(nil) }
        let session = session(delegate)
        session.downloadTask(with: try request("/from")).resume()
        session.finishTasksAndInvalidate()
        await delegate.completions.wait { $0.contains("invalid") }
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

    /// Waits until a session has done all it has to do, so that nothing can follow.
    private func settle(_ session: URLSession, _ delegate: RedirectDelegate) async {
        session.finishTasksAndInvalidate()
        await delegate.completions.wait { $0.contains("invalid") }
    }
}
