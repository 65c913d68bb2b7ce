public import Barricade
import BarricadeSurfaces
public import Foundation

extension RemoteBarricade {
    /// The outcome of releasing a held request.
    public enum Outcome: Sendable, Hashable {
        /// The response that was selected when the request arrived.
        case selected
        /// Another response of its set.
        case response(String)
        /// An error in place of a response.
        case error(URLError.Code)
        /// The real server's reply.
        case live
    }

    /// The requests in the log, oldest first.
    public var requests: [RequestSummary] {
        get async throws { try await requests([:]) }
    }

    /// Returns the latest requests that a set claimed, oldest first.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if no set has or had that name.
    public func requests(for set: some ResponseSetName) async throws -> [RequestSummary] {
        try await requests(["set": set.responseSetName.identifierForURLs])
    }

    private func requests(_ query: [String: String]) async throws -> [RequestSummary] {
        var (requests, next): ([RequestSummary], Int?) = ([], nil)
        var query = query.merging(["limit": "1000"]) { $1 }
        repeat {
            query["before"] = next.map { "\($0)" }
            let page = try await client.send(.log, query: query, as: LogPage.self)
            requests += page.requests
            // Each page is older than the one before, so there is an end whatever answers.
            next = page.next.flatMap { $0 < next ?? .max ? $0 : nil }
        } while next != nil
        return requests.reversed()
    }

    /// Returns the body of a request that the log has kept, with secrets masked.
    ///
    /// - Throws: `BarricadeError.Code.refusedByPanel` if the log has no body.
    public func body(of request: RequestSummary.ID) async throws -> Data {
        try await client.send(.requestBody, at: "\(request)")
    }

    /// Forgets all requests and counts.
    public func clearRequests() async throws {
        try await client.send(.clearLog)
    }

    /// Waits until a set has had a number of requests, including those before the call.
    ///
    /// ```swift
    /// app.buttons["Sign In"].tap()
    /// let request = try await barricade.waitForRequest(to: "Login")
    /// ```
    ///
    /// - Parameters:
    ///   - set: The set or its name.
    ///   - count: The number of requests since the log was last cleared; at least 1.
    ///   - timeout: The longest wait; at most ten minutes.
    /// - Returns: The last of those requests.
    /// - Throws: `BarricadeError.Code.unknownName` if no set has that name, or
    ///   `BarricadeError.Code.missingRequest` after the timeout, naming the nearest requests.
    @discardableResult
    public func waitForRequest(
        to set: some ResponseSetName, count: Int = 1, timeout: Duration = .seconds(5)
    ) async throws -> RequestSummary {
        try await wait(Wait(set: set.responseSetName, count: count), timeout)
    }

    /// Waits until a held set holds a number of requests at the same time.
    ///
    /// - Returns: The last of those requests, to ``release(_:to:)``.
    /// - Throws: `BarricadeError.Code.unknownName` if no set has that name,
    ///   `BarricadeError.Code.refusedByPanel` if the set is not held, or
    ///   `BarricadeError.Code.missingRequest` after the timeout.
    @discardableResult
    public func waitForHeldRequest(
        to set: some ResponseSetName, count: Int = 1, timeout: Duration = .seconds(5)
    ) async throws -> RequestSummary {
        try await wait(Wait(set: set.responseSetName, count: count, held: true), timeout)
    }

    private func wait(_ wait: Wait, _ timeout: Duration) async throws -> RequestSummary {
        var wait = wait
        wait.timeout = timeout / .seconds(1)
        // The panel's own timeout comes first, since its error names the requests.
        return try await client.send(
            .wait, body: wait, timeout: timeout + .seconds(60), as: Waited.self
        ).request
    }

    /// Releases one held request.
    ///
    /// - Throws: `BarricadeError.Code.unknownName` if its set has no such response, or
    ///   `BarricadeError.Code.refusedByPanel` if the request is no longer held.
    public func release(
        _ request: RequestSummary.ID, to outcome: Outcome = .selected
    ) async throws {
        var release = Release()
        switch outcome {
        case .selected: break
        case .response(let name): release.response = name
        case .error(let code): release.error = code.name ?? "\(code.rawValue)"
        case .live: release.live = true
        }
        try await client.send(.release, at: "\(request)", body: release)
    }

    /// Releases all held requests, and stops holding new ones.
    public func releaseAll() async throws {
        try await client.send(.releaseAll)
    }
}

private struct Waited: Decodable {
    let request: RequestSummary
}
