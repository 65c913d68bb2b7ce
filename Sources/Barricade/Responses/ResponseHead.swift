import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What makes the head of a response, besides the URL it is for.
struct ResponseHead: Sendable, Equatable {
    var status: HTTP.Status
    let version: String
    /// The fields that the response names itself.
    let headers: HTTP.Headers
    /// How many bytes come; `nil` where that is not known.
    var length: Int?
    var tag: EntityTag?
    var part = RequestedPart.whole
    /// The size of the whole body, of which the answer may be a part.
    var size: Int?
    /// Whether the body is a file's.
    var isOfFile = false

    /// All fields: those named, and those that follow from the body.
    var fields: HTTP.Headers {
        var headers = headers
        if let tag { headers["ETag"] = tag.text }
        switch part {
        case .whole:
            if isOfFile, tag != nil { headers["Accept-Ranges"] = "bytes" }
        case .notModified:
            headers["Content-Type"] = nil
            headers["Content-Length"] = nil
        case .range(let range):
            let last = range.upperBound - 1
            headers["Content-Range"] = "bytes \(range.lowerBound)-\(last)/\(size ?? 0)"
            headers["Content-Length"] = nil
        case .unsatisfiable:
            headers["Content-Range"] = "bytes */\(size ?? 0)"
            headers["Content-Length"] = nil
        }
        if let length, headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil {
            headers.append("Content-Length", "\(length)")
        }
        return headers
    }
}

extension PreparedResponse {
    /// What a request got, for the next one, which is for the same URL more often than not.
    struct Given: Sendable {
        /// What it has in common with those of other URLs.
        final class Kind: Sendable {
            let method: HTTP.Method
            let head: ResponseHead
            /// The fields of the head, as `HTTPURLResponse` takes them.
            let fields: [String: String]
            /// What came with it, where that does not change: all of a body in memory.
            let content: Content?

            /// Makes a kind, perhaps with the fields of one that has the same head.
            init(
                _ head: ResponseHead, _ content: Content?, to method: HTTP.Method,
                like latest: Kind?
            ) {
                self.method = method
                self.head = head
                self.content = content
                fields = latest?.fields ?? head.fields.joined
            }
        }

        let kind: Kind
        let url: URL
        let response: HTTPURLResponse

        init(_ kind: Kind, at url: URL, _ response: HTTPURLResponse) {
            self.kind = kind
            self.url = url
            self.response = response
        }

        /// Makes the response; `nil` where the platform cannot.
        init?(_ kind: Kind, at url: URL) {
            guard
                let response = HTTPURLResponse(
                    url: url, statusCode: kind.head.status.rawValue,
                    httpVersion: kind.head.version, headerFields: kind.fields)
            else { return nil }
            self.init(kind, at: url, response)
        }
    }
}
