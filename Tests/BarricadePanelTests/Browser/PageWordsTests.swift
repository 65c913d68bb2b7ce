#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadeCommon
import BarricadePanel
import BarricadeSurfaces
import Testing

@testable import BarricadeUI
@testable import TestSupport

extension PageTests {
    /// The page shows what the screen in the app shows: the same rows in the same words.
    @Suite struct Words {
        @Test func partsAreThoseOfTheScreen() async throws {
            try await inUse { app in
                try await expectRequests(of: app)
                try await expectDetailsOfSets(of: app)
                try await expectRows(of: app)
                try await expectTimeLeft(of: app)
            }
        }

        private func expectRows(of app: ShownApp) async throws {
            let overview = app.barricade.overview
            let sections = overview.sections(SetSearch(), Arrangement())
            try await app.expect(
                """
                [...document.querySelectorAll('#set-list section')].map((it) => [
                    it.ariaLabel, it.querySelector('h2 button')?.ariaLabel ?? '',
                    ...[...it.querySelectorAll('.row')].flatMap((row) =>
                        [row.ariaLabel, row.querySelector(':scope > .caption').innerText]),
                ])
                """,
                .array(
                    sections.map { section in
                        let isGroup = if case .group = section.id { true } else { false }
                        let rows = section.rows.flatMap { row in
                            let isMarked = row.drift != nil || !row.summary.faults.isEmpty
                            return [row.sentence, "\(isMarked ? "⚠ " : "")\(row.caption)"]
                        }
                        return .array(
                            ([section.title, isGroup ? section.sentence : ""] + rows)
                                .map { .string($0) })
                    }))
            try await app.expect(
                "document.querySelector('#differences').innerText",
                .string(overview.differences))
            try await app.expect(
                "document.querySelector('#made p').innerText",
                .string("\(overview.madeHere ?? ""). Copy or download them to keep them."))
            try await app.tab.click(.button("Reset…"))
            try await app.expect(
                "[...document.querySelectorAll('#reset-dialog li')].map((it) => it.innerText)",
                .array(overview.resetLines.map { .string($0) }))
            try await app.tab.evaluate("document.querySelector('dialog[open]').close()")
        }

        private func expectDetailsOfSets(of app: ShownApp) async throws {
            for set in app.barricade.overview.sets {
                let row = try #require(app.barricade.row(of: set.name))
                // The page offers no recording that cannot be, and so explains none.
                let isRecording = app.barricade.overview.isRecording || set.mode != .recording
                try await app.tab.evaluate(
                    """
                    [...document.querySelectorAll('#set-list .row')]
                        .find((it) => it.ariaLabel.startsWith(\("\(set.name), ".asScript))).click()
                    """)
                try await app.expect(
                    "document.querySelector('.segments + .caption').innerText",
                    .string(set.mode.explanation(isRecording: isRecording)))
                try await app.expect(
                    """
                    [...document.querySelectorAll('.segments label')]
                        .filter((it) => !it.hidden).map((it) => it.innerText)
                    """, .array(row.modes.map { .string($0.title) }))
                try await app.expect(
                    """
                    [...document.querySelectorAll('.response')].map((it) => [
                        it.querySelector('.name').textContent,
                        it.querySelector('.caption').innerText,
                    ])
                    """,
                    .array(
                        set.responses.map { response in
                            let row = ResponseRow(response, of: set, in: app.barricade)
                            return [.string(row.name), .string(row.caption)]
                        }))
            }
        }

        private func expectRequests(of app: ShownApp) async throws {
            let rows = app.barricade.requests.reversed().map { LogRow($0) }
            try await app.expect(
                """
                [...document.querySelectorAll('#log-list .row')].map((row) => [
                    row.ariaLabel, row.querySelector('time').innerText,
                    row.querySelector(':scope > .caption').innerText,
                    row.querySelector('.mark').dataset.symbol,
                ])
                """,
                .array(
                    rows.map { row in
                        let mark = row.drift == nil ? "" : "⚠ "
                        return [
                            .string(row.sentence), .string(row.time),
                            .string("\(mark)\(row.caption)"),
                            .string(row.entry.outcome.kind.symbol),
                        ]
                    }))
            let counts = LogSearch().filtered(rows).counts
            try await app.expect(
                """
                [...document.querySelectorAll('#log-filters .chip')]
                    .filter((it) => !it.hidden).map((it) => it.innerText)
                """,
                .array(
                    LogFilter.allCases.compactMap { filter in
                        let count = counts[filter, default: 0]
                        return count > 0 ? .string("\(filter.title) \(count)") : nil
                    }))
            for row in rows { try await expectDetail(of: row, in: app) }
        }

