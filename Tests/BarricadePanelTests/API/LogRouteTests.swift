import BarricadeSurfaces
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

/// What the routes about the log do.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct LogRouteTests {
    private func ids(_ page: JSONValue?) -> [Int] {
        page?["requests"]?.array?.compactMap { $0["id"]?.int } ?? []
    }

    @Test func aRowTellsTheRequestAndItsAnswerUntilTheLogIsCleared() async throws {
        let visit = try await PanelVisit()
        await visit.load("/files")
        let row = try await visit.ask("GET /log").json?["requests"]?[0]
        let shown = LogRow(visit.barricade.requests[0])
        expect(
            row,
            has: [
                "id": 0, "method": "GET", "url": "https://api.example.com/files",
                "set": .string(.awkwardName),
                "setID": .string(String.awkwardName.identifierForURLs),
                "response": "Empty", "isExplained": false, "drift": [],
                "outcome": ["kind": "answered", "words": "204 no content", "status": 204],
                "parts": .array(shown.parts.map { .string($0) }), "time": .string(shown.time),
                "sentence": .string(shown.sentence), "symbol": "checkmark.circle",
                "filter": "answered",
            ])
        #expect(row?["duration"]?.double ?? -1 > 0)

        let clearing = try await visit.ask("DELETE /log").status
        await visit.load("/files")
        let answer = try await visit.ask("GET /log").json
        expect(answer, has: ["requests": [["id": 1]], "first": 1])
        #expect((clearing, visit.barricade.requestCount) == (204, 1))
    }

    @Test func aLongLogComesInPages() async throws {
        let barricade = Barricade(ResponseSet("All", on: .any("/**")) { CannedResponse("OK") }) {
            $0.logLimits = RequestLogLimits(requests: 1_040)
        }
        let visit = try await PanelVisit(to: barricade)
        await withTaskGroup { group in
            for worker in 0..<8 {
                group.addTask { for id in 0..<130 { await visit.load("/\(worker)/\(id)") } }
            }
        }
        let first = try await visit.ask("GET /log?limit=10000").json
        expect(first, has: ["count": 1_040, "next": 40])
        let usual: [Int] = (940..<1_040).reversed()
        #expect(ids(try await visit.ask("GET /log").json) == usual)
        // A client in another process asks for all pages.
        let read = try await RemoteBarricade(url: visit.panel.url).requests.map(\.id)
        #expect(read == Array(0..<1_040))
    }

    @Test func filtersChooseRowsAndBodiesAreSearchedAsTheyAreShown() async throws {
        let visit = try await PanelVisit()
        try await visit.readEvents { reader in _ = try reader.next() }
        let body = #"{"title":"Salt and Sea","password":"sesame"}"#
        await visit.load("/login", method: "POST", body: body)
        await visit.load("/profile/1")
        await visit.load("/nothing")
        try visit.barricade.select("Offline", for: "Profile")
        await visit.load("/profile/2")
        let last = try await visit.holdLogin()
        try await expectOutcomes([
            "[4, 3, 2, 1, 0]": ["filter=all"], "[1, 0]": ["filter=answered"],
            "[2]": ["filter=unmatched"], "[3]": ["filter=failed", "set=UHJvZmlsZQ&filter=failed"],
            "[4]": ["filter=waiting"], "[]": ["filter=live", "search=nowhere"],
            "[3, 1]": ["search=PROFILE", "set=UHJvZmlsZQ"], "[1]": ["search=regular"],
            "[4, 0]": ["search=post+https"], "[2, 1]": ["after=0&before=3"],
            "[0]": ["search=salt", "search=login%20sea"],
            // A secret is not found by what it is.
            "[]": ["search=sesame"],
        ]) { query in "\(ids(try await visit.ask("GET /log?\(query)").json))" }
        visit.barricade.releaseAll()
        _ = await last.value
    }

    @Test func requestsAreExplained() async throws {
        let visit = try await PanelVisit()
        await visit.load("/profiles/1")
        await visit.load("/profile/42")
        let unmatched = try await visit.ask("GET /log/0").json
        expect(
            unmatched,
            has: [
                "request": ["outcome": ["kind": "unmatched"]],
                "curl": "curl 'https://api.example.com/profiles/1'",
                "match": ["suggestion": "Did you mean /profile/1?"],
            ])
        expect(
            unmatched?["match"]?["nearest"]?[0],
            has: [
                "name": "Profile",
                "checks": [["isMet": true], ["isMet": false, "got": "/profiles/1"]],
            ])
        let explanation = unmatched?["explanation"]?.string ?? ""
        #expect(explanation.hasPrefix("No response set matches GET"))
        let matched = try await visit.ask("GET /log/1").json
        expect(
            matched,
            has: [
                "pathValues": ["id": "42"], "explanation": nil, "match": ["suggestion": ""],
                "message": ["body": ["summary": "No body"]],
            ])
        expect(
            matched?["match"]?["nearest"]?[0]?["checks"],
            has: [["words": "method is GET"], ["words": "path is /profile/:id"]])
    }
}
