extension HTTP {
    /// The header fields of a request or response, in order; names are case-insensitive.
    ///
    /// A name may occur more than once: `["Set-Cookie": "a=1", "Set-Cookie": "b=2"]`.
    public struct Headers: Sendable, Equatable {
        /// One header field.
        public struct Field: Sendable, Equatable {
            public let name: String
            public let value: String

            /// Makes a field, without the blanks around its value, which HTTP does not send.
            public init(_ name: String, _ value: String) {
                self.name = name
                self.value = value.hasBlankEnd ? value[...].trimmed : value
            }

            public static func == (left: Field, right: Field) -> Bool {
                left.value == right.value && left.isNamed(right.name)
            }

            /// Returns whether the field has this name, ignoring case.
            package func isNamed(_ other: String) -> Bool {
                // Valid names are ASCII (RFC 9110, section 5.6.2).
                name.utf8.count == other.utf8.count
                    && (name == other
                        || zip(name.utf8, other.utf8).allSatisfy { $0.lowercased == $1.lowercased })
            }
        }

        /// The fields, in the order in which they were added.
        public private(set) var fields: [Field]

        /// Makes header fields from a list.
        public init(_ fields: [Field] = []) {
            self.fields = fields
        }

        /// Makes header fields from a dictionary, sorted by name.
        public init(_ dictionary: [String: String]) {
            self.init(describing: dictionary)
        }

        /// Makes header fields of what Foundation keeps as any values, sorted by name.
        init(describing dictionary: [AnyHashable: Any]) {
            self.init(
                dictionary.map { Field("\($0.key)", "\($0.value)") }.ordered(by: \.name))
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
                let index = fields.firstIndex { $0.isNamed(name) }
                if index != nil { fields.removeAll { $0.isNamed(name) } }
                if let newValue { fields.insert(Field(name, newValue), at: index ?? fields.count) }
            }
        }

        /// Returns the values of all fields with that name, in order.
        public func values(of name: String) -> [String] {
            var values: [String] = []
            // By index, which takes a fraction of the time in a debug build.
            for index in 0..<fields.count where fields[index].isNamed(name) {
                values.append(fields[index].value)
            }
            return values
        }

        /// Adds a field, and keeps others with the same name.
        public mutating func append(_ name: String, _ value: String) {
            fields.append(Field(name, value))
        }

        /// Adds the fields with names that are not among its own.
        mutating func fill(from others: [Field]) {
            if others.isEmpty { return }
            let names = Set(fields.map { $0.name.lowercased() })
            fields += others.filter { !names.contains($0.name.lowercased()) }
        }

        /// The number of bytes in `Content-Length`; `nil` if there is none, or it is no number.
        var length: Int? {
            self["Content-Length"].flatMap { $0.utf8.allSatisfy(\.isDigit) ? Int($0) : nil }
        }

        /// The fields for `HTTPURLResponse`: one value for each name.
        var joined: [String: String] {
            let names = fields.map { $0.name.lowercased() }
            if Set(names).count == fields.count {
                return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
            }
            let groups = Dictionary(grouping: fields) { $0.name.lowercased() }.values
            // The first spelling of a name counts.
            return Dictionary(
                uniqueKeysWithValues: groups.map { group in
                    (group[0].name, group.map(\.value).joined(separator: ", "))
                })
        }

        /// The reason why the fields cannot be sent; usually `nil`.
        package var fault: String? {
            for field in fields {
                if field.name.isEmpty || !Self.noToken.isAbsent(from: field.name) {
                    return
                        "header name \(field.name.shortened.debugDescription) is not a token (RFC 9110, 5.6.2)"
                }
                if !Self.ends.isAbsent(from: field.value) {
                    return
                        "the value of header \(field.name.shortened) holds a line break or a zero byte"
                }
            }
            return nil
        }

        private static let noToken = ByteSet((0...UInt8.max).filter { !isTokenByte($0) })
        private static let ends = ByteSet("\r\n".utf8)

        package static func isTokenByte(_ byte: UInt8) -> Bool {
            byte.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension HTTP.Headers: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }
}

extension String {
    /// Whether a space or a tab is its first or last byte.
    fileprivate var hasBlankEnd: Bool {
        guard let first = utf8.first, let last = utf8.last else { return false }
        return first == 0x20 || first == 9 || last == 0x20 || last == 9
    }
}
