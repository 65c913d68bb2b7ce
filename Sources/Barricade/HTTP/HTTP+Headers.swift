extension HTTP {
    /// The header fields of a request or response, in order; names are case-insensitive.
    ///
    /// A name may occur more than once: `["Set-Cookie": "a=1", "Set-Cookie": "b=2"]`.
    public struct Headers: Sendable, Equatable {
        /// One header field.
        public struct Field: Sendable, Equatable {
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

            /// Returns whether the field has this name, ignoring case.
            package func isNamed(_ other: String) -> Bool { Headers.isSame(name, other) }
        }

        /// The fields, in the order in which they were added.
        public private(set) var fields: [Field]
        /// The index of each name in lower case, −1 if it has several fields; made when one of very
        /// many fields is set, so that setting them all takes linear time.
        private var places: [String: Int]?

        /// Makes header fields from a list.
        public init(_ fields: [Field] = []) {
            self.fields = fields
        }

        /// Makes header fields from a dictionary, sorted by name.
        public init(_ dictionary: [String: String]) {
            self.init(unordered: dictionary.map { Field($0.key, $0.value) })
        }

        /// Makes header fields of what Foundation keeps as any values, sorted by name.
        init(describing dictionary: [AnyHashable: Any]) {
            self.init(unordered: dictionary.map { Field("\($0.key)", "\($0.value)") })
        }

        private init(unordered fields: [Field]) {
            self.init(fields.count < 2 ? fields : fields.ordered(by: \.name))
        }

        /// The field's value; several fields with that name are joined with `, ` (RFC 9110, 5.3).
        ///
        /// Setting it replaces all fields with that name; `nil` removes them.
        public subscript(name: String) -> String? {
            get {
                let found = values(of: name)
                return found.isEmpty ? nil : found.joined(separator: ", ")
            }
            set {
                guard fields.count >= 64 else { return replace(name, newValue) }
                if places == nil {
                    places = Dictionary(
                        fields.enumerated().map { ($1.name.lowercased(), $0) }
                    ) { _, _ in -1 }
                }
                guard let index = places?[name.lowercased()] else {
                    if let newValue { append(name, newValue) }
                    return
                }
                if let newValue, index >= 0 {
                    fields[index] = Field(name, newValue)
                } else {
                    replace(name, newValue)
                }
            }
        }

        private mutating func replace(_ name: String, _ value: String?) {
            let at = fields.firstIndex { $0.isNamed(name) } ?? fields.endIndex
            fields.removeAll { $0.isNamed(name) }
            if let value { fields.insert(Field(name, value), at: min(at, fields.endIndex)) }
            places = nil
        }

        /// Returns the values of all fields with that name, in order.
        public func values(of name: String) -> [String] {
            fields.filter { $0.isNamed(name) }.map(\.value)
        }

        /// Adds a field, and keeps others with the same name.
        public mutating func append(_ name: String, _ value: String) {
            if places != nil {
                let key = name.lowercased()
                let isNew = places?[key] == nil
                places?[key] = isNew ? fields.endIndex : -1
            }
            fields.append(Field(name, value))
        }

        /// Returns the values of that name in a dictionary of fields, sorted by the spelling of the
        /// name.
        static func values(of name: String, in dictionary: [String: String]) -> [String] {
            let found = dictionary.keys.filter { isSame($0, name) }
            return (found.count < 2 ? found : found.sorted()).compactMap { dictionary[$0] }
        }

        /// Returns whether two names are equal, ignoring case.
        private static func isSame(_ left: String, _ right: String) -> Bool {
            // Valid names are ASCII (RFC 9110, section 5.6.2).
            left.utf8.count == right.utf8.count
                && (left == right
                    || zip(left.utf8, right.utf8).allSatisfy { $0.lowercased == $1.lowercased })
        }

        /// The fields for `HTTPURLResponse`: one value for each name.
        var joined: [String: String] {
            var joined = Dictionary<String, String>(minimumCapacity: fields.count)
            // The first spelling of a name counts.
            var spellings = Dictionary<String, String>(minimumCapacity: fields.count)
            for field in fields {
                let key = field.name.lowercased()
                if let spelling = spellings[key] {
                    joined[spelling]?.append(", \(field.value)")
                } else {
                    spellings[key] = field.name
                    joined[field.name] = field.value
                }
            }
            return joined
        }

        /// The reason why the fields cannot be sent; usually `nil`.
        package var fault: String? {
            for field in fields {
                if field.name.isEmpty || !field.name.utf8.allSatisfy(Self.isTokenByte) {
                    return
                        "header name \(field.name.shortened.debugDescription) is not a token (RFC 9110, 5.6.2)"
                }
                if field.value.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 }) {
                    return
                        "the value of header \(field.name.shortened) holds a line break or a zero byte"
                }
            }
            return nil
        }

        package static func isTokenByte(_ byte: UInt8) -> Bool {
            byte.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension HTTP.Headers {
    public static func == (left: Self, right: Self) -> Bool {
        left.fields == right.fields
    }
}

extension HTTP.Headers: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }
}
