import Foundation

/// The segments of a path, percent-encoding removed; empty ones are left out.
///
/// The first ones are read at once, since routing looks at them. Those of a path that is longer than
/// any pattern are found then, and read when they are asked for.
struct PathSegments: RandomAccessCollection, Sendable {
    private struct Tail: Sendable {
        let text: String
        /// Where segments stand, as offsets of the text's bytes.
        var places: [(start: UInt32, end: UInt32)] = []
    }

    private static let limit = 64

    private var head: [String] = []
    private var tail: Tail?

    /// Finds those of a path in a text, as its bytes.
    init(of path: Range<Int>, in text: String, _ bytes: UnsafeBufferPointer<UInt8>) {
        head.reserveCapacity(8)
        var start = path.lowerBound
        for position in path where bytes[position] == UInt8(ascii: "/") {
            add(start..<position, in: text, bytes)
            start = position + 1
        }
        add(start..<path.upperBound, in: text, bytes)
    }

    private mutating func add(
        _ place: Range<Int>, in text: String, _ bytes: UnsafeBufferPointer<UInt8>
    ) {
        guard !place.isEmpty else { return }
        if head.count < Self.limit {
            head.append(Self.decoded(UnsafeBufferPointer(rebasing: bytes[place])))
        } else if let end = UInt32(exactly: place.upperBound) {
            if tail == nil { tail = Tail(text: text) }
            tail?.places.append((UInt32(place.lowerBound), end))
        }
    }

    private static func decoded(_ segment: UnsafeBufferPointer<UInt8>) -> String {
        let text = String(decoding: segment, as: UTF8.self)
        return segment.contains(UInt8(ascii: "%")) ? RequestTarget.decoded(text[...]) : text
    }

    var startIndex: Int { 0 }
    var endIndex: Int { head.count + (tail?.places.count ?? 0) }

    subscript(position: Int) -> String {
        guard position >= head.count, let tail else { return head[position] }
        let place = tail.places[position - head.count]
        var text = tail.text
        return text.withUTF8 { bytes in
            Self.decoded(
                UnsafeBufferPointer(rebasing: bytes[Int(place.start)..<Int(place.end)]))
        }
    }
}
