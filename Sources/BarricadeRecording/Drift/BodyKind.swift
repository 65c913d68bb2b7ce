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
        let isJSON = Self.isJSON(contentType)
        // A text may be JSON all the same.
        guard isJSON || Self.mayBeJSON(contentType) && Self.beginsAsJSON(data) else {
            self = .other
            return
        }
        do {
            self = .json(try JSONReader.read(data))
        } catch {
            self = isJSON ? .brokenJSON(error.place(in: data)) : .other
        }
    }

    var isEmpty: Bool { if case .empty = self { true } else { false } }

    /// Returns whether a body of this content type need not be looked at.
    static func isOpaque(_ contentType: String?) -> Bool {
        !isJSON(contentType) && !mayBeJSON(contentType)
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        guard let name = contentType.flatMap({ ContentType(parsing: $0)?.name }) else {
            return false
        }
        return name == "application/json" || name == "text/json" || name.hasSuffix("+json")
    }

    private static func mayBeJSON(_ contentType: String?) -> Bool {
        guard let name = contentType.flatMap({ ContentType(parsing: $0)?.name }) else {
            return true
        }
        return name == "text/plain" || name == "application/octet-stream"
    }

    private static func beginsAsJSON(_ data: Data) -> Bool {
        let first = data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
