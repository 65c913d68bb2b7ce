import Barricade
import Foundation

/// The response that a request asks for by its status or its example, as clients of Prism do.
struct PreferredResponse {
    private let wishes: [String: String]

    /// The name of the set that gives them.
    private static let name = "Preferred"

    /// - Returns: `nil` if a request asks for none.
    private init?(_ request: BarricadeRequest) {
        let fields = (request.headers["Prefer"] ?? "").split { ",;".contains($0) }
        var wishes: [String: String] = [:]
        for field in fields {
            let parts = field.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
            }
            if parts.count == 2 { wishes[parts[0].lowercased()] = parts[1] }
        }
        for item in request.query where item.name.hasPrefix("__") {
            wishes[String(item.name.dropFirst(2))] = item.value
        }
        self.wishes = wishes.filter { ["code", "example"].contains($0.key) }
        if self.wishes.isEmpty { return nil }
    }

    /// Returns the wanted response, or that for a range of statuses, `4XX` or `default`, with the
    /// wanted status.
    private func response(among responses: [CannedResponse]) -> CannedResponse? {
        let code = wishes["code"]
        if let found = responses.first(where: { isMet(by: $0, of: code) }) { return found }
        guard let code, let number = Int(code), (200...599).contains(number) else { return nil }
        return ["\(number / 100)XX", "default"].lazy.compactMap { range in
            responses.first { isMet(by: $0, of: range) }
        }.first?.changingReplies { $0.status = HTTP.Status(number) }
    }

    /// Returns whether a response is the wanted one: by its name, `404`, `404 (gone)`, `200
    /// (text/csv, gone)`, or by its status and its whole name.
    private func isMet(by response: CannedResponse, of code: String?) -> Bool {
        let parts = response.name.split(separator: " (", maxSplits: 1)
        let details = parts.dropFirst().first?.dropLast() ?? ""
        let status = response.reply.map { "\($0.status)" }
        let first = parts.first?.uppercased() ?? ""
        return (code.map { $0.uppercased() == first || $0 == status } ?? true)
            && (wishes["example"].map { example in
                response.name == example || details.split(separator: ", ").contains(example[...])
            } ?? true)
    }

    private static func response(
        to request: BarricadeRequest, in barricade: Barricade
    ) -> CannedResponse? {
        guard let wish = PreferredResponse(request) else { return nil }
        return barricade.sets.first { $0.name != name && $0.matcher.matches(request) }
            .flatMap { wish.response(among: $0.responses) }
    }

    /// Makes the set that is asked before all others; it leaves the other requests to them.
    static func set(of barricade: Barricade) -> ResponseSet {
        let matcher = RequestMatcher.matching("prefers a response that there is") {
            [weak barricade] request in
            barricade.flatMap { response(to: request, in: $0) } != nil
        }
        // Those of a folder share their files.
        let files = barricade.sets.lazy.compactMap(\.files).first
        return ResponseSet(name, on: matcher, files: files) {
            CannedResponse("As Preferred") { [weak barricade] request in
                barricade.flatMap { response(to: request, in: $0) }
                    ?? CannedResponse("404", status: 404)
            }
        }
    }
}
