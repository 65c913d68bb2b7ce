/// A pattern for a path, segment by segment: `/users/:id`, `/files/*`, `/v1/**`.
package struct PathPattern: Sendable, Hashable {
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

    package let text: String
    package let segments: [Segment]

    /// The pattern that every path matches.
    static let anything = PathPattern(text: "/**", segments: [.any])

    private init(text: String, segments: [Segment]) {
        self.text = text
        self.segments = segments
    }

    /// Reads a pattern that is empty or starts with a slash.
    init(parsing text: Substring) throws(PatternFault) {
        var segments: [Segment] = []
        var names: Set<String> = []
        // By bytes: a slash with a combining mark is another `Character`.
        var pieces = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst().map { Substring($0) }
        if pieces.last == "" {
            pieces.removeLast()
        }
        for piece in pieces {
            switch piece {
            case "":
                throw PatternFault("it has an empty segment: write one / between segments")
            case "*":
                segments.append(.one)
            case "**":
                segments.append(.any)
            case _ where piece.utf8.first == UInt8(ascii: ":"):
                let name = String(Substring(piece.utf8.dropFirst()))
                guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
                else {
                    throw PatternFault(
                        """
                        "\(String(piece).shortened)" is not a named segment: write letters, \
                        digits or _ after the colon
                        """
                    )
                }
                guard names.insert(name).inserted else {
                    throw PatternFault("it names two segments \"\(name.shortened)\"")
                }
                segments.append(.value(name))
            case _ where piece.utf8.contains(UInt8(ascii: "*")):
                throw PatternFault(
                    "\"\(String(piece).shortened)\" mixes * with text: * stands for a whole segment, "
                        + "use .pathExtension or .regex for less (and %2A for the character)")
            default:
                segments.append(.literal(RequestTarget.decoded(piece)))
            }
        }
        self.text = text.isEmpty ? "/" : String(text)
        self.segments = segments
    }

    /// Returns whether a path of these segments, without percent-encoding, matches.
    func matches(_ path: PathSegments) -> Bool {
        Self.match(segments, path) { _, _ in }
    }

    /// Returns the values of named segments; empty if the path does not match.
    func values(in path: PathSegments) -> [String: String] {
        guard segments.contains(where: { if case .value = $0 { true } else { false } }) else {
            return [:]
        }
        var values: [String: String] = [:]
        let matches = Self.match(segments, path) { values[$0] = $1 }
        return matches ? values : [:]
    }

    private static func match(
        _ pattern: [Segment], _ path: PathSegments, bind: (String, String) -> Void
    ) -> Bool {
        guard let first = pattern.firstIndex(of: .any), let last = pattern.lastIndex(of: .any)
        else {
            return pattern.count == path.count
                && accept(pattern[...], path, from: 0, bind)
        }
        // Segments before the first `**` and after the last one have a fixed place in the path.
        let end = path.count - (pattern.count - last - 1)
        guard first <= end, accept(pattern[..<first], path, from: 0, bind),
            accept(pattern[(last + 1)...], path, from: end, bind)
        else { return false }
        return walk(pattern[first...last], path, first..<end, bind)
    }

    /// Returns whether segments match a pattern without `**`, one by one.
    private static func accept(
        _ pattern: ArraySlice<Segment>, _ path: PathSegments, from start: Int,
        _ bind: (String, String) -> Void
    ) -> Bool {
        for (offset, segment) in pattern.enumerated() {
            let text = path[start + offset]
            guard segment.accepts(text) else { return false }
            if case .value(let name) = segment { bind(name, text) }
        }
        return true
    }

    /// Matches a pattern that starts and ends with `**`, as globs are usually matched: after a
    /// mismatch, the latest `**` takes one more segment.
    private static func walk(
        _ pattern: ArraySlice<Segment>, _ path: PathSegments, _ range: Range<Int>,
        _ bind: (String, String) -> Void
    ) -> Bool {
        var (p, s) = (pattern.startIndex, range.lowerBound)
        var retry = (pattern: p, path: s)
        while true {
            if pattern[p] == .any {
                if p + 1 == pattern.endIndex { return true }
                retry = (p + 1, s)
                p += 1
            } else if s < range.upperBound, pattern[p].accepts(path[s]) {
                if case .value(let name) = pattern[p] { bind(name, path[s]) }
                (p, s) = (p + 1, s + 1)
            } else if retry.path < range.upperBound {
                retry.path += 1
                (p, s) = retry
            } else {
                return false
            }
        }
    }
}

extension PathPattern.Segment {
    fileprivate func accepts(_ text: String) -> Bool {
        switch self {
        case .literal(let literal): literal == text
        case .value, .one, .any: true
        }
    }
}
