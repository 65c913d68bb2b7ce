import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// What the clients of a server get if there is no response, or not all of it.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ServedFaultTests {
    private static let unmatched = """
        No response set matches GET https://api.example.com/v1/profiles.

        Nearest:
          "Profile" (Sets.swift:7)   wants path /v1/profile, got /v1/profiles

        To fix:
          Did you mean /v1/profile?

        """

    private func barricade(_ response: CannedResponse) -> Barricade {
        Barricade(
            ResponseSet(
                "Profile", on: .get("/v1/profile"), fileID: "App/Sets.swift", line: 7
            ) { response })
    }

    @Test func anErrorInsteadOfAResponseCutsTheConnection() async throws {
        let barricade = barricade(.offline())
        let server = try await barricade.serve(as: "https://api.example.com")
        #expect(try await server.rest(after: "GET /v1/profile") == "")
        let offline = URLError(.notConnectedToInternet) as NSError
        #expect(
            barricade.requests.map(\.outcome) == [
                .failed(domain: offline.domain, code: offline.code)
            ])
    }

    @Test func aFaultInABodyCutsItThere() async throws {
        let response = CannedResponse("Half", text: "Salt and Sea")
            .failing(.networkConnectionLost, after: .bytes(4))
        let server = try await barricade(response).serve(as: "https://api.example.com")
        let text = try await server.rest(after: "GET /v1/profile")
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(text.contains("\r\nContent-Length: 12\r\n"))
        #expect(text.hasSuffix("\r\n\r\nSalt"))
    }

    @Test func aFaultBetweenPiecesLeavesTheOthersOut() async throws {
        let response = CannedResponse("Half", body: .chunks(["one", "two"]))
            .failing(.networkConnectionLost, after: .chunks(1))
        let server = try await barricade(response).serve(as: "https://api.example.com")
        let text = try await server.rest(after: "GET /v1/profile")
        #expect(text.contains("\r\nContent-Length: 6\r\n"))
        #expect(text.hasSuffix("\r\n\r\none"))
    }

    @Test func anUnmatchedRequestIsExplained() async throws {
        let barricade = barricade(CannedResponse("Ada", json: [:]))
        let server = try await barricade.serve(as: "https://api.example.com")
        let reply = try await server.reply("GET /v1/profiles")
        #expect(reply.status == 501)
        #expect(reply["Content-Type"] == "text/plain; charset=utf-8")
        #expect(reply.body == Self.unmatched)
        #expect(barricade.requests.map(\.outcome) == [.unmatched])
    }

    @Test func aResponseThatCannotBeGivenIsExplained() async throws {
        let folder = try ScratchFolder()
        let barricade = barricade(
            CannedResponse("Ada", file: "ada.json", in: .directory(folder.url)))
        let server = try await barricade.serve(as: "https://api.example.com")
        let reply = try await server.reply("GET /v1/profile")
        #expect(reply.status == 500)
        #expect(reply.body == barricade.validate().map { $0.message + "\n" }.joined())
    }

    @Test func whatIsNotAURLIsRefused() async throws {
        let barricade = barricade(CannedResponse("Ada", json: [:]))
        let server = try await barricade.serve(as: "https://api.example.com")
        let reply = try await server.reply("OPTIONS *")
        #expect(reply.status == 400)
        #expect(reply.body == "The target of the request is not a URL.\n")
        #expect(barricade.requests.isEmpty)
    }
}
