import Barricade
import BarricadeCommon
import Foundation

/// A digest to compare bodies by: of the bytes, or of the tokens of JSON.
struct BodyFingerprint: Sendable, Hashable {
    private let size: Int
    private let digest: UInt64

    /// - Parameter volatile: The places in JSON whose values do not count.
    init(_ body: Data, volatile: VolatilePaths = VolatilePaths()) {
        guard let text = volatile.comparableText(of: body) else {
            self.init(bytes: body)
            return
        }
        self.init(bytes: Data(text.utf8))
    }

    /// Makes the digest of a body that has been read.
    init(_ body: Data, reading node: JSONNode) {
        let isCompared = (node.isArray || node.isObject) && body.count <= VolatilePaths.largestBody
        self.init(bytes: isCompared ? Data(node.compact.utf8) : body)
    }

    /// Makes the digest of bytes as they are.
    init(bytes: Data) {
        (size, digest) = (bytes.count, bytes.digest)
    }

    var text: String {
        let digits = String(digest, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
