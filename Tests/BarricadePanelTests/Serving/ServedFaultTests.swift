import Barricade
import BarricadePanel
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
        let server = try await barricade.serve(as: "https://api.example.com")
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
            let server = try await self.barricade(response).serve(as: "https://api.example.com")
            let parts = try await server.rest(after: "GET /v1/profile")
                .components(separatedBy: "\r\n\r\n")
            let head = parts[0]
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(head)")
            #expect(head.contains("\r\n\(field)"), "\(head)")
            #expect(parts.last == text)
        }
    }

    /// Chromium and wget ask for the rest of what breaks off, if they can.
    @Test func whatBreaksOffCannotBeCompleted() async throws {
        let half = CannedResponse("Half", text: "Salt and Sea")
            .failing(.networkConnectionLost, after: .bytes(4))
        let server = try await barricade(half).serve(as: "https://api.example.com")
        let text = try await server.rest(after: "GET /v1/profile", "Range: bytes=4-")
        let lines = text.components(separatedBy: "\r\n").filter { !$0.hasPrefix("Date: ") }
        #expect(
            lines == [
                "HTTP/1.1 200 OK", "Content-Type: text/plain; charset=utf-8",
                "Cache-Control: no-store", "Content-Length: 12", "", "Salt",
            ])
    }

    @Test func whatIsNotAnsweredOrCannotBeGivenIsExplained() async throws {
        let barricade = barricade(CannedResponse("Ada", json: [:]))
        let server = try await barricade.serve(as: "https://api.example.com")
        let unmatched = try await server.reply("GET /v1/profiles")
        #expect(
            unmatched.summary == """
                501 Not Implemented | No response set matches GET \
                https://api.example.com/v1/profiles.

                Nearest:
                  "Profile" (Sets.swift:7)   wants path /v1/profile, got /v1/profiles

                To fix:
                  Did you mean /v1/profile?

                """)
        // It asks for nothing that a set could claim.
        let whole = try await server.reply("OPTIONS *")
        #expect(whole.summary == "200 OK | Content-Length: 0")
        #expect(barricade.requests.map(\.outcome) == [.unmatched])

        let folder = try ScratchFolder()
        let faulty = self.barricade(
            CannedResponse("Ada", file: "ada.json", in: .directory(folder.url)))
        let other = try await faulty.serve(as: "https://api.example.com")
        let reply = try await other.reply("GET /v1/profile")
        let faults = faulty.validate().map { $0.message + "\n" }.joined()
        #expect((reply.status, reply.body) == (500, faults))
    }
}
