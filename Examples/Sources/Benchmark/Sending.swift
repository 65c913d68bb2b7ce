import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests through a session, some at a time.
struct Sending: Sendable {
    let session: URLSession
    var atATime = 1
    /// The body of uploads; `nil` for other requests.
    var upload: Data?
    var delegate: (any URLSessionTaskDelegate)?

    /// Sends all of them and returns how long that took.
    func send(_ requests: [URLRequest]) async throws -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        if atATime == 1 {
            try await send(requests[...])
        } else {
            try await withThrowingTaskGroup { group in
                let share = (requests.count + atATime - 1) / atATime
                for first in stride(from: 0, to: requests.count, by: share) {
                    let mine = requests[first..<min(first + share, requests.count)]
                    group.addTask { try await send(mine) }
                }
                try await group.waitForAll()
            }
        }
        return start.duration(to: clock.now)
    }

    private func send(_ requests: ArraySlice<URLRequest>) async throws {
        for request in requests {
            let (data, _) =
                if let upload {
                    try await session.upload(for: request, from: upload, delegate: delegate)
                } else {
                    try await session.data(for: request, delegate: delegate)
                }
            precondition(!data.isEmpty, "\(request) was not answered")
        }
    }
}
