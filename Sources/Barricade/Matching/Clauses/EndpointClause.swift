/// A method and a pattern: `GET /users/:id`, with the clauses that they mean.
package struct EndpointClause: MatchingClause {
    package let method: HTTP.Method?
    package let text: String
    /// The clauses that they mean, or only one that is unreadable.
    let members: [any MatchingClause]
    package var clauses: [any Clause] { members.map { $0 } }

    init(_ method: HTTP.Method?, _ text: String) {
        (self.method, self.text) = (method, text)
        do throws(PatternFault) {
            members = try Self.members(method, text)
        } catch {
            members = [UnreadableClause(reason: error.sentence(about: "pattern", text))]
        }
    }

    /// Reads `/path`, `/path?item=value` or `scheme://host:port/path?item=value`.
    private static func members(
        _ method: HTTP.Method?, _ text: String
    ) throws(PatternFault) -> [any MatchingClause] {
        try check(text)
        var clauses: [any MatchingClause] = []
        if let method { clauses.append(MethodClause(method: method)) }
        var rest = text[...]
        // A query may hold a URL.
        let isPath = text.utf8.first == UInt8(ascii: "/")
        if !isPath, let separator = rest.schemeSeparator {
            let scheme = rest[..<separator.lowerBound].lowercased()
            rest = rest[separator.upperBound...]
            let length = String(rest).withCString(authorityEnds.distance)
            let end = rest.utf8.index(rest.startIndex, offsetBy: length)
            clauses += try origin(scheme, rest[..<end])
            rest = rest[end...]
        } else if !isPath {
            let first = rest.prefix { $0 != "/" }
            let isHost = first.contains(".") && first.count < rest.count || first.contains(":")
            let fixed =
                first.hasSuffix(":") && first != ":"
                ? "\(first)/\(text.dropFirst(first.count))"
                : (isHost && !first.hasPrefix(":") ? "https://" : "/") + text
            let isFix = !text.isEmpty && !text.contains(" ") && (try? members(method, fixed)) != nil
            let end =
                text.hasPrefix("^")
                ? "; for a regular expression, write .regex(…, on: .path)"
                : isFix ? "; write \"\(fixed.shortened)\"" : " like https://api.example.com/"
            throw PatternFault("it starts neither with / nor with a scheme and host\(end)")
        }
        let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        clauses.append(try PathClause(parsing: rest[..<mark]))
        if mark < rest.endIndex {
            let query = rest[mark...].dropFirst()
            let isNamed = rest[..<mark].split(at: "/").last?.hasPrefix(":") == true
            if isNamed, query.isEmpty || query.hasPrefix("/") {
                throw PatternFault("no segment is optional: join two patterns by ||")
            }
            let items = WrittenItem.all(in: query)
            if let item = items.first(where: \.isOpen) {
                let text = String(Substring(item.text)).shortened.debugDescription
                throw PatternFault(
                    "\(text) does not mean any value: write ?\(Substring(item.name)) for that"
                        + " (and %2A or %3A for the character)")
            }
            clauses += items.map { item in
                let value = item.value.map { ParsedURL.decoded(Substring($0)) }
                return ItemClause(
                    .query, ParsedURL.decoded(Substring(item.name)),
                    value.map(ValueExpectation.equal) ?? .present)
            }
        }
        return clauses
    }

    private static let authorityEnds = ByteSet("/?".utf8)
    /// Bytes that no pattern needs.
    private static let suspicious = ByteSet(Array(0...32) + [127, UInt8(ascii: "#")])

    /// Throws if a pattern would silently match nothing.
    private static func check(_ text: String) throws(PatternFault) {
        if suspicious.isAbsent(from: text) { return }
        if text.utf8.contains(where: { $0 < 32 || $0 == 127 }) {
            throw PatternFault("it holds a control character")
        }
        if text.utf8.contains(UInt8(ascii: "#")) {
            throw PatternFault("it has a fragment (#), which is never sent")
        }
        guard text.utf8.contains(UInt8(ascii: " ")) else { return }
        if text.hasPrefix(" ") || text.hasSuffix(" ") {
            throw PatternFault("there is a space around it")
        }
        if HTTP.Method.common.contains(where: { text.hasSuffix(" \($0)") }) {
            throw PatternFault("it ends in a method, which comes first")
        }
    }

    private static func origin(
        _ scheme: String, _ authority: Substring
    ) throws(PatternFault) -> [any MatchingClause] {
        guard scheme.utf8.first?.isLetter == true,
            scheme.utf8.allSatisfy({ $0.isAlphanumeric || "+-.".utf8.contains($0) })
        else { throw PatternFault("\"\(scheme.shortened)\" is not a scheme") }
        let clause = SchemeClause(scheme: scheme)
        let defaultPort = ParsedURL.defaultPort(of: scheme)
        if authority.isEmpty {
            guard defaultPort == nil else { throw PatternFault("it has no host") }
            return [clause]
        }
        guard IPv6Address.canonical(authority) == nil else {
            throw PatternFault("its IPv6 address needs brackets: [\(authority)]")
        }
        let host = try HostClause(parsing: authority)
        guard host.port == nil, let defaultPort else { return [clause, host] }
        return [clause, host, PortClause(port: defaultPort, isDefault: true)]
    }

    package var joint: ClauseJoint? { .and }

    func matches(_ request: BarricadeRequest) -> Bool {
        members.allSatisfy { $0.matches(request) }
    }

    func described(isMasked: Bool) -> String {
        fault ?? (method.map { "\($0) " } ?? "") + (isMasked ? Secrets.masked(url: text) : text)
    }

    /// The matcher in a folder: `"GET /users/:id"`.
    var textInFolder: String { ((method.map { "\($0) " } ?? "") + text).debugDescription }

    /// The matcher in Swift: `.get("/users/:id")`.
    package var source: String {
        let text = text.debugDescription
        guard let method else { return ".any(\(text))" }
        return HTTP.Method.common.contains(method)
            ? ".\(method.rawValue.lowercased())(\(text))"
            : ".method(\(method.rawValue.debugDescription)) && .any(\(text))"
    }

    package var fault: String? { members.first?.fault }

    var scope: ClauseScope {
        fault != nil || text.utf8.first == UInt8(ascii: "/") ? .relative : .absolute
    }

    func below(_ base: String) -> any MatchingClause {
        if fault != nil || scope == .absolute { return self }
        return EndpointClause(nil, base).fault.map(UnreadableClause.init)
            ?? EndpointClause(method, base + text)
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.method == right.method && left.text == right.text
    }
}

