#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Returning {
        private let token = "a-token-of-its-own-1234"

        @Test(arguments: [true, false])
        func comesBackWithTheApp(afterRequests: Bool) async throws {
            try await ShownApp.withPage(port: QuietPort.free()) { app in
                if afterRequests {
                    try await app.send("/books")
                    try await app.tab.wait(for: "200 OK · Books, Two")
                }
                await app.panel.openPort.sleep()
                let milliseconds = try await app.tab.wait(
                    until: "document.body.innerText.includes('The app sleeps or has ended.')")
                // Not only because nothing has come for 40 seconds.
                #expect(milliseconds < 30_000)
                // What is missed meanwhile is there afterwards.
                try app.barricade.select("Locked", for: "Login")
                try await app.send("/health")
                await app.panel.openPort.wake()
                try await app.tab.wait(until: "document.querySelector('#banner').hidden")
                try await app.tab.wait(for: "1 selected")
                try await app.tab.wait(for: "204 no content · Health, Fine")
            }
        }

        @Test func comesBackWithAnotherLaunch() async throws {
            let first = Barricade([ShownApp.login])
            let panel = try await first.openPanel(port: QuietPort.free(), token: token)
            try await Browser.withTab { tab in
                try await tab.open(panel.url)
                try await tab.wait(
                    until: "document.querySelectorAll('#set-list .row').length === 1")
                await panel.close()
                try await tab.wait(for: "The app sleeps or has ended.")
                let second = Barricade([ShownApp.books, ShownApp.health])
                let another = try await second.openPanel(port: panel.port, token: token)
                try await tab.wait(
                    until: "document.querySelectorAll('#set-list .row').length === 2")
                try await tab.wait(for: "No request has come.")
                await another.close()
            }
        }

        @Test func saysThatTheAddressHasChanged() async throws {
            let barricade = Barricade([ShownApp.login])
            let panel = try await barricade.openPanel(port: QuietPort.free())
            try await Browser.withTab { tab in
                try await tab.open(panel.url)
                try await tab.wait(
                    until: "document.querySelectorAll('#set-list .row').length === 1")
                await panel.close()
                let another = try await barricade.openPanel(port: panel.port)
                try await tab.wait(for: "The address has changed")
                try await tab.open(another.url)
                try await tab.wait(until: "document.querySelector('#banner').hidden")
                await another.close()
            }
        }
    }
}
#endif
