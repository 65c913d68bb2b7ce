import Barricade
import BarricadeCommon

/// The tokens of a JSON text, in order.
struct JSONTokens {
    fileprivate let bytes: [UInt8]
    fileprivate private(set) var list:
        [(part: JSONReader.Part, range: Range<Int>, name: Judgement.Name?)] = []
    /// The names beside values, by the places of their tokens: `{"name": "pin", "value": 1}`.
    fileprivate private(set) var names: [Int: String] = [:]
    /// Whether it has keys that only replies with tokens have.
    private(set) var handOutTokens = false

    /// The role of a key in its object.
    enum Role {
        case name, value

        init?(_ key: String) {
            switch key.lowercased() {
            case "attribute", "field", "header", "id", "key", "name", "type": self = .name
            case "content", "data", "text", "val", "value", "values": self = .value
            default: return nil
            }
        }
    }

    /// Reads a text; `nil` if it is not JSON.
    init?(_ bytes: [UInt8], _ judgement: Judgement) {
        guard let first = bytes.first(where: { !$0.isSpace }), "{[\"".utf8.contains(first) else {
            return nil
        }
        self.bytes = bytes
        list.reserveCapacity(bytes.count / 16)
        // One for each open object or array; those of arrays stay empty.
        var open: [(role: Role?, name: String?, values: [Int])] = [(nil, nil, [])]
        var keys: Set<String> = []
        let isRead: Void? = try? JSONReader.read(bytes) { part, range in
            let last = open.count - 1
            var name: Judgement.Name?
            switch part {
            case .key(let key):
                let judged = judgement.name(key)
                open[last].role = judged.role
                if judged.mayBeOfTokens { keys.insert(key) }
                name = judged
            case .scalar(.string(let text)) where open[last].role == .name: open[last].name = text
            case .scalar where open[last].role == .value: open[last].values.append(list.count)
            case .start:
                if open[last].role == .value { open[last].values.append(list.count) }
                open.append((nil, nil, []))
            case .end:
                let closed = open.removeLast()
                if let name = closed.name { for place in closed.values { names[place] = name } }
            case .scalar: break
            }
            list.append((part, range, name))
        }
        guard isRead != nil else { return nil }
        handOutTokens = Secrets.areOfTokens(keys)
    }

    /// Returns the texts in an array of texts; `nil` if it has other elements.
    fileprivate func texts(inArrayAt start: Int) -> [String]? {
        var texts: [String] = []
        for token in list[(start + 1)...].prefix(100) {
            switch token.part {
            case .scalar(.string(let text)): texts.append(text)
            case .end: return texts
            default: return nil
            }
        }
        return nil
    }

    /// Returns the number of elements in an array.
    fileprivate func count(inArrayAt start: Int) -> Int {
        var (depth, count) = (0, 0)
        for token in list[(start + 1)...] {
            switch token.part {
            case .end where depth == 0: return count
            case .end: depth -= 1
            case .scalar, .start:
                if depth == 0 { count += 1 }
                if case .start = token.part { depth += 1 }
            case .key: break
            }
        }
        return count
    }
}

/// JSON, changed token by token: keys, and tokens without a secret, stay as written.
extension RedactionPass {
    /// The rules that apply to a value.
    private struct Standing {
        /// The name to judge it by; empty if none is secret.
        var name = ""
        var isInherited = false
        /// Whether it is in an array that has the name.
        var isElement = false
        /// Whether a path of the rules leads to it, or to an enclosing value.
        var isSecret = false
        /// Whether an exception names an enclosing value.
        var isKept = false
        var paths: JSONPath.Walk
        var exceptions: JSONPath.Walk

        /// Whether the name applies to a number; in an object, a number has its own name.
        var judgesNumbers: Bool { !name.isEmpty && (!isInherited || isElement) }
    }

    /// An array or object while it is read.
    private struct Level {
        let isArray: Bool
        var standing: Standing
        /// The names of the columns, if it is a row of a table.
        var row: [String] = []
        var count = 0
        var next = 0
        var key = ""
        var name: Judgement.Name?
    }

