/// The place and the reason of a decoding error.
package struct DecodingFault {
    package var path: JSONPath
    /// The problem there, as the end of a sentence, without the value: `is missing`.
    package let reason: String
    /// The problem in the decoder's words, which may quote the value.
    package let fullReason: String

    /// Reads a decoder's error.
    package init(_ error: any Error) {
        let (keys, details): ([any CodingKey], String?)
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            (keys, reason, details) = (context.codingPath + [key], "is missing", nil)
        case DecodingError.valueNotFound(let type, let context):
            (keys, reason, details) = (context.codingPath, "is null, not \(Self.kind(type))", nil)
        case DecodingError.typeMismatch(let type, let context):
            (keys, reason, details) = (context.codingPath, "is not \(Self.kind(type))", nil)
        case DecodingError.dataCorrupted(let context):
            (keys, reason) = (context.codingPath, "cannot be used")
            details = context.debugDescription
        default:
            (keys, reason, details) = ([], "cannot be used: \(type(of: error))", "\(error)")
        }
        fullReason = details.map { "cannot be used: \($0)" } ?? reason
        path = JSONPath(
            steps: keys.map { $0.intValue.map { .index($0) } ?? .key($0.stringValue) })
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
