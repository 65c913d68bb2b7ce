package import Barricade
import BarricadeCommon
package import Foundation

extension BarricadeRequest {
    /// The body with its secrets masked; `nil` if the log has none.
    package var maskedBodyData: Data? {
        body.data.map { Masking.masked($0, contentType?.name) }
    }
}

extension LoggedReply {
    /// The header fields, with cookies and what looks secret masked.
    package var maskedHeaders: [HTTP.Headers.Field] {
        headers.fields.map { field in
            let isSecret =
                field.name.lowercased().hasPrefix("set-cookie") || Secrets.isSecret(field.name)
            return HTTP.Headers.Field(
                field.name, isSecret ? Secrets.mask : Secrets.masked(value: field.value))
        }
    }

    /// The kept bytes of the body with their secrets masked.
    package var maskedBody: Data {
        Masking.masked(body, headers["Content-Type"].flatMap { ContentType(parsing: $0) }?.name)
    }
}

/// The masking of bodies, by their kind.
private enum Masking {
    static func masked(_ body: Data, _ type: String?) -> Data {
        if let json = try? JSONReader.read(body) {
            let masked = json.masked
            // Unchanged bytes keep their form.
            return masked == json ? body : Data(masked.description.utf8)
        }
        guard let text = String(data: body, encoding: .utf8) else { return body }
        if type == "application/x-www-form-urlencoded" {
            return Data(Secrets.masked(url: "?\(text)").utf8.dropFirst())
        }
        return Data(
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { Secrets.masked(value: String($0)) }.joined(separator: "\n").utf8)
    }
}
