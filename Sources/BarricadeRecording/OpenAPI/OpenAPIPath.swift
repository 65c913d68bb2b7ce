import Barricade
import Foundation

/// A path template, `/books/{id}`, as a matcher.
struct OpenAPIPath {
    /// The pattern: `/books/:id`.
    private let pattern: String
    /// An expression for the end of the path, if a parameter is only a part of a segment.
    private let expression: String?
    /// The pattern without names: paths with the same one are asked for by the same requests.
    let shape: String
    /// The width: a narrower path, such as `/books/new`, must be asked before `/books/{id}`.
    let width: Int

    /// - Parameters:
    ///   - text: The template. A query counts, though OpenAPI has none in paths, and a
    ///     fragment does not, since it is never sent.
    ///   - rests: The names of the parameters that are several segments.
    init(_ text: String, rests: Set<String> = []) {
        let parts = text.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1)
        let template = String(parts.first ?? "")
        let query = parts.dropFirst().first.map { "?\($0)" } ?? ""
        var names = UniqueNames()
        let segments = template.split(separator: "/").map { segment -> String in
            let inner = segment.dropFirst().dropLast()
            if segment == "{\(inner)}", !inner.isEmpty, !inner.contains(where: "{}".contains) {
                // Gateways write `{proxy+}`.
                if rests.contains(String(inner)) || inner.hasSuffix("+") { return "**" }
                let name = String(inner.map { $0.isLetter || $0.isNumber ? $0 : "_" })
                return ":" + names.next(name) { $0 == 1 ? name : "\(name)\($0)" }
            }
            if segment.contains("{") { return "*" }
            let text = segment.replacing("*", with: "%2A").replacing("<", with: "%3C")
            return text.hasPrefix(":") ? "%3A\(text.dropFirst())" : String(text)
        }
        // It does not matter to the set, but to servers, and to what is exported.
        let hasSlash = template.hasSuffix("/") && segments.last.map { $0 != "**" } ?? false
        pattern = "/" + segments.joined(separator: "/") + (hasSlash ? "/" : "") + query
        expression =
            segments.contains("*")
            ? template.asPattern.replacing(#/\\\{[^{}]*\\\}/#, with: "[^/]+") + "/?$" : nil
        // A segment that is only in part a parameter is narrower than one that is a parameter, and
        // the more text it has of its own, the narrower.
        let own = expression?.replacing("[^/]+", with: "").count ?? 0
        width = segments.reduce((query.isEmpty ? 0 : -1_000) - min(own, 900)) {
            $0 + ($1 == "**" ? 64_000 : $1.hasPrefix(":") ? 4_000 : $1 == "*" ? 2_000 : 0)
        }
        let unnamed = segments.map { $0.hasPrefix(":") ? ":" : $0 }.joined(separator: "/")
        shape = unnamed + query + (expression ?? "")
    }

    /// Returns the matcher of requests below a base: `https://api.example.com/v1`.
    func matcher(_ method: HTTP.Method?, below base: String) -> RequestMatcher {
        let endpoint = RequestMatcher.endpoint(method, base + pattern)
        return expression.map { endpoint && .regex($0) } ?? endpoint
    }
}
