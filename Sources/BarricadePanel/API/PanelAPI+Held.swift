import Barricade
import BarricadeSurfaces
import Foundation

// The routes that release held requests and wait for requests.
extension PanelAPI {
    static let heldRoutes: [APIRoute] = [
        APIRoute(.get, "/held") { _, request in
            try .json(["heldRequests": request.barricade.overview.heldRequests])
        },
        APIRoute(.post, "/held/release") { _, request in
            _ = try request.body(as: EmptyBody.self)
            request.barricade.releaseAll()
            return .done
        },
        APIRoute(.post, "/held/{request}/release") { _, request in
            let release = try request.body(as: Release.self)
            let entry = try request.loggedRequest()
            let response = try release.response(for: entry, in: request.barricade)
            guard request.barricade.release(entry.id, with: response) else {
                throw Problem(
                    .conflict, .notWaiting,
                    """
                    Request \(entry.id) (\(entry.request)) does not wait any more: \
                    \(entry.outcome).
                    """)
            }
            return .done
        },
        APIRoute(.post, "/wait") { _, request in
            let wait = try request.body(as: Wait.self)
            return try .json(Waited(request: try await wait.result(in: request.barricade)))
        },
    ]
}

/// The outcome of a held request: at most one member; none means the selected response.
struct Release: Codable, RequestShape {
    static let members = ["response", "error", "live"]

    /// The name of another response of its set.
    var response: String?
    /// The name of a `URLError` code.
    var error: String?
    /// Whether it goes to the real server.
    var live: Bool?

    /// Returns the response to release the request with; `nil` for the selected one.
    func response(for entry: LoggedRequest, in barricade: Barricade) throws -> CannedResponse? {
        switch (response, error, live ?? false) {
        case (nil, nil, false):
            return nil
        case (let name?, nil, false):
            let set = barricade.sets.first { $0.name == entry.set }
            return try (set?.responses ?? []).element(
                named: name, "response of set \"\((entry.set ?? "").shortened)\"", by: \.name)
        case (nil, let name?, false):
            let code = try URLError.Code.named.element(
                named: name, "URLError code", by: \.name)
            return CannedResponse(name, error: code.value)
        case (nil, nil, true):
            return .live()
        default:
            throw Problem(
                .unprocessableContent, .unacceptableValue,
                "A request is released with a response, an error, or live: only one of them.")
        }
    }
}

/// A wait for requests to a set.
struct Wait: Codable, RequestShape {
    static let members = ["set", "count", "held", "timeout"]

    let set: String
    /// The number of requests; `nil` means 1.
    var count: Int?
    /// Whether to wait until that many requests are held at the same time.
    var held: Bool?
    /// The longest wait in seconds; `nil` means 5.
    var timeout: Double?

    private static let longest = 600.0

    /// Waits for the requests, and returns the last of them.
    func result(in barricade: Barricade) async throws -> RequestSummary {
        let (count, seconds) = (count ?? 1, timeout ?? 5)
        guard count >= 1, 0...Self.longest ~= seconds else {
            throw Problem(
                .unprocessableContent, .unacceptableValue,
                """
                A wait needs a "count" of at least 1, and a "timeout" from 0 to \
                \(Int(Self.longest)) seconds.
                """)
        }
        let timeout = Duration.seconds(seconds)
        guard held ?? false else {
            return RequestSummary(
                try await barricade.waitForEntry(of: set, count: count, timeout: timeout))
        }
        guard try barricade.mode(of: set) == .held else {
            throw Problem(
                .conflict, .notHeld,
                """
                Set "\(set.shortened)" holds no requests.

                To fix: set its mode to "held" first.
                """)
        }
        return try await heldRequest(number: count, in: barricade, timeout: timeout)
    }

    /// Waits until enough requests to the set are held at the same time.
    private func heldRequest(
        number: Int, in barricade: Barricade, timeout: Duration
    ) async throws -> RequestSummary {
        try await withThrowingTaskGroup(of: RequestSummary?.self) { group in
            group.addTask {
                for await overview in barricade.overviews {
                    let held = overview.heldRequests.filter { $0.set == set }
                    if held.count >= number, let entry = barricade.request(held[number - 1].id) {
                        return RequestSummary(entry)
                    }
                }
                return nil
            }
            group.addTask {
                try await Task.sleep(for: timeout)
                return nil
            }
            defer { group.cancelAll() }
            if case let request?? = try await group.next() { return request }
            try Task.checkCancellation()
            let found = barricade.overview.heldRequests.count { $0.set == set }
            throw Problem(
                408, .missingRequest,
                """
                \(found) of \(number) requests to "\(set.shortened)" waited to be released after \
                \(timeout).
                """)
        }
    }
}

/// The last of the requests that were waited for.
struct Waited: Codable {
    let request: RequestSummary
}
