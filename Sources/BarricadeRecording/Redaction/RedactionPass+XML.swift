import Barricade

/// XML and HTML, changed by text and attribute; read leniently, since pages are rarely well-formed.
extension RedactionPass {
    /// Returns a text without secrets.
    mutating func xml(_ text: String) -> String {
        var reader = MarkupReader(Array(text.utf8))
        var writer = MarkupWriter()
        while let piece = reader.next() {
            switch piece {
            case .text(let bytes): writer.add(markupText(bytes, in: writer))
            case .section(let bytes): writer.add(markupText(bytes, in: writer, isEscaped: false))
            case .raw(let bytes):
                writer.add(raw(bytes))
            case .start(let tag): writer.add(start(tag), opening: tag, isSecret: isSecret(tag))
            case .end(let bytes, let name): writer.add(bytes, closing: name)
            }
        }
        return writer.text
    }

    /// Returns a comment or an instruction, which is no document of its own, although it starts and
    /// ends like one.
    private mutating func raw(_ bytes: [UInt8]) -> [UInt8] {
        let mark = Array("<!--".utf8)
        guard bytes.starts(with: mark) else {
            return Array(plain(String(decoding: bytes, as: UTF8.self)).utf8)
        }
        let comment = String(decoding: bytes.dropFirst(mark.count), as: UTF8.self)
        return mark + Array(text(comment).utf8)
    }

    private mutating func markupText(
        _ bytes: [UInt8], in writer: MarkupWriter, isEscaped: Bool = true
    ) -> [UInt8] {
        let written = String(decoding: bytes, as: UTF8.self)
        let decoded = isEscaped ? EscapedText.decoded(bytes, .entity) : nil
        let plain = decoded.map { String(decoding: $0, as: UTF8.self) } ?? written
        let content = plain.trimmingSpace
        guard !content.isEmpty else { return bytes }
        steps.append(.key(writer.name))
        defer { steps.removeLast() }
        let kept =
            switch writer.secretName {
            case let name?: value(content, named: name, isInherited: name != writer.name)
            case nil
            where names.secrecy(of: writer.name) == .doubtful && Randomness.isCode(content):
                secret(content)
            case nil: self.text(content, as: writer.isInScript ? .script : .value)
            }
        guard kept != content else { return bytes }
        let old = written.trimmingSpace
        let new = isEscaped ? EscapedText.encoded(kept, as: Array(old.utf8), .entity) : kept
        return Array(written.replacing(old, with: new).utf8)
    }

    /// Returns whether the text in an element is secret: `<password>`, `<entry key="password">`.
    private func isSecret(_ tag: MarkupReader.Tag) -> Bool {
        names.secrecy(of: tag.localName) == .secret || namesSecret(tag)
    }

    private func namesSecret(_ tag: MarkupReader.Tag) -> Bool {
        tag.attributes.contains {
            ["name", "key", "id", "property", "itemprop", "field"].contains($0.name.lowercased())
                && names.secrecy(of: $0.value) == .secret
        }
    }

    private mutating func start(_ tag: MarkupReader.Tag) -> [UInt8] {
        let isNamed = namesSecret(tag)
        var result: [UInt8] = []
        var end = 0
        steps.append(.key(tag.localName))
        defer { steps.removeLast() }
        for attribute in tag.attributes {
            let plain =
                EscapedText.decoded(Array(attribute.value.utf8), .entity)
                .map { String(decoding: $0, as: UTF8.self) } ?? attribute.value
            let isValue = isNamed && ["value", "content"].contains(attribute.name.lowercased())
            steps.append(.key(attribute.name))
            let kept =
                names.secrecy(of: attribute.name) == .secret || isValue
                ? value(plain, named: isValue ? tag.localName : attribute.name) : self.text(plain)
            steps.removeLast()
            guard kept != plain else { continue }
            result += tag.bytes[end..<attribute.range.lowerBound]
            result += EscapedText.encoded(kept, as: Array(attribute.value.utf8), .entity).utf8
            end = attribute.range.upperBound
        }
        return result + tag.bytes[end...]
    }
}

/// The text written so far, and the elements that are open.
private struct MarkupWriter {
    private var bytes: [UInt8] = []
    private var open: [(name: String, secret: String?)] = []
    /// How many of each name are open.
    private var counts: [String: Int] = [:]
    /// The secret name in a `<key>` element, whose value is the element after it.
    private var pending: String?
    private var isKey = false

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var name: String { open.last?.name ?? "" }
    var secretName: String? { open.last?.secret }
    var isInScript: Bool { MarkupReader.rawElements.contains(name.lowercased()) }

    mutating func add(_ piece: [UInt8]) {
        if open.last?.name.lowercased() == "key" {
            let name = String(decoding: piece, as: UTF8.self).trimmingSpace
            pending = Secrets.isSecret(name) ? name : nil
        }
        bytes += piece
    }

    mutating func add(_ piece: [UInt8], opening tag: MarkupReader.Tag, isSecret: Bool) {
        bytes += piece
        guard !tag.isEmpty else { return }
        let named = isSecret ? tag.localName : open.last?.secret ?? pending
        pending = nil
        open.append((tag.localName, named))
        counts[tag.localName, default: 0] += 1
    }

    mutating func add(_ piece: [UInt8], closing name: String) {
        bytes += piece
        guard counts[name, default: 0] > 0 else { return }
        // An element without an end, such as `<br>`, ends with the one around it.
        while let element = open.popLast() {
            counts[element.name, default: 1] -= 1
            if element.name == name { break }
        }
    }
}

extension String {
    /// The text without spaces and line breaks around it.
    var trimmingSpace: String {
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { !$0.isSpace }),
            let last = bytes.lastIndex(where: { !$0.isSpace })
        else { return "" }
        return String(self[first...last])
    }
}
