/// The header fields of a request or response, in order; names compare without case.
///
/// A name may occur more than once: `["Set-Cookie": "a=1", "Set-Cookie": "b=2"]`.
public struct HTTPHeaders: Sendable, Hashable {
    /// One header field.
    public struct Field: Sendable, Hashable {
        public let name: String
        public let value: String

        /// Makes a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        public static func == (left: Field, right: Field) -> Bool {
            left.value == right.value && left.isNamed(right.name)
        }

        /// Whether the field has this name, in whatever case.
        func isNamed(_ other: String) -> Bool {
            // Names that can be sent are ASCII (RFC 9110, section 5.6.2).
            name == other
                || name.utf8.count == other.utf8.count
                    && zip(name.utf8, other.utf8).allSatisfy { $0.lowercased == $1.lowercased }
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(name.lowercased())
            hasher.combine(value)
        }
    }

    /// The fields, in the order in which they were added.
    public private(set) var fields: [Field]

    /// Makes header fields from their list.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// Makes header fields from a dictionary, sorted by name.
    public init(_ dictionary: [String: String]) {
        fields = dictionary.sorted { $0.key < $1.key }.map { Field($0.key, $0.value) }
    }

    /// The field's value; of several with that name, their values joined with `, ` (RFC 9110, 5.3).
    ///
    /// Setting it replaces all fields of that name; `nil` removes them.
    public subscript(name: String) -> String? {
        get {
            let found = values(of: name)
            return found.isEmpty ? nil : found.joined(separator: ", ")
        }
        set {
            let at = fields.firstIndex { $0.isNamed(name) } ?? fields.endIndex
            fields.removeAll { $0.isNamed(name) }
            if let newValue {
                fields.insert(Field(name, newValue), at: min(at, fields.endIndex))
            }
        }
    }

    /// Returns the values of every field of that name, in order.
    public func values(of name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }

    /// Adds a field and keeps those of the same name.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    /// The fields as `HTTPURLResponse` takes them: one value for each name.
    var joined: [String: String] {
        var joined: [String: String] = [:]
        for (index, field) in fields.enumerated() {
            let spelling = fields[..<index].first { $0.isNamed(field.name) }?.name ?? field.name
            joined[spelling] = joined[spelling].map { "\($0), \(field.value)" } ?? field.value
        }
        return joined
    }

    /// Says what keeps the fields from being sent; `nil` where nothing does.
    var fault: String? {
        for field in fields {
            if field.name.isEmpty || !field.name.utf8.allSatisfy(Self.isTokenByte) {
                return "header name \(field.name.debugDescription) is not a token (RFC 9110, 5.6.2)"
            }
            if field.value.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 }) {
                return "the value of header \(field.name) holds a line break or a zero byte"
            }
        }
        return nil
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }
}
