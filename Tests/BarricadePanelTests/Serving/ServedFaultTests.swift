import Barricade
import BarricadePanel
import BarricadeSurfaces
import Testing

@testable import TestSupport

/// What the clients of a server get if there is no response, or not all of it.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ServedFaultTests {
    private func barricade(_ response: CannedResponse) -> Barricade {
        Barricade(
            ResponseSet(
                "Profile", on: .get("/v1/profile"), fileID: "App/Sets.swift", line: 7
            ) { response })
    }

    @Test func anErrorCutsTheConnectionInsteadOfAResponseOrInItsBody() async throws {
        let barricade = barricade(.offline())
        let server = try await barricade.served()
        #expect(
            try await server.rest(after: "GET /v1/profile") == "The connection was lost.\r\n")
        let offline = URLError(.notConnectedToInternet) as NSError
        #expect(
            barricade.requests.map(\.outcome) == [
                .failed(domain: offline.domain, code: offline.code)
            ])
        for (response, field, text) in [
            (
                CannedResponse("Half", text: "Salt and Sea")
                    .failing(.networkConnectionLost, after: .bytes(4)), "Content-Length: 12",
                "Salt"
            ),
            (
                CannedResponse("Half", body: .chunks(["one", "two"]))
                    .failing(.networkConnectionLost, after: .chunks(1)),
                "Transfer-Encoding: chunked",
                "3\r\none\r\n"
            ),
        ] {
            let server = try await self.barricade(response).served()
            let parts = try await server.rest(after: "GET /v1/profile")
                .components(separatedBy: "\r\n\r\n")
            let head = parts[0]
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(head)")
            #expect(head.contains("\r\n\(field)"), "\(head)")
            #expect(parts.last == text)
        }
    }

    /// They would take the line for the page of a very old server.
    @Test(arguments: ["libwww-perl/6.68", "LuaSocket 3.0.0"])
    func clientsOfVeryOldServersGetAResetAlone(_ agent: String) async throws {
        let server = try await barricade(.offline()).served()
        let fields = "User-Agent: \(agent)"
        #expect(try await server.rest(after: "GET /v1/profile", fields) == "")
    }

    /// Chromium and wget ask for the rest of what breaks off, if they can.
    @Test func whatBreaksOffCannotBeCompleted() async throws {
        let half = CannedResponse("Half", text: "Salt and Sea")
            .failing(.networkConnectionLost, after: .bytes(4))
        let server = try await barricade(half).served()
        let text = try await server.rest(after: "GET /v1/profile", "Range: bytes=4-")
        #expect(
            text.components(separatedBy: "\r\n").filter { !$0.hasPrefix("Date: ") } == [
                "HTTP/1.1 200 OK", "Content-Type: text/plain; charset=utf-8",
                "Cache-Control: no-store", "Content-Length: 12", "", "Salt",
            ])
    }

    @Test func theLogSaysWhatEachClientGot() async throws {
        let barricade = Barricade(
            ResponseSet("Book", on: .get("/book")) {
                CannedResponse("Whole", text: "Salt")
                CannedResponse("Offline", error: .notConnectedToInternet)
                CannedResponse("Half", text: "Salt and Sea")
                    .failing(.networkConnectionLost, after: .bytes(4))
                CannedResponse("Missing", file: "none.txt")
            })
        let server = try await barricade.served()
        for name in ["Whole", "Offline", "Half", "Missing"] {
            try barricade.select(name, for: "Book")
            _ = try await server.rest(after: "GET /book?\(name)", "Connection: close")
        }
        _ = try await server.rest(after: "GET /none", "Connection: close")
        #expect(
            barricade.requests.map(\.note) == [
                nil, "the client got an error", "the client got 200, and 4 bytes of the body",
                "the client got 500", "the client got 501",
            ])
        let search = LogSearch(text: "501")
        let found = barricade.requests.filter { search.hasWords(LogRow($0), in: barricade) }
        #expect(found.map(\.line) == ["GET /none"])
    }

    @Test func theLogSaysThatAClientHasLeft() async throws {
        let text = String(repeating: "a", count: 32 << 20)
        let barricade = barricade(CannedResponse("Large", text: text))
        let server = try await barricade.served()
        let events = barricade.requestEvents
        let client = try Client(port: server.port)
        client.send(server.request("GET /v1/profile"))
        _ = try await onThread { try client.reply(hasBody: false) }
        client.die()
        for await case .differed(let request) in events {
            #expect(request.note == "the client got a part of the body")
            #expect(request.outcome == .answered(.ok))
            break
        }
    }

    @Test func aRequestThatComesAgainAtOnceIsMarked() async throws {
        let barricade = barricade(.offline())
        let server = try await barricade.served()
        // Within 50 ms, unless the machine is too busy.
        repeat {
            for _ in 0..<2 { _ = try await server.rest(after: "GET /v1/profile") }
        } while barricade.requests.last?.note == "the client got an error"
        #expect(barricade.requests.first?.note == "the client got an error")
        #expect(
            barricade.requests.last?.note
                == "perhaps asked again by the client; the client got an error")
    }

    @Test func whatIsNotAnsweredOrCannotBeGivenIsExplained() async throws {
        let barricade = barricade(CannedResponse("Ada", json: [:]))
        let server = try await barricade.served()
        #expect(
            try await server.reply("GET /v1/profiles").summary == """
                501 Not Implemented | No response set matches GET \
                https://api.example.com/v1/profiles.

                Nearest:
                  "Profile" (Sets.swift:7)   wants path /v1/profile, got /v1/profiles

                The request or the set may be wrong. To fix:
                  Did you mean /v1/profile?
                  or write "Profile" (Sets.swift:7) with .get("/v1/profiles"), not .get("/v1/profile")

                """)
        // It asks for nothing that a set could claim.
        #expect(try await server.reply("OPTIONS *").summary == "200 OK | Content-Length: 0")
        #expect(barricade.requests.map(\.outcome) == [.unmatched])

        let folder = try ScratchFolder()
        let faulty = self.barricade(
            CannedResponse("Ada", file: "ada.json", in: .directory(folder.url)))
        let other = try await faulty.served()
        let reply = try await other.reply("GET /v1/profile")
        let faults = faulty.validate().map { $0.message + "\n" }.joined()
        #expect((reply.status, reply.body) == (500, faults))
    }
}
