import Foundation

extension Clause: CustomStringConvertible {
    package var description: String { described(maskingValues: false) }

    /// The description for messages: without header values, and with secrets masked.
    package var maskedDescription: String { described(maskingValues: true) }

    private func described(maskingValues masking: Bool) -> String {
        switch self {
        case .all(let clauses):
            clauses.isEmpty
                ? "any request"
                : clauses.map { $0.grouped(in: self, masking) }.joined(separator: " and ")
        case .either(let clauses):
            clauses.map { $0.grouped(in: self, masking) }.joined(separator: " or ")
        case .not(let clause): "not \(clause.grouped(in: self, masking))"
        case .endpoint(let endpoint):
            (endpoint.method.map { "\($0) " } ?? "")
                + (masking ? Secrets.masked(url: endpoint.text) : endpoint.text)
        case .method(let method): "method is \(method)"
        case .scheme(let scheme): "scheme is \(scheme)"
        case .host(let host): "host is \(host.text)"
        case .port(let port): "port is \(port)"
        case .path(let pattern):
            "path is \(masking ? Secrets.masked(url: pattern.text) : pattern.text)"
        case .trailingSlash: "path ends in a slash"
        case .pathExtension(let pathExtension): "path extension is \(pathExtension)"
        case .query(let name, let expectation):
            masking
                ? "query item \(name) \(expectation.maskedPredicate(for: name))"
                : "query item \(name) \(expectation.predicate(isMasked: false))"
        case .queryItems(let expected):
            expected.described(as: "query item", isMasked: masking)
        case .header(let name, let expectation):
            "header \(name) \(expectation.predicate(isMasked: masking))"
        case .url(let url): "URL is \(masking ? Secrets.masked(url: url) : url)"
        case .regex(let regex):
            "\(regex.subject == .path ? "path" : "URL") matches \(regex.expression.pattern)"
        case .custom(let custom): custom.reason
        case .graphQL(let name): "GraphQL operation is \(name)"
        case .body(let body): "\(body)"
        case .unreadable(let fault): fault
        }
    }

    private func grouped(in parent: Clause, _ masking: Bool) -> String {
        let description = described(maskingValues: masking)
        return switch (parent, self) {
        case (.all, .either), (.not, .either): "(\(description))"
        case (.either, .all(let clauses)) where clauses.count > 1: "(\(description))"
        case (.not, .all(let clauses)) where clauses.count > 1: "(\(description))"
        default: description
        }
    }
}
