import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct RedirectionTests {
    static let statuses: [HTTP.Status] = [301, 302, 303, 307, 308]

    @Test(arguments: statuses) func leadsToAnotherSet(_ status: HTTP.Status) async throws {
        let server = try LocalServer()
        let barricade = barricade(to: "/to", status: status)
        try await barricade.session.expectReply(
            "200 arrived", from: "\(server.url("/from"))", endingAt: "\(server.url("/to"))")
        let completion = try await barricade.session.complete("\(server.url("/from"))")
        #expect(completion.reply == "200 arrived")
        try server.expectNoConnections()
    }

    @Test func anUnmatchedTargetFails() async throws {
        let server = try LocalServer()
        let target = try server.url("/live")
        let barricade = barricade(to: "\(target)")
        let error = try await barricade.session.failure("\(api)/from")
        #expect(BarricadeError(error)?.code == .unmatchedRequest)
        #expect(error.localizedDescription.contains("\(target)"))
        try server.expectNoConnections()
    }

    @Test func aTargetThatMayPassThroughIsAsked() async throws {
        let server = try LocalServer()
        let barricade = try leading(to: server)
        try await barricade.session.expectReply(
            "200 live /live", from: "\(api)/from", endingAt: "\(server.url("/live"))")
        #expect(try await barricade.session.complete("\(api)/from").text == "live /live")
        let told = try await barricade.told(of: "\(api)/from").filter { !$0.hasPrefix("redirect") }
        #expect(told == ["response 200", "data live /live", "completed", "invalid"])
        #expect(server.requests.map(\.target) == ["/live", "/live", "/live"])
    }

    @Test func aLargeBodyInPiecesFromTheServerIsComplete() async throws {
        let body = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let server = try LocalServer { _ in .init(body: body, heldBody: Data("second".utf8)) }
        let barricade = try leading(to: server)
        let (task, completions) = try barricade.session.task("\(api)/from")
        task.resume()
        await server.requestArrival()
        server.release()
        #expect(await completions.wait().first?.data == body + Data("second".utf8))
    }

    @Test func aChallengeAndARefusalOfTheServerAreGivenAsTheyAre() async throws {
        let challenging = try LocalServer { _ in
            .init(
                status: 401, headers: [("WWW-Authenticate", #"Basic realm="api""#)],
                body: Data("who?".utf8))
        }
        let barricade = try leading(to: challenging)
        try await barricade.session.expectReply("401 who?", from: "\(api)/from")
        let other = try leading(to: .refusing())
        let error = try await other.session.failure("\(api)/from")
        #expect((error as? URLError)?.code == .cannotConnectToHost)
    }

    @Test func cancellingEndsTheLiveRequestToo() async throws {
        let server = try LocalServer.inPieces()
        let barricade = try leading(to: server)
        let (task, completions) = try barricade.session.task("\(api)/from")
        task.resume()
        await server.requestArrival()
        task.cancel()
        await completions.expectFailure(.cancelled)
        await server.connectionLoss()
    }

    @Test func suspensionHoldsTheLiveRequestToo() async throws {
        for _ in 0..<10 {
            let server = try LocalServer { _ in .init(heldBody: Data("live".utf8)) }
            let barricade = try leading(to: server)
            let (task, completions) = try barricade.session.task("\(api)/from")
            task.resume()
            task.suspend()
            task.resume()
            task.resume()
            server.release()
            await completions.expectReply("200 live")
            #expect(server.requests.count == 1)
        }
    }

    @Test func twentyRedirectsAreFollowedAndNoMore() async throws {
        let barricade = Barricade(chain(of: 20))
        try await barricade.session.expectReply("200 arrived", from: "\(api)/0")
        let loop = ResponseSet("Loop", on: .get("/loop")) {
            CannedResponse("Again", redirect: "/loop")
        }
        let longer = Barricade(chain(of: 21) + [loop])
        for (path, last) in [("/0", "/21"), ("/loop", "/loop")] {
            let error = try await longer.session.failure("\(api)\(path)") as? URLError
            #expect(error?.code == .httpTooManyRedirects)
            #expect(error?.failingURL?.absoluteString == "\(api)\(last)")
        }
    }

    /// What each method becomes, in the order of the statuses.
    static let methods = [
        "GET": ["GET", "GET", "GET", "GET", "GET"],
        "HEAD": ["HEAD", "HEAD", "HEAD", "HEAD", "HEAD"],
        "POST": ["GET", "GET", "GET", "POST", "POST"],
        "PUT": ["PUT", "PUT", "GET", "PUT", "PUT"],
        "PATCH": ["PATCH", "PATCH", "GET", "PATCH", "PATCH"],
        "DELETE": ["DELETE", "DELETE", "GET", "DELETE", "DELETE"],
    ]

    @Test(arguments: methods.keys.sorted(), statuses) func methodAndBodyFollowTheStatus(
        _ method: String, _ status: HTTP.Status
    ) async throws {
        let index = try #require(Self.statuses.firstIndex(of: status))
        let expected = try #require(Self.methods[method])[index]
        let barricade = barricade(to: "/to", status: status)
        let hasBody = method != "GET" && method != "HEAD"
        var request = URLRequest(url: try #require(URL(string: "\(api)/from")))
        request.httpMethod = method
        request.setValue("de", forHTTPHeaderField: "Accept-Language")
        if hasBody {
            request.httpBody = Data("a=1".utf8)
            request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
            request.setValue("de", forHTTPHeaderField: "Content-Language")
        }
        let answer = try await barricade.session.send(request)
        #expect(answer.status == 200)
        let arrived = try #require(barricade.requests(for: "To").first?.request)
        let headers = ["Content-Type", "Content-Language", "Accept-Language"]
        let got =
            [arrived.body.data.map { String(decoding: $0, as: UTF8.self) }]
            + headers.map { arrived.headers[$0] }
        let keepsBody = hasBody && method == expected
        #expect(arrived.method.rawValue == expected)
        #expect(got == (keepsBody ? ["a=1", "text/plain", "de"] : [nil, nil, nil]) + ["de"])
    }

    @Test(arguments: [201, 300, 304, 305, 306] as [HTTP.Status])
    func otherStatusesAreResponses(_ status: HTTP.Status) async throws {
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Elsewhere", status: status, headers: ["Location": "/to"])
            })
        #expect(try await barricade.session.get("\(api)/from").status == status.rawValue)
        #expect(barricade.requests.map(\.outcome) == [.answered(status)])
    }

    static let locations = [
        ("/to", "https://api.example.com/to#part"),
        ("//other.example.com/x", "https://other.example.com/x#part"),
        ("?q=2", "https://api.example.com/a/b?q=2#part"),
        ("../x", "https://api.example.com/x#part"),
        ("c", "https://api.example.com/a/c#part"),
        ("/to#own", "https://api.example.com/to#own"),
        (" /to ", "https://api.example.com/to#part"),
        ("/a b", "https://api.example.com/a%20b#part"),
        ("http://api.example.com:8080/to", "http://api.example.com:8080/to#part"),
        ("myapp://callback?code=1", "myapp://callback?code=1#part"),
        ("http://other.example.com/../z", "http://other.example.com/z#part"),
        ("/b/../c/./d/..?e=/../f#g/../h", "https://api.example.com/c/?e=/../f#g/../h"),
    ]

    /// The examples of RFC 3986, section 5.4, but the empty one, which leads nowhere here.
    static let examples: [(String, String)] = [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"), ("http://k/../z", "http://k/z"),
        ("http://k/a//../b/%2E%2E/c", "http://k/a/b/%2E%2E/c"),
    ]

    @Test func aLocationIsResolvedByItsRFC() throws {
        let base = try #require(URL(string: "http://a/b/c/d;p?q"))
        let resolved = Self.examples.map { location, _ in
            "\(location) leads to \(Location(location).url(from: base)?.absoluteString ?? "")"
        }
        #expect(resolved == Self.examples.map { "\($0) leads to \($1)" })
    }

    @Test(arguments: locations) func aLocationIsRelativeToTheRequest(
        _ location: String, _ target: String
    ) async throws {
        let barricade = Barricade(
            ResponseSet("From", on: .get("/a/b") && .query("x", "1")) {
                CannedResponse("Redirect", redirect: location)
            },
            ResponseSet("Rest", on: .method(.get)) { CannedResponse("OK", text: "arrived") })
        #expect(barricade.validate() == [])
        try await barricade.session.expectReply(
            "200 arrived", from: "\(api)/a/b?x=1#part", endingAt: target)
        #expect(try barricade.requests(for: "Rest").map(\.request.url.absoluteString) == [target])
    }

    static let unreadable = ["http://[", "", " ", "http://a b/", "1http://x"]

    @Test(arguments: unreadable + [nil]) func anUnreadableLocationIsAResponse(
        _ location: String?
    ) async throws {
        let headers: HTTP.Headers = location.map { ["Location": $0] } ?? [:]
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Nowhere", status: 302, headers: headers, text: "where?")
            })
        #expect(barricade.validate() == [])
        try await barricade.session.expectReply("302 where?", from: "\(api)/from")
    }

    @Test(arguments: unreadable) func aRedirectThatCanLeadNowhereIsAFault(
        _ location: String
    ) async throws {
        let shown = location.trimmingCharacters(in: .whitespaces)
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from"), line: 7) {
                CannedResponse("Nowhere", redirect: location)
                CannedResponse("Made") { _ in CannedResponse(redirect: location) }
            })
        func text(_ name: String) -> String {
            """
            Response "\(name)" of set "From" (RedirectionTests.swift:7) cannot be sent: it redirects \
            to "\(shown)", which is not a URL.
            """
        }
        #expect(barricade.validate().map(\.message) == [text("Nowhere")])
        for name in ["Nowhere", "Made"] {
            try barricade.select(name, for: "From")
            let error = try await barricade.session.failure("\(api)/from")
            #expect(BarricadeError(error)?.code == .invalidDefinition)
            #expect(error.localizedDescription == text(name))
        }
    }

    @Test func aFaultMasksTheSecretsOfItsLocation() {
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Nowhere", redirect: "http://[?token=hunter2")
            })
        #expect(barricade.validate().map { $0.message.contains("hunter2") } == [false])
    }

    @Test func aRedirectMayLeadToAnotherResponseOfItsSet() async throws {
        let barricade = Barricade(
            ResponseSet("Page", on: .get("/page")) {
                CannedResponse.sequence("Once moved") {
                    CannedResponse(redirect: "/page")
                    CannedResponse(text: "arrived")
                }
            })
        try await barricade.session.expectReply("200 arrived", from: "\(api)/page")
        #expect(barricade.requests.map(\.set) == ["Page", "Page"])
    }

    @Test func aSetThatIsLiveIsAskedByTheRedirect() async throws {
        let server = try LocalServer()
        let target = try server.url("/to")
        let barricade = barricade(to: "\(target)")
        try await barricade.session.expectReply("200 arrived", from: "\(api)/from")
        try barricade.setMode(.live, for: "To")
        try await barricade.session.expectReply(
            "200 live /to", from: "\(api)/from", endingAt: "\(target)")
    }

    @Test(arguments: [(303, 0), (307, 6)] as [(HTTP.Status, Int)])
    func whatIsSaidOfABodyDoesNotFollowWithoutIt(_ status: HTTP.Status, _ count: Int) async throws {
        let barricade = barricade(to: "/to", status: status)
        let ofBody = [
            "Content-Type": "text/plain", "content-encoding": "x", "Content-Disposition": "inline",
            "Content-MD5": "eA==", "CONTENT-Digest": "sha-256=:eA==:", "Transfer-Encoding": "x",
        ]
        let others = ["X-Content-Type": "a", "Contents": "b", "Accept": "c"]
        var request = try URLRequest.posting("body", to: "\(api)/from")
        request.allHTTPHeaderFields = ofBody.merging(others) { first, _ in first }
        _ = try await barricade.session.data(for: request)
        let arrived = try #require(barricade.requests(for: "To").first?.request.headers)
        let counts = [ofBody, others].map { $0.keys.count { arrived[$0] != nil } }
        #expect(counts == [count, 3])
    }

    /// Fields that say who asks, of which a session may have one for all its requests.
    private static let credentials = [
        "Authorization": "a", "proxy-authorization": "b", "Cookie": "c=d", "Host": "e",
    ]

    @Test(arguments: [false, true])
    func credentialsStayWithTheirOrigin(_ areOfSession: Bool) async throws {
        let server = try LocalServer {
            .text("\($0.headers["authorization"] ?? "none") \($0.headers["x-app"] ?? "none")")
        }
        let barricade = barricade(to: "/to")
        barricade.unmatchedPolicy = .passThrough(hosts: ["127.0.0.1"])
        let credentials =
            areOfSession ? Self.credentials.filter { $0.key == "Authorization" } : Self.credentials
        let headers = credentials.merging(["X-App": "1"]) { first, _ in first }
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        if areOfSession { configuration.httpAdditionalHeaders = headers }
        let session = URLSession(configuration: configuration)
        func answer(to location: String) async throws -> String {
            barricade.register(
                ResponseSet("From", on: .get("/from")) {
                    CannedResponse("Redirect", redirect: location)
                })
            return try await session.get("\(api)/from", headers: areOfSession ? [:] : headers).text
        }
        for location in ["/to", "https://other.example.com/to", "http://api.example.com/to"] {
            #expect(try await answer(to: location) == "arrived")
        }
        #expect(try await answer(to: "\(server.url("/live"))") == "none 1")
        let arrived = try barricade.requests(for: "To").map(\.request.headers)
        let counts = arrived.map { headers in credentials.keys.count { headers[$0] != nil } }
        #expect(counts == [credentials.count, 0, 0])
        #expect(arrived.map { $0["X-App"] } == ["1", "1", "1"])
    }

    @Test func theBodyFollowsToTheServer() async throws {
        let server = try LocalServer { .text("\($0.method) \($0.body.count)") }
        let barricade = try leading(to: server, status: 307)
        var request = try URLRequest.posting(nil, to: "\(api)/from")
        let (uploaded, _) = try await barricade.session.upload(
            for: request, from: Data("uploaded".utf8))
        request.httpBody = Data("body".utf8)
        let texts = [
            String(decoding: uploaded, as: UTF8.self),
            try await barricade.session.send(request).text,
        ]
        #expect(texts == ["POST 8", "POST 4"])
    }

    @Test func aDelayedRedirectIsFollowed() async throws {
        let clock = ForeignClock()
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Redirect", redirect: "/to", delay: .seconds(1))
            },
            ResponseSet("To", on: .get("/to")) {
                CannedResponse("OK", text: "arrived", delay: .seconds(2))
            }
        ) {
            $0.clock = clock
        }
        let (task, completions) = try barricade.session.task("\(api)/from")
        task.resume()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers()
        #expect(completions.all.isEmpty)
        clock.advance(by: .seconds(2))
        await completions.expectReply("200 arrived")
    }

    /// A barricade that redirects from `/from`, and answers `/to`.
    private func barricade(
        to location: String, status: HTTP.Status = 302, policy: UnmatchedPolicy = .fail
    ) -> Barricade {
        Barricade(
            ResponseSet("From", on: .any("/from")) {
                CannedResponse("Redirect", redirect: location, status: status)
            },
            ResponseSet("To", on: .any("/to")) { CannedResponse("OK", text: "arrived") }
        ) {
            $0.unmatchedPolicy = policy
        }
    }

    /// A barricade that redirects from `/from` to a server.
    private func leading(to server: LocalServer, status: HTTP.Status = 302) throws -> Barricade {
        barricade(
            to: "\(try server.url("/live"))", status: status,
            policy: .passThrough(hosts: ["127.0.0.1"]))
    }

    private func chain(of count: Int) -> [ResponseSet] {
        (0..<count).map { index in
            ResponseSet("\(index)", on: .get("/\(index)")) {
                CannedResponse("Next", redirect: "/\(index + 1)")
            }
        } + [ResponseSet("End", on: .get("/\(count)")) { CannedResponse("OK", text: "arrived") }]
    }
}
