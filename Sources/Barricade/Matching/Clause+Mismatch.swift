import Foundation

extension Clause {
    /// Every leaf that the request does not meet, in order; of alternatives, the nearest one's.
    func mismatches(with request: BarricadeRequest) -> [Mismatch] {
        var measure = MatchDistance(to: request)
        return mismatches(with: request, &measure)
    }

    private func mismatches(
        with request: BarricadeRequest, _ measure: inout MatchDistance
    ) -> [Mismatch] {
        if matches(request) { return [] }
        let target = request.target
        let distance = isLeaf ? measure.distance(to: self) : 0
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
        case .not(let clause):
            return [
                Mismatch(
                    "excludes", found: nil, expected: clause.maskedDescription, distance: distance)
            ]
        case .method(let method):
            return [
                Mismatch(
                    "method", found: request.method.rawValue, expected: method.rawValue,
                    distance: distance)
            ]
        case .scheme(let scheme):
            return [
                Mismatch("scheme", found: target.scheme, expected: scheme, distance: distance)
            ]
        case .host(let pattern):
            let found = target.host.isEmpty ? "missing" : target.hostAndPort
            return [
                Mismatch("host", found: found, expected: pattern.text, distance: distance)
            ]
        case .port(let port):
            let found = target.effectivePort.map(String.init) ?? "missing"
            return [Mismatch("port", found: found, expected: "\(port)", distance: distance)]
        case .path(let pattern):
            return [
                Mismatch(
                    "path", found: target.path.isEmpty ? "empty" : target.maskedPath,
                    expected: Secrets.masked(url: pattern.text), distance: distance)
            ]
        case .trailingSlash:
            return [
                Mismatch(
                    "path", found: target.maskedPath, expected: "ending in a slash",
                    distance: distance)
            ]
        case .pathExtension(let wanted):
            let found = request.pathExtension.isEmpty ? "missing" : request.pathExtension
            return [Mismatch("path extension", found: found, expected: wanted, distance: distance)]
        case .query(let name, let expectation):
            let values = target.queryValues(of: name)
            let found =
                values.isEmpty
                ? "absent"
                : Secrets.isSecret(name)
                    ? Secrets.mask : ValueExpectation.equal(values[0]).masked(for: name)
            return [
                Mismatch(
                    "query item \(name)", found: found,
                    expected: expectation.masked(for: name), isDemand: true, distance: distance)
            ]
        case .header(let name, let expectation):
            let absent = request.headerValues(of: name).isEmpty
            return [
                Mismatch(
                    "header \(name)", found: absent ? "absent" : "another value",
                    expected: expectation.described(maskingValue: true), isDemand: true,
                    distance: distance)
            ]
        case .url(let url):
            return [
                Mismatch(
                    "URL", found: request.maskedURL, expected: Secrets.masked(url: url),
                    distance: distance)
            ]
        case .regex(let regex):
            let subject = regex.subject == .path ? "path" : "URL"
            let found = regex.subject == .path ? target.maskedPath : request.maskedURL
            return [
                Mismatch(
                    subject, found: found, expected: "matching \(regex.expression.pattern)",
                    distance: distance)
            ]
        case .custom(let custom):
            return [
                Mismatch(
                    "condition", found: "not met", expected: custom.reason, isDemand: true,
                    distance: distance)
            ]
        case .body(let body):
            let fault = body.fault(in: request) ?? ""
            return [
                Mismatch(
                    body.subject, found: fault, expected: body.expectation, isDemand: true,
                    distance: distance)
            ]
        case .unreadable(let fault):
            return [Mismatch(unreadable: fault, distance: distance)]
        }
    }
}

extension Clause {
    private var isLeaf: Bool {
        switch self {
        case .all, .either, .endpoint: false
        default: true
        }
    }
}

extension [Mismatch] {
    /// The distance of all clauses together; no clause hides those behind it.
    var distance: Double { reduce(0) { $0 + $1.distance } }
}

extension ValueExpectation {
    /// The description for messages about a query item of this name.
    func masked(for name: String) -> String {
        let isSecret = Secrets.isSecret(name)
        return switch kind {
        case .equal(let value) where !isSecret:
            ValueExpectation.equal(Secrets.masked(value: value)).description
        default: described(maskingValue: isSecret)
        }
    }

    func described(maskingValue: Bool) -> String {
        switch kind {
        case .present, .absent: description
        default: maskingValue ? "the value given" : description
        }
    }
}
