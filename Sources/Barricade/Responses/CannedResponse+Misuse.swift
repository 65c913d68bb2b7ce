public import Foundation

// Common mistakes, for which the compiler says what to write instead.
extension CannedResponse {
    @available(
        *, unavailable,
        message: "the status is that of the response that the handler returns"
    )
    public init(
        _ name: String = "", status: HTTP.Status, headers: HTTP.Headers = [:],
        delay: ResponseDelay? = nil, handler: @escaping Handler
    ) {
        self.init(name, delay: delay, handler: handler)
    }

    @available(
        *, unavailable,
        message: "the headers are those of the response that the handler returns"
    )
    public init(
        _ name: String = "", headers: HTTP.Headers, delay: ResponseDelay? = nil,
        handler: @escaping Handler
    ) {
        self.init(name, delay: delay, handler: handler)
    }

    @available(
        *, unavailable,
        message: "a failed load has no status; .failing(…) fails after one"
    )
    public init(
        _ name: String = "", status: HTTP.Status, error code: URLError.Code,
        delay: ResponseDelay? = nil
    ) {
        self.init(name, error: code, delay: delay)
    }

    @available(
        *, unavailable,
        message: "a response has one body: give json: or file:; .setting(…) puts values into a file"
    )
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:], file: String,
        json: JSONValue, delay: ResponseDelay? = nil
    ) {
        self.init(name, status: status, headers: headers, file: file, delay: delay)
    }

    @available(
        *, unavailable,
        message: "a response has one body: give json: or file:; .setting(…) puts values into a file"
    )
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        json: JSONValue, file: String, delay: ResponseDelay? = nil
    ) {
        self.init(name, status: status, headers: headers, file: file, delay: delay)
    }

    @available(
        *, unavailable, message: "a response has one body: give text: or json:"
    )
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        json: JSONValue, text: String, delay: ResponseDelay? = nil
    ) {
        self.init(name, status: status, headers: headers, text: text, delay: delay)
    }

    // Disfavoured, or it would take literals, and the compiler would not say which variable in one
    // is of a wrong type. Without it, a model in a handler makes it give up without a message.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message:
            "use .string(name) or JSONValue(n) for variables, encoding: for models, jsonText: for text"
    )
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        json value: some Encodable, delay: ResponseDelay? = nil
    ) {
        self.init(name, status: status, headers: headers, encoding: value, delay: delay)
    }
}
