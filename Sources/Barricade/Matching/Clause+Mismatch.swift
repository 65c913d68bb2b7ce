import Foundation

extension Clause {
    /// Every leaf that the request does not meet, in order; of alternatives, the nearest one's.
    func mismatches(with request: BarricadeRequest) -> [Mismatch] {
        if matches(request) { return [] }
        let target = request.target
        switch self {
        case .all(let clauses):
            return clauses.flatMap { $0.mismatches(with: request) }
        case .endpoint(let endpoint):
            return endpoint.clauses.flatMap { $0.mismatches(with: request) }
        case .either(let clauses):
            let each = clauses.map { $0.mismatches(with: request) }
            return each.min { $0.distance < $1.distance } ?? []
        case .not(let clause) where !clause.faults.isEmpty:
            return clause.faults.flatMap { Clause.unreadable($0).mismatches(with: request) }
        case .not(let clause):
            return [
                Mismatch(
                    "excludes", found: nil, expected: clause.maskedDescription, distance: 0.5)
            ]
        case .method(let method):
            return [
                Mismatch(
                    "method", found: request.method.rawValue, expected: method.rawValue,
                    distance: 0.15)
            ]
        case .scheme(let scheme):
            return [
                Mismatch("scheme", found: target.scheme, expected: scheme, distance: 0.2)
            ]
        case .host(let pattern):
            let found = target.host.isEmpty ? "missing" : target.hostAndPort
            let apart = Double(NameSuggestion.distance(pattern.host, target.host))
            let longest = Double(max(pattern.host.count, target.host.count, 1))
            // Hosts that are the same differ in their port.
            let distance = apart == 0 ? 0.2 : 0.6 * apart / longest
            return [
                Mismatch("host", found: found, expected: pattern.text, distance: distance)
            ]
        case .port(let port):
            let found = target.effectivePort.map(String.init) ?? "missing"
            return [Mismatch("port", found: found, expected: "\(port)", distance: 0.2)]
        case .path(let pattern):
            let steps = pattern.steps(from: target.segments)
            return [
                Mismatch(
                    "path", found: target.path.isEmpty ? "empty" : target.path,
                    expected: pattern.text, distance: steps / (steps + 2))
            ]
        case .trailingSlash:
            return [
                Mismatch("path", found: target.path, expected: "ending in a slash", distance: 0.1)
            ]
        case .pathExtension(let wanted):
            let found = request.pathExtension.isEmpty ? "missing" : request.pathExtension
            return [Mismatch("path extension", found: found, expected: wanted, distance: 0.3)]
        case .query(let name, let expectation):
            let values = target.queryValues(of: name)
            let secret = Secrets.isSecret(name)
            let found =
                values.isEmpty
                ? "absent" : secret ? Secrets.mask : ValueExpectation.equal(values[0]).description
            return [
                Mismatch(
                    "query item \(name)", found: found,
                    expected: expectation.described(maskingValue: secret), isDemand: true,
                    distance: values.isEmpty ? 0.25 : 0.15)
            ]
        case .header(let name, let expectation):
            let absent = request.headers.values(of: name).isEmpty
            return [
                Mismatch(
                    "header \(name)", found: absent ? "absent" : "another value",
                    expected: expectation.described(maskingValue: true), isDemand: true,
                    distance: 0.2)
            ]
        case .url(let url):
            return [
                Mismatch(
                    "URL", found: request.maskedURL, expected: Secrets.masked(url: url),
                    distance: 0.7)
            ]
        case .regex(let regex):
            let subject = regex.subject == .path ? "path" : "URL"
            let found = regex.subject == .path ? target.path : request.maskedURL
            return [
                Mismatch(
                    subject, found: found, expected: "matching \(regex.expression.pattern)",
                    distance: 0.7)
            ]
        case .custom(let custom):
            return [
                Mismatch(
                    "condition", found: "not met", expected: custom.reason, isDemand: true,
                    distance: 0.5)
            ]
        case .body(let body):
            let fault = body.fault(in: request) ?? ""
            return [
                Mismatch(
                    body.subject, found: fault, expected: body.expectation, isDemand: true,
                    distance: 0.2)
            ]
        case .unreadable(let fault):
            return [Mismatch("never matches:", found: nil, expected: fault, distance: 0.5)]
        }
    }
}

extension [Mismatch] {
    /// The distance of all clauses together; no clause hides those behind it.
    var distance: Double { reduce(0) { $0 + $1.distance } }
}

extension PathPattern {
    /// How many segments differ: a similar one counts by its characters, a missing one as 1.
    func steps(from path: [String]) -> Double {
        var row = [0.0]
        for _ in path { row.append(row[row.count - 1] + 1) }
        for segment in segments {
            var next = [segment == .any ? row[0] : row[0] + 1]
            for (column, text) in path.enumerated() {
                let (diagonal, above, left) = (row[column], row[column + 1], next[column])
                next.append(
                    segment == .any
                        ? Swift.min(above, left)
                        : Swift.min(above + 1, left + 1, diagonal + segment.difference(from: text)))
            }
            row = next
        }
        return row[path.count]
    }
}

extension PathPattern.Segment {
    private func difference(_ literal: String, _ text: String) -> Double {
        let longest = Double(max(literal.count, text.count, 1))
        return Double(NameSuggestion.distance(literal, text)) / longest
    }

    fileprivate func difference(from text: String) -> Double {
        switch self {
        case .literal(let literal) where literal == text: 0
        // A difference in case alone still is one.
        case .literal(let literal): Swift.max(difference(literal, text), 0.05)
        case .value, .one, .any: 0
        }
    }
}

extension ValueExpectation {
    func described(maskingValue: Bool) -> String {
        switch kind {
        case .present, .absent: description
        default: maskingValue ? "the value given" : description
        }
    }
}
