import BarricadeSurfaces
import Barricade
import Foundation

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
