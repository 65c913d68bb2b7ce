package import Foundation

/// An entity tag, which identifies one version of a body (RFC 9110, section 8.8.3).
package struct EntityTag: Sendable {
    /// The text in a header field: `"a1b2"` or `W/"a1b2"`.
    package let text: String

    /// Makes the tag of a file from its size and modification date.
    static func file(_ status: FileStatus) -> EntityTag {
        EntityTag(text: "\"\(hex(status.modification))-\(hex(status.size))\"")
    }

    /// Makes the tag of bytes; the same in every run.
    package static func data(_ data: Data) -> EntityTag {
        EntityTag(text: "\"\(String(data.digest, radix: 16))-\(hex(data.count))\"")
    }

    private static func hex(_ number: Int) -> String {
        String(UInt(bitPattern: number), radix: 16)
    }

    /// Returns whether a list of tags, or `*`, contains this one, weak or strong.
    ///
    /// A tag without quotation marks is found with and without them.
    func isIn(_ list: String) -> Bool {
        if list.trimmingCharacters(in: .whitespaces) == "*" { return true }
        let own = Self.withoutWeakness(text)
        let tags = ([list] + ContentType.split(list, at: ",")).map(Self.withoutWeakness)
        return !own.isEmpty && tags.contains { $0 == own || $0 == "\"\(own)\"" }
    }

    private static func withoutWeakness(_ tag: String) -> String {
        let tag = tag.trimmingCharacters(in: .whitespaces)
        return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
    }

    /// Returns whether a field is exactly this tag and both are strong: the bodies are the same
    /// bytes.
    func isStrongly(_ other: String) -> Bool {
        !text.hasPrefix("W/") && other.trimmingCharacters(in: .whitespaces) == text
    }
}

extension Data {
    /// A digest to compare bytes, without protection against forgery; the same in every run.
    package var digest: UInt64 {
        let start: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(count)
        let hash = withUnsafeBytes { bytes in
            var (hash, offset) = (start, 0)
            while offset + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                hash = Self.mixed(hash, UInt64(littleEndian: word))
                offset += 8
            }
            return Self.mixed(hash, bytes[offset...].reduce(1) { $0 << 8 | UInt64($1) })
        }
        return Self.mixed(hash, 0)
    }

    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let (high, low) = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return high ^ low ^ word.byteSwapped
    }
}
