import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import TestSupport

/// The replies that are kept while a surface is open.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct LoggedReplyTests {
    private let barricade = Barricade(
        ResponseSet("Book", on: .get("/book/:size")) {
            CannedResponse("Text") { request in
                let size = Int(request.pathValues["size"] ?? "") ?? 0
                return CannedResponse(
                    status: 201, headers: ["X-Token": "f00d", "B": "1", "Set-Cookie": "id=7"],
                    body: .data(Data(repeating: 65, count: size)))
            }
        })

    private func load(_ size: Int) async throws {
        _ = try await barricade.answer(to: "GET /book/\(size)")
    }

    private func kept(_ index: Int) -> LoggedReply? {
        barricade.reply(to: barricade.requests[index])
    }

    @Test func aReplyIsKeptAsTheCallerGotIt() async throws {
        let viewer = barricade.viewReplies()
        try await load(5)
        let reply = try #require(kept(0))
        #expect(reply.status == 201 && reply.body == Data("AAAAA".utf8) && reply.isWhole)
        let names = reply.headers.fields.map(\.name)
        #expect(names == ["X-Token", "B", "Set-Cookie", "Content-Type", "Content-Length"])
        let values = reply.maskedHeaders.map(\.value)
        #expect(values == ["•••", "1", "•••", "application/octet-stream", "5"])
        let duration = try #require(barricade.requests[0].duration)
        let firstByte = try #require(reply.firstByte)
        #expect(reply.waited <= firstByte && firstByte <= duration + .milliseconds(50))
        // Of a long body only the beginning is kept.
        try await load(100_000)
        let long = try #require(kept(1))
        #expect(long.body.count == 64 << 10 && long.bodySize == 100_000 && !long.isWhole)
        _ = consume viewer
    }

    @Test func theOldestRepliesGoFirst() async throws {
        let viewer = barricade.viewReplies()
        for _ in 0..<130 { try await load(64 << 10) }
        let found = (0..<130).filter { kept($0) != nil }
        // 8 MB in all, with a kilobyte for the head of each.
        #expect(found == Array(4..<130))
        _ = consume viewer
    }

    @Test func nothingIsKeptUnlessASurfaceIsOpen() async throws {
        func areKept() -> [Bool] { barricade.requests.map { barricade.reply(to: $0) != nil } }
        try await load(5)
        let first = barricade.viewReplies()
        let second = barricade.viewReplies()
        #expect(barricade.store.routing.observers.count == 1)
        try await load(5)
        _ = consume first
        try await load(5)
        #expect(areKept() == [false, true, true])
        _ = consume second
        #expect(barricade.store.routing.observers.isEmpty)
        try await load(5)
        #expect(areKept() == [false, false, false, false])
    }

    @Test func aServersReplyIsKeptToo() async throws {
        let server = try LocalServer()
        barricade.unmatchedPolicy = .passThrough
        let viewer = barricade.viewReplies()
        _ = try await barricade.answer(to: "GET \(server.url("/a"))")
        let reply = try #require(kept(0))
        #expect(reply.status == 200 && reply.body == Data("live /a".utf8))
        _ = consume viewer
    }
}
