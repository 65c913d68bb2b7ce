import Barricade
import Testing

@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct RedirectionTests {
    static let statuses: [HTTP.Status] = [301, 302, 303, 307, 308]

    @Test func theTargetIsDecidedAnew() async throws {
        let server = try LocalServer()
        let target = try server.url("/live").absoluteString
        let barricade = barricade(to: target)
        let session = barricade.session
        let error = BarricadeError(try await session.failure("\(api)/from"))
        #expect(error?.code == .unmatchedRequest)
        let start = "No response set matches GET \(target). GET \(api)/from redirects there.\n"
        #expect(error?.message.hasPrefix(start) == true, "\(error?.message ?? "")")
        try server.expectNoConnections()
        // A policy lets it through.
        barricade.unmatchedPolicy = .passThrough(hosts: ["127.0.0.1"])
        try await session.expectReplies("200 live /live", from: "\(api)/from", endingAt: target)
        let told = try await barricade.told(of: "\(api)/from").filter { !$0.hasPrefix("redirect") }
        #expect(told == ["response 200", "data live /live", "completed", "invalid"])
        // A set answers it, or has it asked.
        barricade.unmatchedPolicy = .fail
        barricade.register(ResponseSet("Set", on: .get("/live")) { CannedResponse(text: "canned") })
        try await session.expectReply("200 canned", from: "\(api)/from")
        try barricade.setMode(.live, for: "Set")
        try await session.expectReply("200 live /live", from: "\(api)/from", endingAt: target)
        server.expectTargets(["/live", "/live", "/live", "/live"])
    }

    @Test func whatTheServerSendsIsGivenAsItIs() async throws {
        let body = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let server = try LocalServer { _ in .init(body: body, heldBody: Data("second".utf8)) }
        let large = try leading(to: server)
        let (task, completions) = try large.session.task("\(api)/from")
        task.resume()
        await server.requestArrival()
        server.release()
        #expect(await completions.wait().first?.data == body + Data("second".utf8))
        // As are a challenge and a refusal.
        let challenging = try LocalServer { _ in
            .init(
                status: 401, headers: [("WWW-Authenticate", #"Basic realm="api""#)],
                body: Data("who?".utf8))
        }
        let barricade = try leading(to: challenging)
        try await barricade.session.expectReply("401 who?", from: "\(api)/from")
        let other = try leading(to: .refusing())
        try await other.session.expectFailure(.cannotConnectToHost, from: "\(api)/from")
    }

    @Test func cancellingAndSuspendingReachTheLiveRequest() async throws {
        let server = try LocalServer.inPieces()
        let barricade = try leading(to: server)
        let (task, completions) = try barricade.session.task("\(api)/from")
        task.resume()
        await server.requestArrival()
        task.cancel()
        await completions.expectFailure(.cancelled)
        await server.connectionLoss()
        for _ in 0..<10 { try await expectOneRequestOfASuspendedTask() }
    }

    private func expectOneRequestOfASuspendedTask() async throws {
        let server = try LocalServer { _ in .init(heldBody: Data("live".utf8)) }
        let barricade = try leading(to: server)
        let (task, completions) = try barricade.session.task("\(api)/from")
        task.resume()
        task.suspend()
        task.resume()
        task.resume()
        server.release()
        await completions.expectReply("200 live")
        server.expectTargets(["/live"])
    }

    @Test func twentyRedirectsAreFollowedAndNoMore() async throws {
        let barricade = Barricade(chain(of: 20))
        try await barricade.session.expectReply("200 arrived", from: "\(api)/0")
        #expect(barricade.requests.suffix(2).map(\.set) == ["End", "End"])
        let loop = ResponseSet("Loop", on: .get("/loop")) {
            CannedResponse("Again", redirect: "/loop")
        }
        let longer = Barricade(chain(of: 21) + [loop])
        for (path, last) in [("/0", "/20"), ("/loop", "/loop")] {
            let error = try await longer.session.failure("\(api)\(path)") as? URLError
            #expect(error?.code == .httpTooManyRedirects)
            #expect(error?.failingURL?.path == last)
        }
        // A delegate is not asked any more often.
        let delegate = RedirectDelegate { request, answer in answer(request) }
        let session = URLSession(
            configuration: .barricaded(by: longer), delegate: delegate, delegateQueue: nil)
        let error = try await session.failure("\(api)/loop") as? URLError
        #expect(error?.code == .httpTooManyRedirects)
        #expect(delegate.asked.count == 20)
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

    /// Fields that say something of a body, and fields that do not.
    private static let ofBody = [
        "Content-Type": "text/plain", "Content-Language": "de", "content-encoding": "x",
        "Content-Disposition": "inline", "Content-MD5": "eA==",
        "CONTENT-Digest": "sha-256=:eA==:", "Transfer-Encoding": "x",
    ]
    private static let others = [
        "Accept-Language": "de", "X-Content-Type": "a", "Contents": "b", "Accept": "c",
    ]

    @Test(arguments: methods.keys.sorted(), statuses)
    func methodAndBodyFollowTheStatusAndFieldsTheBody(
        _ method: String, _ status: HTTP.Status
    ) async throws {
        let index = try #require(Self.statuses.firstIndex(of: status))
        let expected = Self.methods[method]?[index]
        let barricade = barricade(to: "/to", status: status)
        let hasBody = method != "GET" && method != "HEAD"
        let fields = Self.others.merging(hasBody ? Self.ofBody : [:]) { first, _ in first }
        var request = URLRequest(url: try URL("\(api)/from"))
        request.httpMethod = method
        request.allHTTPHeaderFields = fields
        if hasBody { request.httpBody = Data("a=1".utf8) }
        let answer = try await barricade.session.send(request)
        let arrived = try #require(barricade.requests(for: "To").first?.request)
        let body = arrived.sentBody.data.map { String(decoding: $0, as: UTF8.self) }
        let keepsBody = hasBody && method == expected
        let end = "\(answer.status) \(answer.response.url?.path ?? "")"
        let got = [end, arrived.method.rawValue, body]
        #expect(got == ["200 /to", expected, keepsBody ? "a=1" : nil])
        let kept = fields.filter { arrived.headers[$0.key] == $0.value }
        #expect(kept == (keepsBody ? fields : Self.others))
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
        let base = try URL("http://a/b/c/d;p?q")
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

    /// Statuses and locations that lead nowhere.
    static let responses: [(HTTP.Status, String?)] =
        unreadable.map { (302, $0) } + [(302, nil)]
        + [201, 300, 305, 306].map { ($0, "/to") }

    @Test(arguments: responses) func anUnreadableLocationIsAResponse(
        _ status: HTTP.Status, _ location: String?
    ) async throws {
        let headers: HTTP.Headers = location.map { ["Location": $0] } ?? [:]
        let barricade = Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse("Nowhere", status: status, headers: headers, text: "where?")
            })
        #expect(barricade.validate() == [])
        try await barricade.session.expectReply("\(status) where?", from: "\(api)/from")
        #expect(barricade.requests.map(\.outcome) == [.answered(status)])
    }

    @Test(arguments: unreadable + ["http://[?token=hunter2"])
    func aRedirectThatCanLeadNowhereIsAFault(_ location: String) async throws {
        let shown = location.trimmingCharacters(in: .whitespaces)
            .replacing("hunter2", with: "•••")
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
            try await barricade.session.expectFault(
                .invalidDefinition, text(name), from: "\(api)/from")
        }
    }

    /// Fields that say who asks, of which a session may have one for all its requests.
    @Test(arguments: [
        ["Authorization": "a", "proxy-authorization": "b", "Cookie": "c=d", "Host": "e"],
        ["Authorization": "of the session"],
    ])
    func credentialsStayWithTheirOrigin(_ credentials: [String: String]) async throws {
        let server = try LocalServer()
        let headers = credentials.merging(["X-App": "1"]) { first, _ in first }
        let locations = [
            "/to", "https://other.example.com/to", "http://api.example.com/to",
            try server.url("/live").absoluteString,
        ]
        let barricade = barricade(leadingTo: locations)
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        let isOfSession = credentials.count == 1
        if isOfSession { configuration.httpAdditionalHeaders = headers }
        let session = URLSession(configuration: configuration)
        for _ in locations {
            _ = try await session.get("\(api)/from", headers: isOfSession ? [:] : headers)
        }
        // Which of them arrive.
        let arrived = try barricade.requests(for: "To").map { request in
            headers.filter { request.request.headers[$0.key] == $0.value }.keys.sorted()
        }
        let live = server.requests.map { request in
            headers.filter { request.headers[$0.key.lowercased()] == $0.value }.keys.sorted()
        }
        #if canImport(Darwin)
        let kept = headers.filter { $0.key != "Authorization" }
        #else
        let kept = headers
        #endif
        #expect(arrived + live == [kept.keys.sorted(), ["X-App"], ["X-App"], ["X-App"]])
    }

    /// A barricade that redirects from `/from` to one location after the other, and answers `/to`.
    private func barricade(leadingTo locations: [String]) -> Barricade {
        Barricade(
            ResponseSet("From", on: .get("/from")) {
                CannedResponse.sequence("Redirects") {
                    for location in locations { CannedResponse(redirect: location) }
                }
            },
            ResponseSet("To", on: .any("/to")) { CannedResponse("OK", text: "arrived") }
        ) {
            $0.unmatchedPolicy = .passThrough(hosts: ["127.0.0.1"])
        }
    }

    @Test func theBodyFollowsToTheServer() async throws {
        let server = try LocalServer()
        let barricade = try leading(to: server, status: 307)
        _ = try await barricade.session.upload(
            for: .posting(nil, to: "\(api)/from"), from: Data("uploaded".utf8))
        _ = try await barricade.session.send(.posting("sent", to: "\(api)/from"))
        let arrived = server.requests.map {
            "\($0.method) \(String(decoding: $0.body, as: UTF8.self))"
        }
        #expect(arrived == ["POST uploaded", "POST sent"])
    }

    /// A barricade that redirects from `/from`, and answers `/to`.
    private func barricade(
        to location: String, status: HTTP.Status = 302, policy: UnmatchedPolicy = .fail
    ) -> Barricade {
        Barricade(
            ResponseSet("From", on: .any("/from")) {
                CannedResponse("Redirect", status: status, redirect: location)
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

    /// Sets of so many redirects, the last of which leads to another response of its own set.
    private func chain(of count: Int) -> [ResponseSet] {
        let end = "/\(count - 1)"
        return (0..<count - 1).map { index in
            ResponseSet("\(index)", on: .get("/\(index)")) {
                CannedResponse("Next", redirect: "/\(index + 1)")
            }
        } + [
            ResponseSet("End", on: .get(end)) {
                CannedResponse.sequence("Once more") {
                    CannedResponse(redirect: end)
                    CannedResponse(text: "arrived")
                }
            }
        ]
    }
}
