import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct InstallTests {
    private let set = ResponseSet("Text", on: .get("/text")) { CannedResponse("One", text: "one") }

    @Test func standsInFrontAndTakesTheCacheOut() async throws {
        let barricade = Barricade(set)
        let configuration = URLSessionConfiguration.default
        let before = configuration.protocolClasses?.count ?? 0
        barricade.install(in: configuration)
        #expect(configuration.protocolClasses?.count == before + 1)
        #expect(configuration.urlCache == nil)
        #expect(try await URLSession(configuration: configuration).get("\(api)/text").text == "one")
    }

    @Test func installingTwiceChangesNothing() async throws {
        let barricade = Barricade(set)
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        let classes = try #require(configuration.protocolClasses)
        barricade.install(in: configuration)
        let again = try #require(configuration.protocolClasses)
        #expect(classes.map(ObjectIdentifier.init) == again.map(ObjectIdentifier.init))
        #expect(try await URLSession(configuration: configuration).get("\(api)/text").text == "one")
    }

    @Test func theCacheStaysWhenAsked() async throws {
        let barricade = Barricade(set)
        let configuration = URLSessionConfiguration.default
        barricade.install(in: configuration)
        #expect(configuration.urlCache == nil)
        configuration.urlCache = .shared
        #expect(configuration.urlCache != nil)
        let session = URLSession(configuration: configuration)
        for _ in 0..<50 {
            let (task, completions) = try session.task("\(api)/text")
            task.resume()
            #expect(await completions.wait().first?.text == "one")
            let (cancelled, outcome) = try session.task("\(api)/text")
            cancelled.resume()
            cancelled.cancel()
            #expect(await outcome.wait().count == 1)
        }
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
        var request = URLRequest(url: try #require(URL(string: "\(api)/text")))
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
            #expect(Set(storages.map(ObjectIdentifier.init)).count == barricades.count)
            for (number, (barricade, storage)) in zip(barricades, storages).enumerated() {
                #expect(storage.cookies?.isEmpty == true)
                #expect(storage.cookieAcceptPolicy == .always)
                switch number % 3 {
                case 0:
                    _ = try await barricade.session.get("\(api)/login")
                    #expect(storage.cookies?.count == 1)
                case 1: storage.cookieAcceptPolicy = .never
                default: break
                }
            }
        }
    }

    @Test func aDisabledBarricadeInstallsNothing() async throws {
        let server = try LocalServer()
        let options = LaunchOptions(arguments: ["-barricade.disabled"], environment: [:])
        let barricade = Barricade(
            ResponseSet("All", on: .any("/**")) { CannedResponse("One", text: "one") }
        ) {
            $0.launchOptions = options
        }
        let configuration = URLSessionConfiguration.default
        let before = configuration.protocolClasses?.map(ObjectIdentifier.init)
        barricade.install(in: configuration)
        #expect(configuration.protocolClasses?.map(ObjectIdentifier.init) == before)
        #expect(configuration.urlCache != nil)
        #expect(try await barricade.session.get("\(server.url("/a"))").text == "live /a")
        #expect(server.requests.count == 1)
    }

    @Test func matchersSeeTheSessionsHeaders() async throws {
        let barricade = Barricade(
            ResponseSet("Team", on: .get("/text") && .header("X-Team", "Orange")) {
                CannedResponse("Seen", text: "seen")
            })
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configuration.httpAdditionalHeaders = ["X-Team": "Orange"]
        let session = URLSession(configuration: configuration)
        #expect(try await session.get("\(api)/text").text == "seen")
        await #expect(throws: (any Error).self) {
            try await session.get("\(api)/text", headers: ["X-Team": "Green"])
        }
        await #expect(throws: (any Error).self) {
            try await barricade.session.get("\(api)/text")
        }
    }

    @Test func barricadesDoNotMix() async throws {
        let barricades = (0..<20).map { index in
            Barricade(
                ResponseSet("Set", on: .get("/same")) {
                    CannedResponse("\(index)", text: "\(index)")
                })
        }
        for (index, barricade) in barricades.enumerated() {
            #expect(try await barricade.session.get("\(api)/same").text == "\(index)")
        }
    }
}

