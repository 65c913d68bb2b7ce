import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

/// What the error of an unmatched request says to do, and what follows from doing it.
@Suite(.timeLimit(.minutes(10))) struct MistakeTests {
    private let here = "MistakeTests.swift"

    @Test(arguments: Mistake.all)
    func isToldWithItsCorrectionWhichEndsItAndNoMore(_ mistake: Mistake) async throws {
        let barricade = mistake.barricade
        let request = try mistake.urlRequest()
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.send(request)
        }
        #expect(
            error?.localizedDescription == mistake.message, sourceLocation: mistake.location)
        if let meant = mistake.asksFor {
            let words = meant.split(separator: " ")
            let answer = try await barricade.session.get(
                String(words[1]), method: String(words[0]))
            #expect(answer.text == "old", sourceLocation: mistake.location)
        }
        guard let correction = mistake.correction else { return }
        let corrected = corrected(by: correction)
        #expect(
            try await corrected.session.send(request).text == "{}",
            sourceLocation: mistake.location)
        let others = try mistake.others().map { try #require(BarricadeRequest($0)) }
        #expect(
            others.compactMap { corrected.responseSet(claiming: $0)?.name } == [],
            sourceLocation: mistake.location)
    }

    /// A barricade with the set of the message, which the compiler reads here.
    private func corrected(by matcher: RequestMatcher) -> Barricade {
        Barricade(ResponseSet("New", on: matcher) { CannedResponse(json: [:]) })
    }

    @Test func aRelativeURLIsAnsweredOnceItHasItsBase() async throws {
        let baseURL = URL(string: "https://shop.test")
        let path = "items"
        let url = try #require(URL(string: path, relativeTo: baseURL))
        let request = try #require(BarricadeRequest(URLRequest(url: url)))
        #expect(corrected(by: .get("/items")).responseSet(claiming: request)?.name == "New")
        let table: [(url: String, matcher: RequestMatcher)] = [
            ("items", .any), ("/items", .get("/items")), ("items", .url("items")),
            ("//items", .any("/**")),
        ]
        for (url, matcher) in table {
            let barricade = corrected(by: matcher)
            let error = try await barricade.session.failure(url)
            #expect(error.localizedDescription.hasPrefix("No response set matches GET \(url).\n"))
        }
    }

    @Test(arguments: [ResponseSet.Mode.live, .held])
    func aSetThatDoesNotAnswerSaysHowItDoes(_ mode: ResponseSet.Mode) async throws {
        let barricade = Barricade(
            ResponseSet("Items", on: .get("/items"), responses: [.init("OK", text: "a")], line: 1))
        try barricade.setMode(mode, for: "Items")
        let error = try await barricade.session.failure("https://shop.test/item")
        #expect(
            error.localizedDescription == """
                No response set matches GET https://shop.test/item.

                Nearest:
                  "Items" (\(here):1)   wants path /items, got /item; is \(mode)

                The request or the set may be wrong. To fix:
                  Did you mean /items?
                  or write "Items" (\(here):1) with .get("/item"), not .get("/items")
                  or answer its requests again: try barricade.setMode(.barricaded, for: "Items")
                """)
        try barricade.setMode(.barricaded, for: "Items")
        #expect(await barricade.answers(to: "https://shop.test/items") == ["a"])
    }

    @Test func aSequenceThatIsUsedUpSaysHowItBeginsAgain() async throws {
        let turns = CannedResponse.sequence("In Turn", then: .nextSet) {
            CannedResponse(text: "first")
        }
        let barricade = Barricade(
            ResponseSet("Items", on: .get("/items"), responses: [turns], line: 1))
        let url = "https://shop.test/items"
        #expect(await barricade.answers(to: url) == ["first"])
        let error = try await barricade.session.failure(url)
        #expect(
            error.localizedDescription == """
                No response set matches GET https://shop.test/items.

                Nearest:
                  "Items" (\(here):1)   matches, but its sequence is used up

                To fix:
                  restart its sequence: try barricade.select("In Turn", for: "Items")
                """)
        try barricade.select("In Turn", for: "Items")
        #expect(await barricade.answers(to: url) == ["first"])
    }

    @Test func nameTheirBarricadeAndSetsToAddThatDiffer() async throws {
        let urls = ["a", "b", "a?page=1", "a?page=2"].map { "https://shop.test/\($0)" }
        let barricade = Barricade { $0.name = "Shop" }
        var names: [String?] = []
        for (method, url) in urls.map({ ("GET", $0) }) + [("POST", urls[0])] {
            let text = try await barricade.session.failure(url, method: method).localizedDescription
            let line = text.prefix { $0 != "\n" }
            #expect(line == "No response set matches \(method) \(url) in barricade \"Shop\".")
            names.append(text.firstMatch(of: /ResponseSet\("(.*?)"/).map { String($0.1) })
        }
        #expect(names == ["GET /a", "GET /b", "GET /a?page=1", "GET /a?page=2", "POST /a"])
    }
}
