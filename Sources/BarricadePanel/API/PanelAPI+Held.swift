import Barricade
import BarricadeSurfaces
import Foundation

// The routes that release held requests and wait for requests.
extension PanelAPI {
    static let heldAnswers: [APIOperation.Name: Answer] = [
        .heldRequests: { _, request in
            try .json(["heldRequests": request.barricade.overview.heldRequests])
        },
        .releaseAll: { _, request in
            request.barricade.releaseAll()
            return .done
        },
        .release: { _, request in
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
        .wait: { _, request in
            let wait = try request.body(as: Wait.self)
            return try .json(Waited(request: try await wait.result(in: request.barricade)))
        },
    ]
}

/// The outcome of a held request: at most one member; none means the selected response.
struct Release: Codable {
    /// The name of another response of its set.
    var response: String?
    /// The name of a `URLError` code.
    var error: String?
    /// Whether it goes to the real server.
    var live: Bool?

    /// Returns the response to release the request with; `nil` for the selected one.
    func response(for entry: LoggedRequest, in barricade: Barricade) throws -> CannedResponse? {
        let isLive = live == true
        guard [response != nil, error != nil, isLive].count(where: \.self) <= 1 else {
            throw Problem(
                .unprocessableContent, .unacceptableValue,
                "A request is released with a response, an error, or live: only one of them.")
        }
        if let response {
            let set = barricade.sets.first { $0.name == entry.set }
            return try (set?.responses ?? []).element(
                named: response, "response of set \"\((entry.set ?? "").shortened)\"", by: \.name)
        }
        if let error {
            let code = try URLError.Code.named.element(named: error, "URLError code", by: \.name)
            return CannedResponse(error, error: code.value)
        }
        return isLive ? .live() : nil
    }
}

/// A wait for requests to a set.
struct Wait: Codable {
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
        let found = Locked<LoggedRequest.ID?>(nil)
        let isHeld = try await barricade.changeCounter.wait(
            timeout: timeout, on: ContinuousClock()
        ) {
            let waiting = barricade.store.routing.held[set]?.waiting ?? []
            return found.withLock { found in
                if waiting.count >= count { found = waiting[count - 1].id }
                return found != nil
            }
        }
        guard isHeld, let entry = found.withLock({ $0.flatMap(barricade.request) }) else {
            let waiting = barricade.store.routing.held[set]?.waiting ?? []
            throw Problem(
                408, .missingRequest,
                """
                \(waiting.count) of \(count) requests to "\(set.shortened)" waited to be released \
                after \(timeout).
                """)
        }
        return RequestSummary(entry)
    }
}

/// The last of the requests that were waited for.
struct Waited: Codable {
    let request: RequestSummary
}
