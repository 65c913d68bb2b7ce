import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// A client of a port gets what is on the wire, and does itself with it what loaders do.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ServedWireTests {
    private func server(_ response: CannedResponse) async throws -> BarricadeServer {
        try await Barricade(ResponseSet("Any", on: .any("/**")) { response }).served()
    }

    @Test func requestsAreDecidedAsTheyCome() async throws {
        let echo = CannedResponse("Echo") { request in
            let fields = request.headers.fields.map(\.name)
            return CannedResponse(text: "\(request.method) \(fields) \(request.body)")
        }
        let server = try await server(echo)
        for method in ["GET", "POST"] {
            let body = try await server.reply("\(method) /a", body: "a=1").body
            #expect(body == "\(method) [\"Content-Length\"] 3 bytes")
        }
    }

    @Test func aSetMatchesFieldsAboutTheConnection() async throws {
        let barricade = Barricade(
            ["Content-Length": "3", "TE": "trailers", "accept-encoding": "br"].map { name, value in
                ResponseSet(name, on: .post("/a") && .header(name, .equal(value))) {
                    CannedResponse("R", text: name)
                }
            })
        let server = try await barricade.served()
        let fields = ["X: 1", "TE: trailers", "Accept-Encoding: br"]
        var bodies: [String] = []
        for (field, body) in zip(fields, ["abc", "", ""]) {
            bodies.append(try await server.reply("POST /a", field, body: body).body)
        }
        #expect(bodies == ["Content-Length", "TE", "accept-encoding"])
    }

    @Test(arguments: [
        CannedResponse("R", status: 202), CannedResponse("R", redirect: "/b"),
        CannedResponse("R", body: .chunks(["a", "b"].map { Data($0.utf8) })),
    ])
    func aHeadOfAnUnknownBodyPromisesNone(response: CannedResponse) async throws {
        let server = try await server(response)
        let text = try await server.rest(after: "HEAD /a", "Connection: close")
        #expect(text.hasSuffix("\r\n\r\n"))
        #expect(!text.contains("Transfer-Encoding"))
        #expect(!text.contains("Content-Length"))
    }

    @Test(arguments: [
        CannedResponse("R", status: 202), CannedResponse("R", redirect: "/b"),
        CannedResponse("R", status: 205, delay: .fixed(.milliseconds(5))),
    ])
    func aReplyWithoutBodyHasALengthOfZero(response: CannedResponse) async throws {
        let server = try await server(response)
        let text = try await server.rest(after: "GET /a", "Connection: close")
        #expect(text.contains("\r\nContent-Length: 0\r\n"))
        #expect(text.hasSuffix("\r\n\r\n"))
        #expect(!text.contains("chunked"))
    }

    @Test func theWrittenLengthIsSent() async throws {
        let server = try await server(
            CannedResponse("R", headers: ["Content-Length": "9"], text: "hello"))
        let text = try await server.rest(after: "GET /a")
        #expect(text.contains("\r\nContent-Length: 9\r\n"))
        #expect(text.hasSuffix("\r\n\r\nhello"))
    }
}
