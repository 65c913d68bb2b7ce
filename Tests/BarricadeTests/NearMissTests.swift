import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct NearMissTests {
    private let here = "NearMissTests.swift"

    private func message(
        _ method: String = "GET", _ url: String, sets: [ResponseSet]
    ) async throws -> String {
        let barricade = Barricade(sets)
        let error = try await barricade.session.failure(url, method: method)
        guard case BarricadeError.Code.unmatchedRequest = error else {
            Issue.record("\(error)")
            return ""
        }
        #expect(barricade.unmatchedRequests.map(\.explanation) == [error.localizedDescription])
        return error.localizedDescription
    }

    private func set(
        _ name: String, on matcher: RequestMatcher, line: UInt = #line
    ) -> ResponseSet {
        ResponseSet(name, on: matcher, responses: [CannedResponse("OK")], line: line)
    }

    @Test func namesTheNearestSetsAndTheirPlaces() async throws {
        let sets = [
            set("Login", on: .post("/login"), line: 9),
            set("Far", on: .delete("/a/b/c/d"), line: 10),
            set("Profile", on: .get("/v1/profile"), line: 14),
            set("Further", on: .put("https://elsewhere.org/x/y/z/w/v"), line: 20),
        ]
        let message = try await message("GET", "\(api)/v1/profiles?page=2", sets: sets)
        #expect(
            message == """
                No response set matches GET https://api.example.com/v1/profiles?page=2.

                Nearest:
                  "Profile" (\(here):14)   wants path /v1/profile, got /v1/profiles
                  "Login" (\(here):9)      wants POST, got GET; wants path /login, got /v1/profiles
                  "Far" (\(here):10)       wants DELETE, got GET; wants path /a/b/c/d, \
                got /v1/profiles

                The request or the set may be wrong. To fix:
                  Did you mean /v1/profile?page=2?
                  or write "Profile" (\(here):14) with .get("/v1/profiles"), not .get("/v1/profile")
                """)
    }

    @Test(arguments: [
        RequestMatcher.header("X-Key"), .json(["title": "Fog"]), .form("title", "Fog"),
    ])
    func prefersTheEndpointToItsNeighbour(part: RequestMatcher) async throws {
        let sets = [
            set("List", on: .get("/tracks"), line: 1),
            set("Add", on: .post("/tracks") && part, line: 2),
        ]
        let text = try await message("POST", "\(api)/tracks", sets: sets)
        #expect(text.contains("Nearest:\n  \"Add\""))
        #expect(!text.contains("Did you mean GET"))
    }

    @Test func explainsQueryHeadersAndConditionsWithoutSecrets() async throws {
        let sets = [
            set("Page", on: .get("/list") && .query("page", "2"), line: 1),
            set("Key", on: .get("/list") && .query("api_key", "hunter2"), line: 2),
            set(
                "Header",
                on: .get("/list") && .header("X-Token", "hunter2")
                    && .matching("is asked on a Sunday") { _ in false }, line: 3),
        ]
        let message = try await message(
            "GET", "\(api)/list?page=1&api_key=swordfish", sets: sets)
        #expect(
            message == """
                No response set matches GET https://api.example.com/list?page=1&api_key=•••.

                Nearest:
                  "Page" (\(here):1)     wants query item page "2", got "1"
                  "Key" (\(here):2)      wants query item api_key with the value given, got another value
                  "Header" (\(here):3)   wants header X-Token with the value given, got none; \
                wants "is asked on a Sunday" to be true, got false

                The request or the set may be wrong. To fix:
                  Did you mean /list?page=2&api_key=•••?
                  or change what "Page" (\(here):1) wants
                  or add, after the sets above: ResponseSet("GET /list?page=1&api_key=•••", \
                on: .get("https://api.example.com/list?page=1&api_key")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """)
    }

    /// The sets that a message names, the nearest first.
    private func nearest(_ url: String, sets: [ResponseSet]) async throws -> [String] {
        try await message("GET", url, sets: sets).split(separator: "\n")
            .filter { $0.hasPrefix("  \"") }.map { "\($0.split(separator: "\"")[1])" }
    }

    @Test func ranksTheNearestFirst() async throws {
        let methods = [
            set("Own", on: .get("/own")), set("Deep", on: .get("/login/now")),
            set("Wide", on: .get("/stuff/**")), set("Login", on: .post("/login")),
        ]
        // Items of the query make no set farther than another path.
        let queries = [
            set("Book", on: .get("/books/:id")), set("Author", on: .get("/author")),
            set("Shop", on: .get("/shop")),
            set(
                "Books",
                on: .get("/books") && .query("page") && .query("sort") && .query("filter")
                    && .query("shop", "1")),
        ]
        // A slip comes before everything else: a character that is missing, another case, one
        // segment more, one less.
        let others = (0..<30).map { set("Other \($0)", on: .get("/other/\($0)/things")) }
        let slips = ["/v1/profil", "/v1/profilE", "/v1/users/profile", "/profile"].map { path in
            ("/v1/profile", path, others + [set(path, on: .get(path))])
        }
        // What cannot be read comes before what is far.
        let unreadable = set("Unreadable", on: .get("profile"))
        let far = ["/x", "/y", "/z"].map { set($0, on: .get($0)) }
        let table =
            [
                ("/login", "Login", methods), ("/books?shop=2", "Books", queries),
                ("/profile", "Unreadable", far + [unreadable]),
                ("/profil", "Profile", [unreadable, set("Profile", on: .get("/profile"))]),
            ] + slips
        for (path, name, sets) in table {
            #expect(try await nearest(api + path, sets: sets).first == name, "\(path)")
        }
    }

    @Test func theNearestOfManyAreTheNearestOfFew() async throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2 {
            let sets = (0..<160).map { set("\($0)", on: matcher(using: &random)) }
            let words = (0..<2).map { _ in word(using: &random) }.joined(separator: "/")
            try await expectNearestOfFew(among: sets, to: "\(api)/\(words)/item8")
        }
    }

    /// Expects the nearest of all sets to be the nearest among themselves and any others too.
    private func expectNearestOfFew(among sets: [ResponseSet], to url: String) async throws {
        let best = try await nearest(url, sets: sets)
        #expect(best.count == 3)
        for start in stride(from: 0, to: sets.count, by: 20) {
            let few = sets.enumerated().filter { index, set in
                best.contains(set.name) || (start..<start + 20).contains(index)
            }
            let found = try await nearest(url, sets: few.map(\.element))
            #expect(found == best)
        }
    }

    private func word(using random: inout SeededGenerator) -> String {
        let words = ["users", "user", "items", "item7", "Users", ":id", "*", "orders", "v1"]
        return words.randomElement(using: &random) ?? ""
    }

    /// A matcher that matches nothing, of any method, origin and path.
    private func matcher(using random: inout SeededGenerator) -> RequestMatcher {
        let words = (0..<Int.random(in: 1...4, using: &random)).map { place in
            let word = word(using: &random)
            return word == ":id" ? ":id\(place)" : word
        }
        let origins = ["/", "https://api.example.com/", "https://api.exmple.com/", "http://other/"]
        let origin = origins.randomElement(using: &random) ?? ""
        let methods: [HTTP.Method] = [.get, .post, .put]
        let method = methods.randomElement(using: &random) ?? .get
        return .method(method) && .any(origin + words.joined(separator: "/"))
            && .header("X-Never")
    }
}
