#if os(Linux) || os(macOS)
import Barricade
import Foundation
import Testing

/// A browser without a window, which all tests share; each has a tab of its own.
struct Browser: Sendable {
    private static let shared = Result {
        guard let program = Chromium.program else { throw BrowserFault.ended }
        let chromium = try Chromium.start(program)
        return Browser(
            connection: BrowserConnection(input: chromium.input, output: chromium.output))
    }

    let connection: BrowserConnection

    /// Opens a tab that shares nothing with others, closes it at the end, and expects that the page
    /// has made no mistake and has asked nobody but its own server.
    static func withTab<Value>(
        width: Int = 1280, height: Int = 800, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (Tab) async throws -> Value
    ) async throws -> Value {
        let connection = try shared.get().connection
        let context = try await connection.send("Target.createBrowserContext")
        let id: JSONValue = ["browserContextId": context["browserContextId"] ?? nil]
        let tab = try await Tab(connection, context: id, width: width, height: height)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(tab))
        } catch {
            result = .failure(error)
        }
        _ = try? await connection.send("Target.disposeBrowserContext", id)
        #expect(tab.mistakes == [], sourceLocation: sourceLocation)
        #expect(tab.foreignRequests == [], sourceLocation: sourceLocation)
        return try result.get()
    }
}
#endif
