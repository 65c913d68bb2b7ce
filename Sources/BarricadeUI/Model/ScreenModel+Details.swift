import Barricade
import BarricadeSurfaces

/// A response in the detail of its set.
struct ResponseRow: Sendable, Identifiable {
    let response: BarricadeOverview.ResponseSummary
    let isSelected: Bool
    let isDefault: Bool
    /// The size of its body, or the reason why it cannot be read; empty if it has no body.
    let size: String
    /// The beginning of its body, in one line; empty unless it is text.
    let line: String

    var id: String { response.name }
    var name: String { response.name }

    /// The row in one sentence, for VoiceOver.
    var sentence: String {
        let parts = [
            name, response.words, size, isSelected ? "selected" : "",
            isDefault ? "default" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension ScreenModel {
    /// The responses of a set, in order.
    func responses(of set: String) -> [ResponseRow] {
        guard let summary = overview[set] else { return [] }
        return summary.responses.map { response in
            let body = body(of: response.name, in: set)
            return ResponseRow(
                response: response, isSelected: response.name == summary.selectedResponse,
                isDefault: response.name == summary.defaultResponse, size: body.size,
                line: body.line)
        }
    }

    /// Returns the size and the beginning of a body; it reads only the beginning.
    private func body(of response: String, in set: String) -> (size: String, line: String) {
        do {
            guard
                let preview = try barricade?.preview(of: response, for: set, bodyLimit: 120),
                !preview.body.isEmpty || preview.bodySize == nil
            else { return ("", "") }
            let size = preview.bodySize.map(ByteCount.text) ?? "stream"
            let text = BodyText.decode(preview.body, isCut: !preview.isWhole) ?? ""
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return (size, String(words.prefix(60)))
        } catch {
            // The response's detail shows the reason.
            return ("cannot be sent", "")
        }
    }

    /// The latest requests that a set has claimed, newest first.
    func latestRequests(to set: String, limit: Int = 5) -> [LogRow] {
        let entries = (try? barricade?.requests(for: set)) ?? []
        return entries.suffix(limit).reversed().map { LogRow(entry: $0) }
    }

    /// The most bytes of a body that are shown at first.
    static let bodyLimit = 32 << 10
    /// The most bytes of a body that "show all" shows; more would freeze the screen.
    static let largestBody = 2 << 20

    /// Returns the status, header fields and body that a response would send.
    ///
    /// - Parameter showsAll: Whether to show as much of the body as the screen can.
    func detail(
        of response: String, in set: String, showsAll: Bool = false
    ) -> ResponseDetail {
        guard let barricade else { return .failure(Self.absence) }
        do {
            let limit = showsAll ? Self.largestBody : Self.bodyLimit
            guard let preview = try barricade.preview(of: response, for: set, bodyLimit: limit)
            else {
                return .madeForEachRequest(overview[set]?[response]?.summary ?? "")
            }
            return .content(ResponseContent(preview))
        } catch {
            return .failure(error.message)
        }
    }
}

/// The content of a response's detail.
enum ResponseDetail: Sendable, Hashable {
    case content(ResponseContent)
    /// An error, or a response that is made for each request; with a short description.
    case madeForEachRequest(String)
    /// A response that cannot be read, with the reason.
    case failure(String)
}

/// The status, header fields and body that a response would send.
struct ResponseContent: Sendable, Hashable {
    struct Field: Sendable, Hashable {
        let name: String
        let value: String
    }

    let status: String
    let headers: [Field]
    let body: BodyPreview

    init(_ preview: ResponsePreview) {
        status = BarricadeOverview.ResponseSummary.words(for: preview.status.rawValue)
        headers = preview.headers.fields.map { Field(name: $0.name, value: $0.value) }
        body = BodyPreview(
            preview.body, size: preview.bodySize, contentType: preview.headers["Content-Type"])
    }
}
