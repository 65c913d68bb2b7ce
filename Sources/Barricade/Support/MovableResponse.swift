import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if canImport(Darwin)
extension HTTPURLResponse {
    /// The most responses to keep for other URLs.
    static let mostMovable = 0

    /// Makes a response.
    static func movable(
        at url: URL, status: Int, version: String, fields: [String: String]
    ) -> HTTPURLResponse? {
        HTTPURLResponse(url: url, statusCode: status, httpVersion: version, headerFields: fields)
    }

    /// Moves nothing: Apple platforms make responses fast enough.
    static func move(_ response: inout HTTPURLResponse, to url: URL) -> Bool { false }
}
#else
extension HTTPURLResponse {
    /// The most responses to keep for other URLs: about as many as are on their way at a time.
    static let mostMovable = 64

    /// Makes a response that can be moved to another URL.
    static func movable(
        at url: URL, status: Int, version: String, fields: [String: String]
    ) -> HTTPURLResponse? {
        MovableResponse(url: url, statusCode: status, httpVersion: version, headerFields: fields)
    }

    /// Moves a response to another URL if it is movable and nobody else has it; returns whether it
    /// does.
    static func move(_ response: inout HTTPURLResponse, to url: URL) -> Bool {
        guard isKnownUniquelyReferenced(&response), let movable = response as? MovableResponse
        else { return false }
        movable.move(to: url)
        return true
    }
}

/// A response on Linux whose URL may change while nobody has it.
///
/// Linux reads all header fields again for each new response, which takes a tenth of a request.
final class MovableResponse: HTTPURLResponse, @unchecked Sendable {
    // Unchecked because its superclass is; the one stored property is a lock, which orders the
    // earlier owner's reading before the change.
    private let newURL = Locked<URL?>(nil)

    package override var url: URL? { newURL.withLock { $0 } ?? super.url }

    // Archived as what it is to everybody else.
    override var classForCoder: AnyClass { HTTPURLResponse.self }

    func move(to url: URL) {
        newURL.withLock { $0 = url }
    }
}
#endif
