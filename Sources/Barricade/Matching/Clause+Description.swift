import Foundation

extension Clause: CustomStringConvertible {
    var description: String {
        switch self {
        case .all(let clauses):
            clauses.isEmpty
                ? "any request" : clauses.map { $0.grouped(in: self) }.joined(separator: " and ")
        case .either(let clauses): clauses.map { $0.grouped(in: self) }.joined(separator: " or ")
        case .not(let clause): "not \(clause.grouped(in: self))"
        case .endpoint(let endpoint):
            [endpoint.method?.rawValue, endpoint.text].compactMap(\.self).joined(separator: " ")
        case .method(let method): "method is \(method)"
        case .scheme(let scheme): "scheme is \(scheme)"
        case .host(let host): "host is \(host.text)"
        case .port(let port): "port is \(port)"
        case .path(let pattern): "path is \(pattern.text)"
        case .trailingSlash: "path ends in a slash"
        case .pathExtension(let pathExtension): "path extension is \(pathExtension)"
        case .query(let name, let expectation): "query item \(name) is \(expectation)"
        case .header(let name, let expectation): "header \(name) is \(expectation)"
        case .url(let url): "URL is \(url)"
        case .regex(let regex):
            "\(regex.subject == .path ? "path" : "URL") matches \(regex.expression.pattern)"
        case .custom(let custom): custom.reason
        case .body(let body): "\(body)"
        case .unreadable(let fault): fault
        }
    }

    private func grouped(in parent: Clause) -> String {
        switch (parent, self) {
        case (.all, .either), (.not, .either): "(\(self))"
        case (.either, .all(let clauses)) where clauses.count > 1: "(\(self))"
        case (.not, .all(let clauses)) where clauses.count > 1: "(\(self))"
        default: "\(self)"
        }
    }
}
