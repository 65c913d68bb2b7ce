import Barricade

/// A name and a value in a text: `token=f00d`, `"token": "f00d"`, `token => 'f00d'`.
struct Assignment {
    let name: Range<Int>
    let value: Range<Int>

    /// Returns all in a text, in order.
    ///
    /// - Parameters:
    ///   - kind: Where values stand: in a file, that of a name at the start of a line ends with it.
    ///   - isSought: Returns whether the value of a name is; it is not within another one.
    static func all(
        in text: [UInt8], of kind: TextKind, where isSought: (Range<Int>) -> Bool
    ) -> [Assignment] {
        var found: [Assignment] = []
        for index in text.indices
        where text[index] == UInt8(ascii: "=") || text[index] == UInt8(ascii: ":") {
            guard index >= found.last?.value.upperBound ?? 0,
                let name = name(before: index, in: text), isSought(name),
                let value = value(
                    after: index, in: text, kind,
                    endsWithLine: kind == .body && starts(name, in: text))
            else { continue }
            found.append(Assignment(name: name, value: value))
        }
        return found
    }

    private static let quotes: [UInt8] = Array("\"'`".utf8)

    private static func name(before separator: Int, in text: [UInt8]) -> Range<Int>? {
        var end = separator
        // `+=`, `||=`, `??=`, `!==`.
        while end > 0, "+|?!".utf8.contains(text[end - 1]) { end -= 1 }
        while end > 0, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
        // `item["password"]`
        if end > 1, text[end - 1] == UInt8(ascii: "]"), quotes.contains(text[end - 2]) { end -= 1 }
        if end > 0, quotes.contains(text[end - 1]) { end -= 1 }
        var start = end
        while start > 0, end - start < 100,
            text[start - 1].isTokenByte || text[start - 1] == UInt8(ascii: ".")
        {
            start -= 1
        }
        return start < end ? start..<end : nil
    }

    /// Returns whether only blanks and quotation marks go before a name in its line.
    private static func starts(_ name: Range<Int>, in text: [UInt8]) -> Bool {
        for byte in text[..<name.lowerBound].reversed() where byte != UInt8(ascii: "-") {
            if byte == 0x0A { return true }
            guard byte.isSpace || quotes.contains(byte) else { return false }
        }
        return true
    }

    private static func value(
        after separator: Int, in text: [UInt8], _ kind: TextKind, endsWithLine: Bool
    ) -> Range<Int>? {
        var start = separator + 1
        let isComparison = text[separator...].starts(with: "==".utf8)
        if isComparison {
            start = text[start...].firstIndex { $0 != text[separator] } ?? text.count
        }
        // `=>`, as in Ruby and PHP.
        if start < text.count, text[start] == UInt8(ascii: ">") { start += 1 }
        if let quote = openingQuote(from: start, in: text) { start = quote }
        while start < text.count, text[start] == 0x20 { start += 1 }
        guard start < text.count else { return nil }
        if quotes.contains(text[start]) {
            let first = start + 1
            if kind == .script, endsText(before: first, in: text) { return nil }
            var end = first
            while end < text.count, text[end] != text[start] {
                end += text[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            return first < end && end < text.count ? first..<end : nil
        }
        if isComparison { return nil }
        if kind == .script {
            // Without quotation marks it is an expression, unless it is in a URL.
            let isNumber = text[start].isDigit || text[start] == UInt8(ascii: "-")
            guard isNumber || isItem(at: start, in: text) else { return nil }
        }
        var end = start
        if endsWithLine {
            while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
        } else {
            // In a sentence, a word after a colon and a space is no value.
            guard start == separator + 1 || text[separator] == UInt8(ascii: "=") || kind == .script
            else { return nil }
            if isCode(at: start, in: text) { return nil }
            while end < text.count, !text[end].isSpace, !",;&)]}\"'<>".utf8.contains(text[end]) {
                end += 1
            }
        }
        let isPath = text[start] == UInt8(ascii: "/") && text[separator] == UInt8(ascii: ":")
        return start < end && !isPath ? start..<end : nil
    }

    /// Returns whether a quotation mark ends a text in a program, as in `"token=" + token`.
    private static func endsText(before index: Int, in text: [UInt8]) -> Bool {
        let rest = text[index...].drop { $0 == 0x20 }
        guard let next = rest.first else { return true }
        guard next == UInt8(ascii: "+") else { return ",;)]}".utf8.contains(next) }
        // `"+49 …"` is a number.
        let operand = rest.dropFirst().first { $0 != 0x20 }
        return operand.map { !$0.isDigit } ?? true
    }

    /// Returns the next quotation mark if only blanks, or the start of a list, stand before it.
    private static func openingQuote(from start: Int, in text: [UInt8]) -> Int? {
        var index = start
        while index < text.count, index - start < 100,
            text[index].isSpace || text[index] == UInt8(ascii: "[")
                || text[index] == UInt8(ascii: "(")
        {
            index += 1
        }
        return index < text.count && quotes.contains(text[index]) ? index : nil
    }

    /// Returns whether a value in a program is one of a query in a text: `"/a?token=…&b="`.
    private static func isItem(at start: Int, in text: [UInt8]) -> Bool {
        let name = text[..<(start - 1)].lastIndex { !$0.isTokenByte }
        guard let name, text[name] == UInt8(ascii: "?") || text[name] == UInt8(ascii: "&") else {
            return false
        }
        let value = text[start...].prefix(1_000).prefix {
            $0.isTokenByte || $0 == UInt8(ascii: "%")
        }
        return value.count >= 8 && value.contains(where: \.isDigit)
            && value.contains(where: \.isLetter)
    }

    /// Returns whether a value is no text but a part of a program: `function(e`, `{type:`, `!0`.
    private static func isCode(at start: Int, in text: [UInt8]) -> Bool {
        // Names in programs are not longer.
        let value = text[start...].prefix(200)
        if value.first == UInt8(ascii: "{") { return true }
        if value.starts(with: "!0".utf8) || value.starts(with: "!1".utf8) {
            return value.dropFirst(2).first?.isTokenByte != true
        }
        let name = value.prefix { $0.isTokenByte || $0 == UInt8(ascii: ".") }
        return name.first?.isLetter == true
            && value.dropFirst(name.count).first == UInt8(ascii: "(")
    }
}
