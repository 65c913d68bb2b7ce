/// The head of a response, except its URL.
struct ResponseHead: Sendable, Equatable {
    var status: HTTP.Status
    let version: String
    /// The response's own fields.
    let headers: HTTP.Headers
    /// The number of bytes sent; `nil` if it is unknown.
    var length: Int?
    var tag: EntityTag?
    var part = RequestedPart.whole
    /// The size of the whole body, if only a part is sent.
    var size: Int?
    /// Whether the body is a file.
    var isOfFile = false

    /// All fields: its own, and those that follow from the body.
    var fields: HTTP.Headers {
        var headers = headers
        if let tag { headers["ETag"] = tag.text }
        switch part {
        case .whole:
            if isOfFile, tag != nil { headers["Accept-Ranges"] = "bytes" }
        case .notModified:
            headers["Content-Type"] = nil
            headers["Content-Length"] = nil
        case .range(let range):
            let last = range.upperBound - 1
            headers["Content-Range"] = "bytes \(range.lowerBound)-\(last)/\(size ?? 0)"
            headers["Content-Length"] = nil
        case .unsatisfiable:
            headers["Content-Range"] = "bytes */\(size ?? 0)"
            headers["Content-Length"] = nil
        }
        if let length, headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil {
            headers.append("Content-Length", "\(length)")
        }
        return headers
    }
}
