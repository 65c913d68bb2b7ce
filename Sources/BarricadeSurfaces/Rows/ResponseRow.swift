package import Barricade

/// A response in the detail of its set.
package struct ResponseRow: Sendable, Identifiable {
    package let response: BarricadeOverview.ResponseSummary
    package let isSelected: Bool
    package let isDefault: Bool
    /// The size of its body in bytes; `nil` if it has none, or is known only when it is sent.
    package private(set) var bodySize: Int?
    /// The size in words, `stream`, or `cannot be sent`; empty if it has no body.
    package private(set) var size = ""
    /// The beginning of its body, in one line; empty unless it is text.
    package private(set) var line = ""
    /// The reason why it is unusable; usually `nil`.
    package private(set) var fault: String?

    /// The most bytes of a body that are read for its line.
    private static let bodyLimit = 120

    /// Makes the row; it reads only the beginning of the body.
    package init(
        _ response: BarricadeOverview.ResponseSummary, of set: BarricadeOverview.SetSummary,
        in barricade: Barricade?
    ) {
        self.response = response
        isSelected = response.name == set.selectedResponse
        isDefault = response.name == set.defaultResponse
        do throws(BarricadeError) {
            let preview = try barricade?.preview(
                of: response.name, for: set.name, bodyLimit: Self.bodyLimit)
            guard let preview, !preview.body.isEmpty || preview.bodySize == nil else { return }
            bodySize = preview.bodySize
            size = preview.bodySize?.inBytes ?? "stream"
            let text = BodyText.decode(preview.body, isCut: !preview.isWhole) ?? ""
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            line = String(words.prefix(60))
        } catch {
            (size, fault) = ("cannot be sent", error.message)
        }
    }

    package var id: String { response.name }
    package var name: String { response.name }

    /// The line below the name.
    package var caption: String {
        let notes = [isDefault ? "default" : "", response.isMade ? "made here" : ""]
        return ([response.words] + notes + [size, line]).filter { !$0.isEmpty }
            .joined(separator: " · ")
    }

    /// The row in one sentence, for VoiceOver.
    package var sentence: String {
        let parts = [
            name, response.words, size, isSelected ? "selected" : "", isDefault ? "default" : "",
            response.isMade ? "made here" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
