import Barricade
import BarricadeCommon
import Foundation

/// Texts without a secret name: what is in them is found by its form.
extension RedactionPass {
    /// Returns a text without secrets, the same if there are none.
    mutating func text(_ text: String, as kind: TextKind = .value) -> String {
        self.text(text, as: kind, after: nil)
    }

    /// - Parameter escaping: The way of writing that was undone last; `nil` in the text as it came.
    private mutating func text(
        _ text: String, as kind: TextKind, after escaping: EscapedText.Escaping?
    ) -> String {
        guard text.utf8.count >= SecretIndex.window else { return text }
        if kind == .value, depth < Self.deepest, isPlainAtAGlance(text) { return text }
        if text.utf8.count <= Replacement.longest, isReplacement(Replacement(of: text, nil)) {
            return text
        }
        let bytes = Array(text.utf8)
        guard depth < Self.deepest, escapeDepth < Self.mostEscapes else {
            // Nobody nests so deep in earnest.
            return bytes.contains(where: "{<%\\&".utf8.contains)
                ? secret(text) : checked(plain(text, as: kind))
        }
        // The ways to write a text are undone for all of it, so that they add up in long ones.
        if escaping == nil { depth += 1 } else { escapeDepth += 1 }
        defer { if escaping == nil { depth -= 1 } else { escapeDepth -= 1 } }
        if let kept = structured(text, bytes, kind) { return kept }
        let kept = escaped(text, bytes, as: kind, after: escaping) ?? plain(text, as: kind)
        return escaping == nil ? checked(kept) : kept
    }

    /// Returns a text without what is secret once its escapes are undone; `nil` if it has none.
    ///
    /// The ways of writing are undone one after the other, whatever their order in the text.
    private mutating func escaped(
        _ text: String, _ bytes: [UInt8], as kind: TextKind, after last: EscapedText.Escaping?
    ) -> String? {
        guard EscapedText.Escaping.allCases.contains(where: { bytes.contains($0.mark) }) else {
            return nil
        }
        // Where a value ends is told by what is not escaped.
        let outer = escapedAssignments(in: text, as: kind)
        let source = outer == text ? bytes : Array(outer.utf8)
        for escaping in EscapedText.Escaping.all(after: last) {
            guard let decoded = EscapedText.decoded(source, escaping).flatMap({ String(utf8: $0) })
            else { continue }
            let kept = self.text(decoded, as: kind, after: escaping)
            let written =
                kept == decoded ? outer : EscapedText.encoded(kept, as: source, escaping)
            // Some have what looks like an escape in them.
            return knownSecrets(in: written)
        }
        return outer == text ? nil : plain(outer, as: kind)
    }

    /// Replaces values with secret names in which something is escaped, such as a quotation mark.
    private mutating func escapedAssignments(in text: String, as kind: TextKind) -> String {
        assignments(in: text, as: kind) { value in
            // Between escaped quotation marks it is found when they are undone.
            value.first == UInt8(ascii: "\\") ? nil : EscapedText.Undone(value)
        }
    }

