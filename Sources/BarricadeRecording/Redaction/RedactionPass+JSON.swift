import Barricade
import BarricadeCommon
import Foundation

/// JSON, changed by token: what holds no secret stays as it is written.
extension RedactionPass {
    private enum Treatment {
        case plain
        /// The name is secret, or that of a value around it if it is inherited.
        case secret(isInherited: Bool)
        /// A rule says that it stays.
        case exempt
    }

    private struct Change {
        let range: Range<Int>
        let text: String
    }

    /// An array or object, and how far it has been read.
    private struct Level {
        let node: JSONNode
        let treatment: Treatment
        let paths: JSONPath.Walk
        let exceptions: JSONPath.Walk
        /// The member that holds the value of a secret name, as in `{"name": "pin", "value": 1}`.
        let named: (index: Int, name: String)?
        let name: String
        var next = 0
    }

    /// Returns a JSON text without secrets; `nil` if it is not JSON.
    mutating func json(_ text: String, isSecret: Bool = false) -> String? {
        switch text.utf8.first(where: { !$0.isSpace }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): break
        default: return nil
        }
        let bytes = Array(text.utf8)
        guard let root = try? JSONNode.read(bytes) else { return nil }
        return json(root, in: bytes, isSecret: isSecret) ?? text
    }

    /// Returns the text of a document without secrets; `nil` if there are none.
    mutating func json(
        _ root: JSONNode, in bytes: [UInt8], isSecret: Bool = false
    ) -> String? {
        let outer = document
        document = bytes
        defer { document = outer }
        var changes: [Change] = []
        var levels: [Level] = []
        // A document within a text has places of its own.
        let isOutermost = steps.isEmpty
        let rules = rules
        enter(
            root, named: "", isSecret ? .secret(isInherited: true) : .plain,
            JSONPath.Walk(isOutermost ? rules.paths : []),
            JSONPath.Walk(isOutermost ? rules.exceptions : []), &levels, &changes)
        while let level = levels.last {
            let index = level.next
            levels[levels.count - 1].next += 1
            switch level.node.content {
            case .array(let elements) where index < elements.count:
                steps.append(.index(index))
                enter(
                    elements[index],
                    named: level.named?.index == index ? level.named?.name ?? "" : level.name,
                    level.named?.index == index ? .secret(isInherited: false) : level.treatment,
                    level.paths.entering(element: index, of: elements.count),
                    level.exceptions.entering(element: index, of: elements.count), &levels, &changes
                )
            case .object(let members) where index < members.count:
                enter(members[index], at: index, in: level, &levels, &changes)
            default:
                levels.removeLast()
                if !levels.isEmpty { steps.removeLast() }
            }
        }
        return Self.text(bytes, changes)
    }

    private mutating func enter(
        _ member: JSONNode.Member, at index: Int, in level: Level, _ levels: inout [Level],
        _ changes: inout [Change]
    ) {
        let key = self.key(member.key)
        if key != member.key {
            changes.append(
                Change(range: member.range, text: JSONValue.string(key).description))
        }
        steps.append(.key(key))
        var treatment = level.treatment
        var name = member.key
        if case .exempt = treatment {
        } else if let named = level.named, named.index == index {
            treatment = .secret(isInherited: false)
            name = named.name
        } else {
            switch names.secrecy(of: member.key) {
            case .secret: treatment = .secret(isInherited: false)
            case .doubtful where Self.isCode(member.value): treatment = .secret(isInherited: false)
            case .doubtful, .plain:
                if case .secret = treatment { treatment = .secret(isInherited: true) }
            }
        }
        enter(
            member.value, named: name, treatment, level.paths.entering(member: member.key),
            level.exceptions.entering(member: member.key), &levels, &changes)
    }

    /// Handles a scalar at once, and puts an array or object on top of the levels.
    private mutating func enter(
        _ node: JSONNode, named name: String, _ treatment: Treatment, _ paths: JSONPath.Walk,
        _ exceptions: JSONPath.Walk, _ levels: inout [Level], _ changes: inout [Change]
    ) {
        var treatment = treatment
        if exceptions.isAtEnd {
            treatment = .exempt
        } else if paths.isAtEnd {
            treatment = .secret(isInherited: false)
        }
        guard case .scalar(let value) = node.content else {
            levels.append(
                Level(
                    node: node, treatment: treatment, paths: paths, exceptions: exceptions,
                    named: namedValue(in: node), name: name))
            return
        }
        if let text = scalar(value, at: node.range, named: name, treatment) {
            changes.append(Change(range: node.range, text: text))
        }
        if !levels.isEmpty { steps.removeLast() }
    }

    private static func isCode(_ node: JSONNode) -> Bool {
        switch node.content {
        case .scalar(.string(let text)): Randomness.isCode(text)
        case .scalar(.integer): node.range.count >= 6
        default: false
        }
    }

    // MARK: Scalars

    private mutating func key(_ key: String) -> String {
        // Most names are words, which need no closer look.
        let isWord = key.utf8.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "_") }
        return isWord && !search.finds(in: key) ? key : text(key)
    }

    /// Returns another token; `nil` if it stays.
    private mutating func scalar(
        _ value: JSONValue, at range: Range<Int>, named name: String, _ treatment: Treatment
    ) -> String? {
        switch value {
        case .string(let text):
            let kept: String
            switch treatment {
            case .plain: kept = self.text(text)
            case .secret(let isInherited):
                kept = self.value(text, named: name, isInherited: isInherited)
            case .exempt: kept = isRedacting ? knownOnly(text) : text
            }
            return kept == text ? nil : JSONValue.string(kept).description
        case .integer, .number, .largeInteger:
            // Shorter ones are no secrets, unless their name says so.
            if case .plain = treatment, range.count < SecretIndex.window { return nil }
            let token = String(decoding: document[range], as: UTF8.self)
            return number(token, named: name, treatment)
        default:
            return nil
        }
    }

    /// Returns a text in which only known secrets are replaced.
    private func knownOnly(_ text: String) -> String {
        search.finds(in: text)
            ? Replacement.opaque(1, length: text.utf8.count) : text
    }

    private mutating func number(
        _ token: String, named name: String, _ treatment: Treatment
    ) -> String? {
        let isSecret =
            switch treatment {
            case .plain:
                shape(of: token) != nil || search.finds(in: token)
            case .secret: !HarmlessValue.isNumber(token, named: name)
            case .exempt: search.finds(in: token)
            }
        guard isSecret else { return nil }
        let digits = token.prefix { $0 != "e" && $0 != "E" && $0 != "." }
        let start = digits.hasPrefix("-") ? "-" : ""
        let integer = String(digits.dropFirst(start.count))
        let isInherited = if case .secret(isInherited: true) = treatment { true } else { false }
        let kept = secret(
            integer, shape(of: integer), isKnown: integer.utf8.count >= 6 && !isInherited)
        // JSON has no numbers that start with zero.
        let valid = kept.hasPrefix("0") && kept.count > 1 ? "1\(kept.dropFirst())" : kept
        let rest = token.dropFirst(digits.count).map { $0.isWholeNumber ? "0" : $0 }
        let text = start + valid + String(rest)
        return text == token ? nil : text
    }

    // MARK: Named values

    /// Returns the value of an object or pair that has a name in it, if that is secret.
    private func namedValue(in node: JSONNode) -> (index: Int, name: String)? {
        switch node.content {
        case .object(let members):
            // Most objects have no such member, and are passed over at once.
            guard members.count <= 16,
                let index = members.firstIndex(where: { Self.isOne(of: Self.values, $0.key) }),
                let name = members.lazy.compactMap({ member -> String? in
                    guard case .scalar(.string(let text)) = member.value.content,
                        Self.isOne(of: Self.names, member.key), names.secrecy(of: text) == .secret
                    else { return nil }
                    return text
                }).first
            else { return nil }
            return (index, name)
        case .array(let elements):
            guard elements.count == 2, case .scalar(.string(let name)) = elements[0].content,
                case .scalar(.string(let value)) = elements[1].content,
                names.secrecy(of: name) == .secret, !value.utf8.allSatisfy(\.isLetter)
            else { return nil }
            return (1, name)
        case .scalar:
            return nil
        }
    }

    /// Returns whether a key is one of some words of at most nine letters.
    private static func isOne(of words: Set<String>, _ key: String) -> Bool {
        key.utf8.count <= 9 && words.contains(key.lowercased())
    }

    private static let names: Set<String> = ["attribute", "field", "header", "id", "key", "name"]
    private static let values: Set<String> = ["content", "data", "text", "val", "value", "values"]

    private static func text(_ bytes: [UInt8], _ changes: [Change]) -> String? {
        guard !changes.isEmpty else { return nil }
        var edit = TextEdit(bytes)
        for change in changes { edit.replace(change.range, with: change.text) }
        return edit.text
    }
}
