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

    package override var url: URL? {
        finishingThread.load(ordering: .relaxed) == Self.currentThread ? nil : super.url
    }

    // Archived as what it is to everybody else.
    override var classForCoder: AnyClass { HTTPURLResponse.self }

    private static var currentThread: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

    /// Returns a response to deliver instead: the same one, unless it would be challenged.
    static func replacing(_ response: URLResponse) -> URLResponse {
        guard let http = response as? HTTPURLResponse, http.statusCode == 401,
            http.value(forHTTPHeaderField: "WWW-Authenticate") != nil, let url = http.url
        else { return response }
        return UnchallengingResponse(
            url: url, statusCode: 401, httpVersion: "HTTP/1.1",
            headerFields: http.allHeaderFields as? [String: String]) ?? response
    }

    /// Finishes a load, hiding the URL of its response if that is of this class.
    static func finishing(_ response: UnchallengingResponse?, _ finish: () -> Void) {
        response?.finishingThread.store(currentThread, ordering: .relaxed)
        defer { response?.finishingThread.store(0, ordering: .relaxed) }
        finish()
    }
}
#endif
