/// A parser of GraphQL documents that finds the operation's name (GraphQL, October 2021).
package struct GraphQLDocument {
    private var rest: ArraySlice<UInt8>

    /// Returns the name of the first operation that has one; `nil` if there is none.
    static func operationName(in text: String) -> String? {
        var document = GraphQLDocument(rest: Array(text.utf8)[...])
        var depth = 0
        // The latest two tokens outside of braces.
        var (keyword, name) = ("", "")
        while let token = document.next() {
            if depth == 0, ["{", "(", "[", "@"].contains(token), isName(name),
                ["query", "mutation", "subscription"].contains(keyword)
            {
                return name
            }
            switch token {
            case "{", "(", "[": depth += 1
            case "}", ")", "]": depth -= 1
            default: break
            }
            if depth == 0 { (keyword, name) = (name, token) }
        }
        return nil
    }

    /// Returns whether a text can be the name of an operation.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isDigit else { return false }
        return text.utf8.allSatisfy(isNameByte)
    }

    /// Reads a name or a byte of punctuation; skips comments, blanks and strings.
    private mutating func next() -> String? {
        while let byte = rest.first {
            if Self.isNameByte(byte) {
                let name = rest.prefix(while: Self.isNameByte)
                rest = rest[name.endIndex...]
                return String(decoding: name, as: UTF8.self)
            }
            switch byte {
            case UInt8(ascii: "#"):
                rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            case UInt8(ascii: "\""):
                skipString()
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), 0xEF, 0xBB, 0xBF:
                rest = rest.dropFirst()
            default:
                rest = rest.dropFirst()
                return String(Unicode.Scalar(byte))
            }
        }
        return nil
    }

    private mutating func skipString() {
        let isBlock = rest.starts(with: Array("\"\"\"".utf8))
        let quotes = rest.prefix(isBlock ? 3 : 1)
        rest = rest[quotes.endIndex...]
        while !rest.isEmpty, !rest.starts(with: quotes) {
            let isBackslash = rest.removeFirst() == UInt8(ascii: "\\")
            // In a block, only its quotation marks can be escaped.
            if isBackslash, !isBlock || rest.starts(with: quotes) {
                rest = rest.dropFirst(quotes.count)
            }
        }
        rest = rest.dropFirst(quotes.count)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "_")
    }
}
