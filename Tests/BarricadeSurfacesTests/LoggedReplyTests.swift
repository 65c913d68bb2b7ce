import Barricade
import BarricadeSurfaces
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

    @Test func aReplyIsKeptAsTheCallerGotItAndAServersToo() async throws {
        let viewer = barricade.viewReplies()
        try await load(5)
        let reply = try #require(kept(0))
        #expect(reply.status == 201)
        #expect(reply.body == Data("AAAAA".utf8))
        #expect(reply.isWhole)
        let fields = zip(reply.headers.fields, reply.maskedHeaders).map { field, masked in
            "\(field.name): \(masked.value)"
        }
        #expect(
            fields == [
                "X-Token: •••", "B: 1", "Set-Cookie: •••",
                "Content-Type: application/octet-stream", "Content-Length: 5",
            ])
        let duration = try #require(barricade.requests[0].duration)
        let firstByte = try #require(reply.firstByte)
        #expect(reply.waited <= firstByte)
        #expect(firstByte <= duration + .milliseconds(50))
        // Of a long body only the beginning is kept.
        try await load(100_000)
        let long = try #require(kept(1))
        #expect(long.body.count == 64 << 10)
        #expect(long.bodySize == 100_000)
        #expect(!long.isWhole)

        let server = try LocalServer()
        barricade.unmatchedPolicy = .passThrough
        _ = try await barricade.answer(to: "GET \(server.url("/a"))")
        let live = try #require(kept(2))
        #expect(live.status == 200)
        #expect(live.body == Data("live /a".utf8))
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
        func keptReplies() -> [Int] {
            barricade.requests.filter { barricade.reply(to: $0) != nil }.map(\.id)
        }
        try await load(5)
        let first = barricade.viewReplies()
        let second = barricade.viewReplies()
        #expect(barricade.store.routing.plugins.count == 1)
        try await load(5)
        _ = consume first
        try await load(5)
        #expect(keptReplies() == [1, 2])
        _ = consume second
        #expect(barricade.store.routing.plugins.isEmpty)
        try await load(5)
        #expect(keptReplies() == [])
    }
}
