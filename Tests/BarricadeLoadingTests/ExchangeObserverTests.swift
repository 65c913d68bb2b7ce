import Barricade
import BarricadeCommon
import Testing

@testable import TestSupport

/// Observers of the replies that real servers give.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ExchangeObserverTests {
    private let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
    private let observer = ReplyObserver()
    private let place: Registration

    init() {
        place = barricade.registration(of: observer)
    }

    @Test func seesTheReplyToAnUnmatchedRequest() async throws {
        let server = try LocalServer { _ in
            .init(status: 404, headers: [("Content-Type", "text/plain")], body: Data("no".utf8))
        }
        try await barricade.patientSession.expectReply("404 no", from: "\(server.url("/a?b=c"))")
        #expect(observer.events.all == ["/a 404 text/plain", "/a data no", "/a end finished"])
        let seen = observer.requests.all.map {
            "\($0.id) \($0.request.line), \($0.set ?? "no set"), \($0.mode)"
        }
        let logged = barricade.requests.map { "\($0.id) \($0.outcome)" }
        #expect(seen + logged == ["0 GET /a?b=c, no set, barricaded", "0 passed through"])
    }

    @Test(arguments: [ResponseSet.Mode.barricaded, .live, .recording])
    func knowsTheSetAndItsMode(_ mode: ResponseSet.Mode) async throws {
        let server = try LocalServer()
        barricade.register(ResponseSet("Set", on: .post("/**")) { CannedResponse.live("Real") })
        try barricade.setMode(mode, for: "Set")
        let recorder = ReplyObserver(.recording)
        let place = barricade.registration(of: recorder)
        let streamed = Data("streamed".utf8)
        var request = try URLRequest.posting(nil, to: "\(server.url("/a"))")
        request.httpBodyStream = InputStream(data: streamed)
        #expect(try await barricade.patientSession.send(request).text == "live /a")
        let seen = recorder.requests.all.first
        #expect(seen?.set == "Set")
        #expect(seen?.mode == mode)
        let bodies: [Data?] = [seen?.request.body.data] + server.requests.map(\.body)
        #expect(bodies == [streamed, streamed])
        withExtendedLifetime(place) {}
    }

    @Test func seesEachRedirectAsAReplyOfItsOwn() async throws {
        let server = try LocalServer { request in
            request.target == "/from" ? .redirect(to: "/to") : .text("arrived")
        }
        barricade.register(ResponseSet("From", on: .get("/from")) { CannedResponse.live("Real") })
        try await barricade.patientSession.expectReply(
            "200 arrived", from: "\(server.url("/from"))")
        #expect(
            observer.events.all == [
                "/from 302", "/from end finished", "/to 200", "/to data arrived",
                "/to end finished",
            ])
        let requests = observer.requests.all.map { "\($0.id) \($0.set ?? "no set")" }
        #expect(requests == ["0 From", "1 no set"])
    }

    /// Starts a task of which the first of two pieces has been observed.
    private func taskMidWay(
        to server: LocalServer
    ) async throws -> (URLSessionTask, RecordingDelegate) {
        let count = observer.events.all.count
        let (task, delegate) = barricade.recordedTask(of: try server.url("/a"))
        await observer.events.wait(count: count + 2)
        return (task, delegate)
    }

    @Test func holdsUpNoPieceOfTheBody() async throws {
        let server = try LocalServer.inPieces()
        let (_, delegate) = try await taskMidWay(to: server)
        await delegate.events.wait(count: 2)
        let told = [delegate.names, observer.events.all]
        #expect(told == [["response 200", "data first"], ["/a 200", "/a data first"]])
        server.release()
        await delegate.expectTold([
            "response 200", "data first", "data second", "completed", "invalid",
        ])
        #expect(
            observer.events.all == ["/a 200", "/a data first", "/a data second", "/a end finished"])
    }

    @Test func seesHowConnectionsFailOrAreCancelled() async throws {
        let refusing = try LocalServer.refusing()
        _ = try await barricade.patientSession.failure("\(refusing.url("/a"))")
        let refused = ["/a end failed -1004"]
        #expect(observer.events.all == refused)
        let server = try LocalServer.inPieces()
        let (task, _) = try await taskMidWay(to: server)
        task.cancel()
        let cancelled = refused + ["/a 200", "/a data first", "/a end cancelled"]
        #expect(await observer.endings(2) == cancelled)
        let (_, delegate) = try await taskMidWay(to: server)
        server.close()
        let names = await delegate.invalidation()
        #expect(names.last(where: { $0 != "invalid" })?.hasPrefix("failed ") == true)
        // It may have failed in more than one way.
        let events = observer.events.all.dropFirst(cancelled.count)
            .map { $0.prefix("/a end failed".count) }
        #expect(events == ["/a 200", "/a data first", "/a end failed"])
    }

    @Test func severalObserversSeeTheRealReplyBeforeItIsChanged() async throws {
        let server = try LocalServer()
        barricade.register(
            ResponseSet("Set", on: .any("/**")) {
                CannedResponse.live("Changed") { _, _ in CannedResponse(text: "changed") }
            })
        let session = barricade.patientSession
        let second = ReplyObserver()
        var place: Registration? = barricade.registration(of: second)
        try await session.expectReply("200 changed", from: "\(server.url("/a"))")
        let events = ["/a 200", "/a data live /a", "/a end finished"]
        #expect([observer, second].map(\.events.all) == [events, events])
        withExtendedLifetime(place) { place = nil }
        _ = try await session.get("\(server.url("/b"))")
        let paths = [observer, second].map { $0.requests.all.map(\.request.url.path) }
        #expect(paths == [["/a", "/b"], ["/a"]])
    }

    @Test func isNotAskedAboutWhatItCannotSee() async throws {
        let server = try LocalServer()
        barricade.register(
            ResponseSet("Set", on: .any("/canned")) { CannedResponse("Canned", text: "canned") })
        try await barricade.patientSession.expectReply("200 canned", from: "\(api)/canned")
        #if !canImport(Darwin)
        // Only the platform can complete a download on Linux, and it shows no reply.
        await barricade.expectTold(
            ["file live /a", "completed", "invalid"], ofDownload: try server.url("/a"))
        #endif
        #expect(observer.requests.all.isEmpty)
    }
}
