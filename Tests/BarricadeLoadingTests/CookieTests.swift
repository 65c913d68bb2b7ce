#if !canImport(Darwin)
import Barricade
import FoundationNetworking
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct CookieTests {
    private let configuration: URLSessionConfiguration
    private let barricade: Barricade

    init() {
        barricade = Barricade(
            ResponseSet("Any", on: .any) { CannedResponse("OK", text: "fine") })
        configuration = .barricaded(by: barricade)
    }

    /// What is stored: each cookie and its path, in the order of their names.
    private var stored: [String] {
        (configuration.httpCookieStorage?.cookies ?? [])
            .map { "\($0.name)=\($0.value) \($0.path)" }.sorted()
    }

    /// The cookies for the API that all sessions of the process share.
    private func shared() throws -> [HTTPCookie]? {
        HTTPCookieStorage.shared.cookies(for: try URL(api))
    }

    /// Returns a request for a URL, or for a path of the API.
    private func request(_ url: String = "/account/login") throws -> URLRequest {
        let isPath = url.isEmpty || url.hasPrefix("/")
        return URLRequest(url: try URL(isPath ? api + url : url))
    }

    /// Has a response come that sets cookies.
    private func set(
        _ cookies: [String], from url: String = "/account/login",
        with change: (inout URLRequest) -> Void = { _ in }
    ) async throws {
        let fields = cookies.map { HTTP.Headers.Field("Set-Cookie", $0) }
        try await receive(
            CannedResponse("R", headers: HTTP.Headers(fields)), from: url, with: change)
    }

    private func receive(
        _ response: CannedResponse, from url: String = "/account/login",
        with change: (inout URLRequest) -> Void = { _ in }
    ) async throws {
        barricade.register(ResponseSet("Login", on: .any, responses: [response]))
        var request = try request(url)
        change(&request)
        _ = try? await URLSession(configuration: configuration).data(for: request)
        try barricade.unregister("Login")
    }

    /// Returns the cookies that a request is sent with.
    private func sent(to url: String, headers: [String: String] = [:]) async throws -> String? {
        barricade.clearRequests()
        var request = try request(url)
        request.allHTTPHeaderFields = headers
        _ = try await URLSession(configuration: configuration).send(request)
        return barricade.requests.first?.request.headers["Cookie"]
    }

    @Test func aMatcherIsAboutOneOfTheCookies() async throws {
        for (matcher, isMet) in [
            (.header("Cookie", "sid=1"), true), (.header("cookie", .prefix("si")), true),
            (.header("Cookie", .regex("^id=2$")), true), (.header("Cookie", "id=1"), false),
            (.header("Cookie", .prefix("d=")), false), (.header("Cookie", .absent), false),
            (.header("Cookie", "lang=en; sid=1; id=2"), true),
        ] as [(RequestMatcher, Bool)] {
            barricade.register(ResponseSet("Cookie", on: matcher) { CannedResponse(text: "met") })
            var request = try request()
            request.setValue("lang=en; sid=1; id=2", forHTTPHeaderField: "Cookie")
            let text = try await URLSession(configuration: configuration).send(request).text
            #expect(text == (isMet ? "met" : "fine"), "\(matcher)")
        }
    }

    // MARK: Attributes

    /// A field of a response to `/account/login`, a request, and the cookie that it has.
    static let attributes: [(String, String, String?)] = [
        ("a=1", "/account", "a=1"),
        ("a=", "/account", "a="),
        ("a=x=y", "/account", "a=x=y"),
        (" a\t=  1 ", "/account", "a=1"),
        ("a=\"b c\"", "/account", "a=\"b c\""),
        ("a=1", "https://sub.api.example.com/account", nil),
        ("a=1; HttpOnly; SameSite=Lax", "/account", "a=1"),
        ("=1", "/account", nil),
        ("a", "/account", nil),
        ("", "/account", nil),
        ("a=1", "/account/x/y", "a=1"),
        ("a=1", "/accounts", nil),
        ("a=1", "/", nil),
        ("a=1; Path=/", "/", "a=1"),
        ("a=1; Path=/x; path = / ", "/", "a=1"),
        ("a=1; Path=/x; Path=", "/account", "a=1"),
        ("a=1; Path=/account", "/account", "a=1"),
        ("a=1; Path=/account", "/account/x?y", "a=1"),
        ("a=1; Path=/account", "/accounts", nil),
        ("a=1; Path=/account", "/", nil),
        ("a=1; Path=/account/", "/account", nil),
        ("a=1; Path=relative", "/account", "a=1"),
        ("a=1; Path=relative", "/", nil),
        ("a=1; Path=/; Domain=example.com", "https://www.example.com/", "a=1"),
        ("a=1; Path=/; Domain=.example.com", "https://www.example.com/", "a=1"),
        ("a=1; Path=/; Domain=EXAMPLE.com", "https://example.com/", "a=1"),
        ("a=1; Path=/; Domain=api.example.com", "https://sub.api.example.com/", "a=1"),
        ("a=1; Path=/; Domain=", "/", "a=1"),
        ("a=1; Path=/; Domain=example.com", "https://badexample.com/", nil),
        ("a=1; Path=/; Domain=other.com", "https://other.com/", nil),
        ("a=1; Path=/; Domain=sub.api.example.com", "https://sub.api.example.com/", nil),
        ("a=1; Path=/; Domain=com", "/", nil),
        ("a=1; Path=/; Secure", "/", "a=1"),
        ("a=1; Path=/; Secure=no", "http://api.example.com/", nil),
        ("a=1; Path=/; Secure", "http://api.example.com/", nil),
        ("a=1; Max-Age=6000", "/account", "a=1"),
        ("a=1; Max-Age=0", "/account", nil),
        ("a=1; Max-Age=-1", "/account", nil),
        ("a=1; Max-Age=99999999999999999999", "/account", "a=1"),
        ("a=1; Max-Age=soon", "/account", "a=1"),
        ("a=1; Max-Age=-", "/account", "a=1"),
        (
            "a=1; Max-Age=6000; Expires=Wed, 21 Oct 2015 07:28:00 GMT", "/account", "a=1"
        ),
        ("a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT; Max-Age=0", "/account", nil),
    ]

    /// Dates, and the cookie that a request has; one with a date that is none lasts for the session.
    static let dates: [(String, String?)] = [
        ("Wed, 21 Oct 2037 07:28:00 GMT", "a=1"),
        ("Wed, 21-Oct-2037 07:28:00 GMT", "a=1"),
        ("Wed, 21 Oct 2015 07:28:00 GMT", nil),
        ("Wed, 21-Oct-15 07:28:00 GMT", nil),
        ("Wednesday, 21-oct-69 7:8:9 GMT", "a=1"),
        ("Wed, 21-Oct-70 07:28:00 GMT", nil),
        ("Wed Oct 21 07:28:00 2015", nil),
        ("Wed Oct  1 07:28:00 2015", nil),
        ("Wed, 31 Feb 2015 07:28:00 GMT", "a=1"),
        ("Wed, 21 Oct 2015 24:00:00 GMT", "a=1"),
        ("2015 October 21 07:28:00", "a=1"),
        ("Wed, 21 Oct 2015", "a=1"),
        ("M\u{ED}, 21 Oct 2015 07:28:00 GMT", "a=1"),
        ("", "a=1"),
    ]

    @Test(arguments: attributes + dates.map { ("a=1; Expires=\($0)", "/account", $1) })
    func attributesSayWhereACookieGoes(
        _ cookie: String, _ url: String, _ expected: String?
    ) async throws {
        try await set([cookie])
        #expect(try await sent(to: url) == expected)
    }

    @Test func maxAgeKeepsTheOtherAttributes() async throws {
        try await set(["a=1; Max-Age=6000; Path=/account; Domain=example.com; Secure; HttpOnly"])
        let cookie = try #require(configuration.httpCookieStorage?.cookies?.first)
        #expect("\(cookie.path) of \(cookie.domain)" == "/account of .example.com")
        let left = try #require(cookie.expiresDate?.timeIntervalSinceNow)
        #expect(cookie.isSecure)
        #expect(cookie.isHTTPOnly)
        #expect((1...6_000).contains(left))
    }

    /// The fields of a response, its URL, and what is stored.
    static let responses: [([String], String, [String])] = [
        // A path of its own, or else the directory of the URL.
        (["a=1"], "/account/login", ["a=1 /account"]),
        (["a=1"], "/account/", ["a=1 /account"]),
        (["a=1"], "/account", ["a=1 /"]),
        (["a=1"], "/", ["a=1 /"]),
        (["a=1"], "", ["a=1 /"]),
        (["a=1"], "/a/b/c?d=/e/f", ["a=1 /a/b"]),
        (["a=1"], "/a%2Fb/c", ["a=1 /a%2Fb"]),
        (
            ["a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "b=2; Path=/", "c=3"], "/account/login",
            ["a=1 /account", "b=2 /", "c=3 /account"]
        ),
        // A comma belongs to the value.
        (
            ["c=a, d=b; Expires=Wed, 21 Oct 2037 07:28:00 GMT, e=f"], "/account/login",
            ["c=a, d=b /account"]
        ),
        // Characters outside ASCII stay as they are.
        (
            ["\u{E9}=\u{ED}=; P\u{E1}th=/x; Path=/"], "/account/login",
            ["\u{E9}=\u{ED}= /"]
        ),
        // One that is secure needs a secure connection.
        (["a=1; Secure", "b=2"], "http://api.example.com/account/login", ["b=2 /account"]),
        // An address has no subdomains.
        (
            ["a=1; Domain=0.0.1", "b=2; Domain=127.0.0.1", "c=3"],
            "http://127.0.0.1/account/login", ["b=2 /account", "c=3 /account"]
        ),
        // Other schemes have none.
        (["a=1"], "mockserver://host/account/login", []),
        // Names keep what they promise.
        (["__Host-a=1; Secure; Path=/"], "/account/login", ["__Host-a=1 /"]),
        (["__Host-a=1; Path=/"], "/account/login", []),
        (["__Host-a=1; Secure"], "/account/login", []),
        (["__Host-a=1; Secure"], "/", []),
        (["__Host-a=1; Secure; Path=/account"], "/account/login", []),
        (["__Host-a=1; Secure; Path=/; Domain=api.example.com"], "/account/login", []),
        (["__Host-a=1; Secure; Path=/"], "http://api.example.com/account/login", []),
        (["__hOST-a=1; Path=/"], "/account/login", []),
        (["__Secure-a=1; Secure"], "/account/login", ["__Secure-a=1 /account"]),
        (["__Secure-a=1; Secure; Domain=example.com"], "/account/login", ["__Secure-a=1 /account"]),
        (["__Secure-a=1"], "/account/login", []),
        (["__SECURE-a=1"], "/account/login", []),
        (["__Secure-a=1; Secure"], "http://api.example.com/account/login", []),
        (["__Hosta=1"], "/account/login", ["__Hosta=1 /account"]),
    ]

    @Test(arguments: responses) func aResponseSetsItsCookies(
        _ cookies: [String], _ url: String, _ expected: [String]
    ) async throws {
        try await set(cookies, from: url)
        #expect(stored == expected)
    }

    @Test func longerPathsAndEarlierCookiesComeFirst() async throws {
        try await set(["z=1; Path=/", "y=2; Path=/", "x=3", "w=4; Path=/"])
        let sent = [try await sent(to: "/account"), try await sent(to: "/")]
        #expect(sent == ["x=3; z=1; y=2; w=4", "z=1; y=2; w=4"])
    }

    // MARK: Responses

    private static let cookie: HTTP.Headers = ["Set-Cookie": "a=1"]

    /// Responses that set a cookie, and whether it is stored.
    static let kinds: [(CannedResponse, Bool)] = [
        (CannedResponse("Lower case", headers: ["set-cookie": "a=1"], text: "fine"), true),
        (
            CannedResponse(
                "Challenge", status: 401,
                headers: ["Set-Cookie": "a=1", "WWW-Authenticate": "Basic"]), true
        ),
        (CannedResponse("Delayed", headers: cookie, text: "late", delay: .milliseconds(1)), true),
        (CannedResponse("Made") { _ in CannedResponse(headers: cookie) }, true),
        (CannedResponse("Pieces", headers: cookie, body: .chunks([Data("x".utf8)])), true),
        (.sequence("Sequence") { CannedResponse(headers: cookie) }, true),
        (
            CannedResponse("Breaks off", headers: cookie, text: "never")
                .failing(.networkConnectionLost), true
        ),
        (CannedResponse("Failure", error: .timedOut), false),
    ]

    @Test(arguments: kinds) func everyKindOfResponseSetsCookies(
        _ response: CannedResponse, _ isStored: Bool
    ) async throws {
        try await receive(response)
        #expect(stored == (isStored ? ["a=1 /account"] : []))
    }

    @Test func cookiesAreThereWhenTheResponseIsTold() async throws {
        let storage = try #require(configuration.httpCookieStorage)
        let delegate = CookieDelegate(storage)
        barricade.register(
            ResponseSet("Login", on: .any) { CannedResponse("OK", headers: Self.cookie) })
        let session = URLSession(
            configuration: configuration, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: try request()).resume()
        #expect(await delegate.counts.wait() == [1])
        session.finishTasksAndInvalidate()
    }

    // MARK: Policies

    @Test func aRequestAConfigurationOrAStorageMayRefuseThem() async throws {
        try await set(["request=1"]) { $0.httpShouldHandleCookies = false }
        configuration.httpCookieAcceptPolicy = .never
        try await set(["configuration=1"])
        configuration.httpCookieAcceptPolicy = .always
        configuration.httpCookieStorage?.cookieAcceptPolicy = .never
        try await set(["storage=1"])
        #expect(stored == [])
        // Without a storage there are none.
        configuration.httpCookieStorage = nil
        try await set(["a=1; Path=/"])
        #expect(try await sent(to: "/") == nil)
        #expect(try shared() == [])
    }

    static let documents: [(HTTPCookie.AcceptPolicy, String?, Bool)] = [
        (.onlyFromMainDocumentDomain, nil, true),
        (.onlyFromMainDocumentDomain, "\(api)/page", true),
        (.onlyFromMainDocumentDomain, "https://example.com/", true),
        (.onlyFromMainDocumentDomain, "https://www.api.example.com/", true),
        (.onlyFromMainDocumentDomain, "https://badapi.example.com/", false),
        (.onlyFromMainDocumentDomain, "https://other.com/", false),
        (.always, "https://other.com/", true),
    ]

    @Test(arguments: documents) func theMainDocumentMayDecide(
        _ policy: HTTPCookie.AcceptPolicy, _ document: String?, _ isStored: Bool
    ) async throws {
        configuration.httpCookieAcceptPolicy = policy
        try await set(["a=1"]) { $0.mainDocumentURL = document.flatMap { URL(string: $0) } }
        #expect(stored == (isStored ? ["a=1 /account"] : []))
    }

    @Test func aSessionStoresThemForItselfAndNeedNotSendThem() async throws {
        configuration.httpShouldSetCookies = false
        try await set(["a=1; Path=/"])
        #expect(stored == ["a=1 /"])
        let other = URLSessionConfiguration.barricaded(by: barricade).httpCookieStorage
        #expect(other !== configuration.httpCookieStorage)
        #expect(other?.cookies == [])
        #expect(try shared() == [])
        let own = try await sent(to: "/", headers: ["Cookie": "own=1"])
        #expect([try await sent(to: "/"), own] == [nil, "own=1"])
    }

    // MARK: Redirects

    /// Answers requests to `/account/login` with a redirect, and returns the cookies it goes on with.
    private func followed(
        setting cookie: String, to location: String, headers: [String: String] = [:],
        delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> String? {
        barricade.register(
            ResponseSet("Login", on: .any("/account/login")) {
                CannedResponse("Moved", redirect: location, headers: ["Set-Cookie": cookie])
            })
        barricade.clearRequests()
        var request = try request()
        request.allHTTPHeaderFields = headers
        let session = URLSession(configuration: configuration)
        _ = try await session.data(for: request, delegate: delegate)
        return try barricade.requests(for: "Any").last?.request.headers["Cookie"]
    }

    @Test func aRedirectTakesThemWhereTheyBelong() async throws {
        let other = "https://www.example.com/"
        // What each redirect sets, where it leads, and what is sent there.
        let redirects = [
            ("a=1; Path=/", "/home", "a=1"),
            ("b=2; Path=/x", "/home", "a=1"),
            ("a=; Path=/; Max-Age=0", "/home", nil),
            ("c=3; Path=/", other, nil),
            ("d=4; Path=/; Domain=example.com", other, "d=4"),
            ("e=5; Path=/; Secure", "http://api.example.com/", "c=3; d=4"),
        ]
        var sent: [String?] = []
        for (cookie, location, _) in redirects {
            sent.append(try await followed(setting: cookie, to: location))
        }
        #expect(sent == redirects.map(\.2))
        #expect(stored == ["b=2 /x", "c=3 /", "d=4 /", "e=5 /"])
    }

    @Test func whatWasPutInByHandStaysWithItsOrigin() async throws {
        let own = ["Cookie": "own=1; b=old"]
        let stored = try await followed(setting: "b=2; Path=/", to: "/home", headers: own)
        configuration.httpCookieStorage = nil
        let kept = try await followed(setting: "b=2; Path=/", to: "/home", headers: own)
        let other = try await followed(
            setting: "b=2; Path=/", to: "https://www.example.com/", headers: own)
        #expect([stored, kept, other] == ["b=2; own=1", "own=1; b=old", nil])
    }

    @Test func aDelegateMayChangeThemOrTheirURLOrRefuse() async throws {
        let changing = RedirectDelegate { request, answer in
            var request = request
            request.setValue("mine=1", forHTTPHeaderField: "Cookie")
            answer(request)
        }
        let changed = try await followed(setting: "a=1; Path=/", to: "/home", delegate: changing)
        let leaving = RedirectDelegate { _, answer in
            answer(URLRequest(url: URL(string: "https://www.example.com/")!))
        }
        let left = try await followed(
            setting: "b=2; Path=/; Domain=example.com", to: "/home", delegate: leaving)
        let refusing = RedirectDelegate { _, answer in answer(nil) }
        let refused = try await followed(setting: "c=3; Path=/", to: "/home", delegate: refusing)
        #expect([changed, left, refused] == ["mine=1", "b=2", nil])
        #expect(stored == ["a=1 /", "b=2 /", "c=3 /"])
    }

    @Test func theRealServerGetsThem() async throws {
        let server = try LocalServer { .text($0.headers["cookie"] ?? "none") }
        barricade.register(
            ResponseSet("Login", on: .any("/account/login")) {
                CannedResponse("Moved", redirect: "/to", headers: ["Set-Cookie": "a=1; Path=/"])
            },
            ResponseSet("To", on: .any("/to")) { .live() })
        let session = URLSession(configuration: configuration)
        try await session.expectReply("200 a=1", from: "\(server.url("/account/login"))")
    }

    @Test(arguments: [
        ("sid=1", api, "it is for the path /account, so set it with Path=/"),
        ("sid=1; Path=/", "http://api.example.com", nil),
        ("sid=1; Path=/; Secure", "http://api.example.com", "it is Secure, and this is no HTTPS"),
        ("sid=1; Path=/", "https://www.example.com", "it is for the host api.example.com"),
        ("other=1", api, nil),
    ]) func aMessageSaysWhyOneIsNotSent(_ field: String, _ origin: String, _ reason: String?)
        async throws
    {
        try await set([field])
        barricade.register(
            ResponseSet("Home", on: .get("/home") && .header("Cookie", .containing("sid="))) {
                CannedResponse("OK", text: "home")
            })
        try barricade.unregister("Any")
        let session = URLSession(configuration: configuration)
        let end = try? await session.get("\(origin)/home").text
        let explanation = barricade.requests.last?.explanation
        let fix = explanation?.split(separator: "\n").first { $0.contains("the cookie") }
        #expect(fix.map { "\($0)" } == reason.map { "  have the cookie \"sid\" sent: \($0)" })
        #expect(end == (field == "other=1" || reason != nil ? nil : "home"))
    }

    @Test func theyAreNotPrinted() async throws {
        try await set(["a=hunter2"])
        barricade.register(
            ResponseSet("Other", on: .get("/x") && .header("Cookie", "a=hunter3")) {
                CannedResponse("OK")
            })
        try barricade.unregister("Any")
        let error = try await URLSession(configuration: configuration).failure("\(api)/x")
        let texts = [error.localizedDescription] + barricade.requests.map(\.description)
        #expect(!texts.joined().contains("hunter"))
    }
}

/// Counts the cookies that are stored when a response is told.
private final class CookieDelegate: NSObject, URLSessionDataDelegate {
    let counts = Events<Int>()
    private let storage: HTTPCookieStorage

    init(_ storage: HTTPCookieStorage) {
        self.storage = storage
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        counts.add(storage.cookies?.count ?? 0)
        completionHandler(.allow)
    }
}
#endif
