public import Barricade
import BarricadeCommon

extension Redaction {
    /// A path to values in JSON: `$.user.pin`, `$.cards[*].number`, `$..pin` at any depth (RFC 9535).
    ///
    /// A name alone, `pin`, means the values of that name at any depth, also in forms and XML.
    public struct Path: Sendable, Hashable {
        package let path: JSONPath

        /// Reads a path, or a name.
        ///
        /// - Throws: `BarricadeError.Code.invalidDefinition` if it cannot be read.
        public init(_ text: String) throws(BarricadeError) {
            let isName = !text.isEmpty && !text.utf8.contains(where: "$./[]*\"' ".utf8.contains)
            do {
                path = isName ? JSONPath(steps: [.descendants, .key(text)]) : try JSONPath(text)
            } catch {
                throw BarricadeError(
                    .invalidDefinition,
                    "The JSON path \"\(text.shortened)\" cannot be read: \(error.reason).")
            }
        }

        /// The name of the values at any depth; `nil` if it is a longer path.
        var name: String? {
            guard path.steps.count == 2, path.steps[0] == .descendants,
                case .key(let name) = path.steps[1]
            else { return nil }
            return name
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
