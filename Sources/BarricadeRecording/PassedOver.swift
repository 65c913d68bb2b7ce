import Barricade

/// A part of a HAR file or OpenAPI document that was not imported.
public struct PassedOver: Sendable, Hashable, Encodable {
    /// The number of its entry in a HAR file, from 1; `nil` in an OpenAPI document.
    public let entry: Int?
    /// The line at which it starts.
    public let line: Int
    /// The method and URL of the entry, with secrets masked; in an OpenAPI document, the
    /// operation and its part: `GET /books/{id}, 200`.
    public let request: String
    /// The reason, as a sentence without its full stop.
    public let reason: String
    /// The redaction rule that would allow it; `nil` if there is none.
    public let fix: String?

    init(entry: Int? = nil, line: Int, request: String, _ reason: PassingReason) {
        (self.entry, self.line, self.request) = (entry, line, request)
        (self.reason, fix) = (reason.text, reason.fix)
    }
}

extension PassedOver: CustomStringConvertible {
    /// One line: `entry 3 (line 120)  GET https://a.com/b: its body is not in the file`.
    public var description: String { "\(place): \(reason)" }

    private var place: String {
        (entry.map { "entry \($0) (line \(line))" } ?? "line \(line)") + "  \(request)"
    }

    /// Returns the reasons, the most frequent first, each with up to three of its parts.
    ///
    /// - Parameters:
    ///   - all: The parts, in the order of the file.
    ///   - count: Returns a number of parts in words: `2 entries`.
    static func list(_ all: [PassedOver], _ count: (Int) -> String) -> [String] {
        let groups = Dictionary(grouping: all.indices) { [all[$0].reason, all[$0].fix] }.values
        return groups.map(\.self).ordered { $0[0] }.ordered { -$0.count }.flatMap { group in
            let first = all[group[0]]
            var lines = ["Passed over \(count(group.count)): \(first.reason)."]
            if let fix = first.fix { lines.append("  To fix, if it holds none: \(fix)") }
            lines += group.prefix(3).map { "    \(all[$0].place)" }
            if group.count > 3 { lines.append("    and \(group.count - 3) more") }
            return lines
        }
    }
}

/// The reason why a part of a file is passed over.
struct PassingReason: Error, CustomStringConvertible {
    /// A sentence without its full stop.
    let text: String
    /// The line of code that allows the entry; usually `nil`.
    var fix: String?

    var description: String { text }

    init(_ text: String) {
        self.text = text
    }

    init(_ body: UnreadableBody) {
        (text, fix) = (body.reason, body.fix?.code)
    }
}
