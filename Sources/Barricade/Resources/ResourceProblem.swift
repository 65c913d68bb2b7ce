/// Why a resource does not do what it is asked to, as an answer (RFC 9457).
struct ResourceProblem: Error {
    let status: HTTP.Status
    let detail: String
    /// The place in the body that it is about (RFC 6901), with what is wrong there.
    var field: (pointer: String, detail: String)?
    var headers: HTTP.Headers = [:]

    static func badRequest(_ detail: String) -> ResourceProblem {
        ResourceProblem(status: .badRequest, detail: detail)
    }

    static func conflict(_ detail: String) -> ResourceProblem {
        ResourceProblem(status: .conflict, detail: detail)
    }

    /// Returns the answer, under the name it is selected by.
    func response(_ name: String = "") -> CannedResponse {
        var body: [String: JSONValue] = [
            "title": .string(title), "status": .integer(status.rawValue), "detail": .string(detail),
        ]
        if let field {
            body["errors"] = [["pointer": .string(field.pointer), "detail": .string(field.detail)]]
        }
        var headers = headers
        headers["Content-Type"] = "application/problem+json"
        return CannedResponse(name, status: status, headers: headers, json: .object(body))
    }

    private var title: String {
        switch status {
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .conflict: "Conflict"
        case .unsupportedMediaType: "Unsupported Media Type"
        case .unprocessableContent: "Unprocessable Content"
        default: "Internal Server Error"
        }
    }
}

/// Where JSON is not what a type is read from, and why.
struct DecodingFault {
    /// The place as JSON paths are written: `address.city`, `tags[2]`; empty for the whole.
    let path: String
    /// The place as a JSON pointer in a fragment: `#/address/city` (RFC 6901).
    let pointer: String
    /// What is wrong there, as the end of a sentence: `is missing`.
    let reason: String

    init(path: String, pointer: String, _ reason: String) {
        self.path = path
        self.pointer = pointer
        self.reason = reason
    }

    init(_ error: any Error, in format: ResourceFormat) {
        let keys: [any CodingKey]
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            keys = context.codingPath + [key]
            reason = "is missing"
        case DecodingError.valueNotFound(let type, let context):
            keys = context.codingPath
            reason = "is null, expected \(Self.kind(type))"
        case DecodingError.typeMismatch(let type, let context):
            keys = context.codingPath
            reason = "is not \(Self.kind(type))"
        case DecodingError.dataCorrupted(let context):
            keys = context.codingPath
            reason = "cannot be used: \(context.debugDescription)"
        default:
            keys = []
            reason = "cannot be used: \(error)"
        }
        var (path, pointer) = ("", "#")
        for key in keys {
            if let index = key.intValue {
                path += "[\(index)]"
                pointer += "/\(index)"
                continue
            }
            let name = format.written(key.stringValue)
            path += path.isEmpty ? name : ".\(name)"
            pointer +=
                "/"
                + name.replacing("~", with: "~0").replacing("/", with: "~1")
        }
        self.path = path
        self.pointer = pointer
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

extension ResourceProblem {
    /// Says which field of a body keeps it from being an item.
    init(_ fault: DecodingFault) {
        let subject = fault.path.isEmpty ? "The body" : fault.path
        self.init(
            status: .unprocessableContent, detail: "\(subject) \(fault.reason).",
            field: (fault.pointer, fault.reason))
    }
}
