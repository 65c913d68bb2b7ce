import Barricade
import BarricadePanel
import BarricadeSurfaces
import LoopbackServer
import Testing

@testable import TestSupport

/// Requests that the barricade lets pass through, to a real server of this machine.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ServedPassThroughTests {
    private let origin: LoopbackServer
    private let barricade: Barricade
    private let server: BarricadeServer

    init() async throws {
        origin = LoopbackServer { request in
            switch request.path {
            case "/cookies":
                LoopbackServer.Response(headers: ["Set-Cookie": "a=1; Path=/", "Set-Cookie": "b=2"])
            case "/away":
                LoopbackServer.Response(
                    .found, headers: ["Location": "http://\(request.authority)/cookies"])
            case "/secret":
                LoopbackServer.Response(
                    .unauthorized, headers: ["WWW-Authenticate": "Basic realm=\"a\""],
                    body: .data(Data("Who?".utf8)))
            case "/odd": .text("Who?", status: 999)
            case "/cut": .disconnection
            default:
                .text("\(request.method) \(request.authority) \(request.body.count)")
            }
        }
        let port = try origin.start()
        barricade = Barricade { $0.unmatchedPolicy = .passThrough }
        server = try await barricade.serve(as: "http://127.0.0.1:\(port)")
    }

    @Test(arguments: [UnmatchedPolicy.passThrough, .passThrough(except: ["other.example.com"])])
    func theRealServerIsAskedAndWhatIsTheClientsReachesIt(_ policy: UnmatchedPolicy) async throws {
        barricade.unmatchedPolicy = policy
        let reply = try await server.reply("POST /echo", "Host: localhost:9", body: "abc")
        #expect(reply.body == "POST 127.0.0.1:\(origin.port ?? 0) 3")
        #expect(try await server.rest(after: "GET /cut") == "The connection was lost.\r\n")
        let cookies = try await server.reply("GET /cookies").fields
            .filter { $0.hasPrefix("Set-Cookie: ") }
        #expect(cookies == ["Set-Cookie: a=1; Path=/", "Set-Cookie: b=2"])
        let redirect = try await server.reply("GET /away")
        #expect(
            (redirect.status, redirect["Location"])
                == (302, "\(server.url.absoluteString)cookies"))
        let challenge = try await server.reply("GET /secret")
        #expect((challenge.status, challenge.body) == (401, "Who?"))
        // Some servers send statuses that RFC 9110 does not know.
        let odd = try await server.reply("GET /odd")
        #expect((odd.status, odd.body) == (999, "Who?"))
        #expect(barricade.requests.first?.outcome == .passedThrough)
        #expect(
            barricade.requests.map(\.status?.rawValue) == [200, nil, 200, 302, 401, 999])
        #expect(LogRow(barricade.requests[4]).outcome == "passed through, 401 unauthorized")
        #expect("\(barricade.requests[5])".contains("/odd  passed through, 999 in "))
        await origin.stop()
        _ = try await server.rest(after: "GET /gone")
        #expect(
            barricade.requests.last?.note == "the client got an error: cannotConnectToHost")
    }
}
