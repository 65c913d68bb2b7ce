public import Barricade

extension BarricadeRequest {
    /// A part of a request whose value differs from run to run.
    public struct Part: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case header(String)
            case query(String)
            case json(String)
            case field(String)
            case body
        }

        package let kind: Kind

        /// The value of a header field.
        public static func header(_ name: String) -> Part { Part(kind: .header(name)) }

        /// The values of a query item.
        public static func query(_ name: String) -> Part { Part(kind: .query(name)) }

        /// The values at a JSON path: `$.id`, `$.items[0].price`, `$.items[*].id`.
        ///
        /// Write a name with dots or brackets in quotes: `$['a.b']` (RFC 9535).
        public static func json(_ path: String) -> Part { Part(kind: .json(path)) }

        /// The values of a form's field, or the contents of a multipart form's part.
        public static func field(_ name: String) -> Part { Part(kind: .field(name)) }

        /// The whole body.
        public static let body = Part(kind: .body)
    }
}
