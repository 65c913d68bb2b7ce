#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Waiting {
        private let request = "POST https://api.example.com/login"

        /// Holds a request, lets a person release it, and returns what the app got.
        private func released(_ release: (Tab) async throws -> Void) async throws -> Int {
            var answer = 0
            try await ShownApp.withPage { app in
                try app.barricade.setMode(.held, for: "Login")
                async let sent = app.send("/login", method: "POST")
                try await app.tab.wait(for: "min left")
                try await app.tab.wait(for: "1 held, 1 waiting")
                try await app.tab.wait(for: "held · Login, Success")
                try await release(app.tab)
                answer = try await sent
                try await app.tab.wait(until: "document.querySelector('#waiting').hidden")
            }
            return answer
        }

        @Test func releasesAsSelected() async throws {
            let status = try await released {
                try await $0.click(.button("Release \(request) with Success"))
            }
            #expect(status == 200)
        }

        @Test func releasesWithAnotherOutcome() async throws {
            let status = try await released { tab in
                try await tab.click(.button("Release \(request) with…"))
                try await tab.click(.button("Locked"))
            }
            #expect(status == 423)
            let error = try await released { tab in
                try await tab.click(.button("Release \(request) with…"))
                try await tab.click(.button("No network"))
            }
            #expect(error == URLError.notConnectedToInternet.rawValue)
        }

        @Test func releasesByKey() async throws {
            #expect(try await released { try await $0.press("r") } == 200)
        }

        @Test func releasesAll() async throws {
            #expect(try await released { try await $0.click(.button("Release All")) } == 200)
        }
    }
}
#endif
