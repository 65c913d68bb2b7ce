/// A form in which the parser gives a document: values alone, or values as they are written.
package protocol JSONTree {
    associatedtype Members

    static var noMembers: Members { get }

    /// Makes a value that is neither an array nor an object; its token starts at its offset.
    init(scalar: JSONValue, token: ArraySlice<UInt8>)
    init(elements: [Self], at offset: Int)
    init(members: Members, at offset: Int)

    static func add(_ value: Self, as key: JSONReader.Key, to members: inout Members)
}

extension JSONValue: JSONTree {
    package static var noMembers: [String: JSONValue] { [:] }

    package init(scalar: JSONValue, token: ArraySlice<UInt8>) {
        self = scalar
    }

    package init(elements: [JSONValue], at offset: Int) {
        self = .array(elements)
    }

    package init(members: [String: JSONValue], at offset: Int) {
        self = .object(members)
    }

    package static func add(
        _ value: JSONValue, as key: JSONReader.Key, to members: inout [String: JSONValue]
    ) {
        // If a name occurs twice, the first value counts, as with `JSONDecoder`.
        if members[key.text] == nil { members[key.text] = value }
    }
}
