/// An indenter of JSON text, which changes only the white space between tokens.
///
/// Numbers keep their digits, members their order. It does not parse, so it also indents text
/// that is cut or not JSON.
enum JSONIndenter {
    /// The deepest indentation; without a limit, deep nesting would multiply the size of the text.
    private static let deepest = 40

    static func indent(_ json: String) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(json.utf8.count * 3 / 2)
        var depth = 0
        var (isInString, isEscaped) = (false, false)
        /// Whether the last token is an opening bracket; empty brackets stay on one line.
        var isOpen = false

        func breakLine() {
            output.append(UInt8(ascii: "\n"))
            output += repeatElement(UInt8(ascii: " "), count: 2 * min(depth, deepest))
        }

        for byte in json.utf8 {
            if isInString {
                output.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth = max(depth - 1, 0)
                if !isOpen { breakLine() }
                isOpen = false
                output.append(byte)
                continue
            default:
                break
            }
            if isOpen { breakLine() }
            isOpen = false
            output.append(byte)
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                isOpen = true
            case UInt8(ascii: ","): breakLine()
            case UInt8(ascii: ":"): output.append(UInt8(ascii: " "))
            case UInt8(ascii: "\""): isInString = true
            default: break
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
