import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension PreparedResponse {
    /// The latest response, cached for the next request, which usually has the same URL.
    struct CachedResponse: Sendable {
        /// The parts that responses for other URLs have too.
        final class Template: Sendable {
            let method: HTTP.Method
            let head: ResponseHead
            /// The fields of the head, for `HTTPURLResponse`.
            let fields: [String: String]
            /// The content, if it never changes: a whole body in memory.
            let content: Content?

            /// Makes a template, with the fields of an earlier one if it has the same head.
            init(
                _ head: ResponseHead, _ content: Content?, to method: HTTP.Method,
                like latest: Template?
            ) {
                self.method = method
                self.head = head
                self.content = content
                fields = latest?.fields ?? head.fields.joined
            }
        }

        let template: Template
        let url: URL
        let response: HTTPURLResponse

        init(_ template: Template, at url: URL, _ response: HTTPURLResponse) {
            self.template = template
            self.url = url
            self.response = response
        }

        /// Makes the response; `nil` if the platform cannot.
        init?(_ template: Template, at url: URL) {
            guard
                let response = HTTPURLResponse(
                    url: url, statusCode: template.head.status.rawValue,
                    httpVersion: template.head.version, headerFields: template.fields)
            else { return nil }
            self.init(template, at: url, response)
        }
    }
}