    /// Returns a JSON text without secrets; `nil` if it is not JSON.
    mutating func json(_ text: String) -> String? {
        JSONTokens(Array(text.utf8), judgement).map { json($0) }
    }

    /// Returns the text of tokens without secrets.
    mutating func json(_ tokens: JSONTokens) -> String {
        let outer = handsOutTokens
        defer { handsOutTokens = outer }
        handsOutTokens = outer || tokens.handOutTokens
        // Paths do not lead into a document within a text.
        let isOutermost = steps.isEmpty
        let document = Standing(
            paths: JSONPath.Walk(isOutermost ? rules.paths : []),
            exceptions: JSONPath.Walk(isOutermost ? rules.exceptions : []))
        var edits: [TextEdit] = []
        var levels: [Level] = []
        for index in tokens.list.indices {
            let token = tokens.list[index]
            switch token.part {
            case .key(let key):
                levels[levels.count - 1].key = key
                levels[levels.count - 1].name = token.name
                if let name = token.name, !name.isPlainKey {
                    read(key: key, name, in: levels[levels.count - 1].standing)
                }
            case .end:
                levels.removeLast()
                if !levels.isEmpty { steps.removeLast() }
            case .scalar, .start:
                let standing =
                    levels.isEmpty
                    ? document : enter(&levels[levels.count - 1], tokens.names[index])
                guard case .scalar(let value) = token.part else {
                    levels.append(level(at: index, of: tokens, standing))
                    continue
                }
                if let text = scalar(value, tokens.bytes[token.range], standing) {
                    edits.append(TextEdit(range: token.range, text: text))
                }
                if !levels.isEmpty { steps.removeLast() }
            }
        }
        return edits.isEmpty
            ? String(decoding: tokens.bytes, as: UTF8.self) : edits.applied(to: tokens.bytes)
    }

    /// Returns the rules that apply to the next value in an array or object.
    ///
    /// - Parameter name: The name beside it.
    private mutating func enter(_ level: inout Level, _ name: String?) -> Standing {
        var standing = level.standing
        let place = level.next
        level.next += 1
        standing.isKept = standing.isKept || standing.exceptions.isAtEnd
        if level.isArray {
            steps.append(.index(place))
            standing.paths = standing.paths.entering(element: place, of: level.count)
            standing.exceptions = standing.exceptions.entering(element: place, of: level.count)
        } else {
            steps.append(.key(level.key))
            standing.isElement = false
            standing.paths = standing.paths.entering(member: level.key)
            standing.exceptions = standing.exceptions.entering(member: level.key)
            let name = level.name ?? judgement.name(level.key)
            switch name.meaning {
            case .plain: standing.isInherited = !standing.name.isEmpty
            case let own: (standing.name, standing.isInherited) = (level.key, own == .doubtful)
            }
            // A rule for the name overrides an exception for an enclosing value.
            if name.isListed { standing.isKept = false }
        }
        let name = place < level.row.count ? level.row[place] : name
        if let name, judgement.isSecret(name) {
            (standing.name, standing.isInherited, standing.isElement) = (name, false, false)
        }
        standing.isSecret = standing.isSecret || standing.paths.isAtEnd
        return standing
    }

    private mutating func level(
        at index: Int, of tokens: JSONTokens, _ standing: Standing
    ) -> Level {
        var standing = standing
        let isArray = tokens.bytes[tokens.list[index].range.lowerBound] == UInt8(ascii: "[")
        if !judgement.isSecret(standing.name) { standing.name = "" }
        if isArray, !standing.isInherited, !standing.name.isEmpty { standing.isElement = true }
        // Elements of `passwords` are passwords; those of `sessions` need not be secret.
        if !isArray || judgement.meaning(of: standing.name) != .password {
            standing.isInherited = !standing.name.isEmpty
        }
        var level = Level(isArray: isArray, standing: standing)
        guard isArray else { return level }
        level.row = row(at: index, of: tokens)
        if !standing.paths.isEmpty || !standing.exceptions.isEmpty {
            level.count = tokens.count(inArrayAt: index)
        }
        return level
    }

