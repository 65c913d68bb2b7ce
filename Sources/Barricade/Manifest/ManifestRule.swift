/// A rule about the keys that an object of a manifest has at once.
enum ManifestRule: Sendable {
    case oneAtMost([String])
    case one([String])
    /// The first key stands alone among the others.
    case excludes(String, [String])
    case needs(String, oneOf: [String])

    /// Returns the problem and the key it is about, for the keys in their order; usually `nil`.
    func fault(in keys: [String]) -> (key: String?, problem: String)? {
        switch self {
        case .oneAtMost(let group), .one(let group):
            let found = keys.filter(group.contains)
            if found.count > 1 { return (found[1], Self.problem(found[1], beside: found[0])) }
            guard case .one = self, found.isEmpty else { return nil }
            return (nil, "wants one of \(Self.list(group))")
        case .excludes(let key, let others):
            guard keys.contains(key), let other = keys.first(where: others.contains) else {
                return nil
            }
            return (other, Self.problem(other, beside: key))
        case .needs(let key, let others):
            guard keys.contains(key), !keys.contains(where: others.contains) else { return nil }
            return (key, "needs \(Self.list(others)) beside it")
        }
    }

    private static func problem(_ key: String, beside other: String) -> String {
        "cannot stand beside \"\(other)\""
    }

    private static func list(_ keys: [String]) -> String {
        guard let last = keys.last, keys.count > 1 else { return "\"\(keys.first ?? "")\"" }
        if keys.count > 8 {
            return keys.prefix(6).map { "\"\($0)\"" }.joined(separator: ", ")
                + " and \(keys.count - 6) more"
        }
        return keys.dropLast().map { "\"\($0)\"" }.joined(separator: ", ") + " or \"\(last)\""
    }

    var schema: JSONValue {
        switch self {
        case .oneAtMost(let keys):
            ["oneOf": .array(keys.map(Self.has) + [["not": Self.hasOne(of: keys)]])]
        case .one(let keys): ["oneOf": .array(keys.map(Self.has))]
        case .excludes(let key, let others):
            ["dependencies": [key: ["not": Self.hasOne(of: others)]]]
        case .needs(let key, let others): ["dependencies": [key: Self.hasOne(of: others)]]
        }
    }

    private static func has(_ key: String) -> JSONValue { ["required": [.string(key)]] }

    private static func hasOne(of keys: [String]) -> JSONValue {
        ["anyOf": .array(keys.map(has))]
    }
}
