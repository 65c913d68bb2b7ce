// Patterns in the syntax of other tools, with the pattern that was meant.
extension PatternFault {
    /// Makes the fault of a pattern without its first slash: `books/:id`, `**/login`.
    static func noSlash(_ text: String) -> PatternFault {
        let start = "it starts neither with / nor with a scheme"
        let meant = meant(withoutSlash: text)
        return PatternFault(
            meant.isEmpty
                ? "\(start) and host like https://api.example.com/"
                : "\(start): write \(meant.joined(separator: " or "))")
    }

    private static func meant(withoutSlash text: String) -> [String] {
        let end = text.utf8.firstIndex(where: "/?".utf8.contains) ?? text.endIndex
        let first = text[..<end]
        var meant: [String] = []
        // With a colon it is a host with a port, or has a scheme.
        if first.utf8.first == UInt8(ascii: ":") || !first.utf8.contains(UInt8(ascii: ":")) {
            meant.append("/\(text)")
        }
        if let host = try? HostPattern(parsing: first), host.port != nil || host.host.contains(".")
        {
            meant.append("https://\(text)")
        }
        return meant.compactMap(readable)
    }

    /// Makes the fault of a pattern with a space at an end, or a method at its own; `nil` for any
    /// other.
    static func space(in text: String) -> PatternFault? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count > 1 else { return nil }
        if last.isEmpty || parts.first?.isEmpty == true {
            return PatternFault("there is a space around it")
        }
        if HTTP.Method.usual.contains(HTTP.Method(rawValue: String(last))) {
            return PatternFault("it ends in a method, which comes first")
        }
        let first = HTTP.Method(rawValue: String(parts[0]))
        guard HTTP.Method.usual.contains(first) else { return nil }
        let pattern = text.dropFirst(parts[0].count + 1)
        let meant = readable(String(pattern)).map { ": write \($0)" } ?? ""
        return PatternFault("it starts with a method, which is no part of a pattern\(meant)")
    }

    /// Makes the fault of a scheme such as `htps`; `nil` for any other.
    static func misspelt(_ scheme: String, in text: String) -> PatternFault? {
        let usual = ["https", "http"]
        guard !usual.contains(scheme) else { return nil }
        let distance = EditDistance(from: scheme)
        guard let meant = usual.first(where: { distance.distance(to: $0) == 1 }) else { return nil }
        let pattern = "\(meant)\(text.dropFirst(scheme.count))"
        return PatternFault(
            "there is no scheme \(scheme): write \(pattern.shortened.debugDescription)")
    }

    /// Makes the fault of a pattern with segments such as `{id}` or `<id>`; `nil` for any other.
    static func foreignSegment(in text: String) -> PatternFault? {
        guard let foreign = ForeignPattern(text), let meant = readable(foreign.meant) else {
            return nil
        }
        let segment = foreign.segment.shortened.debugDescription
        return PatternFault(
            foreign.isWhole
                ? "\(segment) is not a named segment: write \(meant)"
                : "\(segment) names a part of a segment: write \(meant), or .regex for a part")
    }

    /// Returns a pattern in quotes; `nil` if it cannot be read.
    private static func readable(_ text: String) -> String? {
        let pattern = ForeignPattern(text)?.meant ?? text
        guard (try? EndpointClause(nil, parsing: pattern)) != nil else { return nil }
        return pattern.shortened.debugDescription
    }
}

/// A pattern that names segments in the syntax of other tools.
private struct ForeignPattern {
    /// The first such segment.
    let segment: String
    /// Whether the name is the whole segment.
    let isWhole: Bool
    /// The pattern in this library's syntax.
    let meant: String

    /// Reads a pattern; `nil` if it has no such segment.
    init?(_ text: String) {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "<") })
        else { return nil }
        let start = text.utf8.firstRange(of: "://".utf8)?.upperBound ?? text.startIndex
        let end = text[start...].utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
        var foreign: (segment: String, meant: String)?
        var names: Set<String> = []
        var segments = text[start..<end].utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        // The first one is the host, or the empty text before the first slash.
        for (index, segment) in segments.enumerated().dropFirst() {
            guard let meant = Self.meant(by: segment) else {
                names.insert(segment)
                continue
            }
            foreign = foreign ?? (segment, meant)
            let isTwice = meant.hasPrefix(":") && !names.insert(meant).inserted
            segments[index] = isTwice ? "*" : meant
        }
        guard let foreign else { return nil }
        segment = foreign.segment
        isWhole = foreign.meant != "*"
        meant = text[..<start] + segments.joined(separator: "/") + text[end...]
    }

    /// Returns `:id` for `{id}`, `<id>`, `<int:id>` and `{id:[0-9]+}`, `**` for `{path*}`, and `*` for
    /// `{id}.json`; `nil` if nothing is named.
    private static func meant(by segment: String) -> String? {
        for (open, close) in [("{", "}"), ("<", ">")] as [(Character, Character)] {
            guard let start = segment.firstIndex(of: open),
                let end = segment[start...].firstIndex(of: close),
                case let name = segment[segment.index(after: start)..<end], !name.isEmpty
            else { continue }
            guard start == segment.startIndex, segment.index(after: end) == segment.endIndex else {
                return "*"
            }
            let parts = name.split(separator: ":", maxSplits: 1)
            guard let part = open == "{" ? parts.first : parts.last else { return "*" }
            if part.contains("*") || part.contains("+") { return "**" }
            return ":" + part.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
        }
        return nil
    }
}
