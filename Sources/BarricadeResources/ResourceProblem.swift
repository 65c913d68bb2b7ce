import Barricade
import BarricadeCommon

/// The reason why a resource refuses a request, as a response (RFC 9457).
struct ResourceProblem: Error {
    let status: HTTP.Status
    let detail: String
    /// The place in the body (RFC 6901), and the problem there.
    var field: (pointer: String, detail: String)?
    var headers: HTTP.Headers = [:]

    static func badRequest(_ detail: String) -> ResourceProblem {
        ResourceProblem(status: .badRequest, detail: detail)
    }

    static func conflict(_ detail: String) -> ResourceProblem {
        ResourceProblem(status: .conflict, detail: detail)
    }

    /// Returns the response, with a name to select it by.
    func response(_ name: String = "") -> CannedResponse {
        var body: [String: JSONValue] = [
            "title": .string(status.reason), "status": .integer(status.rawValue),
            "detail": .string(detail),
        ]
        if let field {
            body["errors"] = [["pointer": .string(field.pointer), "detail": .string(field.detail)]]
        }
        var headers = headers
        headers["Content-Type"] = "application/problem+json"
        return CannedResponse(name, status: status, headers: headers, json: .object(body))
    }
}

extension ResourceProblem {
    /// Makes the problem of a body that is not an item, which names the field.
    init(at path: JSONPath, _ reason: String) {
        self.init(
            status: .unprocessableContent,
            detail: "\(path.steps.isEmpty ? "The body" : "\(path)") \(reason).",
            field: ("#\(path.pointer)", reason))
    }

    init(_ fault: DecodingFault) {
        self.init(at: fault.path, fault.fullReason)
    }
}

extension DecodingFault {
    /// Reads a decoder's error; `writing` turns a key of the type into the JSON key.
    init(_ error: any Error, writing written: (String) -> String) {
        self.init(error)
        path.steps = path.steps.map { step in
            if case .key(let key) = step { .key(written(key)) } else { step }
        }
    }
}