    /// Returns a text unless it still holds a known secret: what stands for all of it then.
    private mutating func checked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard isRedacting else {
            hasFindings = hasFindings || suspectCount(in: bytes) > 0
            return text
        }
        if search.finds(in: bytes) {
            // It is written in a way that cannot be changed in part.
            note(.replaced)
            return Replacement.opaque(1, length: bytes.count)
        }
        for _ in 0..<suspectCount(in: bytes) { note(.suspected) }
        return text
    }

    /// Returns whether a text is harmless beyond doubt, as most are.
    private func isPlainAtAGlance(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { TextGlance.isPlain($0) && !search.finds(in: $0) }
    }

    /// Returns a text that is a document of its own; `nil` if it is none.
    private mutating func structured(
        _ text: String, _ bytes: [UInt8], _ kind: TextKind
    ) -> String? {
        switch bytes.first(where: { !$0.isSpace }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
            if let json = json(text) {
                hasFindings = true
                return json
            }
        case UInt8(ascii: "<") where bytes.contains(UInt8(ascii: ">")):
            return checked(xml(text))
        default: break
        }
        if text.hasPrefix("data:"), let kept = dataURL(text) { return kept }
        if let kept = encoded(text, bytes) { return kept }
        guard !bytes.contains(where: { $0.isSpace || $0.isQuote || $0 == 0x3C || $0 == 0x3E })
        else {
            return nil
        }
        if bytes.contains(UInt8(ascii: "?")) || text[...].schemeSeparator != nil {
            let isReference =
                text.hasPrefix("/")
                || text[...].schemeSeparator?.lowerBound.isStart(in: text) == true
            if isReference { return knownSecrets(in: url(text, as: .text)) }
        }
        return kind != .script && isForm(bytes) ? knownSecrets(in: items(text)) : nil
    }

    /// Returns whether a text consists of items with names, `a=1&b=2`.
    func isForm(_ bytes: [UInt8]) -> Bool {
        guard bytes.contains(UInt8(ascii: "=")) else { return false }
        return bytes.split(separator: UInt8(ascii: "&")).allSatisfy { item in
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            return name.count < item.count && !name.isEmpty && name.count <= 100
                && name.allSatisfy { $0.isTokenByte || ".[]%+".utf8.contains($0) }
        }
    }

    // MARK: Encodings

    /// Returns base64 or hexadecimal digits with readable text in them, if that has secrets.
    private mutating func encoded(_ text: String, _ bytes: [UInt8]) -> String? {
        guard bytes.count >= 12 else { return nil }
        if bytes.count % 2 == 0, bytes.allSatisfy(\.isHexDigit) {
            let decoded = stride(from: 0, to: bytes.count, by: 2).map {
                UInt8(hexadecimal: bytes[$0...$0 + 1]) ?? 0
            }
            if let kept = changed(decoded) {
                return String(decoding: kept.hexadecimalDigits, as: UTF8.self)
            }
        }
        guard
            bytes.allSatisfy({ $0.isBase64 || $0 == UInt8(ascii: "=") || $0 == 0x0A || $0 == 0x0D }
            ),
            let base64 = Base64Text(bytes), let kept = changed(Array(base64.data))
        else { return nil }
        return base64.encoded(Data(kept))
    }

    /// Returns decoded text without secrets; `nil` if it is no text, or has none.
    private mutating func changed(_ bytes: [UInt8]) -> [UInt8]? {
        guard let text = String(utf8: bytes), text.isReadable else { return nil }
        hasFindings = true
        let kept = self.text(text)
        return kept == text ? nil : Array(kept.utf8)
    }

    /// Returns `data:text/plain;base64,…` with its content read; `nil` if that is no text.
    private mutating func dataURL(_ text: String) -> String? {
        guard let comma = text.firstIndex(of: ",") else { return nil }
        let head = text[...comma]
        let content = String(text[text.index(after: comma)...])
        if head.hasSuffix(";base64,") {
            guard let base64 = Base64Text(content) else { return nil }
            guard let kept = changed(Array(base64.data)) else { return nil }
            return head + base64.encoded(Data(kept))
        }
        let plain = readable(content[...])
        let kept = self.text(plain)
        return kept == plain ? nil : head + PercentEncoding.encoded(kept)
    }

    // MARK: Plain text

    /// Returns a text with URLs, secrets by form, values with secret names and known secrets
    /// replaced.
    mutating func plain(_ text: String, as kind: TextKind = .value) -> String {
        var text = urls(in: text)
        text = shapes(in: text)
        text = assignments(in: text, as: kind)
        return knownSecrets(in: text)
    }

    private mutating func urls(in text: String) -> String {
        guard text[...].schemeSeparator != nil else { return text }
        var result = ""
        var rest = text[...]
        while let separator = rest.schemeSeparator {
            let start =
                rest[..<separator.lowerBound].utf8.lastIndex { !$0.isSchemeByte }
                .map { rest.utf8.index(after: $0) } ?? rest.startIndex
            let stop =
                rest[separator.upperBound...].utf8.firstIndex {
                    $0.isSpace || "\"'<>\\`{}|^".utf8.contains($0)
                } ?? rest.endIndex
            // The end of a sentence is not part of it.
            let last = rest[separator.upperBound..<stop].utf8.lastIndex {
                !".,:;!?)]".utf8.contains($0)
            }
            let end = last.map { rest.utf8.index(after: $0) } ?? stop
            result += rest[..<start]
            let found = String(rest[start..<end])
            result += start < separator.lowerBound ? url(found, as: .text) : found
            rest = rest[end...]
        }
        return result + rest
    }

    private mutating func shapes(in text: String) -> String {
        let bytes = Array(text.utf8)
        let findings = Secrets.findings(in: bytes)
        guard !findings.isEmpty else { return text }
        var edit = TextEdit(bytes)
        for finding in findings {
            let found = String(decoding: bytes[finding.range], as: UTF8.self)
            edit.replace(finding.range, with: secret(found, finding.shape))
        }
        return edit.text
    }

    /// Replaces values with secret names.
    ///
    /// - Parameter reading: Returns the value that is written, and how to write another one; `nil`
    ///   leaves it as it is.
    private mutating func assignments(
        in text: String, as kind: TextKind,
        reading read: (ArraySlice<UInt8>) -> EscapedText.Undone? = { EscapedText.Undone(plain: $0) }
    ) -> String {
        let bytes = Array(text.utf8)
        var edit = TextEdit(bytes)
        let found = Assignment.all(in: bytes, of: kind) { name in
            names.secrecy(of: bytes[name]) == .secret
        }
        for item in found {
            guard let undone = read(bytes[item.value]) else { continue }
            let name = String(decoding: bytes[item.name], as: UTF8.self)
            let value = undone.text
            // In a URL it has been replaced before.
            let readable = PercentEncoding.readable(value[...])
            guard !isReplacement(Replacement(of: readable, shape(of: readable))) else { continue }
            let kept = self.value(value, named: name)
            guard kept != value else { continue }
            edit.replace(item.value, with: undone.written(kept))
        }
        return edit.end == 0 ? text : edit.text
    }

    private mutating func knownSecrets(in text: String) -> String {
        guard !known.isEmpty else { return text }
        let bytes = Array(text.utf8)
        let (matches, encodings) = bytes.withUnsafeBufferPointer {
            (known.matches(in: $0), known.encodings(in: $0))
        }
        // What is encoded cannot be told from what is around it.
        var changes =
            matches.map { ($0.range, $0.needle.replacement) }
            + encodings.map { ($0, Replacement.opaque(1, length: $0.count)) }
        guard !changes.isEmpty else { return text }
        if !encodings.isEmpty { changes = changes.ordered { $0.0.lowerBound } }
        var edit = TextEdit(bytes)
        for (range, replacement) in changes where range.lowerBound >= edit.end {
            note(.replaced)
            edit.replace(range, with: replacement)
        }
        return edit.text
    }

    /// The number of words that look like keys.
    private func suspectCount(in bytes: [UInt8]) -> Int {
        guard bytes.count >= 20 else { return 0 }
        var count = 0
        var start = 0
        for index in 0...bytes.count {
            let isPart =
                index < bytes.count && bytes[index].isBase64 && bytes[index] != UInt8(ascii: "/")
            guard !isPart else { continue }
            if index - start >= 20, Randomness.isSuspicious(bytes[start..<index]) { count += 1 }
            start = index + 1
        }
        return count
    }
}

extension String.Index {
    /// Returns whether what goes before it is the scheme of a URL.
    fileprivate func isStart(in text: String) -> Bool {
        !text[..<self].isEmpty && text[..<self].utf8.allSatisfy(\.isSchemeByte)
    }
}

extension UInt8 {
    var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
    /// Whether it is no control character of ASCII, or a tab or line break.
    var isReadable: Bool { self >= 0x20 && self != 0x7F || isSpace }
    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
    fileprivate var isSchemeByte: Bool { isAlphanumeric || "+-.".utf8.contains(self) }
}

extension String {
    /// Whether it has no control characters but tabs and line breaks.
    var isReadable: Bool {
        utf8.allSatisfy(\.isReadable)
    }
}

extension Collection<UInt8> {
    /// The bytes in hexadecimal digits, in lower case.
    fileprivate var hexadecimalDigits: [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}
