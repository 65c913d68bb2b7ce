import Barricade
import BarricadeCommon
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Observers of the replies that real servers give.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct LiveObserverTests {
    private func barricade(_ sets: ResponseSet...) -> Barricade {
        Barricade(sets) { $0.unmatchedPolicy = .passThrough }
    }

    @Test func seesTheReplyToAnUnmatchedRequest() async throws {
        let server = try LocalServer { _ in
            .init(status: 404, headers: [("Content-Type", "text/plain")], body: Data("no".utf8))
        }
        let barricade = barricade()
        let observer = ReplyObserver()
        let place = barricade.observe(with: observer)
        let answer = try await barricade.patientSession.get("\(server.url("/a?b=c"))")
        #expect(answer.text == "no")
        #expect(answer.status == 404)
        #expect(observer.events.all == ["/a 404 text/plain", "/a data no", "/a end finished"])
        let request = try #require(observer.requests.all.first)
        #expect(request.request.line == "GET /a?b=c")
        #expect(request.set == nil)
        #expect(request.mode == .barricaded)
        #expect(request.id == barricade.requests.first?.id)
        #expect(barricade.requests.map(\.outcome) == [.passedThrough])
        withExtendedLifetime(place) {}
    }

    @Test(arguments: [ResponseSet.Mode.barricaded, .live, .recording])
    func knowsTheSetAndItsMode(_ mode: ResponseSet.Mode) async throws {
        let server = try LocalServer()
        let barricade = barricade(
            ResponseSet("Set", on: .post("/**")) { CannedResponse.live("Real") })
        try barricade.setMode(mode, for: "Set")
        let observer = ReplyObserver(isRecorder: true)
        let place = barricade.observe(with: observer)
        var request = URLRequest(url: try server.url("/a"))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("streamed".utf8))
        #expect(try await barricade.patientSession.send(request).text == "live /a")
        let seen = try #require(observer.requests.all.first)
        #expect(seen.set == "Set")
        #expect(seen.mode == mode)
        #expect(seen.request.body == .data(Data("streamed".utf8)))
        #expect(server.requests.map(\.body) == [Data("streamed".utf8)])
        withExtendedLifetime(place) {}
    }

    @Test func seesEachRedirectAsAReplyOfItsOwn() async throws {
        let server = try LocalServer { request in
            request.target == "/from" ? .redirect(to: "/to") : .text("arrived")
        }
        let barricade = barricade(
            ResponseSet("From", on: .get("/from")) { CannedResponse.live("Real") })
        let observer = ReplyObserver()
        let place = barricade.observe(with: observer)
        #expect(try await barricade.patientSession.get("\(server.url("/from"))").text == "arrived")
        #expect(
            observer.events.all == [
                "/from 302", "/from end finished", "/to 200", "/to data arrived",
                "/to end finished",
            ])
        #expect(observer.requests.all.map(\.set) == ["From", nil])
        #expect(observer.requests.all.map(\.id) == [0, 1])
        withExtendedLifetime(place) {}
    }

    @Test func seesTheRealReplyBeforeItIsChanged() async throws {
        let server = try LocalServer()
        let barricade = barricade(
            ResponseSet("Set", on: .any("/**")) {
                CannedResponse.live("Changed") { _, _ in CannedResponse(text: "changed") }
            })
        let observer = ReplyObserver()
        let place = barricade.observe(with: observer)
        #expect(try await barricade.patientSession.get("\(server.url("/a"))").text == "changed")
        #expect(observer.events.all == ["/a 200", "/a data live /a", "/a end finished"])
        withExtendedLifetime(place) {}
    }

    @Test func holdsUpNoPieceOfTheBody() async throws {
        let server = try LocalServer { _ in
            .init(body: Data("first".utf8), heldBody: Data("second".utf8))
        }
        let barricade = barricade()
        let observer = ReplyObserver()
        let place = barricade.observe(with: observer)
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try server.url("/a")).resume()
        await delegate.events.wait(count: 2)
        #expect(delegate.names == ["response 200", "data first"])
        #expect(observer.events.all == ["/a 200", "/a data first"])
        server.release()
        session.finishTasksAndInvalidate()
        let names = await delegate.invalidation()
        #expect(names == ["response 200", "data first", "data second", "completed", "invalid"])
        #expect(
            observer.events.all == ["/a 200", "/a data first", "/a data second", "/a end finished"])
        withExtendedLifetime(place) {}
    }

    @Test func seesThatAServerCannotBeReached() async throws {
        let server = try LocalServer.refusing()
        let barricade = barricade()
        let observer = ReplyObserver()
        let place = barricade.observe(with: observer)
        _ = try await barricade.patientSession.failure("\(server.url("/a"))")
        #expect(observer.events.all == ["/a end failed -1004"])
        withExtendedLifetime(place) {}
    }

    @Test func seesACutConnection() async throws {
        let server = try LocalServer { _ in
            .init(body: Data("first".utf8), heldBody: Data("second".utf8))
        }
        let barricade = barricade()
        let observer = ReplyObserver()
        let place = barricade.observe(with: observer)
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try server.url("/a")).resume()
        await observer.events.wait(count: 2)
        server.close()
        session.finishTasksAndInvalidate()
        let names = await delegate.invalidation()
        #expect(names.last(where: { $0 != "invalid" })?.hasPrefix("failed ") == true)
        #expect(observer.events.all.prefix(2) == ["/a 200", "/a data first"])
        #expect(observer.events.all.last?.hasPrefix("/a end failed ") == true)
        withExtendedLifetime(place) {}
    }

    @Test func seesThatTheCallerHasCancelled() async throws {
        let server = try LocalServer { _ in
            .init(body: Data("first".utf8), heldBody: Data("second".utf8))
        }
        let barricade = barricade()
        let observer = ReplyObserver()
        let place = barricade.observe(with: observer)
        let task = barricade.patientSession.dataTask(with: try server.url("/a"))
        task.resume()
        await observer.events.wait(count: 2)
        task.cancel()
        #expect(await observer.endings() == ["/a 200", "/a data first", "/a end cancelled"])
        withExtendedLifetime(place) {}
    }

    @Test func severalObserversSeeTheSame() async throws {
        let server = try LocalServer()
        let barricade = barricade()
        let (first, second) = (ReplyObserver(), ReplyObserver())
        var place: Registration? = barricade.observe(with: first)
        let other = barricade.observe(with: second)
        _ = try await barricade.patientSession.get("\(server.url("/a"))")
        #expect(first.events.all == second.events.all)
        #expect(first.events.all == ["/a 200", "/a data live /a", "/a end finished"])
        withExtendedLifetime(place) { place = nil }
        _ = try await barricade.patientSession.get("\(server.url("/b"))")
        #expect(first.requests.all.map(\.request.url.path) == ["/a"])
        #expect(second.requests.all.map(\.request.url.path) == ["/a", "/b"])
        withExtendedLifetime(other) {}
    }

    @Test func isNotAskedAboutRequestsThatTheBarricadeAnswers() async throws {
        let barricade = barricade(
            ResponseSet("Set", on: .any("/**")) { CannedResponse("Canned", text: "canned") })
        let observer = ReplyObserver()
        let place = barricade.observe(with: observer)
        #expect(try await barricade.patientSession.get("\(api)/a").text == "canned")
        #expect(observer.requests.all.isEmpty)
        withExtendedLifetime(place) {}
    }

    #if !canImport(Darwin)
    /// Only the platform can complete a download on Linux, and it shows no reply.
    @Test func downloadsAreNotObserved() async throws {
        let server = try LocalServer()
        let barricade = barricade()
        let observer = ReplyObserver()
        let place = barricade.observe(with: observer)
        let (session, delegate) = barricade.recordedSession()
        session.downloadTask(with: try server.url("/a")).resume()
        session.finishTasksAndInvalidate()
        #expect(await delegate.invalidation() == ["file live /a", "completed", "invalid"])
        #expect(observer.requests.all.isEmpty)
        withExtendedLifetime(place) {}
    }
    #endif
}
