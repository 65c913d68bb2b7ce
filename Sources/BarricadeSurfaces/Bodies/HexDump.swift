/// Bytes in hexadecimal, sixteen in a line, with their offset and their ASCII characters.
enum HexDump {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(of bytes: some Collection<UInt8>) -> String {
        var lines: [String] = []
        var rest = bytes[...]
        var offset = 0
        while !rest.isEmpty {
            let line = rest.prefix(16)
            rest = rest.dropFirst(16)
            lines.append(text(of: line, at: offset))
            offset += 16
        }
        return lines.joined(separator: "\n")
    }

    private static func text(of line: some Collection<UInt8>, at offset: Int) -> String {
        var output: [UInt8] = []
        for place in (0..<8).reversed() { output.append(digits[(offset >> (place * 4)) & 15]) }
        output += "  ".utf8
        for byte in line {
            output += [digits[Int(byte >> 4)], digits[Int(byte & 15)], UInt8(ascii: " ")]
        }
        output += repeatElement(UInt8(ascii: " "), count: 3 * (16 - line.count) + 1)
        output += line.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") }
        return String(decoding: output, as: UTF8.self)
    }
}
