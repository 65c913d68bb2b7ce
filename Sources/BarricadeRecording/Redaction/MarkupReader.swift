import Barricade

/// A reader of XML and HTML by piece, which accepts anything.
struct MarkupReader {
    struct Attribute {
        let name: String
        let value: String
        /// The bytes of the value in the tag, without quotation marks.
        let range: Range<Int>
    }

    struct Tag {
        let bytes: [UInt8]
        let name: String
        let attributes: [Attribute]
        /// Whether it ends in `/>`, or never has content in HTML.
        let isEmpty: Bool

        /// The name without a prefix: `password` of `ns:password`.
        var localName: String { name.split(separator: ":").last.map(String.init) ?? name }
    }

    enum Piece {
        /// Text, with its entities.
        case text([UInt8])
        /// The text of a section of characters, or of a script, which has none.
        case section([UInt8])
        /// A comment, an instruction, or a mark.
        case raw([UInt8])
        case start(Tag)
        case end([UInt8], name: String)
    }

    private let bytes: [UInt8]
    private var index = 0
    /// The end of the section of characters, or of the content of a script, that is being read.
    private var sectionEnd: Int?
    /// Whether a section never ends, nor does any after it.
    private var isSectionOpen = false

    /// Elements of HTML whose content has no entities or elements.
    static let rawElements: Set<String> = ["script", "style"]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the next piece; `nil` at the end.
    mutating func next() -> Piece? {
        guard index < bytes.count else { return nil }
        if let end = sectionEnd {
            sectionEnd = nil
            return end > index ? .section(take(to: end)) : next()
        }
        if bytes[index...].starts(with: "]]>".utf8) { return .raw(take(to: index + 3)) }
        guard bytes[index] == UInt8(ascii: "<") else {
            let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            return .text(take(to: end))
        }
        for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
        where bytes[index...].starts(with: start.utf8) {
            // The content of a section is text like any other.
            guard start == "<![CDATA[" else { return .raw(take(through: end)) }
            return section()
        }
        guard index + 1 < bytes.count, isTag(at: index) else { return .text(take(to: index + 1)) }
        if bytes[index + 1] == UInt8(ascii: "/") {
            let tag = take(through: ">")
            let name = tag.dropFirst(2).prefix { $0 != UInt8(ascii: ">") && !$0.isSpace }
            let local = name.split(separator: UInt8(ascii: ":")).last ?? name
            return .end(tag, name: String(decoding: local, as: UTF8.self))
        }
        let tag = tag()
        if !tag.isEmpty, Self.rawElements.contains(tag.localName.lowercased()) {
            sectionEnd = range(of: "</\(tag.name)", from: index) ?? bytes.count
        }
        return .start(tag)
    }

    /// Returns whether a tag starts here, rather than an address such as `<ada@example.org>`.
    private func isTag(at start: Int) -> Bool {
        if bytes[start + 1] == UInt8(ascii: "/") { return true }
        let name = bytes[(start + 1)...].prefix { !$0.isSpace && !"/>".utf8.contains($0) }
        return name.first.map { $0.isLetter || $0 == UInt8(ascii: "_") } == true
            && name.last != UInt8(ascii: ":") && !name.contains(UInt8(ascii: "@"))
    }

    /// Reads the marks of a section as pieces of their own, and its content as text.
    private mutating func section() -> Piece {
        if !isSectionOpen { sectionEnd = range(of: "]]>", from: index) }
        isSectionOpen = sectionEnd == nil
        return .raw(take(to: index + 9))
    }

    private mutating func take(to end: Int) -> [UInt8] {
        defer { index = end }
        return Array(bytes[index..<end])
    }

    private mutating func take(through text: String) -> [UInt8] {
        take(to: range(of: text, from: index).map { $0 + text.utf8.count } ?? bytes.count)
    }

    /// Returns where a text starts, in letters of any case.
    private func range(of text: String, from start: Int) -> Int? {
        let first = text.utf8.first
        return (start..<bytes.count).first {
            bytes[$0] == first
                && bytes[$0...].starts(with: text.utf8) { $0.folded == $1.folded }
        }
    }

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
        "track", "wbr",
    ]

    private mutating func tag() -> Tag {
        let start = index
        var place = index + 1
        var attributes: [Attribute] = []
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        func end(from start: Int, where isEnd: (UInt8) -> Bool) -> Int {
            bytes[start...].firstIndex(where: isEnd) ?? bytes.count
        }
        let nameEnd = end(from: place) { $0.isSpace || ">/".utf8.contains($0) }
        let name = text(place..<nameEnd)
        place = nameEnd
        while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
            guard !bytes[place].isSpace, bytes[place] != UInt8(ascii: "/") else {
                place += 1
                continue
            }
            let nameEnd = max(end(from: place) { $0.isSpace || "=>/".utf8.contains($0) }, place + 1)
            let name = text(place..<min(nameEnd, bytes.count))
            place = end(from: min(nameEnd, bytes.count)) { !$0.isSpace }
            guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { continue }
            place = end(from: place + 1) { !$0.isSpace }
            guard place < bytes.count else { break }
            let quote = bytes[place]
            let isQuoted = "\"'".utf8.contains(quote)
            let valueStart = isQuoted ? place + 1 : place
            let valueEnd = end(from: valueStart) {
                isQuoted ? $0 == quote : $0.isSpace || $0 == UInt8(ascii: ">")
            }
            attributes.append(
                Attribute(
                    name: name, value: text(valueStart..<valueEnd),
                    range: valueStart - start..<valueEnd - start))
            place = min(isQuoted ? valueEnd + 1 : valueEnd, bytes.count)
        }
        let isClosed =
            place > start && place <= bytes.count && bytes[place - 1] == UInt8(ascii: "/")
        return Tag(
            bytes: take(to: min(place + 1, bytes.count)), name: name, attributes: attributes,
            isEmpty: isClosed || Self.void.contains(name.lowercased()))
    }
}
