extension HTTP {
    /// A request's method, which is case-sensitive (RFC 9110, section 9.1).
    public struct Method: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
        /// The method as sent.
        public let rawValue: String

        /// Makes a method from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Makes a method from a string literal.
        public init(stringLiteral value: String) {
            rawValue = value
        }
    }
}

extension HTTP.Method {
    public static let get: Self = "GET"
    public static let head: Self = "HEAD"
    public static let post: Self = "POST"
    public static let put: Self = "PUT"
    public static let patch: Self = "PATCH"
    public static let delete: Self = "DELETE"
    public static let options: Self = "OPTIONS"
}

extension HTTP.Method {
    static let usual: [Self] = [.get, .head, .post, .put, .patch, .delete, .options]

    /// The usual method that this one misspells, `POST` of `POTS` and `post`; `nil` for all others.
    package var meant: Self? {
        guard !Self.usual.contains(self) else { return nil }
        let distance = EditDistance(from: rawValue)
        return Self.usual.first { method in
            distance.distance(to: method.rawValue) == 1
                || method.rawValue.sorted() == rawValue.uppercased().sorted()
        }
    }
}

extension HTTP.Method: CustomStringConvertible {
    public var description: String { rawValue }
}
