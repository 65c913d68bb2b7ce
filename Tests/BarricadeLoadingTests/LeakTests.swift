import Barricade
import Testing

@testable import TestSupport

/// Every way in which a request could reach a server that nobody meant it to reach.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct LeakTests {
    private let server: LocalServer

    init() throws {
        server = try LocalServer()
    }

    private func url(_ path: String = "/") throws -> String { try "\(server.url(path))" }

    // MARK: Requests that nothing answers

    /// Policies that let no request to the server through.
    private static let policies: [UnmatchedPolicy] = [
        .fail, .passThrough(hosts: ["localhost"]), .passThrough(except: ["127.0.0.1"]),
    ]

    @Test(arguments: policies) func unmatchedRequestsFail(_ policy: UnmatchedPolicy) async throws {
        let barricade = Barricade(ResponseSet("Other", on: .get("/other")) { CannedResponse("OK") })
        barricade.unmatchedPolicy = policy
        let session = barricade.session
        let url = try server.url()
        let upload = try URLRequest.posting(nil, to: "\(url)")
        let codes: [BarricadeError.Code?] = [
            await code { try await session.data(from: url) },
            await code { try await session.upload(for: upload, from: Data("body".utf8)) },
            await code { try await session.download(from: url) },
            try await session.complete("\(url)").error.flatMap { BarricadeError($0)?.code },
        ]
        #expect(codes.allSatisfy { $0 == .unmatchedRequest })
        try await barricade.expectTold(["failed BarricadeErrorDomain 1", "invalid"], of: "\(url)")
        try server.expectNoConnections()
    }

    /// Returns the code of the library's error that a request fails with.
    private func code(_ load: () async throws -> Any) async -> BarricadeError.Code? {
        do {
            _ = try await load()
            return nil
        } catch {
            return BarricadeError(error)?.code
        }
    }

    @Test func aReleasedBarricadeFailsItsSessions() async throws {
        var barricade: Barricade? = Barricade(
            ResponseSet("Old", on: .any("/old")) { CannedResponse("Old", text: "old") }
        ) {
            $0.unmatchedPolicy = .passThrough
        }
        let session = try #require(barricade?.session)
        weak var weakBarricade: Barricade?
        weakBarricade = barricade
        barricade = nil
        #expect(weakBarricade == nil)
        // None of these replaces it.
        let others = (0..<50).map { index in
            Barricade(
                ResponseSet("New", on: .any("/**")) { CannedResponse("\(index)", text: "new") })
        }
        for path in ["/", "/old"] {
            try await session.expectFault(
                .barricadeReleased,
                """
                The barricade of this session no longer exists, so 127.0.0.1 is not asked either.

                To fix: in a test, make the session for each test, from the test's own barricade; \
                elsewhere, keep a reference to the barricade for as long as the session is used.
                """, from: url(path))
        }
        try server.expectNoConnections()
        withExtendedLifetime(others) {}
    }

    // MARK: Challenges

    static let challenges: [(status: HTTP.Status, headers: HTTP.Headers)] = [
        (401, ["WWW-Authenticate": #"Basic realm="api""#]),
        (401, ["WWW-Authenticate": #"Digest realm="api", nonce="1", qop="auth", algorithm=MD5"#]),
        (401, ["WWW-Authenticate": #"Bearer realm="api""#]),
        (401, ["www-authenticate": "Basic", "WWW-Authenticate": "Digest nonce=\"1\""]),
        (407, ["Proxy-Authenticate": #"Basic realm="proxy""#]),
        (407, ["Proxy-Authenticate": #"Digest realm="proxy", nonce="1""#]),
        (407, ["WWW-Authenticate": #"Basic realm="api""#]),
    ]

    @Test(arguments: LeakTests.challenges.indices) func challengesAreGivenAsTheyAre(
        _ index: Int
    ) async throws {
        let (status, headers) = Self.challenges[index]
        let barricade = Barricade(
            ResponseSet("Set", on: .any("/**")) {
                CannedResponse("Challenge", status: status, headers: headers, body: .text("who?"))
            })
        let field = try #require(headers.fields.first?.name)
        let url = try url("/a")
        for _ in 0..<20 {
            try await barricade.session.expectReply(
                "\(status.rawValue) who?", from: url, endingAt: url)
            let completion = try await barricade.session.complete(url)
            let response = completion.response as? HTTPURLResponse
            let end = response?.value(forHTTPHeaderField: field).map { _ in response?.url }
            #expect(completion.reply == "\(status.rawValue) who?")
            #expect(end == URL(string: url))
        }
        // Credentials are not taken to the server.
        let events = ["response \(status.rawValue)", "data who?", "completed", "invalid"]
        try await barricade.expectTold(
            events, of: url,
            credential: URLCredential(user: "u", password: "p", persistence: .forSession))
        try server.expectNoConnections()
    }

    // MARK: Kinds of tasks

    #if !canImport(Darwin) && compiler(>=6.3)
    // Where web sockets are not to be had at all; elsewhere they never meet a URLProtocol. Before
    // Swift 6.3, whoever waits for one that fails waits in vain.
    @Test func webSocketsFail() async throws {
        let barricade = Barricade(
            ResponseSet("Set", on: .any("/**")) { CannedResponse("OK", text: "no socket") })
        let url = try URL("ws://127.0.0.1:\(server.port)/")
        let session = barricade.session
        let task = session.webSocketTask(with: url)
        task.resume()
        await #expect(throws: (any Error).self) { try await task.receive() }
        try server.expectNoConnections()
    }
    #endif

    // MARK: Kinds of URLs

    /// URLs, of which those with a host have the server's.
    static let urls =
        ["http", "https", "HTTP", "ftp", "ws", "wss", "gopher", "mockserver", "x-a.b+c"]
        .map { "\($0)://HOST/a" } + ["about:blank", "relative/path", "urn:x"]

    @Test(arguments: urls) func everySchemeIsBarricaded(_ url: String) async throws {
        let url = url.replacing("HOST", with: "127.0.0.1:\(server.port)")
        let barricade = Barricade()
        try await barricade.session.expectFault(.unmatchedRequest, from: url)
        try server.expectNoConnections()
        // A relative one is of no set.
        guard url.contains(":") else { return }
        barricade.register(ResponseSet("Set", on: .any) { CannedResponse("OK", text: "here") })
        try await barricade.session.expectReply("200 here", from: url)
        try server.expectNoConnections()
    }

    @Test func dataURLsAreLeftToThePlatform() async throws {
        let barricade = Barricade(ResponseSet("All", on: .any("/**")) { CannedResponse("OK") })
        let completion = try await barricade.session.complete("data:,hello")
        #expect(completion.text == "hello")
        #expect(barricade.requestCount == 0)
    }

    @Test(arguments: ["data:text/plain,hello", "file:///etc/hosts"])
    func setsThatNameALocalSchemeAnswerIt(_ url: String) async throws {
        let scheme = String(url.prefix(4))
        let barricade = Barricade(
            ResponseSet("Named", on: .scheme(scheme)) { CannedResponse("OK", text: "canned") },
            ResponseSet("URL", on: .url(url)) { CannedResponse("OK", text: "by its URL") })
        try await barricade.session.expectReply("200 canned", from: url)
        try barricade.unregister("Named")
        try await barricade.session.expectReply("200 by its URL", from: url)
        let count = barricade.requestCount
        try barricade.unregister("URL")
        let completion = try await barricade.session.complete(url)
        #expect(completion.text != "by its URL")
        #expect(barricade.requestCount == count)
    }

    @Test func aRequestWithoutURLFails() async throws {
        let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
        var request = URLRequest(url: try server.url())
        request.url = nil
        let (task, completions) = barricade.session.task(with: request)
        task.resume()
        #expect(await completions.wait().first?.error is URLError)
        try server.expectNoConnections()
    }

    // MARK: Several barricades

    @Test func theLastInstalledBarricadeDecidesUntilItIsTakenOut() async throws {
        let first = Barricade(
            ResponseSet("First", on: .any("/**")) { CannedResponse("OK", text: "first") })
        let second = Barricade(
            ResponseSet("Second", on: .get("/second")) { CannedResponse("OK", text: "second") })
        let configuration = URLSessionConfiguration.barricaded(by: first)
        second.install(in: configuration)
        let session = URLSession(configuration: configuration)
        try await session.expectReply("200 second", from: url("/second"))
        try await session.expectFault(.unmatchedRequest, from: url("/other"))
        second.uninstall(from: configuration)
        let without = URLSession(configuration: configuration)
        try await without.expectReply("200 first", from: url("/second"))
        try server.expectNoConnections()
        first.uninstall(from: configuration)
        let open = URLSession(configuration: configuration)
        try await open.expectReply("200 live /second", from: url("/second"))
        #expect([first, second].map(\.requestCount) == [1, 2])
    }
}
