// Text passed to `json:` stays JSON text. Without these, a literal would become a JSON string.

extension CannedResponse {
    /// Makes a response of JSON text; the label is now `jsonText:`.
    @available(*, deprecated, message: "Use jsonText: for JSON as text.")
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:], json: String,
        delay: ResponseDelay? = nil
    ) {
        self.init(name, status: status, headers: headers, jsonText: json, delay: delay)
    }
}

extension ResponseBody {
    /// JSON text; the name is now ``jsonText(_:)``.
    @available(*, deprecated, message: "Use .jsonText(…) for JSON as text.")
    public static func json(_ text: String) -> ResponseBody {
        .jsonText(text)
    }
}
