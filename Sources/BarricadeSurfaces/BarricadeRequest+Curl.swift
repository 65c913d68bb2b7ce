package import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

extension BarricadeRequest {
    /// The request as a `curl` command for a POSIX shell, with secrets masked.
    ///
    /// Values of query items, form fields and JSON members with secret-looking names are masked,
    /// and so are tokens and all header fields but those that never hold secrets. A body that is
    /// neither JSON nor a form is left out: the command, with a comment, reads it from a file.
    package var curlCommand: String {
        var parts = ["curl \(Self.quoted(Secrets.masked(url: url.absoluteString)))"]
        switch method {
        case .get where body == .none: break
        case .head: parts.append("--head")
        default: parts.append("-X \(Self.quoted(method.rawValue))")
        }
        // What is compressed would fill a terminal with bytes.
        if headers["Accept-Encoding"] != nil { parts.append("--compressed") }
        // curl works out the length of the body that it sends, which is not compressed here.
        let isInflated = body.data != nil && body != sentBody
        for field in headers.fields
        where !field.isNamed("Content-Length")
            && !(isInflated && field.isNamed("Content-Encoding"))
        {
            // With a colon and no value, curl sends no such field.
            let value = field.value.isEmpty ? ";" : ": \(Self.shown(field))"
            parts.append("-H \(Self.quoted(field.name + value))")
        }
        var comment = ""
        if body != .none {
            // Without a content type, curl would send that of a form.
            if headers["Content-Type"] == nil { parts.append("-H 'Content-Type:'") }
            if let text = maskedBody {
                parts.append("--data-binary \(Self.quoted(text))")
            } else {
                parts.append("--data-binary @body")
                comment = "  # body: \(bodySummary)"
            }
        }
        return parts.joined(separator: " \\\n  ") + comment
    }

    /// The header fields, with the values of all but harmless ones masked.
    package var maskedHeaders: [HTTP.Headers.Field] {
        headers.fields.map { HTTP.Headers.Field($0.name, Self.shown($0)) }
    }

    /// The body as text, if its secrets can be found.
    private var maskedBody: String? {
        if let json: JSONValue = try? json() { return json.masked.description }
        let type = contentType?.name
        guard type == "application/x-www-form-urlencoded" else { return nil }
        return (try? text).map { MaskedBody.text($0, type) }
    }

    private var bodySummary: String {
        guard case .data(let data) = body else { return "not completely known" }
        return "\(data.count) bytes of \(contentType?.name.shortened ?? "no content type")"
    }

    private static func shown(_ field: HTTP.Headers.Field) -> String {
        harmlessFields.contains(field.name.lowercased())
            ? Secrets.masked(value: field.value) : Secrets.mask
    }

    /// The header fields whose values are shown.
    private static let harmlessFields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control",
        "connection", "content-encoding", "content-language", "content-length", "content-type",
        "date", "expect", "host", "if-match", "if-modified-since", "if-none-match", "if-range",
        "if-unmodified-since", "keep-alive", "last-event-id", "origin", "pragma", "priority",
        "range", "referer", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "te", "trailer",
        "transfer-encoding", "upgrade", "upgrade-insecure-requests", "user-agent",
        "x-http-method-override", "x-requested-with",
    ]

    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: #"'\''"#))'"
    }
}
