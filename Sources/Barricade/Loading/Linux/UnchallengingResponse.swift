#if !canImport(Darwin)
import Foundation
import FoundationNetworking
import Synchronization

/// A 401 response on Linux that reaches the caller without a challenge for credentials.
///
/// On Linux, a 401 with a Basic or Digest challenge hangs the task when it finishes (up to Swift
/// 6.3.1), or goes to the real server when a delegate provides a credential (also later). A
/// response without a URL at that moment makes no protection space, and reaches the caller
/// unchanged. Only the thread that finishes it sees no URL, since the caller may read it before
/// that. Delete this when corelibs leaves the challenges of custom protocols to them.
final class UnchallengingResponse: HTTPURLResponse, @unchecked Sendable {
    // Unchecked because its superclass is; the one stored property is atomic.
    private let finishingThread = Atomic<UInt>(0)

    override var url: URL? {
        finishingThread.load(ordering: .relaxed) == Self.currentThread ? nil : super.url
    }

    // Archived as what it is to everybody else.
    override var classForCoder: AnyClass { HTTPURLResponse.self }

    private static var currentThread: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

    /// Makes a response to deliver instead of a 401 that would be challenged; `nil` for any other.
    convenience init?(replacing response: HTTPURLResponse) {
        guard response.value(forHTTPHeaderField: "WWW-Authenticate") != nil,
            let url = response.url
        else { return nil }
        self.init(
            url: url, statusCode: 401, httpVersion: "HTTP/1.1",
            headerFields: response.allHeaderFields as? [String: String])
    }

    /// Finishes a load, hiding the URL meanwhile.
    func finishing(_ finish: () -> Void) {
        finishingThread.store(Self.currentThread, ordering: .relaxed)
        defer { finishingThread.store(0, ordering: .relaxed) }
        finish()
    }
}
#endif
