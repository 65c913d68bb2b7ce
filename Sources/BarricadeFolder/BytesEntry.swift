import Barricade
import BarricadeCommon
import BarricadeResources
package import Foundation

/// Bytes in a manifest: text in UTF-8, or `{"base64": …}`.
struct BytesEntry: ManifestEntry {
    var base64: Data?

    static let object = ManifestObject<BytesEntry>("bytes") {
        ManifestKey("base64", \.base64, .base64, isRequired: true)
    }

    static let form = ManifestForm<Data>.short(
        .text,
        or: object.form.converted(
            reading: { entry, _ in entry.base64 }, writing: { BytesEntry(base64: $0) }),
        lengthened: { Data($0.utf8) }, shortened: { $0.plainText })
}

extension Data {
    /// The text, if people can read it as such; `nil` for other bytes.
    package var plainText: String? {
        guard let text = String(data: self, encoding: .utf8) else { return nil }
        return text.unicodeScalars.allSatisfy {
            $0.value >= 32 || "\t\n\r".unicodeScalars.contains($0)
        }
            ? text : nil
    }
}
