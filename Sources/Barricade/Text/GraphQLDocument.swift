/// A parser of GraphQL documents that finds the operation's name (GraphQL, October 2021).
package struct GraphQLDocument {
    private var rest: Substring.UTF8View

    /// Returns the name of the first operation; `nil` if there is no name or no operation.
    static func operationName(in text: String) -> String? {
        var document = GraphQLDocument(rest: text[...].utf8)
        return document.operationName()
    }

    /// Returns whether a text can be the name of an operation.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isDigit else { return false }
        return text.utf8.allSatisfy(isNameByte)
    }

    private mutating func operationName() -> String? {
        while let keyword = next() {
            guard Self.beginsName(keyword) else { return nil }
            guard ["query", "mutation", "subscription"].contains(keyword) else {
                guard skipDefinition() else { return nil }
                continue
            }
            guard let name = next(), Self.beginsName(name), let mark = next(),
                ["{", "(", "[", "@"].contains(mark)
            else { return nil }
            return name
        }
        return nil
    }

    /// Skips up to the brace that ends a definition; returns false if there is none.
    private mutating func skipDefinition() -> Bool {
        var depth = 0
        while let token = next(), depth >= 0 {
            switch token {
            case "{", "(", "[": depth += 1
            case "}", ")", "]": depth -= 1
            default: continue
            }
            if depth == 0, token == "}" { return true }
        }
        return false
    }

    /// Reads a name or a byte of punctuation; skips comments, blanks and strings.
    private mutating func next() -> String? {
        while let byte = rest.first {
            if Self.isNameByte(byte) {
                let name = rest.prefix(while: Self.isNameByte)
                rest = rest[name.endIndex...]
                return String(Substring(name))
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
        let quotes = Array("\"\"\"".utf8)
        let isBlock = rest.starts(with: quotes)
        rest = rest.dropFirst(isBlock ? 3 : 1)
        while let byte = rest.first {
            if byte == UInt8(ascii: "\\") {
                let isQuotes = isBlock && rest.dropFirst().starts(with: quotes)
                rest = rest.dropFirst(isQuotes ? 4 : isBlock ? 1 : 2)
            } else if isBlock ? rest.starts(with: quotes) : byte == UInt8(ascii: "\"") {
                rest = rest.dropFirst(isBlock ? 3 : 1)
                return
            } else {
                rest = rest.dropFirst()
            }
        }
    }

    private static func beginsName(_ token: String) -> Bool {
        token.utf8.first.map(isNameByte) == true
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "_")
    }
}