/// A method, standard or not.
package struct MethodClause: MatchingClause {
    package let method: HTTP.Method

    func matches(_ request: BarricadeRequest) -> Bool { request.method == method }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(wants: "\(method)".shortened, got: "\(request.method)".shortened)
    }

    func described(isMasked: Bool) -> String { "method is \(method)" }
    func distance(in comparison: MatchComparison) -> Double { Distance.method }
}

extension RequestMatcher {
    /// Matches a path with any method: `/users/:id`, `https://api.example.com/v1/**`.
    public static func any(_ pattern: String) -> RequestMatcher {
        endpoint(nil, pattern)
    }

    /// Matches GET requests for a path.
    public static func get(_ pattern: String) -> RequestMatcher {
        endpoint(.get, pattern)
    }

    /// Matches HEAD requests for a path.
    public static func head(_ pattern: String) -> RequestMatcher {
        endpoint(.head, pattern)
    }

    /// Matches POST requests for a path.
    public static func post(_ pattern: String) -> RequestMatcher {
        endpoint(.post, pattern)
    }

    /// Matches PUT requests for a path.
    public static func put(_ pattern: String) -> RequestMatcher {
        endpoint(.put, pattern)
    }

    /// Matches PATCH requests for a path.
    public static func patch(_ pattern: String) -> RequestMatcher {
        endpoint(.patch, pattern)
    }

    /// Matches DELETE requests for a path.
    public static func delete(_ pattern: String) -> RequestMatcher {
        endpoint(.delete, pattern)
    }

    /// Matches OPTIONS requests for a path.
    public static func options(_ pattern: String) -> RequestMatcher {
        endpoint(.options, pattern)
    }

    package static func endpoint(_ method: HTTP.Method?, _ pattern: String) -> RequestMatcher {
        RequestMatcher(EndpointClause(method, pattern))
    }
}

