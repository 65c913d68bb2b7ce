import Barricade
import BarricadeFolder
import Foundation

/// The server at which the sets of a document answer.
struct OpenAPIServer {
    /// The URL without a slash at its end, or its path; empty for any server.
    let base: String
    /// What was decided about it, as the ends of sentences: `region is api`.
    var notes: [String] = []
}

extension OpenAPIServer {
    /// Makes a server of a URL that a person gives.
    init(_ url: URL) {
        base = String(url.absoluteString.reversed().drop { $0 == "/" }.reversed())
    }

    /// Reads an element of `servers`.
    init(_ node: JSONNode) {
        var url = (node["url"]?.text ?? "").trimmingCharacters(in: .whitespaces)
        var notes: [String] = []
        for variable in node.members(of: "variables") where url.contains("{\(variable.key)}") {
            let listed = variable.value["enum"]?.elements.first
            let value = (variable.value["default"] ?? listed)?.text ?? ""
            url.replace("{\(variable.key)}", with: value)
            notes.append("\(variable.key) is \(value.isEmpty ? "empty" : value)")
        }
        if url.hasPrefix("//") {
            url = "https:\(url)"
            notes.append("https, since it names no scheme")
        }
        var origin = String(url.prefixMatch(of: #/[^\/]*:\/\/[^\/]*/#)?.output ?? "")
        let path = url.dropFirst(origin.count).prefix { $0 != "?" && $0 != "#" }
        if origin.contains(#/:\/\/([.:]|$)/#) || origin.contains("{") {
            notes.append("any host, since \(origin.shortened(to: 60)) is none")
            origin = ""
        }
        let segments = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
        for segment in segments where segment.contains("{") {
            notes.append("any text for \(segment), which is not declared")
        }
        base = segments.reduce(origin) { "\($0)/\($1.contains("{") ? "*" : $1)" }
        self.notes = notes
    }
}

extension OpenAPIServer: CustomStringConvertible {
    var description: String {
        (base.isEmpty ? "any server" : base)
            + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }
}