/// The session that all of a process shares; one test at a time may touch it.
@Suite(.timeLimit(.minutes(10)), .touchingSharedSession) struct SharedSessionTests {
    @Test func enablingAnswersAndDisablingLetsGo() async throws {
        let server = try LocalServer()
        let url = try "\(server.url("/shared"))"
        let barricade = Barricade(
            ResponseSet("Shared", on: .get("/shared")) { CannedResponse("OK", text: "canned") })
        barricade.enable()
        defer { barricade.disable() }
        #expect(try await URLSession.shared.get(url).text == "canned")
        let error = try await URLSession.shared.failure("\(server.url("/other"))")
        #expect(BarricadeError(error)?.code == .unmatchedRequest)
        #expect(try server.connectionsSoFar() == 0)
        barricade.disable()
        #expect(try await URLSession.shared.get(url).text == "live /shared")
        barricade.enable()
        #expect(try await URLSession.shared.get(url).text == "canned")
        #expect(server.requests.count == 1)
    }

    @Test func enabledRequestsPassThrough() async throws {
        let server = try LocalServer()
        let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
        barricade.enable()
        defer { barricade.disable() }
        #expect(try await URLSession.shared.get("\(server.url("/a"))").text == "live /a")
        #expect(server.requests.count == 1)
    }

    @Test func theLastEnabledDecides() async throws {
        let url = "\(api)/shared"
        let barricades = ["first", "second"].map { name in
            Barricade(
                ResponseSet("Shared", on: .get("/shared")) { CannedResponse("OK", text: name) })
        }
        defer { barricades.forEach { $0.disable() } }
        barricades[0].enable()
        barricades[1].enable()
        #expect(try await URLSession.shared.get(url).text == "second")
        barricades[0].enable()
        #expect(try await URLSession.shared.get(url).text == "first")
        barricades[0].disable()
        #expect(try await URLSession.shared.get(url).text == "second")
    }

    @Test func loadsThatHaveBegunGoOnWhenDisabled() async throws {
        let clock = ForeignClock()
        let barricade = Barricade(
            ResponseSet("Shared", on: .get("/shared"), delay: .seconds(1)) {
                CannedResponse("OK", text: "canned")
            }
        ) {
            $0.clock = clock
        }
        barricade.enable()
        defer { barricade.disable() }
        let (task, completions) = try URLSession.shared.task("\(api)/shared")
        task.resume()
        await clock.waitForSleepers()
        barricade.disable()
        clock.advance(by: .seconds(1))
        #expect(await completions.wait().first?.text == "canned")
    }

    @Test func leavesAConfigurationThatItIsTakenOutOf() async throws {
        let server = try LocalServer()
        let (first, second) = (Barricade(), Barricade())
        let configuration = URLSessionConfiguration.barricaded(by: first)
        second.install(in: configuration)
        second.uninstall(from: configuration)
        first.uninstall(from: configuration)
        let session = URLSession(configuration: configuration)
        #expect(try await session.get("\(server.url("/a"))").text == "live /a")
        #expect(first.requestCount == 0)
    }

    @Test func sessionsStayBarricadedWhenDisabled() async throws {
        let server = try LocalServer()
        let barricade = Barricade()
        let session = barricade.session
        barricade.enable()
        barricade.disable()
        let error = try await session.failure("\(server.url("/a"))")
        #expect(BarricadeError(error)?.code == .unmatchedRequest)
        #expect(try server.connectionsSoFar() == 0)
    }

    @Test func aDisabledBarricadeEnablesNothing() async throws {
        let server = try LocalServer()
        let barricade = Barricade {
            $0.launchOptions = LaunchOptions(arguments: ["-barricade.disabled"], environment: [:])
        }
        barricade.enable()
        defer { barricade.disable() }
        #expect(try await URLSession.shared.get("\(server.url("/a"))").text == "live /a")
    }
}
