import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Every way in which a request could reach a server that nobody meant it to reach.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct LeakTests {
    private let server: LocalServer

    init() throws {
        server = try LocalServer()
    }

    private func url(_ path: String = "/") throws -> String { try "\(server.url(path))" }

    // MARK: Requests that nothing answers

    @Test func unmatchedRequestsFail() async throws {
        let barricade = Barricade(ResponseSet("Other", on: .get("/other")) { CannedResponse("OK") })
        let session = barricade.session
        let error = try await session.failure(url("/"))
        #expect(BarricadeError(error)?.code == .unmatchedRequest)
        let completion = try await session.complete(url("/"))
        #expect(completion.error.flatMap { BarricadeError($0)?.code } == .unmatchedRequest)
        let (recorded, delegate) = barricade.recordedSession()
        recorded.dataTask(with: try server.url()).resume()
        #expect(await delegate.completion() == ["failed BarricadeErrorDomain 1"])
        #expect(try server.connectionsSoFar() == 0)
    }

    @Test func aReleasedBarricadeFailsItsSessions() async throws {
        var barricade: Barricade? = Barricade { $0.unmatchedPolicy = .passThrough }
        let session = try #require(barricade?.session)
        weak let weakBarricade = barricade
        barricade = nil
        #expect(weakBarricade == nil)
        let error = try await session.failure(url("/"))
        #expect(BarricadeError(error)?.code == .barricadeReleased)
        #expect(
            error.localizedDescription == """
                The barricade of this session no longer exists, so 127.0.0.1 is not asked either.

                To fix: keep a reference to the barricade for as long as the session is used.
                """)
        #expect(try server.connectionsSoFar() == 0)
    }

    @Test func aReleasedBarricadeIsNotReplacedByAnother() async throws {
        var barricade: Barricade? = Barricade(
            ResponseSet("Old", on: .any("/**")) { CannedResponse("Old", text: "old") })
        let session = try #require(barricade?.session)
        barricade = nil
        let others = (0..<50).map { index in
            Barricade(
                ResponseSet("New", on: .any("/**")) { CannedResponse("\(index)", text: "new") })
        }
        let error = try await session.failure(url("/"))
        #expect(BarricadeError(error)?.code == .barricadeReleased)
        #expect(try server.connectionsSoFar() == 0)
        #expect(others.count == 50)
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
        for _ in 0..<20 {
            let answer = try await barricade.session.get(url("/a"))
            #expect(answer.status == status.rawValue)
            #expect(answer.text == "who?")
            #expect(answer.response.url == (try server.url("/a")))
            for field in headers.fields.prefix(1) {
                #expect(answer.response.value(forHTTPHeaderField: field.name) != nil)
            }
            let completion = try await barricade.session.complete(url("/a"))
            #expect(completion.status == status.rawValue)
            #expect(completion.response?.url == (try server.url("/a")))
        }
        #expect(try server.connectionsSoFar() == 0)
    }

    @Test(arguments: LeakTests.challenges.indices) func credentialsAreNotTakenToTheServer(
        _ index: Int
    ) async throws {
        let (status, headers) = Self.challenges[index]
        let barricade = Barricade(
            ResponseSet("Set", on: .any("/**")) {
                CannedResponse("Challenge", status: status, headers: headers, body: .text("who?"))
            })
        let (session, delegate) = barricade.recordedSession(
            credential: URLCredential(user: "u", password: "p", persistence: .forSession))
        session.dataTask(with: try server.url()).resume()
        session.finishTasksAndInvalidate()
        let names = await delegate.invalidation()
        #expect(
            names == ["response \(status.rawValue)", "data who?", "completed", "invalid"])
        #expect(try server.connectionsSoFar() == 0)
    }

    // MARK: Kinds of tasks

    @Test func uploadsAreAnswered() async throws {
        let barricade = Barricade(
            ResponseSet("Upload", on: .post("/up")) { CannedResponse("OK", text: "taken") })
        let session = barricade.session
        var request = URLRequest(url: try server.url("/up"))
        request.httpMethod = "POST"
        let (data, _) = try await session.upload(for: request, from: Data("body".utf8))
        #expect(String(decoding: data, as: UTF8.self) == "taken")
        request.url = try server.url("/elsewhere")
        await #expect {
            try await session.upload(for: request, from: Data("body".utf8))
        } throws: {
            BarricadeError($0)?.code == .unmatchedRequest
        }
        #expect(try server.connectionsSoFar() == 0)
    }

    @Test func unmatchedDownloadsFail() async throws {
        let barricade = Barricade()
        await #expect {
            try await barricade.session.download(from: server.url())
        } throws: {
            BarricadeError($0)?.code == .unmatchedRequest
        }
        #expect(try server.connectionsSoFar() == 0)
    }

    #if !canImport(Darwin)
    // Where web sockets are not to be had at all; elsewhere they never meet a URLProtocol.
    @Test func webSocketsFail() async throws {
        let barricade = Barricade(
            ResponseSet("Set", on: .any("/**")) { CannedResponse("OK", text: "no socket") })
        let url = try #require(URL(string: "ws://127.0.0.1:\(server.port)/"))
        let session = barricade.session
        let task = session.webSocketTask(with: url)
        task.resume()
        await #expect(throws: (any Error).self) { try await task.receive() }
        #expect(try server.connectionsSoFar() == 0)
    }
    #endif

    // MARK: Kinds of URLs

    static let schemes = [
        "http", "https", "HTTP", "ftp", "ws", "wss", "gopher", "mockserver", "x-a.b+c",
    ]

    @Test(arguments: LeakTests.schemes) func everySchemeIsBarricaded(_ scheme: String) async throws
    {
        let barricade = Barricade(
            ResponseSet("Set", on: .get("/answered")) { CannedResponse("OK", text: "here") })
        let host = "\(scheme)://127.0.0.1:\(server.port)"
        #expect(try await barricade.session.get("\(host)/answered").text == "here")
        let error = try await barricade.session.failure("\(host)/not")
        #expect(BarricadeError(error)?.code == .unmatchedRequest)
        #expect(try server.connectionsSoFar() == 0)
    }

    @Test(arguments: ["about:blank", "relative/path", "urn:x"])
    func urlsWithoutAHostAreBarricaded(_ url: String) async throws {
        let barricade = Barricade()
        let error = try await barricade.session.failure(url)
        #expect(BarricadeError(error)?.code == .unmatchedRequest)
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
        #expect(try await barricade.session.get(url).text == "canned")
        try barricade.unregister("Named")
        #expect(try await barricade.session.get(url).text == "by its URL")
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
        let completion = try #require(await completions.wait().first)
        #expect(completion.error is URLError)
        #expect(try server.connectionsSoFar() == 0)
    }

    // MARK: Several barricades

    @Test func theLastInstalledBarricadeDecides() async throws {
        let first = Barricade(
            ResponseSet("First", on: .any("/**")) { CannedResponse("OK", text: "first") })
        let second = Barricade(
            ResponseSet("Second", on: .get("/second")) { CannedResponse("OK", text: "second") })
        let configuration = URLSessionConfiguration.barricaded(by: first)
        second.install(in: configuration)
        let session = URLSession(configuration: configuration)
        #expect(try await session.get(url("/second")).text == "second")
        let error = try await session.failure(url("/other"))
        #expect(BarricadeError(error)?.code == .unmatchedRequest)
        #expect(try server.connectionsSoFar() == 0)
    }
}
