package import Barricade
import BarricadeFolder
import Foundation

/// A response in the detail of its set.
package struct ResponseRow: Sendable, Identifiable, Encodable {
    /// An identifier for URLs.
    package let id: String
    package let name: String
    package let response: BarricadeOverview.ResponseSummary
    package let isSelected: Bool
    package let isDefault: Bool
    /// The size in words, `stream`, or `cannot be sent`; empty if it has no body.
    package private(set) var size = ""
    /// The beginning of its body, in one line; empty unless it is text.
    package private(set) var line = ""
    /// The line below the name.
    package private(set) var caption = ""
    /// The kind of its outcome, for a colour.
    private let tone: String
    /// The reason why it is unusable; usually `nil`.
    package private(set) var fault: String?

    /// What is coded: what an overview does not say.
    private enum CodingKeys: CodingKey {
        case id, name, caption, tone, fault
    }

    /// The most bytes of a body that are read for its line.
    private static let bodyLimit = 120

    /// Makes the row; it reads only the beginning of the body.
    package init(
        _ response: BarricadeOverview.ResponseSummary, of set: BarricadeOverview.SetSummary,
        in barricade: Barricade?
    ) {
        (self.response, name, tone) = (response, response.name, response.tone)
        id = name.identifierForURLs
        isSelected = response.name == set.selectedResponse
        isDefault = response.name == set.defaultResponse
        do throws(BarricadeError) {
            let preview = try barricade?.preview(
                of: response.name, for: set.name, bodyLimit: Self.bodyLimit)
            if let preview, !preview.body.isEmpty || preview.bodySize == nil {
                size = preview.bodySize?.inBytes ?? "stream"
                let text = preview.body.text(isCut: !preview.isWhole) ?? ""
                let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                line = String(words.prefix(60))
            }
        } catch {
            (size, fault) = ("cannot be sent", error.message)
        }
        let notes = [isDefault ? "default" : "", response.isMade ? "made here" : ""]
        caption = ([response.words] + notes + [size, line]).filter { !$0.isEmpty }
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

/// What a response sends; neither content nor fault if it is an error, or made for each request.
package struct ResponseContent: Sendable, Hashable, Encodable {
    /// An identifier for URLs.
    package let id: String
    package let name: String
    package let summary: String
    /// The version of a response that was made at run time, or is in a folder and can be edited.
    package let version: String?
    /// The title of what removes it: `Delete`, or `Discard Changes` if a folder has another; `nil` if
    /// it was not made at run time.
    package let removal: String?
    /// The status, the header fields and the beginning of the body.
    package private(set) var content: MessageContent?
    /// The reason why the response is unusable.
    package private(set) var fault: String?

    package init(
        _ response: BarricadeOverview.ResponseSummary, of set: String, in barricade: Barricade,
        bodyLimit: Int
    ) {
        (id, name) = (response.name.identifierForURLs, response.name)
        summary = response.summary
        (version, removal) = (
            barricade.version(of: name, in: set), barricade.removal(of: name, in: set)
        )
        do throws(BarricadeError) {
            content = try barricade.preview(of: name, for: set, bodyLimit: bodyLimit)
                .map { MessageContent($0) }
        } catch {
            fault = error.message
        }
    }
}
