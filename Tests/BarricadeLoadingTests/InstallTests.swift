import Barricade
import Testing

@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct InstallTests {
    private let set = ResponseSet("Text", on: .get("/text")) { CannedResponse("One", text: "one") }

    @Test func standsInFrontOnceAndTakesTheCacheOut() async throws {
        let barricade = Barricade(set)
        let configuration = URLSessionConfiguration.default
        let before = classes(of: configuration)
        for _ in 0..<2 {
            barricade.install(in: configuration)
            let behind = Array(classes(of: configuration).dropFirst())
            #expect(behind == before)
        }
        #expect(configuration.urlCache == nil)
        try await URLSession(configuration: configuration).expectReply(
            "200 one", from: "\(api)/text")
    }

    @Test func itsProtocolClassesAnswerInAClientsOwnSession() async throws {
        let barricade = Barricade(set)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = barricade.protocolClasses
        try await URLSession(configuration: configuration).expectReply(
            "200 one", from: "\(api)/text")
        #expect(barricade.protocolClasses.count == 1)
    }

    private func classes(of configuration: URLSessionConfiguration) -> [ObjectIdentifier] {
        (configuration.protocolClasses ?? []).map { ObjectIdentifier($0) }
    }

    @Test func theCacheStaysWhenAsked() async throws {
        let barricade = Barricade(set)
        let configuration = URLSessionConfiguration.default
        barricade.install(in: configuration)
        configuration.urlCache = .shared
        let session = URLSession(configuration: configuration)
        for _ in 0..<50 {
            let (task, completions) = try session.task("\(api)/text")
            task.resume()
            await completions.expectReply("200 one")
            let (cancelled, outcome) = try session.task("\(api)/text")
            cancelled.resume()
            cancelled.cancel()
            #expect(await outcome.wait().count == 1)
        }
    }

    @Test func aCannedResponseIsNeverStored() async throws {
        let fresh = ["Cache-Control": "max-age=600"]
        let barricade = Barricade(
            ResponseSet("Any", on: .any("/**")) {
                CannedResponse(headers: HTTP.Headers(fresh), text: "now")
            })
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
        configuration.urlCache = cache
        let session = URLSession(configuration: configuration)
        let request = URLRequest(url: try URL(api))
        #expect(try await session.send(request).text == "now")
        #expect(cache.cachedResponse(for: request) == nil)
        // Nor is one that has been stored taken.
        let head = try #require(
            HTTPURLResponse(
                url: URL(api), statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fresh))
        cache.storeCachedResponse(
            CachedURLResponse(response: head, data: Data("stored".utf8)), for: request)
        #expect(try await session.send(request).text == "now")
    }

    @Test(
        arguments: [
            URLRequest.CachePolicy.useProtocolCachePolicy, .reloadIgnoringLocalCacheData,
            .returnCacheDataElseLoad, .returnCacheDataDontLoad,
        ], [true, false])
    func everyCachePolicyIsAnswered(
        _ policy: URLRequest.CachePolicy, keepsCache: Bool
    ) async throws {
        let barricade = Barricade(set)
        let configuration = URLSessionConfiguration.ephemeral
        let cache = configuration.urlCache
        barricade.install(in: configuration)
        if keepsCache { configuration.urlCache = cache }
        var request = URLRequest(url: try URL("\(api)/text"))
        request.cachePolicy = policy
        for _ in 0..<2 {
            let answer = try await URLSession(configuration: configuration).send(request)
            #expect(answer.text == "one")
        }
        #expect(barricade.requestCount == 2)
    }

    // MARK: Cookies

    /// A storage is used again when it is nobody's, and that must not show.
    @Test func eachBarricadeHasCookiesOfItsOwn() async throws {
        let set = ResponseSet("Login", on: .get("/login")) {
            CannedResponse("OK", headers: ["Set-Cookie": "session=\(UUID())"])
        }
        for _ in 0..<3 {
            let barricades = (0..<100).map { _ in Barricade(set) }
            let storages = barricades.compactMap { $0.session.configuration.httpCookieStorage }
            let areNew = storages.allSatisfy {
                $0.cookies == [] && $0.cookieAcceptPolicy == .always
            }
            #expect(areNew)
            #expect(Set(storages.map(ObjectIdentifier.init)).count == barricades.count)
            // Some get a cookie, and some another policy.
            for barricade in barricades[..<30] {
                _ = try await barricade.session.get("\(api)/login")
            }
            #expect(storages[..<30].allSatisfy { $0.cookies?.count == 1 })
            for storage in storages[30..<60] { storage.cookieAcceptPolicy = .never }
        }
    }

    @Test func matchersSeeTheSessionsHeaders() async throws {
        let barricade = Barricade(
            ResponseSet("Team", on: .get("/text") && .header("x-team", "Orange")) {
                CannedResponse("Seen", text: "seen")
            })
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configuration.httpAdditionalHeaders = ["X-Team": "Orange"]
        let session = URLSession(configuration: configuration)
        try await session.expectReply("200 seen", from: "\(api)/text")
        // The request's own come first.
        _ = try? await session.get("\(api)/text", headers: ["X-Team": "Green"])
        #expect(barricade.unmatchedRequests.count == 1)
        try await barricade.session.expectFault(.unmatchedRequest, from: "\(api)/text")
    }
}

