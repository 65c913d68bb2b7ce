import Barricade
package import Foundation

/// A digest to compare bodies by: of the bytes, or of the tokens of JSON.
package struct BodyFingerprint: Sendable, Hashable {
    private let size: Int
    private let digest: UInt64

    /// Makes the digest of bytes as they are.
    package init(bytes: Data) {
        (size, digest) = (bytes.count, bytes.digest)
    }

    /// The digest in sixteen hexadecimal digits.
    package var text: String {
        let digits = String(digest, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
