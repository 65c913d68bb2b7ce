// Text given to `json:` stays JSON text: without these, a literal would become a JSON string.

extension CannedResponse {
    /// Makes a response of JSON as text; the label is `jsonText:` now.
    @available(*, deprecated, message: "Use jsonText: for JSON as text.")
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:], json: String,
        delay: ResponseDelay? = nil
    ) {
        self.init(name, status: status, headers: headers, jsonText: json, delay: delay)
    }
}

extension ResponseBody {
    /// JSON as text; the name is ``jsonText(_:)`` now.
    @available(*, deprecated, message: "Use .jsonText(…) for JSON as text.")
    public static func json(_ text: String) -> ResponseBody {
        .jsonText(text)
    }
}
