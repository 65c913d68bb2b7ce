import Barricade
import Foundation

/// The kind of a body, by its content type or else by its bytes.
enum BodyKind: Sendable {
    case empty
    case json(JSONValue)
    /// Not JSON; with the place of the syntax error if its content type is JSON.
    case other(fault: String?)

    init(_ data: Data, contentType: String?) {
        if data.isEmpty {
            self = .empty
        } else if Self.isOpaque(contentType) {
            self = .other(fault: nil)
        } else {
            do {
                self = .json(try JSONReader.read(data))
            } catch {
                self = .other(fault: Self.isJSON(contentType) ? error.place(in: data) : nil)
            }
        }
    }

    /// The kind for messages.
    var name: String {
        switch self {
        case .empty: "none"
        case .json: "JSON"
        case .other: "data that is not JSON"
        }
    }

    /// Returns whether a body of this content type need not be read.
    static func isOpaque(_ contentType: String?) -> Bool {
        // These may be JSON.
        let mayBeJSON = [nil, "text/plain", "application/octet-stream"].contains(name(contentType))
        return !isJSON(contentType) && !mayBeJSON
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        name(contentType)?.hasSuffix("json") == true
    }

    private static func name(_ contentType: String?) -> String? {
        contentType.flatMap { ContentType(parsing: $0)?.name }
    }
}
