/// The place and the reason of a decoding error.
package struct DecodingFault {
    package let path: JSONPath
    /// The problem there, as the end of a sentence, without the value: `is missing`.
    package let reason: String
    /// The problem in the decoder's words, which may quote the value.
    package let fullReason: String

    /// Makes the fault of a missing member.
    package init(missing key: String) {
        path = JSONPath(steps: [.key(key)])
        reason = "is missing"
        fullReason = reason
    }

    /// Reads a decoder's error; `writing` turns a key of the type into the JSON key.
    package init(_ error: any Error, writing written: (String) -> String = { $0 }) {
        var keys: [any CodingKey] = []
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
            reason = "cannot be used: \(type(of: error))"
            details = "\(error)"
        }
        fullReason = details.map { "cannot be used: \($0)" } ?? reason
        path = JSONPath(
            steps: keys.map { $0.intValue.map { .index($0) } ?? .key(written($0.stringValue)) })
    }

    /// Returns the place as the subject of a sentence.
    ///
    /// - Parameter whole: The subject for a fault of the whole value.
    package func subject(orElse whole: String = "it") -> String {
        path.steps.isEmpty ? whole : "\(path)"
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
