#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadeCommon
import BarricadePanel
import LoopbackServer
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Recording {
        private let sentences = [
            #"$.name: wants text as in "Full", got null"#,
            #"$.tags: wants an array as in "Full", got no such key"#,
        ]

        @Test func showsHowRepliesDifferAndRecordsWhileSomethingDoes() async throws {
            try await ShownApp.withPage { app in
                let tab = app.tab
                try await app.send("/profile")
                let request = "GET https://api.example.com/profile, 200 OK, Profile, Full"
                try await tab.wait(until: "\(rows)[0] === \(request.asScript)")
                let profile = try #require(app.barricade.comparedSet("Profile"))
                app.barricade.note(drift: sentences, of: profile, in: 0)
                // The row has been there, and so has its end.
                try await tab.perform(
                    .see("⚠ 200 OK · Profile, Full · differs from the responses"),
                    .until(
                        """
                        document.querySelector('[role=status]').innerText
                            === 'Profile, Full, 200 OK, 1 request, 2 differences from the server.'
                        """),
                    .click(.button("\(request), differs from the responses")),
                    .until("\(shownDrift) === \(sentences.asLines)"),
                    .click(
                        .button("Profile, Full, 200 OK, 1 request, 2 differences from the server")),
                    .see("Latest requests"),
                    .until("\(shownDrift) === \(sentences.asLines)"))
                app.barricade.register(ShownApp.profile)
                try await tab.wait(until: "\(shownDrift) === null")
                #expect(try await tab.has(.button("Profile, Full, 200 OK, 1 request")))
                // A set can record while something records.
                try await tab.perform(
                    .click(.button("Login, Success, 200 OK")),
                    .see("The set answers with the selected response."))
                #expect(try await tab.has(.radio("Recording")) == false)
                let place = app.barricade.registration(of: TestRecorder())
                try await tab.click(.radio("Recording"))
                try await app.wait(for: "Success", of: "Login", mode: .recording)
                try await tab.see("1 recording")
                #expect(
                    try await tab.has(
                        .button("Login, Success, the real server, recorded, recording, changed")))
                try await tab.see(
                    "The set lets requests go to the real server, and keeps the replies.")
                // The key goes through all modes.
                for mode: ResponseSet.Mode in [.barricaded, .live, .held, .recording] {
                    try await tab.press("m")
                    try await app.wait(for: "Success", of: "Login", mode: mode)
                    try await tab.wait(
                        until: """
                            document.querySelector('[name=mode]:checked').value
                                === \(mode.rawValue.asScript)
                            """)
                }
                _ = consume place
                try await tab.see(
                    """
                    Its requests fail until the app starts a recording: \
                    barricade.record(.recordingSets).
                    """)
                #expect(
                    try await tab.has(
                        .button("Login, Success, its requests fail, recording, changed")))
            }
        }

        private let rows =
            "[...document.querySelectorAll('#log-list .row')].map((it) => it.ariaLabel)"
        /// The sentences in the detail on how replies differ, each with its mark; `null` for none.
        private let shownDrift = """
            ([...document.querySelectorAll('#detail h3')]
                .find((it) => it.offsetWidth > 0 && it.innerText === 'Differs from the server')
                ?.nextElementSibling.innerText ?? null)
            """
    }
}

extension [String] {
    /// The sentences as they are shown, as a literal of JavaScript.
    fileprivate var asLines: String { map { "⚠ \($0)" }.joined(separator: "\n").asScript }
}
#endif
