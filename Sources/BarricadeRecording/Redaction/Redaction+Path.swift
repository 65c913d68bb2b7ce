public import Barricade
import BarricadeCommon

extension Redaction {
    /// A path to values in JSON: `$.user.pin`, `$.cards[*].number`, `$..pin` at any depth (RFC 9535).
    public struct Path: Sendable, Hashable {
        package let path: JSONPath

        /// Reads a path.
        ///
        /// - Throws: `BarricadeError.Code.invalidDefinition` if it cannot be read.
        public init(_ text: String) throws(BarricadeError) {
            do {
                path = try JSONPath(text)
            } catch {
                throw BarricadeError(
                    .invalidDefinition,
                    "The JSON path \"\(text.shortened)\" cannot be read: \(error.reason).")
            }
        }
    }
}

extension Redaction.Path: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        do {
            try self.init(text)
        } catch {
            preconditionFailure(error.message)
        }
    }
}