        private func expectDetail(of row: LogRow, in app: ShownApp) async throws {
            let detail = LogDetail(row.entry, in: app.barricade, isMasked: true)
            try await app.tab.evaluate(
                "document.querySelector('[data-request=\"\(row.id)\"]').click()")
            let set = row.entry.set.flatMap { app.barricade.row(of: $0) }
            let choice = set?.summary.responses.isEmpty == false ? set?.choiceTitle : nil
            let checks = detail.match?.nearest.flatMap(\.checks) ?? []
            try await app.expect(
                """
                (() => {
                    const texts = (selector) => [...document.querySelectorAll(`#detail ${selector}`)]
                        .filter((it) => it.checkVisibility()).map((it) => it.innerText);
                    return [
                        texts('.matcher')[0], texts('.outcome')[0],
                        texts('.outcome ~ .fields > div').join(),
                        texts('.actions button').some((it) => it === \(detail.makingTitle.asScript)),
                        texts('h3').includes(\((choice ?? "Outcome").asScript)),
                        texts('.checks li > :last-child').join(),
                    ];
                })()
                """,
                [
                    .string(detail.request.line), .string(row.outcome),
                    .string(detail.facts.map { "\($0.name)\n\($0.value)" }.joined(separator: ",")),
                    true, true, .string(checks.map(\.words).joined(separator: ",")),
                ])
        }

        private func expectTimeLeft(of app: ShownApp) async throws {
            let held = try #require(app.barricade.overview.heldRequests.first)
            for seconds in [-1.0, 0, 0.2, 58, 119.5, 120, 3_599, 7_199.5, 7_200, 43_199, 43_200] {
                try await app.expect(
                    """
                    modules['words.js'].timeLeft(new Date(1e12).toISOString(), \(1e12 - seconds * 1_000))
                    """,
                    .string(held.timeLeft(at: held.timeout.addingTimeInterval(-seconds))))
            }
        }

        /// Shows sets in all modes, with responses of all kinds, and requests with all outcomes.
        private func inUse(_ body: (ShownApp) async throws -> Void) async throws {
            let orders = ResponseSet("Orders", on: .get("/orders/:id"), group: "Shop") {
                CannedResponse("Moved", redirect: "https://api.example.com/books")
                CannedResponse("Slow", status: 503, delay: .seconds(2))
                CannedResponse.neverAnswers("Never")
                CannedResponse("File", body: .file(URL(fileURLWithPath: "/no/such/file.json")))
                CannedResponse.sequence("In Turn") { CannedResponse("A") }
            }
            let all = [
                ShownApp.login, ShownApp.profile, ShownApp.books, ShownApp.health, orders,
                ResponseSet("Nothing", on: .get("/nothing")) {},
                ResponseSet(String(repeating: "Long ", count: 20), on: .get("/long")) {
                    CannedResponse(String(repeating: "Long ", count: 20))
                },
            ]
            try await ShownApp.withPage(all) { app in
                try app.barricade.select("Offline", for: "Books")
                try app.barricade.add(CannedResponse("Made", status: 201), to: "Health")
                try app.barricade.select("Slow", for: "Orders")
                try app.barricade.setMode(.recording, for: "Orders")
                for path in ["/books", "/profile", "/nowhere", "/orders/7", "/nothing"] {
                    try await app.send(path)
                }
                let profile = try #require(app.barricade.comparedSet("Profile"))
                app.barricade.note(drift: ["$.name is a number"], of: profile, in: 1)
                try app.barricade.setMode(.live, for: "Profile")
                try app.barricade.setMode(.held, for: "Login")
                async let held = app.send("/login", method: "POST")
                try await app.wait("a held request") { !$0.heldRequests.isEmpty }
                try await body(app)
                app.barricade.releaseAll()
                #expect(try await held == 200)
            }
        }
    }
}
#endif
