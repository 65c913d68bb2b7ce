/// A path, segment by segment: `/users/:id`, `/files/*`, `/v1/**`.
package struct PathClause: Clause {
    package enum Segment: Sendable, Hashable {
        /// The segment's text, without percent-encoding.
        case literal(String)
        /// `:name`, one segment, bound to the name.
        case value(String)
        /// `*`, any one segment.
        case one
        /// `**`, any number of segments, including none.
        case any
    }

    let text: String
    package let segments: [Segment]

    /// Reads a pattern that is empty or starts with a slash.
    init(parsing text: Substring) throws(PatternFault) {
        self.text = text.isEmpty ? "/" : String(text)
        // By bytes: a slash with a combining mark is another `Character`.
        var pieces = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst().map { Substring($0) }
        if pieces.last == "" { pieces.removeLast() }
        var segments: [Segment] = []
        for piece in pieces { segments.append(try Segment(parsing: piece)) }
        self.segments = segments
        var names: Set<String> = []
        if let name = pathNames.first(where: { !names.insert($0).inserted }) {
            throw PatternFault("it names two segments \"\(name.shortened)\"")
        }
    }

    package func matches(_ request: BarricadeRequest) -> Bool {
        matches(request.target.segments) { _, _ in }
    }

    /// Matches as globs are usually matched: after a mismatch, the latest `**` takes one more
    /// segment.
    private func matches(_ path: [String], bind: (String, String) -> Void) -> Bool {
        var (place, position) = (0, 0)
        var retry: (place: Int, position: Int)?
        while position < path.count {
            if place < segments.count, case .any = segments[place] {
                place += 1
                retry = (place, position)
                // A `**` at the end takes the rest.
                if place == segments.count { return true }
            } else if place < segments.count, segments[place].accepts(path[position]) {
                if case .value(let name) = segments[place] { bind(name, path[position]) }
                (place, position) = (place + 1, position + 1)
            } else if let last = retry {
                retry = (last.place, last.position + 1)
                (place, position) = (last.place, last.position + 1)
            } else {
                return false
            }
        }
        return segments[place...].allSatisfy { $0 == .any }
    }

    package var subject: String { "path" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(subject, Secrets.masked(url: text), got: Self.shown(request))
    }

    /// Returns the path of a request for messages.
    static func shown(_ request: BarricadeRequest) -> String {
        request.target.path.isEmpty ? "an empty path" : request.target.maskedPath
    }

    package func described(isMasked: Bool) -> String {
        "path is \(isMasked ? Secrets.masked(url: text) : text)"
    }

    package func compare(in comparison: MatchComparison) {
        guard !matches(comparison.request) else { return comparison.add(self, nil) }
        let limit = comparison.rest
        comparison.add(self, comparison.path.distance(to: segments, limit: limit))
    }

    package var alternatives: [[any Clause]] { segments == [.any] ? [[]] : [[self]] }

    /// False if both have `**` with text after it.
    package func coversPart(_ other: any Clause) -> Bool {
        guard let other = (other as? PathClause)?.segments else { return false }
        if segments == other { return true }
        let head = segments.prefix { $0 != .any }
        guard
            head.count == segments.count
                ? other.count == head.count && !other.contains(.any)
                : other.count >= head.count && head.count == segments.count - 1
        else { return false }
        return zip(head, other).allSatisfy { wide, narrow in
            if case .literal = wide { wide == narrow } else { narrow != .any }
        }
    }

    package var anchors: [MatchAnchor] { [MatchAnchor(path: segments)] }

    package var pathNames: [String] {
        segments.compactMap { if case .value(let name) = $0 { name } else { nil } }
    }

    package func pathValues(in request: BarricadeRequest) -> [String: String] {
        if pathNames.isEmpty { return [:] }
        var values: [String: String] = [:]
        return matches(request.target.segments) { values[$0] = $1 } ? values : [:]
    }
}

extension PathClause.Segment {
    fileprivate init(parsing piece: Substring) throws(PatternFault) {
        var shown: String { "\"\(String(piece).shortened)\"" }
        switch piece {
        case "":
            throw PatternFault("it has an empty segment: write one / between segments")
        case "*":
            self = .one
        case "**":
            self = .any
        case _ where piece.utf8.first == UInt8(ascii: ":"):
            let name = String(Substring(piece.utf8.dropFirst()))
            guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
                throw PatternFault(
                    "\(shown) is not a named segment: write letters, digits or _ after the colon")
            }
            self = .value(name)
        case _ where Self.isForeign(piece.utf8):
            throw PatternFault(
                "\(shown) is not a named segment: write a colon and a name, as in :id")
        case _ where piece.utf8.contains(UInt8(ascii: "*")):
            throw PatternFault(
                "\(shown) mixes * with text: * stands for a whole segment, "
                    + "use .pathExtension or .regex for less (and %2A for the character)")
        default:
            self = .literal(RequestTarget.decoded(piece))
        }
    }

    /// Whether a segment is named as in other tools: `{id}`, `<int:id>`, `{id}.json`.
    private static func isForeign(_ piece: Substring.UTF8View) -> Bool {
        [("{", "}"), ("<", ">")].contains { (open: Unicode.Scalar, close: Unicode.Scalar) in
            piece.contains(UInt8(ascii: open)) && piece.contains(UInt8(ascii: close))
        }
    }

    fileprivate func accepts(_ text: String) -> Bool {
        if case .literal(let literal) = self { literal == text } else { true }
    }
}
