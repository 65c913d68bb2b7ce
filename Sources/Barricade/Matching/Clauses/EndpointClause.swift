/// A method and a pattern: `GET /users/:id`, with the clauses that they mean.
package struct EndpointClause: JoinedClause {
    package let method: HTTP.Method?
    package let text: String
    package let clauses: [any Clause]

    /// Reads `/path`, `/path?item=value` or `scheme://host:port/path?item=value`.
    init(_ method: HTTP.Method?, parsing text: String) throws(PatternFault) {
        self.method = method
        self.text = text
        try Self.check(text)
        var clauses: [any Clause] = method.map { [MethodClause(method: $0)] } ?? []
        var rest = text[...]
        // A query may hold a URL.
        if rest.utf8.first != UInt8(ascii: "/"), let separator = rest.schemeSeparator {
            let scheme = rest[..<separator.lowerBound].lowercased()
            rest = rest[separator.upperBound...]
            let end = rest.utf8.firstIndex(where: "/?".utf8.contains) ?? rest.endIndex
            clauses += try Self.origin(scheme, rest[..<end])
            rest = rest[end...]
        } else if rest.utf8.first != UInt8(ascii: "/") {
            throw PatternFault(
                "it starts neither with / nor with a scheme and host like https://api.example.com/")
        }
        let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        clauses.append(try PathClause(parsing: rest[..<mark]))
        if mark < rest.endIndex {
            clauses += RequestTarget(text).queryItems.map { name, value in
                QueryClause(
                    name: name, expectation: value.map(ValueExpectation.equal) ?? .present)
            }
        }
        self.clauses = clauses
    }

    /// Throws if a pattern would silently match nothing.
    private static func check(_ text: String) throws(PatternFault) {
        if text.utf8.contains(where: { $0 < 32 || $0 == 127 }) {
            throw PatternFault("it holds a control character")
        }
        if text.utf8.contains(UInt8(ascii: "#")) {
            throw PatternFault("it has a fragment (#), which is never sent")
        }
        guard text.utf8.contains(UInt8(ascii: " ")) else { return }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        if words.first == "" || words.last == "" {
            throw PatternFault("there is a space around it")
        }
        if HTTP.Method.usual.contains(where: { $0.rawValue == words.last ?? "" }) {
            throw PatternFault("it ends in a method, which comes first")
        }
    }

    private static func origin(
        _ scheme: String, _ authority: Substring
    ) throws(PatternFault) -> [any Clause] {
        guard let first = scheme.first, first.isLetter,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { throw PatternFault("\"\(scheme.shortened)\" is not a scheme") }
        let clause = SchemeClause(scheme: scheme)
        let defaultPort = RequestTarget.defaultPort(of: scheme)
        if authority.isEmpty {
            guard defaultPort == nil else { throw PatternFault("it has no host") }
            return [clause]
        }
        guard IPv6Address.canonical(authority) == nil else {
            throw PatternFault("its IPv6 address needs brackets: [\(authority)]")
        }
        let host = try HostClause(parsing: authority)
        guard host.port == nil, let defaultPort else { return [clause, host] }
        return [clause, host, PortClause(port: defaultPort)]
    }

    package func described(isMasked: Bool) -> String {
        (method.map { "\($0) " } ?? "") + (isMasked ? Secrets.masked(url: text) : text)
    }

    package var place: ClausePlace {
        text.utf8.first == UInt8(ascii: "/") ? .relative : .absolute
    }

    package func below(_ base: String) -> any Clause {
        place == .absolute ? self : RequestMatcher.endpoint(method, "\(base)\(text)").clause
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.method == right.method && left.text == right.text
    }
}

extension RequestMatcher {
    /// Matches a path with any method: `/users/:id`, `https://api.example.com/v1/**`.
    public static func any(_ pattern: String) -> RequestMatcher {
        endpoint(nil, pattern)
    }

    /// Matches a path with any method, as ``any(_:)`` does; it reads better after `&&`.
    public static func path(_ pattern: String) -> RequestMatcher {
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
        let matcher = readable("pattern", pattern) { text throws(PatternFault) in
            try EndpointClause(method, parsing: text)
        }
        guard var unreadable = matcher.clause as? UnreadableClause else { return matcher }
        (unreadable.method, unreadable.pattern) = (method, pattern)
        return RequestMatcher(unreadable)
    }
}

/// The method of a request.
package struct MethodClause: Clause {
    package let method: HTTP.Method

    package func matches(_ request: BarricadeRequest) -> Bool { request.method == method }
    package var subject: String { "method" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(wants: method.rawValue.shortened, got: request.method.rawValue.shortened)
    }

    package func described(isMasked: Bool) -> String { "method is \(method)" }
    package var weight: Double { 0.15 }
}

extension RequestMatcher {
    /// Matches a method, standard or not: `.method("PURGE")`.
    ///
    /// Methods are case-sensitive, but `get` means GET here; the same is true of PATCH and the
    /// other methods of RFC 9110.
    public static func method(_ method: HTTP.Method) -> RequestMatcher {
        let standard = HTTP.Method(rawValue: method.rawValue.uppercased())
        let isStandard =
            HTTP.Method.usual.contains(standard) || ["CONNECT", "TRACE"].contains(standard)
        return RequestMatcher(MethodClause(method: isStandard ? standard : method))
    }
}
