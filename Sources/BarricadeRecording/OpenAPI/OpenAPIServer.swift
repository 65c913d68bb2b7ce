import Barricade
import BarricadeFolder
import Foundation

/// The server at which the sets of a document answer.
struct OpenAPIServer {
    /// The URL without a slash at its end, or its path; empty for any server.
    let base: String
    /// What was decided about it, as the ends of sentences: `region is api`.
    private(set) var notes: [String] = []

    /// Reads one of `servers`, by its number from 1; any server if there are none.
    init(_ servers: [JSONNode], number: Int = 1) {
        let node = servers.dropFirst(number - 1).first ?? JSONNode(members: [])
        var url = (node["url"]?.text ?? "").trimmingCharacters(in: .whitespaces)
        for variable in node.members(of: "variables") where url.contains("{\(variable.key)}") {
            let listed = variable.value["enum"]?.elements.first
            let value = (variable.value["default"] ?? listed)?.text ?? ""
            url.replace("{\(variable.key)}", with: value)
            notes.append("\(variable.key) is \(value.isEmpty ? "empty" : value)")
        }
        if url.contains(#/^(\/\/|(localhost|([\w-]+\.)+[a-z]{2,})(:\d+)?(\/|$))/#) {
            let scheme = url.hasPrefix("localhost") ? "http" : "https"
            url = "\(scheme)://\(url.drop { $0 == "/" })"
            notes.append("\(scheme), since it names no scheme")
        }
        // Credentials are no part of a request's host.
        let match = url.prefixMatch(of: #/([^\/]*:\/\/)(?:[^\/]*@)?([^\/]*)/#)?.output
        var origin = match.map { "\($0.1)\($0.2)" } ?? ""
        let path = url.dropFirst(match?.0.count ?? 0).prefix { $0 != "?" && $0 != "#" }
        if let host = match?.2,
            host.contains(#/^\.|[{$]/#) || (try? HostClause(parsing: host)) == nil
        {
            notes.append("any host, since \(origin.shortened(to: 60)) is none")
            origin = ""
        }
        let segments = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
        for segment in segments where segment.contains("{") {
            notes.append("any text for \(segment), which is not declared")
        }
        if servers.count > 1 { notes.append("server \(number) of \(servers.count)") }
        base = segments.reduce(origin) { "\($0)/\($1.contains("{") ? "*" : $1)" }
    }
}

extension OpenAPIServer: CustomStringConvertible {
    var description: String {
        (base.isEmpty ? "any server" : base)
            + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }
}
