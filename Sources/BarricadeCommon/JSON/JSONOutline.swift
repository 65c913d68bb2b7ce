package import Barricade

/// A JSON value and the bytes in which it is written, without a copy of them.
package struct JSONOutline: JSONTree {
    package enum Content {
        case scalar(JSONValue)
        case array([JSONOutline])
        case object([Member])
    }

    package struct Member {
        package let key: String
        /// The bytes of the key, with its quotes.
        package let range: Range<Int>
        package let value: JSONOutline
    }

    package let content: Content
    /// The bytes of a scalar; of an array or object, where it starts.
    package let range: Range<Int>

    package static var noMembers: [Member] { [] }

    /// Reads one value, with nothing after it.
    ///
    /// Much is read so. The reader is generic, which is slow where it is called from another module.
    package static func read(_ bytes: [UInt8]) throws(JSONReader.Fault) -> JSONOutline {
        try JSONReader.read(bytes, as: JSONOutline.self)
    }

    package init(scalar: JSONValue, token: ArraySlice<UInt8>) {
        content = .scalar(scalar)
        range = token.indices
    }

    package init(elements: [JSONOutline], at offset: Int) {
        content = .array(elements)
        range = offset..<offset
    }

    package init(members: [Member], at offset: Int) {
        content = .object(members)
        range = offset..<offset
    }

    package static func add(
        _ value: JSONOutline, as key: JSONReader.Key, to members: inout [Member]
    ) {
        members.append(Member(key: key.text, range: key.token.indices, value: value))
    }
}
