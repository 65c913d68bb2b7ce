import Barricade

/// A rule about keys that an object of a manifest may have together.
enum ManifestRule: Sendable {
    case oneAtMost([String])
    /// - Parameter advice: What to write instead of several, for messages.
    case one([String], advice: String? = nil)
    /// The first key excludes the others.
    case excludes(String, [String])
    case needs(String, oneOf: [String])

    /// The keys that may break it, and how many of them it takes.
    var cause: (keys: [String], count: Int) {
        switch self {
        case .oneAtMost(let group): (group, 2)
        case .one: ([], 0)
        case .excludes(let key, _), .needs(let key, _): ([key], 1)
        }
    }

    /// Returns the problem of keys in order, and the key it concerns; usually `nil`.
    func fault(in keys: [String]) -> (key: String?, problem: String)? {
        switch self {
        case .oneAtMost(let group):
            return Self.second(of: group, in: keys)
        case .one(let group, let advice):
            if keys.contains(where: group.contains) {
                return Self.second(of: group, in: keys, advice)
            }
            return (nil, "wants one of \(Self.list(group))")
        case .excludes(let key, let others):
            guard keys.contains(key), let other = keys.first(where: others.contains) else {
                return nil
            }
            return (other, Self.problem(beside: key))
        case .needs(let key, let others):
            guard keys.contains(key), !keys.contains(where: others.contains) else { return nil }
            return (key, "needs \(Self.list(others)) beside it")
        }
    }

    /// Returns the problem of the second key of a group that allows one.
    private static func second(
        of group: [String], in keys: [String], _ advice: String? = nil
    ) -> (key: String?, problem: String)? {
        let found = keys.filter(group.contains)
        guard found.count > 1 else { return nil }
        return (found[1], problem(beside: found[0]) + (advice.map { ": \($0)" } ?? ""))
    }

    private static func problem(beside other: String) -> String {
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
        case .one(let keys, _): ["oneOf": .array(keys.map(Self.has))]
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
