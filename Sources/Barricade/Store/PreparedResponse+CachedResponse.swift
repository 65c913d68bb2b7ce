import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension PreparedResponse {
    /// A response that is cached for later requests, which usually have the same URL.
    struct CachedResponse: Sendable {
        /// The parts that responses for other URLs have too.
        final class Template: Sendable {
            package let method: HTTP.Method
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
        private(set) var url: URL
        private(set) var response: HTTPURLResponse

        init(_ template: Template, at url: URL, _ response: HTTPURLResponse) {
            self.template = template
            self.url = url
            self.response = response
        }

        /// Makes the response; `nil` if the platform cannot.
        init?(_ template: Template, at url: URL) {
            guard
                let response = HTTPURLResponse.movable(
                    at: url, status: template.head.status.rawValue,
                    version: template.head.version, fields: template.fields)
            else { return nil }
            self.init(template, at: url, response)
        }

        /// Moves the response to another URL if nobody else has it; returns whether it does.
        fileprivate mutating func move(to url: URL) -> Bool {
            guard HTTPURLResponse.move(&response, to: url) else { return false }
            self.url = url
            return true
        }
    }

    struct Cache {
        /// The latest response.
        private(set) var latest: CachedResponse?
        /// The responses before it, of the same template, for use when nobody else has them.
        private var earlier: [CachedResponse] = []
        /// The place of the oldest one.
        private var oldest = 0
        /// The tag of a body in memory.
        var tag: EntityTag?

        /// Returns the latest response for another URL, which becomes the latest one; `nil` if the
        /// platform cannot make it.
        mutating func renewed(_ template: CachedResponse.Template, at url: URL) -> CachedResponse? {
            if latest?.template === template, !earlier.isEmpty, earlier[oldest].move(to: url) {
                let moved = earlier[oldest]
                if let latest { earlier[oldest] = latest }
                oldest = (oldest + 1) % earlier.count
                latest = moved
                return moved
            }
            guard let new = CachedResponse(template, at: url) else { return nil }
            keep(new)
            return new
        }

        mutating func keep(_ new: CachedResponse) {
            if let latest, latest.template === new.template {
                if earlier.count < HTTPURLResponse.mostMovable { earlier.append(latest) }
            } else {
                (earlier, oldest) = ([], 0)
            }
            latest = new
        }
    }
}
