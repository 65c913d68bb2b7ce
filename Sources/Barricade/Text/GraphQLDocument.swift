/// A parser of GraphQL documents that finds the operation's name (GraphQL, October 2021).
package struct GraphQLDocument {
    private enum Token: Equatable {
        case name(String)
        case punctuation(UInt8)
    }

    /// The token before the next one, outside of all braces and parentheses.
    private enum Place {
        case start
        case keyword
        case operation(String)
        case other
    }

    private var rest: Substring.UTF8View

    /// Returns the name of the first operation; `nil` if there is no name or no operation.
    static func operationName(in text: String) -> String? {
        var document = GraphQLDocument(rest: text[...].utf8)
        return document.operationName()
    }

    /// Returns whether a text can be the name of an operation.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !isDigit(first) else { return false }
        return text.utf8.allSatisfy(isNameByte)
    }

    private mutating func operationName() -> String? {
        var place = Place.start
        var depth = 0
        while let token = next() {
            switch (token, place) {
            case (.punctuation(UInt8(ascii: "{")), _), (.punctuation(UInt8(ascii: "(")), _),
                (.punctuation(UInt8(ascii: "[")), _):
                if depth == 0 {
                    switch place {
                    case .operation(let name): return name
                    case .start, .keyword: return nil
                    case .other: break
                    }
                }
                depth += 1
            case (.punctuation(UInt8(ascii: "}")), _), (.punctuation(UInt8(ascii: ")")), _),
                (.punctuation(UInt8(ascii: "]")), _):
                depth -= 1
                if depth < 0 { return nil }
                if depth == 0, token == .punctuation(UInt8(ascii: "}")) { place = .start }
            case _ where depth > 0:
                break
            case (.punctuation(UInt8(ascii: "@")), .operation(let name)):
                return name
            case (.punctuation, .other):
                break
            case (.punctuation, _), (.name, .operation):
                return nil
            case (.name(let name), .start):
                let isOperation = ["query", "mutation", "subscription"].contains(name)
                place = isOperation ? .keyword : .other
            case (.name(let name), .keyword):
                place = .operation(name)
            case (.name, .other):
                break
            }
        }
        return nil
    }

    /// Reads a name or a byte of punctuation; skips comments, blanks and strings.
    private mutating func next() -> Token? {
        while let byte = rest.first {
            if Self.isNameByte(byte) {
                let name = rest.prefix(while: Self.isNameByte)
                rest = rest[name.endIndex...]
                return .name(String(Substring(name)))
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
                return .punctuation(byte)
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

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"):
            true
        default:
            isDigit(byte)
        }
    }
}
