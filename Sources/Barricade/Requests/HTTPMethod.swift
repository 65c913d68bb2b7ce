/// A request's method, compared with its case (RFC 9110, section 9.1).
public struct HTTPMethod: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
    /// The method as it is sent.
    public let rawValue: String

    /// Makes a method of its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a method of a string in the source.
    public init(stringLiteral value: String) {
        rawValue = value
    }
}

extension HTTPMethod {
    public static let get: HTTPMethod = "GET"
    public static let head: HTTPMethod = "HEAD"
    public static let post: HTTPMethod = "POST"
    public static let put: HTTPMethod = "PUT"
    public static let patch: HTTPMethod = "PATCH"
    public static let delete: HTTPMethod = "DELETE"
    public static let options: HTTPMethod = "OPTIONS"
}

extension HTTPMethod: CustomStringConvertible {
    public var description: String { rawValue }
}
