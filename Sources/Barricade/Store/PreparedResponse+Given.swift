import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension PreparedResponse {
    /// The latest response, cached for the next request, which usually has the same URL.
    struct Given: Sendable {
        /// The parts that are the same for other URLs.
        final class Kind: Sendable {
            let method: HTTP.Method
            let head: ResponseHead
            /// The fields of the head, for `HTTPURLResponse`.
            let fields: [String: String]
            /// The content, if it never changes: a whole body in memory.
            let content: Content?

            /// Makes the common parts, with the fields of an earlier one if it has the same head.
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

        /// Makes the response; `nil` if the platform cannot.
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