    /// Returns the names of the values in a row: those in the first row of the table, or the first
    /// text of a pair such as `["token", "f00d"]`.
    private mutating func row(at index: Int, of tokens: JSONTokens) -> [String] {
        guard let texts = tokens.texts(inArrayAt: index), texts.count > 1 else { return heading }
        let areWords = texts.map { Randomness($0.utf8).isWords }
        let isPassword =
            judgement.meaning(of: texts[0]) == .password && !judgement.isSecret(texts[1])
        if texts.count == 2, judgement.isSecret(texts[0]), isPassword || !areWords[1] {
            return ["", texts[0]]
        }
        guard areWords.allSatisfy({ $0 }), texts.contains(where: judgement.isSecret) else {
            return heading
        }
        heading = texts
        return []
    }

    /// Keys never change, so one that is secret by its form is a reason to refuse the body.
    private mutating func read(key: String, _ name: Judgement.Name, in standing: Standing) {
        guard keyRefusal == nil else { return }
        if name.isRandom { keys.insert(key.lowercased()) }
        let isKept =
            standing.isKept || standing.exceptions.isAtEnd
            || standing.exceptions.entering(member: key).isAtEnd
        if isKept || isCollecting { return }
        let kept = name.mayHaveForm ? text(key) : knownReplaced(in: key)
        guard kept != key else { return }
        let place = JSONPath(steps: steps)
        let quoted = "\(place)".debugDescription
        keyRefusal = UnreadableBody(
            reason: "a key at \(place) is secret by its form, and keys are never changed",
            fix: (
                "it is harmless",
                "Redaction { $0.exceptions.append(\(quoted)) }, or --keep '\(place)'"
            ))
    }

    // MARK: Scalars

    /// Returns the new token; `nil` if it stays.
    private mutating func scalar(
        _ value: JSONValue, _ token: ArraySlice<UInt8>, _ standing: Standing
    ) -> String? {
        switch value {
        case .string(let text):
            if standing.exceptions.isAtEnd { return nil }
            if standing.isKept {
                // Nothing is written until a rule names it.
                if Judgement.isKey(text) { learn(text, .randomness) }
                return nil
            }
            let kept: String
            if standing.isSecret, !text.isEmpty {
                kept = secret(text)
            } else {
                let isNumber =
                    !standing.name.isEmpty && !standing.judgesNumbers
                    && Secrets.digits(in: text) != nil
                kept = self.value(
                    text, named: isNumber ? "" : standing.name, isInherited: standing.isInherited)
            }
            // What is learned is not written.
            return kept == text ? nil : isRedacting ? JSONValue.quoted(kept) : kept
        case .integer, .number, .largeInteger:
            if standing.exceptions.isAtEnd || standing.isKept { return nil }
            let isPlain = !standing.isSecret && !standing.judgesNumbers
            return isPlain && token.count < 8
                ? nil : number(String(decoding: token, as: UTF8.self), standing)
        default:
            return nil
        }
    }

    private mutating func number(_ token: String, _ standing: Standing) -> String? {
        let digits = token.prefix { $0 != "e" && $0 != "E" && $0 != "." }
        let start = digits.hasPrefix("-") ? "-" : ""
        let integer = String(digits.dropFirst(start.count))
        let isNamed =
            standing.isSecret
            || standing.judgesNumbers
                && judgement.isSecretNumber(
                    ofDigits: integer.utf8.count, named: standing.name,
                    isInherited: standing.isInherited)
        let shape = integer.utf8.count >= 14 ? Secrets.shape(of: integer) : nil
        let kept =
            isNamed || shape != nil
            ? secret(integer, by: isNamed ? .name : .form, shape) : knownReplaced(in: integer)
        guard kept != integer else { return nil }
        // JSON has no numbers that start with zero.
        let valid = kept.hasPrefix("0") && kept.count > 1 ? "1\(kept.dropFirst())" : kept
        let rest = token.dropFirst(digits.count).map { $0.isWholeNumber ? "0" : $0 }
        return start + valid + String(rest)
    }
}
