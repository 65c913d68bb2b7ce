package import Foundation

/// An entity tag, which identifies one version of a body (RFC 9110, section 8.8.3).
package struct EntityTag: Sendable, Hashable {
    /// The text in a header field: `"a1b2"` or `W/"a1b2"`.
    package let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Makes the tag of a file from its size and modification date.
    package static func file(_ status: FileStatus) -> EntityTag {
        EntityTag("\"\(hex(status.modification))-\(hex(status.size))\"")
    }

    /// Makes the tag of bytes; the same in every run.
    package static func data(_ data: Data) -> EntityTag {
        EntityTag("\"\(String(data.digest, radix: 16))-\(hex(data.count))\"")
    }

    private static func hex(_ number: Int) -> String {
        String(UInt(bitPattern: number), radix: 16)
    }

    /// Returns whether a list of tags, or `*`, contains this one, weak or strong.
    ///
    /// A tag without quotation marks is found with and without them.
    func isIn(_ list: String) -> Bool {
        let list = list.trimmingCharacters(in: .whitespaces)
        if list == "*" { return true }
        // Between quotation marks, tags alternate with separators.
        let pieces = list.split(separator: "\"", omittingEmptySubsequences: false)
        let quoted = pieces.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let own = text.split(separator: "\"", omittingEmptySubsequences: false).dropFirst()
        if let opaque = own.first { return quoted.contains(opaque) }
        let bare = Self.withoutWeakness(text)
        guard !bare.isEmpty else { return false }
        let between = pieces.enumerated().filter { $0.offset % 2 == 0 }
            .flatMap { $0.element.split(separator: ",") }.map { Self.withoutWeakness($0) }
        return quoted.contains { $0 == bare } || between.contains(bare)
            || Self.withoutWeakness(list) == bare
    }

    private static func withoutWeakness(_ tag: some StringProtocol) -> String {
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
    /// A digest by which bytes are told apart that nobody has forged; the same in every run.
    package var digest: UInt64 {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(count)
        func mix(_ word: UInt64) {
            let (high, low) = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
            hash = high ^ low ^ word.byteSwapped
        }
        withUnsafeBytes { bytes in
            let words = bytes.count / 8
            for index in 0..<words {
                let word = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
                mix(UInt64(littleEndian: word))
            }
            mix(bytes[(words * 8)...].reduce(1) { $0 << 8 | UInt64($1) })
        }
        mix(0)
        return hash
    }
}
