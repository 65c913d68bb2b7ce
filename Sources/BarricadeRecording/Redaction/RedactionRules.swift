import Barricade

/// The rules of a redaction, prepared for use.
struct RedactionRules: Sendable {
    let redaction: Redaction
    let paths: [JSONPath]
    let exceptions: [JSONPath]
    let keptReplyHeaders: HeaderList
    let keptRequestHeaders: HeaderList
    private let names: Set<String>
    private let exceptedNames: Set<String>
    private let allowedItems: Set<String>

    init(_ redaction: Redaction) {
        self.redaction = redaction
        paths = redaction.paths.map(\.path)
        exceptions = redaction.exceptions.map(\.path)
        keptReplyHeaders = HeaderList(redaction.keptHeaders.union(["Set-Cookie"]))
        keptRequestHeaders = HeaderList(redaction.keptRequestHeaders)
        names = Set((redaction.names + redaction.paths.compactMap(\.name)).map(Secrets.plain))
        exceptedNames = Set(redaction.exceptions.compactMap(\.name).map(Secrets.plain))
        allowedItems = Set(redaction.allowedQueryItems.map(Secrets.plain))
    }

    /// Returns whether the rules list a name as secret.
    func namesSecret(_ name: String) -> Bool {
        !names.isEmpty && names.contains(Secrets.plain(name))
    }

    /// Returns whether an exception lists a name in a query, a form or XML.
    func isExcepted(_ name: String) -> Bool {
        !exceptedNames.isEmpty && exceptedNames.contains(Secrets.plain(name))
    }

    func allowsQueryItem(_ name: String) -> Bool { allowedItems.contains(Secrets.plain(name)) }

    /// Returns whether bodies that cannot be read are kept.
    ///
    /// - Parameters:
    ///   - actual: The type by the first bytes; `nil` if they are unknown.
    ///   - declared: The type by the header field.
    func allowsUnreadable(actual: String? = nil, declared: String?) -> Bool {
        redaction.allowedTypes.contains { allowed in
            let allowed = allowed.lowercased()
            guard allowed.hasSuffix("/*") else { return allowed == actual || allowed == declared }
            return actual?.hasPrefix(allowed.dropLast()) == true
        }
    }
}

/// The names of header fields, and prefixes of names: `X-RateLimit-*`.
struct HeaderList: Sendable {
    private let names: Set<String>
    private let prefixes: [Substring]

    init(_ list: Set<String>) {
        names = Set(list.map { $0.lowercased() })
        prefixes = names.filter { $0.hasSuffix("*") }.map { $0.dropLast() }
    }

    func contains(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
}
