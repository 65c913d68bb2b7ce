import Foundation

/// Bytes to search for with the C library, whose loops are as fast in a debug build as in a release.
package struct ByteSet: Sendable {
    /// The bytes, and NUL at the end.
    private let members: [CChar]

    package init(_ members: some Sequence<UInt8>) {
        self.members = members.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    }

    /// Returns the number of bytes before the first one in the set, which always has NUL.
    ///
    /// - Parameter text: The bytes, with NUL at their end.
    package func distance(in text: [UInt8]) -> Int {
        text.withUnsafeBytes { text in
            guard let first = text.baseAddress else { return 0 }
            return distance(from: first.assumingMemoryBound(to: CChar.self))
        }
    }

    /// Returns whether a text has no byte of the set, and no NUL.
    package func isAbsent(from text: String) -> Bool {
        text.withCString { distance(from: $0) } == text.utf8.count
    }

    /// Returns the number of bytes before one that is in the set, or before NUL.
    package func distance(from start: UnsafePointer<CChar>) -> Int {
        strcspn(start, members)
    }
}