extension Clause {
    /// The method and the pattern that it was written with; `nil` for other clauses.
    package var endpoint: EndpointClause? { self as? EndpointClause }
}

/// A path, segment by segment: `/users/:id`, `/files/*.png`, `/v1/**`.
package struct PathClause: MatchingClause {
    package enum Segment: Sendable, Hashable {
        /// The segment's text, without percent-encoding.
        case literal(String)
        /// `:name`, one segment, bound to the name.
        case value(String)
        /// `*`, any one segment, or `*.png`, `v*`: one that starts and ends with these texts.
        case one(prefix: String, suffix: String)
        /// `**`, any number of segments, including none.
        case any

        /// The text that it has to have; `nil` if any will do.
        var text: String? {
            switch self {
            case .literal(let text): text
            case .one(let start, let end) where !(start + end).isEmpty: start + end
            default: nil
            }
        }
    }

    let text: String
    package let segments: [Segment]

    /// Reads a pattern that is empty or starts with a slash.
    init(parsing text: Substring) throws(PatternFault) {
        self.text = text.isEmpty ? "/" : String(text)
        var pieces = text.split(at: "/").dropFirst()
        if pieces.last == "" { pieces.removeLast() }
        segments = try pieces.map(Segment.init(parsing:))
        var names: Set<String> = []
        if let name = segments.names.first(where: { !names.insert($0).inserted }) {
            throw PatternFault("it names two segments \"\(name.shortened)\"")
        }
    }

    func matches(_ request: BarricadeRequest) -> Bool {
        segments.match(request.target.segments) { $0.accepts($1) }
    }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch("path", Secrets.masked(url: text), got: request.target.maskedPath)
    }

    func described(isMasked: Bool) -> String {
        "path is \(isMasked ? Secrets.masked(url: text) : text)"
    }

    func distance(in comparison: MatchComparison) -> Double {
        let limit = comparison.rest
        return comparison.path.distance(to: segments, limit: limit)
    }

    /// Returns the path as written, with the segments of a URL where they match.
    func filled(from target: ParsedURL) -> String {
        let (pieces, own) = (text.split(at: "/"), target.path.split(at: "/"))
        guard pieces.count == own.count, !segments.contains(.any) else { return text }
        return zip(pieces, own).map { Self.isMet($0, by: $1) ? $1 : $0 }.joined(separator: "/")
    }

    /// Returns whether a piece of a path is as a piece of a pattern wants it.
    private static func isMet(_ piece: Substring, by own: Substring) -> Bool {
        (try? Segment(parsing: piece))?.accepts(ParsedURL.decoded(own)) ?? false
    }

    /// Returns a pattern with the segments of a path where they do not match, or with other segments
    /// before the literal ones at its end; `nil` if more differs.
    static func adapted(_ pattern: String, to path: String, isTypo: Bool) -> String? {
        let (wanted, found) = (pattern.split(at: "/"), path.split(at: "/"))
        let (count, isAsLong) = (min(wanted.count, found.count) - 1, wanted.count == found.count)
        let pairs = Array(zip(wanted.suffix(count), found.suffix(count)))
        let isSame = pairs.allSatisfy(isMet)
        let hasLiteral = pairs.contains { (try? Segment(parsing: $0.0))?.text != nil }
        guard isAsLong ? isSame || isTypo : isSame && hasLiteral, !wanted.contains("**") else {
            return nil
        }
        let pieces = pairs.map { isMet($0, by: $1) ? $0 : $1 }
        return (found.dropLast(count) + pieces).joined(separator: "/")
    }

    /// Matches the other pattern like a path, whose `**` only a `**` takes.
    func coversPart(_ other: any MatchingClause) -> Bool {
        guard let other = other as? Self else { return false }
        return segments.match(other.segments) { wide, narrow in
            if case .literal(let text) = narrow { return wide.accepts(text) }
            return wide.text == nil ? narrow != .any : wide == narrow
        }
    }

    var pattern: [Segment]? { segments }
}

