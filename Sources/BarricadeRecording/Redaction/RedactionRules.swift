import Barricade
import BarricadeCommon

/// The rules of a redaction, prepared for use.
struct RedactionRules: Sendable {
    /// How secret the value of a name is.
    enum Secrecy: Sendable {
        case plain
        /// As in many harmless places: `code`, `key`. Secret only if it looks like one.
        case doubtful
        case secret
    }

    let redaction: Redaction
    let paths: [JSONPath]
    let exceptions: [JSONPath]
    private let names: Set<String>
    private let allowedItems: Set<String>
    /// The least number of bytes in a name that is not plain.
    let shortestName: Int
    private let cache = Locked<[String: Secrecy]>([:])

    init(_ redaction: Redaction) {
        self.redaction = redaction
        paths = redaction.paths.map(\.path)
        exceptions = redaction.exceptions.map(\.path)
        names = Set(redaction.names.map(Self.plain))
        shortestName = min(Secrets.shortestName, names.map(\.utf8.count).min() ?? .max)
        allowedItems = Set(redaction.allowedQueryItems.map(Self.plain))
    }

    func secrecy(of name: String) -> Secrecy {
        if let known = cache.withLock({ $0[name] }) { return known }
        let secrecy = newSecrecy(of: name)
        cache.withLock { cache in
            // Some documents have a new name for each member.
            if cache.count < 10_000 { cache[name] = secrecy }
        }
        return secrecy
    }

    private func newSecrecy(of name: String) -> Secrecy {
        let plain = Self.plain(name)
        if names.contains(plain) { return .secret }
        if ["code", "key"].contains(plain) { return .doubtful }
        return Secrets.isSecret(name) ? .secret : .plain
    }

    func keepsReplyHeader(_ name: String) -> Bool {
        Self.contains(name, in: redaction.keptHeaders)
    }

    func keepsRequestHeader(_ name: String) -> Bool {
        Self.contains(name, in: redaction.keptRequestHeaders)
    }

    func allowsQueryItem(_ name: String) -> Bool {
        allowedItems.contains(Self.plain(name)) && secrecy(of: name) != .secret
    }

    /// Returns whether bodies that cannot be read are kept.
    ///
    /// - Parameters:
    ///   - actual: The type by the first bytes; `nil` if they are unknown.
    ///   - declared: The type by the header field.
    func allowsUnreadable(actual: String?, declared: String?) -> Bool {
        redaction.allowedTypes.contains { allowed in
            let allowed = allowed.lowercased()
            guard allowed.hasSuffix("/*") else { return allowed == actual || allowed == declared }
            return actual?.hasPrefix(allowed.dropLast()) == true
        }
    }

    private static func contains(_ name: String, in list: Set<String>) -> Bool {
        let name = name.lowercased()
        return list.contains { entry in
            let entry = entry.lowercased()
            return entry.hasSuffix("*") ? name.hasPrefix(entry.dropLast()) : name == entry
        }
    }

    /// Returns a name for comparison: without case, `_` and `-`.
    private static func plain(_ name: String) -> String {
        String(decoding: name.lowercased().utf8.filter { !"_-".utf8.contains($0) }, as: UTF8.self)
    }
}

/// How secret names are, remembered for one pass.
final class NameLookup {
    private let rules: RedactionRules
    private var known: [String: RedactionRules.Secrecy] = [:]

    init(_ rules: RedactionRules) {
        self.rules = rules
    }

    func secrecy(of name: String) -> RedactionRules.Secrecy {
        if let secrecy = known[name] { return secrecy }
        let secrecy = rules.secrecy(of: name)
        known[name] = secrecy
        return secrecy
    }

    func secrecy(of name: ArraySlice<UInt8>) -> RedactionRules.Secrecy {
        // Most names in scripts are shorter.
        guard name.count >= rules.shortestName else { return .plain }
        return secrecy(of: String(decoding: name, as: UTF8.self))
    }

    func isSecret(_ name: String) -> Bool { secrecy(of: name) != .plain }
}
