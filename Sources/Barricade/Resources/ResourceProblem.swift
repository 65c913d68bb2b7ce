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

extension ResourceProblem {
    /// Says which field of a body keeps it from being an item.
    init(_ fault: DecodingFault) {
        let subject = fault.path.isEmpty ? "The body" : fault.path
        self.init(
            status: .unprocessableContent, detail: "\(subject) \(fault.fullReason).",
            field: (fault.pointer, fault.fullReason))
    }
}
