import Foundation

/// Bytes to search for with the C library, whose loops are as fast in a debug build as in a release.
package struct ByteSet: Sendable {
    /// The bytes, and NUL at the end.
    private let members: [CChar]

    package init(_ members: some Sequence<UInt8>) {
        self.members = members.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    }

    /// Returns the number of bytes from a place on that are not in the set, which always has NUL.
    ///
    /// - Parameter text: The bytes, with NUL at their end.
    package func distance(from start: Int = 0, in text: [UInt8]) -> Int {
        text.withUnsafeBytes { text in
            guard let first = text.baseAddress else { return 0 }
            return distance(from: (first + start).assumingMemoryBound(to: CChar.self))
        }
    }

    /// Returns the number of bytes from a place on that are in the set.
    ///
    /// - Parameter text: The bytes, with NUL at their end.
    func run(from start: Int, in text: [UInt8]) -> Int {
        text.withUnsafeBytes { text in
            guard let first = text.baseAddress else { return 0 }
            return strspn((first + start).assumingMemoryBound(to: CChar.self), members)
        }
    }

    /// Returns the number of bytes before one that is in the set, or before NUL.
    package func distance(from start: UnsafePointer<CChar>) -> Int {
        strcspn(start, members)
    }
}
