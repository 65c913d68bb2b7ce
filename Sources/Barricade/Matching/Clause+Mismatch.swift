extension Clause {
    /// Returns every leaf that the request does not meet, in order; among alternatives, those of
    /// the nearest.
    package func mismatches(with request: BarricadeRequest) -> [Mismatch] {
        var measure = MatchDistance(to: request)
        return mismatches(with: request, &measure)
    }

    private func mismatches(
        with request: BarricadeRequest, _ measure: inout MatchDistance
    ) -> [Mismatch] {
        if matches(request) { return [] }
        let target = request.target
        let (subject, difference): (String, Difference)
        switch self {
        case .all(let clauses):
            return clauses.flatMap { $0.mismatches(with: request, &measure) }
        case .endpoint(let endpoint):
            return endpoint.clauses.flatMap { $0.mismatches(with: request, &measure) }
        case .either(let clauses):
            let each = clauses.map { $0.mismatches(with: request, &measure) }
            return each.min { $0.distance < $1.distance } ?? []
        case .not(let clause) where !clause.faults.isEmpty:
            return clause.faults.flatMap { Clause.unreadable($0).mismatches(with: request) }
        case .unreadable(let fault):
            return [Mismatch(unreadable: fault, distance: measure.distance(to: self))]
        case .not(let clause):
            subject = "exclusion"
            difference = Difference("anything but", clause.maskedDescription, got: "that")
        case .method(let method):
            (subject, difference) = (
                "method",
                Difference(wants: method.rawValue.shortened, got: request.method.rawValue.shortened)
            )
        case .scheme(let scheme):
            (subject, difference) = ("scheme", Difference("scheme", scheme, got: target.scheme))
        case .host(let pattern):
            let host = target.host.isEmpty ? "" : target.hostAndPort
            (subject, difference) = ("host", Difference("host", pattern.text, got: host))
        case .port(let port):
            let found = target.effectivePort.map(String.init) ?? ""
            (subject, difference) = ("port", Difference("port", "\(port)", got: found))
        case .path(let pattern):
            let wanted = Secrets.masked(url: pattern.text)
            (subject, difference) = ("path", Difference("path", wanted, got: Self.path(target)))
        case .trailingSlash:
            (subject, difference) = (
                "path", Difference(wants: "a path that ends in a slash", got: Self.path(target))
            )
        case .pathExtension(let wanted):
            subject = "path extension"
            difference = Difference(subject, wanted, got: request.pathExtension)
        case .query(let name, let expectation):
            subject = "query item \(name)"
            difference = expectation.difference(
                from: target.items(named: name).map(\.value), of: "query item", named: name)
        case .queryItems(let expected):
            subject = "query"
            difference = expected.difference(from: target.items, of: "query item")
        case .header(let name, let expectation):
            subject = "header \(name)"
            difference = expectation.difference(
                from: request.headerValues(of: name), of: "header", named: name, isSecret: true)
        case .url(let url):
            let wanted = Secrets.masked(url: url)
            (subject, difference) = ("URL", Difference("URL", wanted, got: request.maskedURL))
        case .regex(let regex):
            let isPath = regex.subject == .path
            subject = isPath ? "path" : "URL"
            difference = Difference(
                "\(subject) matching", regex.expression.pattern,
                got: isPath ? Self.path(target) : request.maskedURL)
        case .custom(let custom):
            subject = "condition"
            difference = Difference(
                wants: "\"\(custom.reason.shortened)\" to be true", got: "false")
        case .graphQL(let name):
            subject = "GraphQL operation"
            difference = Difference(subject, name, got: Self.operations(of: request))
        case .body(let body):
            (subject, difference) = (body.subject, body.difference(from: request))
        }
        return [Mismatch(subject, difference, distance: measure.distance(to: self))]
    }

    private static func path(_ target: RequestTarget) -> String {
        target.path.isEmpty ? "an empty path" : target.maskedPath.shortened
    }

    private static func operations(of request: BarricadeRequest) -> String {
        do {
            return try request.graphQLOperationNames().map(Secrets.masked(value:))
                .joined(separator: ", ")
        } catch {
            return BodyClause.phrase(for: error)
        }
    }
}

extension [Mismatch] {
    /// The distance of all clauses together; a mismatch does not hide later ones.
    package var distance: Double { reduce(0) { $0 + $1.distance } }
}
