import Foundation

/// Searches by the C library, which are as fast in a debug build as in a release build.
extension UnsafeBufferPointer<UInt8> {
    /// Returns the offset of the first such byte in a range; `nil` if there is none.
    package func offset(of character: Unicode.Scalar, in range: Range<Int>) -> Int? {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        guard let start = UnsafeRawPointer(baseAddress),
            let found = memchr(
                start + range.lowerBound, CInt(character.value), range.upperBound - range.lowerBound
            )
        else { return nil }
        return UnsafeRawPointer(found) - start
    }

    /// Returns the offset of the last such byte in a range; `nil` if there is none.
    func lastOffset(of character: Unicode.Scalar, in range: Range<Int>) -> Int? {
        guard var last = offset(of: character, in: range) else { return nil }
        while let next = offset(of: character, in: last + 1..<range.upperBound) { last = next }
        return last
    }

    /// Whether the bytes are UTF-8; looked at in pieces, since each becomes a string.
    var isUTF8: Bool {
        var start = 0
        while start < count {
            var end = Swift.min(start + 1 << 20, count)
            // The bytes of a scalar stay together.
            while end < count, end > start, self[end] & 0xC0 == 0x80 { end -= 1 }
            let piece = UnsafeBufferPointer(rebasing: self[start..<end])
            if piece.isEmpty || String(utf8: piece) == nil { return false }
            start = end
        }
        return true
    }
}

// The methods that all collections have take ten times as long.
extension String.UTF8View {
    package func contains(_ byte: UInt8) -> Bool {
        withContiguousStorageIfAvailable { bytes in
            bytes.offset(of: Unicode.Scalar(byte), in: bytes.indices) != nil
        } ?? contains { $0 == byte }
    }
}

extension Substring.UTF8View {
    /// Returns the place of the first such byte.
    package func firstIndex(of byte: UInt8) -> Index? {
        let offset = withContiguousStorageIfAvailable { bytes in
            bytes.offset(of: Unicode.Scalar(byte), in: bytes.indices)
        }
        guard let offset else { return firstIndex { $0 == byte } }
        return offset.map { index(startIndex, offsetBy: $0) }
    }

    package func contains(_ byte: UInt8) -> Bool { firstIndex(of: byte) != nil }
}
