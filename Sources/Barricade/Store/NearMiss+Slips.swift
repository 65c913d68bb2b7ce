import Foundation

extension NearMiss.Candidate {
    /// The clauses that the request does not meet.
    var missed: [any Clause] { leaves.filter { $0.distance != nil }.map(\.clause) }

    /// Whether a slip may be meant so: another method or query is often another request.
    var mayBeRight: Bool { missed.contains { $0 is MethodClause || $0.isOfQuery } }

    /// Asks for the request that the set wants, if the two differ by slips; `nil` if by more.
    func question(about request: BarricadeRequest) -> String? {
        let target = request.target
        var (method, path, items) = ("", "", [String]())
        for leaf in leaves {
            guard let distance = leaf.distance else { continue }
            switch leaf.clause {
            case let clause as MethodClause: method = "\(clause.method) "
            case is SchemeClause, is PortClause: continue
            case let clause as HostClause where clause.isMistyped(target.host): continue
            // At most half of the letters of one segment.
            case let clause as PathClause where distance <= 0.2: path = clause.text
            case let clause as QueryClause where clause.expectation != .absent:
                let value = if case .equal(let text) = clause.expectation.kind { text } else { "…" }
                items.append("\(items.isEmpty ? "?" : "&")\(clause.name)=\(value)")
            default: return nil
            }
        }
        if path.isEmpty, !items.isEmpty { path = target.path }
        let origin = origin(for: target)
        let isElsewhere = origin != target.origin
        let meant = method + (isElsewhere ? origin : "") + path + items.joined()
        guard Secrets.masked(url: meant) == meant else { return nil }
        return "Did you mean \(meant.trimmingCharacters(in: .whitespaces).shortened)?"
            + (isElsewhere ? " The request goes to \(target.origin.shortened)." : "")
    }

    /// The origin that the set wants, or else that of the request.
    private func origin(for target: RequestTarget) -> String {
        let clauses = leaves.map(\.clause)
        let scheme = clauses.compactMap { ($0 as? SchemeClause)?.scheme }.first ?? target.scheme
        let host = clauses.compactMap { ($0 as? HostClause)?.text }.first
        let port = clauses.compactMap { ($0 as? PortClause)?.port }.first ?? target.port
        let isTold =
            host?.contains(":") ?? false || port == RequestTarget.defaultPort(of: scheme)
        return "\(scheme)://\(host ?? target.host)\(isTold ? "" : port.map { ":\($0)" } ?? "")"
    }
}

extension HostClause {
    fileprivate func isMistyped(_ other: String) -> Bool {
        other == host || "www.\(other)" == host || other == "www.\(host)"
            || EditDistance(from: other).fraction(to: host) < 0.2 && !other.isIdentifier
    }
}

extension Clause {
    var isOfQuery: Bool { self is QueryClause || self is QueryItemsClause }
}

extension String {
    /// Whether it names one of many things, as `7` and `order-17` do, but not `v1`.
    var isIdentifier: Bool {
        contains(where: \.isNumber) && !(hasPrefix("v") && dropFirst().allSatisfy(\.isNumber))
    }
}
