#if !canImport(Darwin)
import Foundation
import FoundationNetworking
import Synchronization

/// A 401 that reaches the caller on Linux, instead of the machinery for credentials.
///
/// There a 401 with a Basic or Digest challenge hangs the task when it finishes (up to Swift 6.3.1),
/// or goes to the real server when a delegate gives a credential (also later). A response without
/// a URL at that moment makes no protection space, and is given to the caller as it is; only to
/// the thread that finishes it, since its caller may look at it before that is done. To be deleted
/// when corelibs leaves the challenges of custom protocols to them.
final class UnchallengingResponse: HTTPURLResponse, @unchecked Sendable {
    // Unchecked because its superclass is; the one stored property is atomic.
    private let finishingThread = Atomic<UInt>(0)

    override var url: URL? {
        finishingThread.load(ordering: .relaxed) == Self.currentThread ? nil : super.url
    }

    private static var currentThread: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

    /// Returns a response to give in place of this one: itself, unless it would be challenged.
    static func replacing(_ response: URLResponse) -> URLResponse {
        guard let http = response as? HTTPURLResponse, http.statusCode == 401,
            http.value(forHTTPHeaderField: "WWW-Authenticate") != nil, let url = http.url
        else { return response }
        return UnchallengingResponse(
            url: url, statusCode: 401, httpVersion: "HTTP/1.1",
            headerFields: http.allHeaderFields as? [String: String]) ?? response
    }

    /// Finishes a load with a response of this kind, if it has one, as one without a URL.
    static func finishing(_ response: UnchallengingResponse?, _ finish: () -> Void) {
        response?.finishingThread.store(currentThread, ordering: .relaxed)
        defer { response?.finishingThread.store(0, ordering: .relaxed) }
        finish()
    }
}
#endif
