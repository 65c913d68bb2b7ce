import Foundation

/// What tells one body of a URL from another (RFC 9110, section 8.8.3).
struct EntityTag: Sendable, Hashable {
    /// As it stands in a header field: `"a1b2"` or `W/"a1b2"`.
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The tag of a file, of its size and when it was last changed.
    static func file(_ status: FileStatus) -> EntityTag {
        EntityTag("\"\(hex(status.modification))-\(hex(status.size))\"")
    }

    /// The tag of bytes, of all of them; the same in every run.
    static func data(_ data: Data) -> EntityTag {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(data.count)
        func mix(_ word: UInt64) {
            let (high, low) = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
            hash = high ^ low ^ word.byteSwapped
        }
        data.withUnsafeBytes { bytes in
            let words = bytes.count / 8
            for index in 0..<words {
                mix(bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
            }
            mix(bytes[(words * 8)...].reduce(1) { $0 << 8 | UInt64($1) })
        }
        mix(0)
        return EntityTag("\"\(hex(Int(bitPattern: UInt(hash))))-\(hex(data.count))\"")
    }

    private static func hex(_ number: Int) -> String {
        String(UInt(bitPattern: number), radix: 16)
    }

    /// What stands between its quotation marks.
    private var opaque: Substring? {
        text.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first
    }

    /// Whether a list of tags, or `*`, has this one, weak or not.
    func isIn(_ list: String) -> Bool {
        if list.trimmingCharacters(in: .whitespaces) == "*" { return true }
        // Between two quotation marks stands a tag, then what separates it from the next.
        return list.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .contains { $0.offset % 2 == 1 && $0.element == opaque }
    }

    /// Whether a field has just this tag, and both are strong: the bodies are the same bytes.
    func isStrongly(_ other: String) -> Bool {
        !text.hasPrefix("W/") && other.trimmingCharacters(in: .whitespaces) == text
    }
}
