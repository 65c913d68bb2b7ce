import BarricadeSurfaces
import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// What the routes about the log do.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct LogRouteTests {
    private func ids(_ answer: PanelVisit.Answer) -> [Int] {
        answer.json?["requests"]?.array?.compactMap { $0["id"]?.int } ?? []
    }

    @Test func aRowTellsTheRequestAndItsAnswer() async throws {
        let visit = try await PanelVisit()
        await visit.load("/files")
        let row = try await visit.ask("GET", "/log").json?["requests"]?[0]
        #expect(row?["id"] == 0)
        #expect(row?["method"] == "GET")
        #expect(row?["url"] == "https://api.example.com/files")
        #expect(row?["set"]?.string == .awkwardName)
        #expect(row?["setID"]?.string == String.awkwardName.identifierForURLs)
        #expect(row?["response"] == "Empty")
        #expect(row?["outcome"] == ["kind": "answered", "words": "204 no content", "status": 204])
        #expect(row?["isExplained"] == false)
        #expect(row?["drift"] == [])
        #expect(row?["duration"]?.double ?? -1 > 0)
        let shown = LogRow(visit.barricade.requests[0])
        #expect(row?["parts"]?.array?.map(\.string) == shown.parts)
        #expect(row?["sentence"]?.string == shown.sentence)
        #expect(row?["time"]?.string == shown.time)
        #expect(row?["symbol"] == "checkmark.circle")
        #expect(row?["filter"] == "answered")
    }

    @Test func tenThousandRowsComeInPages() async throws {
        let barricade = Barricade(ResponseSet("All", on: .any("/**")) { CannedResponse("OK") }) {
            $0.logLimits = RequestLogLimits(requests: 1_040)
        }
        let visit = try await PanelVisit(to: barricade)
        await withTaskGroup { group in
            for worker in 0..<8 {
                group.addTask { for id in 0..<130 { await visit.load("/\(worker)/\(id)") } }
            }
        }
        let first = try await visit.ask("GET", "/log?limit=10000")
        #expect(ids(first) == Array((40..<1_040).reversed()))
        #expect(first.json?["count"] == 1_040)
        #expect(first.json?["next"] == 40)
        let last = try await visit.ask("GET", "/log?limit=10000&before=40")
        #expect(ids(last) == Array((0..<40).reversed()))
        #expect(last.json?["next"] == nil)
        #expect(ids(try await visit.ask("GET", "/log")).count == 100)
        #expect(ids(try await visit.ask("GET", "/log?after=1037")) == [1_039, 1_038])
    }

    @Test(arguments: [
        ("filter=all", [4, 3, 2, 1, 0]), ("filter=answered", [1, 0]), ("filter=unmatched", [2]),
        ("filter=failed", [3]), ("filter=waiting", [4]), ("filter=live", []),
        ("search=PROFILE", [3, 1]), ("search=regular", [1]), ("search=post+https", [4, 0]),
        ("search=nowhere", []), ("set=UHJvZmlsZQ", [3, 1]), ("set=none", []),
        ("set=UHJvZmlsZQ&filter=failed", [3]), ("after=0&before=3", [2, 1]),
    ]) func filtersChooseRows(_ query: String, _ expected: [Int]) async throws {
        let visit = try await PanelVisit()
        await visit.load("/login", method: "POST")
        await visit.load("/profile/1")
        await visit.load("/nothing")
        try visit.barricade.select("Offline", for: "Profile")
        await visit.load("/profile/2")
        let held = try visit.barricade.hold("Login")
        async let last = visit.load("/login", method: "POST")
        try await held.waitForRequest(timeout: .seconds(300))
        let answer = try await visit.ask("GET", "/log?\(query)")
        #expect(ids(answer) == expected)
        visit.barricade.releaseAll()
        _ = await last
    }

    @Test(arguments: [
        (
            "filter=answred", "unknownName",
            """
            No filter is named "answred".
            Did you mean "answered"? Known: "answered", "failed", "all", "live", "unmatched", "waiting".
            """
        ),
        (
            "limit=many", "unacceptableValue",
            #"The query item "limit" is not a whole number that is possible here, got "many"."#
        ),
        (
            "limit=0", "unacceptableValue",
            #"The query item "limit" is not a whole number that is possible here, got "0"."#
        ),
        (
            "before=99999999999999999999", "unacceptableValue",
            """
            The query item "before" is not a whole number that is possible here, got \
            "99999999999999999999".
            """
        ),
    ]) func unusableFiltersAreExplained(
        _ query: String, _ code: String, _ message: String
    ) async throws {
        let answer = try await PanelVisit().ask("GET", "/log?\(query)")
        #expect(answer.status == 422)
        #expect(answer.code == code)
        #expect(answer.detail == message)
    }

    @Test func anUnmatchedRequestIsExplained() async throws {
        let visit = try await PanelVisit()
        await visit.load("/profiles/1")
        let detail = try await visit.ask("GET", "/log/0").json
        #expect(detail?["request"]?["outcome"]?["kind"] == "unmatched")
        #expect(detail?["explanation"]?.string?.hasPrefix("No response set matches GET") == true)
        let nearest = detail?["match"]?["nearest"]?[0]
        #expect(nearest?["name"] == "Profile")
        let checks = nearest?["checks"]?.array ?? []
        #expect(checks.contains { $0["isMet"] == true })
        #expect(checks.contains { $0["isMet"] == false && $0["got"] == "/profiles/1" })
        #expect(detail?["match"]?["suggestion"]?.string?.hasPrefix("Did you mean /profile") == true)
        #expect(detail?["curl"]?.string?.hasPrefix("curl 'https://api.example.com") == true)
    }

    @Test func bodiesAreSearchedAsTheyAreShown() async throws {
        let visit = try await PanelVisit()
        try await visit.readEvents { reader in _ = try reader.next() }
        let body = #"{"title":"Salt and Sea","password":"sesame"}"#
        await visit.load("/login", method: "POST", body: body)
        await visit.load("/files")
        #expect(ids(try await visit.ask("GET", "/log?search=salt")) == [0])
        #expect(ids(try await visit.ask("GET", "/log?search=login%20sea")) == [0])
        // A secret is not found by what it is.
        #expect(ids(try await visit.ask("GET", "/log?search=sesame")) == [])
    }

    @Test func aMatchedRequestHasItsValuesAndWhatItMeets() async throws {
        let visit = try await PanelVisit()
        await visit.load("/profile/42")
        let detail = try await visit.ask("GET", "/log/0").json
        #expect(detail?["pathValues"] == ["id": "42"])
        #expect(
            detail?["match"]?["nearest"]?[0]?["checks"]?.array?.map { $0["words"] }
                == ["method is GET", "path is /profile/:id"])
        #expect(detail?["match"]?["suggestion"] == "")
        #expect(detail?["explanation"] == nil)
        #expect(detail?["message"]?["body"]?["summary"] == "No body")
    }

    @Test func aClearedLogIsEmptyAndCountsOn() async throws {
        let visit = try await PanelVisit()
        await visit.load("/files")
        #expect(try await visit.ask("DELETE", "/log").status == 204)
        await visit.load("/files")
        let answer = try await visit.ask("GET", "/log")
        #expect(ids(answer) == [1])
        #expect(answer.json?["first"] == 1)
        #expect(visit.barricade.requestCount == 1)
    }
}
