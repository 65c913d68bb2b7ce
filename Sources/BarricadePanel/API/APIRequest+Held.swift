import Barricade
import BarricadeSurfaces
import Foundation

/// The outcome of a held request: at most one member; none means the selected response.
struct Release: Codable {
    /// The name of another response of its set.
    var response: String?
    /// The name of a `URLError` code.
    var error: String?
    /// Whether it goes to the real server.
    var live: Bool?
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
}

// The operations that release held requests and wait for requests.
extension APIRequest {
    func release() throws {
        let (release, entry) = (try body(as: Release.self), try loggedRequest())
        let conflict = Problem(
            "Request \(entry.id) (\(entry.request)) does not wait any more: \(entry.outcome).",
            .conflict, .notWaiting)
        // Names mean nothing then.
        guard entry.outcome == .held else { throw conflict }
        var response = release.live == true ? CannedResponse.live() : nil
        if let name = release.response {
            let set = barricade.sets.first { $0.name == entry.set }
            response = try (set?.responses ?? []).element(
                named: name, "response of set \"\((entry.set ?? "").shortened)\"", by: \.name)
        } else if let name = release.error {
            let code = try URLError.Code.named.element(named: name, "URLError code", by: \.name)
            response = CannedResponse(name, error: code.value)
        }
        guard barricade.release(entry.id, with: response) else { throw conflict }
    }

    /// Waits for requests, and returns the last of them.
    func awaitedRequest() async throws -> LoggedRequest {
        let wait = try body(as: Wait.self)
        let (set, count) = (wait.set, wait.count ?? 1)
        let timeout = Duration.seconds(wait.timeout ?? 5)
        guard wait.held == true else {
            return try await barricade.waitForEntry(of: set, count: count, timeout: timeout)
        }
        guard try barricade.mode(of: set) == .held else {
            throw Problem(
                """
                Set "\(set.shortened)" holds no requests.

                To fix: set its mode to "held" first.
                """, .conflict, .notHeld)
        }
        // Those that waited at the last look, or once there were enough.
        let seen = Locked<[LoggedRequest.ID]>([])
        _ = try await barricade.changeCounter.wait(timeout: timeout, on: ContinuousClock()) {
            let waiting = barricade.store.routing.held[set]?.waiting.map(\.id) ?? []
            return seen.withLock { seen in
                if seen.count < count { seen = waiting }
                return seen.count >= count
            }
        }
        let waiting = seen.withLock(\.self)
        guard waiting.count >= count, let entry = barricade.request(waiting[count - 1]) else {
            throw Problem(
                """
                \(waiting.count) of \(count) requests to "\(set.shortened)" waited to be released \
                after \(timeout).
                """, 408, .missingRequest)
        }
        return entry
    }
}
