import Foundation

/// The non-empty segments of a path, without percent-encoding.
///
/// Routing needs the first ones, so they are decoded at once; the others are decoded on access.
package struct PathSegments: RandomAccessCollection, Sendable {
    /// A segment's range, as offsets of the text's bytes.
    private struct Place {
        let start: UInt32
        let end: UInt32
    }

    private static let limit = 64

    private let head: [String]
    /// The text of the other segments, and their ranges in it.
    private let text: String
    private let tail: [Place]

    /// Finds the segments of a path in a text's bytes.
    init(of path: Range<Int>, in text: String, _ bytes: UnsafeBufferPointer<UInt8>) {
        var head: [String] = []
        head.reserveCapacity(8)
        var tail: [Place] = []
        var start = path.lowerBound
        while start < path.upperBound {
            let position =
                bytes[start..<path.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? path.upperBound
            if start < position {
                if head.count < Self.limit {
                    let segment = UnsafeBufferPointer(rebasing: bytes[start..<position])
                    head.append(Self.decoded(segment))
                } else if let end = UInt32(exactly: position) {
                    if tail.isEmpty { tail.reserveCapacity((path.upperBound - position) / 2) }
                    tail.append(Place(start: UInt32(start), end: end))
                }
            }
            start = position + 1
        }
        (self.head, self.tail) = (head, tail)
        self.text = tail.isEmpty ? "" : text
    }

    private static func decoded(_ segment: UnsafeBufferPointer<UInt8>) -> String {
        let text = String(decoding: segment, as: UTF8.self)
        return segment.contains(UInt8(ascii: "%")) ? RequestTarget.decoded(text[...]) : text
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { head.count + tail.count }

    package subscript(position: Int) -> String {
        guard position >= head.count else { return head[position] }
        let place = tail[position - head.count]
        var text = text
        return text.withUTF8 { bytes in
            Self.decoded(UnsafeBufferPointer(rebasing: bytes[Int(place.start)..<Int(place.end)]))
        }
    }
}
