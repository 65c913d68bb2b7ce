package import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// A request, a reply or a canned response, as people read it.
package struct MessageContent: Sendable, Hashable, Encodable {
    /// The first line: `GET https://api.example.com/books`, `200 OK`.
    package let line: String
    /// The header fields, in order.
    package let headers: [Field]
    package let body: BodyPreview

    /// A name with its value.
    package struct Field: Sendable, Hashable, Codable {
        package var name: String
        package var value: String

        package init(_ name: String = "", _ value: String = "") {
            (self.name, self.value) = (name, value)
        }

        fileprivate init(_ field: HTTP.Headers.Field) { self.init(field.name, field.value) }
    }

    /// Makes the content of a request.
    ///
    /// - Parameter isMasked: Whether secrets are masked.
    package init(_ request: BarricadeRequest, isMasked: Bool) {
        let url = request.url.absoluteString
        line = "\(request.method) \(isMasked ? Secrets.masked(url: url) : url)"
        headers = (isMasked ? request.maskedHeaders : request.headers.fields).map(Field.init)
        let type = request.headers["Content-Type"]
        switch request.body {
        case .none:
            body = BodyPreview(Data(), size: 0, contentType: nil)
        case .data(let data):
            body = BodyPreview(data, size: data.count, contentType: type, isMasked: isMasked)
        case .truncated(let data, let size):
            body = BodyPreview(data, size: size, contentType: type, isMasked: isMasked)
        case .unreadable(let reason):
            body = BodyPreview(unreadable: reason)
        }
    }

    /// Makes the content of a reply, as far as it was kept.
    package init(_ reply: LoggedReply, isMasked: Bool) {
        line = reply.status.words
        headers = (isMasked ? reply.maskedHeaders : reply.headers.fields).map(Field.init)
        body = BodyPreview(
            reply.body, size: reply.bodySize, contentType: reply.headers["Content-Type"],
            isMasked: isMasked)
    }

    /// Makes the content of a canned response, which is in the app's code anyway.
    init(_ preview: ResponsePreview) {
        line = preview.status.words
        headers = preview.headers.fields.map(Field.init)
        body = BodyPreview(
            preview.body, size: preview.bodySize, contentType: preview.headers["Content-Type"])
    }

    /// The header fields as text.
    package var headerText: String {
        headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    /// All of it as text, to share.
    package var text: String {
        let head = headers.isEmpty ? line : "\(line)\n\(headerText)"
        return body.text.isEmpty ? "\(head)\n" : "\(head)\n\n\(body.text)\n"
    }
}
