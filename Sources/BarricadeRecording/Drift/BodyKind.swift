import Barricade
import Foundation

/// The kind of a body, by its content type or else by what it is.
enum BodyKind: Sendable {
    case empty
    case json(JSONValue)
    /// Called JSON, but not JSON; with the place where it stops being so.
    case brokenJSON(String)
    case other

    init(_ data: Data, contentType: String?) {
        if data.isEmpty {
            self = .empty
            return
        }
        guard !Self.isOpaque(contentType) else {
            self = .other
            return
        }
        do {
            self = .json(try JSONReader.read(data))
        } catch {
            self = Self.isJSON(contentType) ? .brokenJSON(error.place(in: data)) : .other
        }
    }

    var isEmpty: Bool { if case .empty = self { true } else { false } }

    /// Returns whether a body of this content type need not be looked at.
    static func isOpaque(_ contentType: String?) -> Bool {
        // Others may be JSON all the same.
        let mayBeJSON = [nil, "text/plain", "application/octet-stream"].contains(name(contentType))
        return !isJSON(contentType) && !mayBeJSON
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        guard let name = name(contentType) else { return false }
        return name == "application/json" || name == "text/json" || name.hasSuffix("+json")
    }

    private static func name(_ contentType: String?) -> String? {
        contentType.flatMap { ContentType(parsing: $0)?.name }
    }
}
