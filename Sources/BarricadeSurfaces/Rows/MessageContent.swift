package import Barricade
import BarricadeCommon
package import Foundation

/// A request, a reply or a canned response, as people read it.
package struct MessageContent: Sendable, Hashable {
    /// The first line: `GET https://api.example.com/books`, `200 OK`.
    package let line: String
    /// The header fields, in order.
    package let headers: [Field]
    package let body: BodyPreview

    /// A name with its value.
    package struct Field: Sendable, Hashable, Codable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Makes the content of a request.
    ///
    /// - Parameter isMasked: Whether secrets are masked.
    package init(_ request: BarricadeRequest, isMasked: Bool) {
        let url = request.url.absoluteString
        line = "\(request.method) \(isMasked ? Secrets.masked(url: url) : url)"
        headers = (isMasked ? request.maskedHeaders : request.headers.fields)
            .map { Field($0.name, $0.value) }
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

    /// Makes the content of a reply.
    ///
    /// - Parameters:
    ///   - data: The beginning of the body.
    ///   - size: The size of the whole body; `nil` if it is unknown.
    package init(
        _ status: HTTP.Status, _ headers: HTTP.Headers, _ data: Data, size: Int?, isMasked: Bool
    ) {
        line = status.words
        self.headers = headers.fields.map { field in
            Field(field.name, isMasked ? Self.masked(field) : field.value)
        }
        body = BodyPreview(
            data, size: size, contentType: headers["Content-Type"], isMasked: isMasked)
    }

    /// Makes the content of a canned response, which the app's code has anyway.
    package init(_ preview: ResponsePreview) {
        self.init(
            preview.status, preview.headers, preview.body, size: preview.bodySize, isMasked: false)
    }

    private static func masked(_ field: HTTP.Headers.Field) -> String {
        Secrets.isSecret(field.name) ? Secrets.mask : Secrets.masked(value: field.value)
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
