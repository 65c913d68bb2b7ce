import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if canImport(Darwin)
// Apple platforms make responses fast enough.
extension HTTPURLResponse {
    /// The most responses with one head to keep.
    static let mostKept = 1

    /// Moves nothing.
    static func move(_ response: inout HTTPURLResponse, to url: URL) -> Bool { false }
}

typealias MovableResponse = HTTPURLResponse
#else
extension HTTPURLResponse {
    /// The most responses with one head to keep: about as many as are on their way at a time.
    static let mostKept = 64

    /// Moves a response to another URL if it is movable and nothing else refers to it; returns
    /// whether it has moved.
    static func move(_ response: inout HTTPURLResponse, to url: URL) -> Bool {
        guard isKnownUniquelyReferenced(&response), let movable = response as? MovableResponse
        else { return false }
        movable.newURL.withLock { $0 = url }
        return true
    }
}

/// A response on Linux whose URL may change while nothing refers to it.
///
/// Linux reads all header fields again for each new response, which takes a tenth of a request.
final class MovableResponse: HTTPURLResponse, @unchecked Sendable {
    // Unchecked because its superclass is; the one stored property is a lock, which orders the
    // earlier owner's reading before the change.
    fileprivate let newURL = Locked<URL?>(nil)

    package override var url: URL? { newURL.withLock { $0 } ?? super.url }

    // Archived as a plain `HTTPURLResponse`.
    override var classForCoder: AnyClass { HTTPURLResponse.self }
}
#endif