extension [PathClause.Segment] {
    /// Matches as globs are usually matched: after a mismatch, the latest `**` takes one more
    /// segment.
    fileprivate func match<Part>(_ path: [Part], by accepts: (Element, Part) -> Bool) -> Bool {
        var (index, position) = (0, 0)
        var retry: (index: Int, position: Int)?
        while position < path.count {
            if index < count, case .any = self[index] {
                index += 1
                retry = (index, position)
                // A `**` at the end takes the rest.
                if index == count { return true }
            } else if index < count, accepts(self[index], path[position]) {
                (index, position) = (index + 1, position + 1)
            } else if let last = retry {
                retry = (last.index, last.position + 1)
                (index, position) = (last.index, last.position + 1)
            } else {
                return false
            }
        }
        return index == count || self[index...].allSatisfy { $0 == .any }
    }

    /// The names of the segments, in order.
    var names: [String] {
        compactMap { if case .value(let name) = $0 { name } else { nil } }
    }

    /// Returns the values of named segments in a path that matches.
    func values(in path: [String]) -> [String: String] {
        var values: [String: String] = [:]
        let isMatch = match(path) { segment, text in
            if case .value(let name) = segment { values[name] = text }
            return segment.accepts(text)
        }
        return isMatch ? values : [:]
    }
}

extension PathClause.Segment {
    private static let special = ByteSet(":*{}<>%\0".utf8)

    fileprivate init(parsing piece: Substring) throws(PatternFault) {
        let text = String(piece)
        if Self.special.isAbsent(from: text) {
            self = .literal(text)
            return
        }
        var shown: String { "\"\(text.shortened)\"" }
        var orEnding: String {
            Self.ending(of: piece).map {
                ", or *\(String($0).shortened) for a segment that ends so"
            } ?? ""
        }
        switch piece {
        case "**":
            self = .any
        case _ where piece.utf8.first == UInt8(ascii: ":"):
            let name = String(Substring(piece.utf8.dropFirst()))
            guard !name.isEmpty, name.allSatisfy(Self.isOfName) else {
                throw PatternFault(
                    """
                    \(shown) is not a named segment: write letters, digits or _ after the \
                    colon\(orEnding)
                    """)
            }
            self = .value(name)
        case _ where Self.isForeign(piece.utf8):
            throw PatternFault(
                "\(shown) is not a named segment: write a colon and a name, as in :id\(orEnding)")
        default:
            let parts = piece.split(at: "*").map(ParsedURL.decoded)
            guard parts.count <= 2 else {
                throw PatternFault(
                    "\(shown) has more than one *: use .regex for that (and %2A for the character)")
            }
            self =
                parts.count == 1
                ? .literal(parts[0]) : .one(prefix: parts[0], suffix: parts[1])
        }
    }

    static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// Returns the text after a name that cannot be read: `.json` of `:id.json` and `{id}.json`;
    /// `nil` if there is none.
    static func ending(of piece: Substring) -> Substring? {
        let ending =
            piece.first == ":"
            ? piece.dropFirst().drop(while: isOfName)
            : piece[(piece.lastIndex { "}>".contains($0) } ?? piece.startIndex)...].dropFirst()
        let isNamed = ending.startIndex != piece.dropFirst().startIndex
        let isEnding = isNamed && !ending.isEmpty && !ending.contains { "*{}<>".contains($0) }
        return isEnding ? ending : nil
    }

    /// Whether a segment is named as in other tools: `{id}`, `<int:id>`, `{id}.json`.
    private static func isForeign(_ piece: Substring.UTF8View) -> Bool {
        [("{", "}"), ("<", ">")].contains { (open: Unicode.Scalar, close: Unicode.Scalar) in
            piece.contains(UInt8(ascii: open)) && piece.contains(UInt8(ascii: close))
        }
    }

    func accepts(_ text: String) -> Bool {
        switch self {
        case .literal(let literal): literal == text
        // `/users/:id` is not for `/users//`.
        case .value: !text.isEmpty
        case .one(let prefix, let suffix):
            !text.isEmpty && text.utf8.count >= prefix.utf8.count + suffix.utf8.count
                && text.hasPrefix(prefix) && text.hasSuffix(suffix)
        case .any: true
        }
    }
}

extension WrittenItem {
    /// Whether its value is written like one that may be anything: `:page`, `*`, `.*`.
    var isOpen: Bool {
        switch try? value.map({ try PathClause.Segment(parsing: Substring($0)) }) {
        case .value?, .any?, .one("", "")?, .one(".", "")?: true
        default: false
        }
    }
}
