import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
