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
