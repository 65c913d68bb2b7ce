/// The place and the reason of a decoding error.
package struct DecodingFault {
    /// The place as a JSON path: `address.city`, `tags[2]`; empty for the whole value.
    package private(set) var path = ""
    /// The place as a JSON pointer in a fragment: `#/address/city` (RFC 6901).
    package private(set) var pointer = "#"
    /// The place as a JSONPath: `$.address.city` (RFC 9535).
    package var jsonPath: String { path.isEmpty || path.hasPrefix("[") ? "$\(path)" : "$.\(path)" }
    /// The problem there, as the end of a sentence, without the value: `is missing`.
    package let reason: String
    /// The problem in the decoder's words, which may quote the value.
    package let fullReason: String

    /// Makes the fault of a missing member.
    package init(missing key: String) {
        reason = "is missing"
        fullReason = reason
        add(key)
    }

    /// Reads a decoder's error; `writing` turns a key of the type into the JSON key.
    package init(_ error: any Error, writing written: ((String) -> String)? = nil) {
        let keys: [any CodingKey]
        var details: String?
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            keys = context.codingPath + [key]
            reason = "is missing"
        case DecodingError.valueNotFound(let type, let context):
            keys = context.codingPath
            reason = "is null, not \(Self.kind(type))"
        case DecodingError.typeMismatch(let type, let context):
            keys = context.codingPath
            reason = "is not \(Self.kind(type))"
        case DecodingError.dataCorrupted(let context):
            keys = context.codingPath
            reason = "cannot be used"
            details = context.debugDescription
        default:
            keys = []
            reason = "cannot be used: \(type(of: error))"
            details = "\(error)"
        }
        fullReason = details.map { "cannot be used: \($0)" } ?? reason
        for key in keys {
            if let index = key.intValue {
                path += "[\(index)]"
                pointer += "/\(index)"
            } else {
                add(written?(key.stringValue) ?? key.stringValue)
            }
        }
    }

    private mutating func add(_ key: String) {
        path += path.isEmpty ? key : ".\(key)"
        pointer += "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private static func kind(_ type: Any.Type) -> String {
        switch type {
        case is String.Type: "text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "an array"
        case is [String: Any].Type: "an object"
        default: "\(type)"
        }
    }
}
