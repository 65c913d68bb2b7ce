import Barricade

/// A reader of well-formed XML that finds the places of its values.
struct XMLReader {
    /// A text in an element, an attribute or a comment.
    struct Leaf {
        /// The name of its element or attribute; empty for a comment.
        let name: String
        let parents: [String]
        /// The name that another attribute gives: `<param name="token" value="…"/>`.
        let given: String?
        let range: Range<Int>
        /// Whether it may have entities; CDATA sections have none.
        var isEscaped = true
    }

    let bytes: [UInt8]
    private(set) var leaves: [Leaf] = []
    private var index = 0
    private var open: [(name: String, given: String?)] = []
    /// Whether it declares entities, which may stand for any text.
    private(set) var hasEntities = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the values; returns false if the text is not well-formed, or is an HTML page.
    mutating func read() -> Bool {
        var hasRoot = false
        while index < bytes.count {
            let start = index
            if bytes[index] != UInt8(ascii: "<") {
                index = end { $0 == UInt8(ascii: "<") }
                guard !bytes[start..<index].allSatisfy(\.isSpace) else { continue }
                guard !open.isEmpty else { return false }
                addText(start..<index)
            } else if starts("<![CDATA[") {
                guard !open.isEmpty, skip(through: "]]>") else { return false }
                addText(start + 9..<index - 3, isEscaped: false)
            } else if starts("<?") || starts("<!--") {
                let isComment = starts("<!--")
                let mark = isComment ? "-->" : "?>"
                index += isComment ? 4 : 2
                if !isComment { _ = name() }
                let content = index
                let attributes = readAttributes()
                let isWhole = starts(mark)
                index = content
                guard skip(through: mark) else { return false }
                if let attributes, isWhole {
                    addAttributes(attributes, in: open.map(\.name))
                } else {
                    addText(content..<index - mark.utf8.count, isComment: true)
                }
            } else if starts("<!") {
                index = end { "[>".utf8.contains($0) }
                hasEntities = hasEntities || bytes[index...].first == UInt8(ascii: "[")
                guard !hasEntities || skip(through: "]"), skip(through: ">") else { return false }
            } else if starts("</") {
                guard readEnd() else { return false }
            } else {
                guard !hasRoot || !open.isEmpty, readStart() else { return false }
                hasRoot = true
            }
        }
        return hasRoot && open.isEmpty
    }

    private func starts(_ mark: String) -> Bool { bytes[index...].starts(with: mark.utf8) }

    private func end(_ isEnd: (UInt8) -> Bool) -> Int {
        bytes[index...].firstIndex(where: isEnd) ?? bytes.count
    }

    private mutating func skip(through mark: String) -> Bool {
        while index < bytes.count, !starts(mark) { index += 1 }
        defer { index += mark.utf8.count }
        return index < bytes.count
    }

    /// Reads a name and drops its prefix.
    private mutating func name() -> String? {
        let end = end { $0.isSpace || "/>=<\"'".utf8.contains($0) }
        defer { index = end }
        let name = bytes[index..<end]
        guard let first = name.first, first.isLetter || first == 0x5F || first >= 0x80 else {
            return nil
        }
        return name.split(separator: UInt8(ascii: ":")).last.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private mutating func readEnd() -> Bool {
        index += 2
        guard let name = name(), let element = open.popLast(), element.name == name else {
            return false
        }
        return skip(through: ">")
    }

    /// Adds a text in the innermost open element.
    private mutating func addText(
        _ range: Range<Int>, isEscaped: Bool = true, isComment: Bool = false
    ) {
        let names = open.map(\.name)
        leaves.append(
            Leaf(
                name: isComment ? "" : names.last ?? "",
                parents: isComment ? names : names.dropLast(), given: open.last?.given,
                range: range, isEscaped: isEscaped && !isComment))
    }

    /// Reads a start tag with its attributes.
    private mutating func readStart() -> Bool {
        index += 1
        // No real document nests deeper.
        guard open.count < 200, let name = name(),
            !(open.isEmpty && ["html", "svg"].contains(name.lowercased()))
        else { return false }
        guard let attributes = readAttributes() else { return false }
        let given = addAttributes(attributes, in: open.map(\.name) + [name])
        let isEmpty = bytes[index] == UInt8(ascii: "/")
        if !isEmpty { open.append((name, given)) }
        return skip(through: ">")
    }

    private typealias Attribute = (name: String, range: Range<Int>)

    /// Reads the attributes up to the end of a tag, an instruction or a comment; `nil` if they are
    /// not well-formed.
    private mutating func readAttributes() -> [Attribute]? {
        var attributes: [Attribute] = []
        while true {
            index = end { !$0.isSpace }
            guard index < bytes.count else { return nil }
            if ">/?-".utf8.contains(bytes[index]) { return attributes }
            guard let name = name(), index + 1 < bytes.count,
                bytes[index] == UInt8(ascii: "="), "\"'".utf8.contains(bytes[index + 1]),
                let end = bytes[(index + 2)...].firstIndex(of: bytes[index + 1])
            else { return nil }
            attributes.append((name, index + 2..<end))
            index = end + 1
        }
    }

    /// Adds attributes; returns the name that one of them gives.
    @discardableResult
    private mutating func addAttributes(
        _ attributes: [Attribute], in parents: [String]
    ) -> String? {
        let given = attributes.first {
            ["field", "id", "key", "name"].contains($0.name.lowercased())
        }
        .map { String(decoding: bytes[$0.range], as: UTF8.self) }
        leaves += attributes.map { attribute in
            let isValue = ["content", "value"].contains(attribute.name.lowercased())
            return Leaf(
                name: attribute.name, parents: parents, given: isValue ? given : nil,
                range: attribute.range)
        }
        return given
    }
}

/// The entities of XML.
enum Entities {
    private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    /// Returns a text with its entities decoded.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        let parts = text.split(at: "&")
        return parts.dropFirst().reduce(into: String(parts[0])) { decoded, part in
            guard let end = part.firstIndex(of: ";"), let character = character(part[..<end]) else {
                return decoded += "&\(part)"
            }
            decoded += character + part[part.index(after: end)...]
        }
    }

    private static func character(_ name: Substring) -> String? {
        guard name.hasPrefix("#") else { return named[String(name)] }
        let isHexadecimal = name.dropFirst().lowercased().hasPrefix("x")
        let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
        return code.flatMap { Unicode.Scalar($0) }.map { String($0) }
    }

    /// Returns a text escaped for an element or attribute.
    static func encoded(_ text: String) -> String {
        text.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
    }
}
