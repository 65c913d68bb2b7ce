#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Waiting {
        private let request = "POST https://api.example.com/login"

        @Test func releasesAsAPersonSays() async throws {
            try await ShownApp.withPage { app in
                let tab = app.tab
                /// Holds a request, lets a person release it, and returns what the app got.
                func released(_ release: () async throws -> Void) async throws -> Int {
                    try app.barricade.setMode(.held, for: "Login")
                    async let sent = app.send("/login", method: "POST")
                    try await tab.perform(
                        .see("min left"),
                        .see("1 held, 1 waiting"),
                        .see("held · Login, Success"))
                    try await release()
                    let answer = try await sent
                    try await tab.wait(until: "document.querySelector('#waiting').hidden")
                    return answer
                }
                let selected = try await released {
                    try await tab.click(.button("Release \(request) with Success"))
                }
                let another = try await released {
                    try await tab.perform(
                        .click(.button("Release \(request) with…")),
                        .click(.button("Locked")))
                }
                let error = try await released {
                    try await tab.perform(
                        .click(.button("Release \(request) with…")),
                        .click(.button("No network")))
                }
                let byKey = try await released { try await tab.press("r") }
                let all = try await released { try await tab.click(.button("Release All")) }
                let statuses = [selected, another, error, byKey, all]
                let offline = URLError.notConnectedToInternet.rawValue
                #expect(statuses == [200, 423, offline, 200, 200])
            }
        }
    }
}
#endif
