public import Foundation

extension RequestMatcher {
    /// Matches every request.
    public static let any = RequestMatcher(.all([]))

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

    /// Matches a method, standard or not: `.method("PURGE")`.
    ///
    /// Methods are case-sensitive, but `get` means GET here; the same is true of PATCH and the
    /// other methods of RFC 9110.
    public static func method(_ method: HTTP.Method) -> RequestMatcher {
        let name = method.rawValue.uppercased()
        return RequestMatcher(
            .method(standardMethods.contains(name) ? .init(rawValue: name) : method))
    }

    private static let standardMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE",
    ]

    /// Matches a scheme, ignoring case.
    public static func scheme(_ scheme: String) -> RequestMatcher {
        RequestMatcher(.scheme(scheme.lowercased()))
    }

    /// Matches a host, or, with `*.`, every host below one at any depth: `*.example.com`.
    ///
    /// A host may have a port: `localhost:8080`. All spellings of an IPv6 address are equal, with
    /// or without brackets; its zone is part of it.
    public static func host(_ pattern: String) -> RequestMatcher {
        readable("host \(pattern.shortened.debugDescription)") { () throws(PatternFault) in
            .host(try HostPattern(parsing: pattern[...]))
        }
    }

    /// Matches a port, in the URL or the scheme's default.
    public static func port(_ port: Int) -> RequestMatcher {
        RequestMatcher(.port(port))
    }

    /// Matches a path with any method, as ``any(_:)`` does; it reads better after `&&`.
    public static func path(_ pattern: String) -> RequestMatcher {
        endpoint(nil, pattern)
    }

    /// Matches a path that ends in a slash.
    public static let trailingSlash = RequestMatcher(.trailingSlash)

    /// Matches the extension of the path's last segment, with its dot or without, in any case.
    public static func pathExtension(_ pathExtension: String) -> RequestMatcher {
        let name = pathExtension.hasPrefix(".") ? pathExtension.dropFirst() : pathExtension[...]
        return RequestMatcher(.pathExtension(name.lowercased()))
    }

    /// Matches a query that has an item with this name and value.
    ///
    /// If the item occurs more than once, one must have the value. A `+` in the request may mean
    /// itself or a space. The value `""` means `?name=`; for `?name`, use
    /// ``ValueExpectation/noValue``.
    public static func query(_ name: String, _ value: String) -> RequestMatcher {
        query(name, .equal(value))
    }

    /// Matches a query by an expectation of an item's value; by default, that it is present.
    public static func query(
        _ name: String, _ expectation: ValueExpectation = .present
    ) -> RequestMatcher {
        checked(.query(name, expectation), expectation)
    }

    /// Matches a query with these items and no others: `.query(exactly: ["page": "2"])`.
    ///
    /// The order does not matter. A name that occurs twice means two items. `[:]` means a URL
    /// without a query, or with an empty one.
    public static func query(
        exactly items: KeyValuePairs<String, ValueExpectation>
    ) -> RequestMatcher {
        checked(ItemsExpectation(items)) { .queryItems($0) }
    }

    /// Matches a query with these items and no others; `nil` means an item without a value.
    public static func query(exactly items: [URLQueryItem]) -> RequestMatcher {
        checked(ItemsExpectation(items)) { .queryItems($0) }
    }

    /// Matches a header field with this value; the name is case-insensitive.
    public static func header(_ name: String, _ value: String) -> RequestMatcher {
        header(name, .equal(value))
    }

    /// Matches by an expectation of a header field's value; by default, that it is present.
    public static func header(
        _ name: String, _ expectation: ValueExpectation = .present
    ) -> RequestMatcher {
        checked(.header(name, expectation), expectation.ofAValue("header field"))
    }

    /// Matches the whole URL, character by character.
    public static func url(_ url: String) -> RequestMatcher {
        RequestMatcher(.url(url))
    }

    /// Matches if the path, or the whole URL, contains a match of the expression.
    ///
    /// The path has no percent-encoding and no query. Anchor the expression with `^` and `$` to
    /// match all of it. The syntax is that of `NSRegularExpression`.
    public static func regex(
        _ pattern: String, on subject: RequestMatcher.RegexSubject = .path
    ) -> RequestMatcher {
        readable("regex \(pattern.shortened.debugDescription)") { () throws(PatternFault) in
            .regex(try RegexClause(pattern, on: subject))
        }
    }

    /// Matches by a closure, with a short description for messages.
    ///
    /// It runs for every request that no newer set claims, so keep it quick and free of side
    /// effects.
    public static func matching(
        _ reason: String, _ predicate: @escaping @Sendable (BarricadeRequest) -> Bool
    ) -> RequestMatcher {
        RequestMatcher(.custom(CustomClause(reason, predicate)))
    }

    package static func endpoint(_ method: HTTP.Method?, _ pattern: String) -> RequestMatcher {
        readable("pattern \(pattern.shortened.debugDescription)") { () throws(PatternFault) in
            .endpoint(try EndpointClause(method, parsing: pattern))
        }
    }

    private static func readable(
        _ what: @autoclosure () -> String, _ clause: () throws(PatternFault) -> Clause
    ) -> RequestMatcher {
        do {
            return RequestMatcher(try clause())
        } catch {
            return RequestMatcher(.unreadable("\(what()) cannot be read: \(error.reason)"))
        }
    }
}

extension RequestMatcher {
    /// Makes a matcher from a clause with an expectation, whose expression may be unreadable.
    package static func checked(_ clause: Clause, _ expectation: ValueExpectation) -> RequestMatcher
    {
        RequestMatcher(expectation.fault.map(Clause.unreadable) ?? clause)
    }

    /// Makes a matcher from a clause with the expectations of all items.
    package static func checked(
        _ expected: ItemsExpectation, _ clause: (ItemsExpectation) -> Clause
    ) -> RequestMatcher {
        let faults = expected.faults
        return RequestMatcher(
            faults.isEmpty ? clause(expected) : .all(faults.map(Clause.unreadable)))
    }
}

extension RequestMatcher {
    /// The subject of a regular expression.
    public enum RegexSubject: Sendable, Hashable {
        /// The path, without percent-encoding and without the query.
        case path
        /// The whole URL as sent.
        case url
    }
}
