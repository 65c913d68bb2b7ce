#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import Testing

@testable import TestSupport

/// A browser without a window, which all tests share; each has a tab of its own.
struct Browser: Sendable {
    private static let shared = Result {
        guard let program = Chromium.program else { throw BrowserFault.ended }
        let chromium = try Chromium.start(program)
        return Browser(
            connection: BrowserConnection(input: chromium.input, output: chromium.output))
    }

    /// A tab with a profile of its own, both of which take long to make.
    private struct Place {
        let context: JSONValue
        let target: JSONValue
    }

    /// The tabs that no test uses now.
    private static let idle = Locked<[Place]>([])

    let connection: BrowserConnection

    /// Opens a tab that shows nothing of other tests, and expects at the end that the page has made
    /// no mistake and has asked nobody but its own server.
    static func withTab<Value>(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: (Tab) async throws -> Value
    ) async throws -> Value {
        let browser = try shared.get()
        let place =
            if let place = idle.withLock({ $0.popLast() }) { place } else {
                try await browser.makePlace()
            }
        let tab = try await Tab(
            browser.connection, context: place.context, target: place.target)
        let result: Result<Value, any Error>
        do {
            let value = try await body(tab)
            try await tab.leave()
            idle.withLock { $0.append(place) }
            result = .success(value)
        } catch {
            _ = try? await browser.connection.send("Target.disposeBrowserContext", place.context)
            result = .failure(error)
        }
        #expect(tab.mistakes == [], sourceLocation: sourceLocation)
        #expect(tab.foreignRequests == [], sourceLocation: sourceLocation)
        return try result.get()
    }

    private func makePlace() async throws -> Place {
        let context = try await connection.send("Target.createBrowserContext")
        let id: JSONValue = ["browserContextId": context["browserContextId"] ?? nil]
        var parameters = id
        parameters["url"] = "about:blank"
        let target = try await connection.send("Target.createTarget", parameters)
        return Place(context: id, target: target["targetId"] ?? nil)
    }
}
#endif
