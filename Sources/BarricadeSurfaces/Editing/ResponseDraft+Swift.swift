import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

extension ResponseDraft.Made {
    /// The Swift source of the response, or of the new set.
    package var swift: String {
        let source = source(of: response)
        guard let set, let endpoint = set.matcher.written.endpoint else { return source }
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        // The text of a body keeps its place, which is part of it.
        let inner = lines.count > 1 ? source : "    \(source)"
        return """
            ResponseSet(\(Self.literal(set.name)), on: \(endpoint.source)) {
            \(inner)
            }
            """
    }

    private func source(of response: CannedResponse) -> String {
        var parts = [Self.literal(response.name)]
        if let code = response.errorCode?.name {
            parts.append("error: .\(code)")
        } else if let reply = response.reply {
            if reply.status != .ok { parts.append("status: \(reply.status)") }
            if !reply.headers.fields.isEmpty {
                let fields = reply.headers.fields.map {
                    "\(Self.literal($0.name)): \(Self.literal($0.value))"
                }
                parts.append("headers: [\(fields.joined(separator: ", "))]")
            }
            if case .data(let data) = reply.body.kind { parts.append(source(of: data)) }
        }
        if case .fixed(let delay)? = response.delay?.kind {
            parts.append("delay: \(delay / .seconds(1))")
        }
        return "CannedResponse(\(parts.joined(separator: ", ")))"
    }

    private func source(of body: Data) -> String {
        switch draft.bodyKind {
        case .json:
            return "jsonText: \(Self.literal(laidOutBody ?? "null"))"
        case .text:
            return "text: \(Self.literal(draft.body))"
        case .base64:
            let text = Self.literal(body.base64EncodedString())
            return "body: .data(Data(base64Encoded: \(text)) ?? Data())"
        }
    }

    /// The bytes that the compiler refuses in a literal on several lines.
    private static let unprintable = ByteSet(
        Array(0..<32).filter { !"\t\n".utf8.contains($0) } + [127])

    /// Returns a literal of a text: on several lines, as it is, if it has several.
    private static func literal(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\n")), unprintable.isAbsent(from: text) else {
            return text.debugDescription
        }
        var mark = "#"
        while text.contains("\"\(mark)") || text.contains("\\\(mark)") { mark += "#" }
        return "\(mark)\"\"\"\n\(text)\n\"\"\"\(mark)"
    }
}