/// The session that all of a process shares; one test at a time may touch it.
@Suite(.timeLimit(.minutes(10)), .touchingSharedSession) struct SharedSessionTests {
    @Test func enablingAnswersAndDisablingLetsGo() async throws {
        let server = try LocalServer()
        let (url, other) = (try "\(server.url("/shared"))", try "\(server.url("/other"))")
        let clock = ForeignClock()
        let barricade = Barricade(
            ResponseSet("Shared", on: .get("/shared")) { CannedResponse("OK", text: "canned") },
            ResponseSet("Slow", on: .get("/slow"), delay: .seconds(1)) {
                CannedResponse("OK", text: "late")
            }
        ) {
            $0.clock = clock
        }
        barricade.enable()
        defer { barricade.disable() }
        try await URLSession.shared.expectReply("200 canned", from: url)
        try await URLSession.shared.expectFault(.unmatchedRequest, from: other)
        let (task, completions) = try URLSession.shared.task("\(api)/slow")
        task.resume()
        await clock.waitForSleepers()
        try server.expectNoConnections()
        barricade.disable()
        // What has begun goes on.
        clock.advance(by: .seconds(1))
        await completions.expectReply("200 late")
        try await URLSession.shared.expectReply("200 live /shared", from: url)
        // Its own sessions stay barricaded.
        try await barricade.session.expectFault(.unmatchedRequest, from: other)
        barricade.enable()
        try await URLSession.shared.expectReply("200 canned", from: url)
        barricade.unmatchedPolicy = .passThrough
        try await URLSession.shared.expectReply("200 live /other", from: other)
        server.expectTargets(["/shared", "/other"])
    }

    @Test func theLastEnabledDecides() async throws {
        let url = "\(api)/shared"
        let barricades = ["first", "second"].map { name in
            Barricade(
                ResponseSet("Shared", on: .get("/shared")) { CannedResponse("OK", text: name) })
        }
        defer { barricades.forEach { $0.disable() } }
        var answers: [String] = []
        barricades[0].enable()
        barricades[1].enable()
        answers.append(try await URLSession.shared.get(url).text)
        barricades[0].enable()
        answers.append(try await URLSession.shared.get(url).text)
        barricades[0].disable()
        answers.append(try await URLSession.shared.get(url).text)
        #expect(answers == ["second", "first", "second"])
    }

    @Test func aDisabledBarricadeInstallsAndEnablesNothing() async throws {
        let server = try LocalServer()
        let barricade = Barricade(
            ResponseSet("All", on: .any("/**")) { CannedResponse("One", text: "one") }
        ) {
            $0.launchOptions = LaunchOptions(arguments: ["-barricade.disabled"], environment: [:])
        }
        let configuration = URLSessionConfiguration.default
        let before = configuration.protocolClasses?.count
        barricade.install(in: configuration)
        #expect(configuration.protocolClasses?.count == before)
        #expect(configuration.urlCache != nil)
        barricade.enable()
        defer { barricade.disable() }
        for session in [barricade.session, .shared] {
            try await session.expectReply("200 live /a", from: "\(server.url("/a"))")
        }
        server.expectTargets(["/a", "/a"])
    }
}
