package import Barricade
import BarricadeCommon
package import Foundation

extension BarricadeRequest {
    /// The body with its secrets masked; `nil` if the log has none.
    package var maskedBodyData: Data? {
        body.data.map { MaskedBody.data($0, contentType?.name) }
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
        MaskedBody.data(body, headers["Content-Type"].flatMap { ContentType(parsing: $0) }?.name)
    }
}
