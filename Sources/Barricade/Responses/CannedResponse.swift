public import Foundation

/// One of the responses of a set: a name, and the outcome of requests while it is selected.
///
/// ```swift
/// ResponseSet("Login", on: .post("/login")) {
///     CannedResponse("Success", json: ["token": "f00d"])
///     CannedResponse("Locked", status: 423, headers: ["Retry-After": "60"])
///     CannedResponse("Wrong password", status: .unauthorized, file: "login.invalid.json")
///     CannedResponse("Offline", error: .notConnectedToInternet)
///     CannedResponse("Slow", json: ["token": "f00d"], delay: .seconds(5))
/// }
/// ```
///
/// The default is status 200 and no body. `Content-Type` comes from the body, `Content-Length` from
/// its size; `headers` wins over both. An unusable response (a status outside 200–599, a header
/// with a line break, a missing file) fails the request with the reason, and
/// ``Barricade/validate()`` lists it beforehand.
public struct CannedResponse: Sendable {
    /// Header fields; the same as `HTTP.Headers`.
    public typealias Headers = HTTP.Headers
    /// A status code; the same as `HTTP.Status`.
    public typealias Status = HTTP.Status

    package indirect enum Outcome: Sendable {
        case reply(Reply)
        case failure(any Error)
        /// The real server answers; a closure may change its reply.
        case live(LiveChange?)
        case never
        case series(ResponseSeries)
        case handler(any ResponseHandler)
    }

    package typealias Failure = (error: any Error, point: FailurePoint)

    package typealias ReplyChange = @Sendable (inout Reply) -> Void

    package struct Reply: Sendable {
        package var status: HTTP.Status
        package var headers: HTTP.Headers
        package var httpVersion: String
        package var body: ResponseBody
        package var failure: Failure?
        /// Whether it was made as a redirect, whose location must be a URL.
        package var isRedirect = false
        /// Whether a comma replaces the body's last byte.
        package var isMalformed = false
        /// Changes it for each request; usually `nil`.
        package var handler: (any ResponseHandler)?

        package init(
            status: HTTP.Status, headers: HTTP.Headers, httpVersion: String, body: ResponseBody
        ) {
            self.status = status
            self.headers = headers
            self.httpVersion = httpVersion
            self.body = body
        }

        /// The content type that is sent; `nil` if none is.
        package var contentType: String? { headers["Content-Type"] ?? body.contentType }

        /// The header fields, with the content type of the body.
        package var completeHeaders: HTTP.Headers {
            guard headers["Content-Type"] == nil, let type = body.contentType else {
                return headers
            }
            var headers = headers
            headers.append("Content-Type", type)
            return headers
        }
    }

    /// The name, unique in its set.
    public internal(set) var name: String
    /// The delay; `nil` means the set's, then the barricade's.
    package let delay: ResponseDelay?
    package private(set) var outcome: Outcome
    /// The changes of the replies that a handler or the real server gives later, in order.
    package private(set) var laterChanges: [ReplyChange] = []
    /// The number of times that a sequence serves it; `nil` means once.
    package var repeats: Int?
    /// The requests that it is for while a sequence answers: those of a path with its query, or with
    /// a header field; empty if it is for any.
    package var recordedFor: [RequestMatcher] = []
    /// Returns whether a body is as a server sent it, so that it need not be what its type says;
    /// `nil` if the response was not recorded.
    package var isAsSent: (@Sendable (Data) -> Bool)?
    /// A remark for the log, of a handler that makes it.
    package var note: String?
    package var attachments = Attachments()

    package init(
        _ name: String, _ outcome: Outcome, delay: (any ResponseDelayConvertible)? = nil
    ) {
        self.name = name
        self.delay = delay?.responseDelay
        self.outcome = outcome
    }

    /// Makes a response with a status, headers and any kind of body, or a redirect.
    ///
    /// Response sets may answer the new request of a redirect too. A location that can never be a
    /// URL is a mistake.
    ///
    /// - Parameters:
    ///   - name: The name, unique in its set.
    ///   - status: The status; `nil` means 200, or 302 for a redirect.
    ///   - location: The URL to redirect to, relative to the request's own.
    ///   - headers: The header fields.
    ///   - httpVersion: The version of HTTP.
    ///   - body: The body.
    ///   - delay: The delay; `nil` means the set's, then the barricade's.
    public init(
        _ name: String = "", status: HTTP.Status? = nil, redirect location: String? = nil,
        headers: HTTP.Headers = [:], httpVersion: String = "HTTP/1.1", body: ResponseBody = .none,
        delay: (any ResponseDelayConvertible)? = nil
    ) {
        var reply = Reply(
            status: status ?? (location == nil ? .ok : .found), headers: headers,
            httpVersion: httpVersion, body: body)
        if let location {
            reply.isRedirect = true
            reply.headers["Location"] = location
        }
        self.init(name, .reply(reply), delay: delay)
    }

    /// Makes a response from a JSON literal: `json: ["id": 7, "name": .string(name)]`.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        json: JSONValue, delay: (any ResponseDelayConvertible)? = nil
    ) {
        self.init(name, status: status, headers: headers, body: .json(json), delay: delay)
    }

    /// Makes a response from JSON text: `jsonText: #"{"id": 7}"#`.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        jsonText: String, delay: (any ResponseDelayConvertible)? = nil
    ) {
        self.init(name, status: status, headers: headers, body: .jsonText(jsonText), delay: delay)
    }

    /// Makes a response from a model, which it encodes now; the default encoder sorts keys.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        encoding value: any Encodable, encoder: JSONEncoder? = nil,
        delay: (any ResponseDelayConvertible)? = nil
    ) {
        self.init(
            name, status: status, headers: headers, body: .encoding(value, encoder: encoder),
            delay: delay)
    }

    /// Makes a response from text: `text: "<b>Hi</b>", contentType: "text/html"`.
    ///
    /// It is sent in the charset of the content type, or else in UTF-8.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:], text: String,
        contentType: String? = "text/plain; charset=utf-8",
        delay: (any ResponseDelayConvertible)? = nil
    ) {
        self.init(
            name, status: status, headers: headers,
            body: .text(
                text, contentType: contentType, sentAs: headers["Content-Type"] ?? contentType),
            delay: delay)
    }

    /// Makes a response from bytes: `data: png, contentType: "image/png"`.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:], data: Data,
        contentType: String? = "application/octet-stream",
        delay: (any ResponseDelayConvertible)? = nil
    ) {
        self.init(
            name, status: status, headers: headers, body: .data(data, contentType: contentType),
            delay: delay)
    }

    /// Makes a response from a file, read each time it is served;
    /// ``ResponseBody/file(_:in:contentType:)`` says where it is searched for.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:], file: String,
        in location: FileLocation? = nil, delay: (any ResponseDelayConvertible)? = nil
    ) {
        self.init(
            name, status: status, headers: headers, body: .file(file, in: location), delay: delay)
    }

    /// Makes a response that fails the load with an error of the URL loading system.
    public init(
        _ name: String = "", error code: URLError.Code, delay: (any ResponseDelayConvertible)? = nil
    ) {
        self.init(name, error: URLError(code), delay: delay)
    }

    /// Makes a response that fails the load; Apple platforms keep only an error's domain and code.
    public init(_ name: String = "", error: any Error, delay: (any ResponseDelayConvertible)? = nil)
    {
        self.init(name, .failure(error), delay: delay)
    }

    /// Makes a response from each request, such as from its body or its named path segments.
    ///
    /// ```swift
    /// ResponseSet("User", on: .get("/users/:id")) {
    ///     CannedResponse("Echo") { request in
    ///         CannedResponse(json: ["id": .string(request.pathValues["id"] ?? "")])
    ///     }
    /// }
    /// ```
    ///
    /// The handler runs in its own task, which Apple platforms cancel with the load. If it takes
    /// longer than the request's timeout, the load fails with `URLError.timedOut`. An error that it
    /// throws fails the load. The response that it returns needs no name.
    public init(
        _ name: String = "", delay: (any ResponseDelayConvertible)? = nil,
        handler: @escaping @Sendable (BarricadeRequest) async throws -> CannedResponse
    ) {
        self.init(name, .handler(ClosureHandler(make: handler)), delay: delay)
    }

    /// Makes a response that never arrives: the load fails at the request's timeout.
    public static func neverAnswers(_ name: String = "Never Answers") -> CannedResponse {
        CannedResponse(name, .never)
    }

    /// Makes a response that fails the load as on a device without a network.
    public static func offline(_ name: String = "Offline") -> CannedResponse {
        CannedResponse(name, error: .notConnectedToInternet)
    }

    /// Makes a response with a server error status; 500 by default.
    public static func serverError(
        _ name: String = "Server Error", status: HTTP.Status = .internalServerError
    ) -> CannedResponse {
        CannedResponse(name, status: status)
    }

    /// Makes a response that lets the request pass through to the real server.
    public static func live(_ name: String = "Live") -> CannedResponse {
        CannedResponse(name, .live(nil))
    }
}

extension CannedResponse {
    /// The reply; `nil` for other outcomes.
    package var reply: Reply? { if case .reply(let reply) = outcome { reply } else { nil } }

    /// The code that makes the response, or changes its reply; usually `nil`.
    var handler: (any ResponseHandler)? {
        if case .handler(let handler) = outcome { handler } else { reply?.handler }
    }

    /// The responses that answer instead; `nil` for other outcomes.
    package var series: ResponseSeries? {
        if case .series(let series) = outcome { series } else { nil }
    }
}

extension CannedResponse {
    /// The name in the log: its name, or else its outcome.
    var logName: String { name.isEmpty ? summary : name }
}

extension CannedResponse: CustomStringConvertible {
    /// The name and the outcome in a few words: `Slow: 200 application/json after 5.0 seconds`.
    public var description: String { name.isEmpty ? summary : "\(name.shortened): \(summary)" }

    /// The outcome in a few words.
    package var summary: String {
        let delay = delay.flatMap { $0 == .immediate ? nil : " after \($0)" } ?? ""
        switch outcome {
        case .reply(let reply):
            let shown =
                reply.contentType.map {
                    " \(Substring($0.utf8.prefix { $0 != UInt8(ascii: ";") }))"
                } ?? ""
            let location = reply.status.isRedirection ? reply.headers["Location"] : nil
            let target = location.map { " to \(Secrets.masked(url: $0).shortened)" }
            return "\(reply.status)\(target ?? shown)\(delay)"
        case .failure(let error):
            if let name = (error as? URLError)?.code.name { return "error \(name)\(delay)" }
            let nsError = error as NSError
            return "error \(nsError.domain) \(nsError.code)\(delay)"
        case .live(nil):
            return "the real server"
        case .live:
            return "the real server, changed"
        case .never:
            return "no answer until the request times out"
        case .series(let series):
            let elements = series.elements.map(\.summary).joined(separator: ", ")
            if case .weighted = series.order { return "one of \(elements)" }
            return "in turn \(elements)"
        case .handler:
            return "a handler's answer\(delay)"
        }
    }
}

extension CannedResponse {
    /// The reasons why the response is unusable; usually empty.
    package var faults: [String] {
        var faults: [String] = []
        if let fault = delay?.fault { faults.append(fault) }
        switch outcome {
        case .series(let series): faults += series.faults
        case .reply(let reply): reply.addFaults(to: &faults)
        case .failure, .live, .never, .handler: break
        }
        return faults
    }
}

extension CannedResponse.Reply {
    fileprivate func addFaults(to faults: inout [String]) {
        func add(_ fault: String?) { if let fault { faults.append(fault) } }
        if !status.isValid { add("its status is \(status), allowed are 200 to 599") }
        add(completeHeaders.fault)
        if isRedirect {
            if !status.isRedirection {
                add(
                    "no client follows a redirect of status \(status), "
                        + "but those of 301, 302, 303, 307 and 308")
            }
            add(Location(headers["Location"] ?? "").fault)
        }
        add(body.fault)
        if let handler { faults += handler.faults(in: body) }
        if isMalformed, case .pieces = body.kind {
            add("its body comes in pieces, which malformingJSON() cannot change")
        }
        add(failure?.point.fault(for: body))
    }
}

extension CannedResponse {
    /// Returns the response with more header fields, except those that it already has.
    func adding(_ headers: HTTP.Headers) -> CannedResponse {
        changingReplies { $0.headers.fill(from: headers.fields) }
    }

    /// Returns a copy with every reply in it changed; a handler's replies change when it returns
    /// them.
    package func changingReplies(_ change: @escaping ReplyChange) -> CannedResponse {
        changingReplies(by: [change])
    }

    func changingReplies(by changes: [ReplyChange]) -> CannedResponse {
        // A real server's reply without changes passes through as it is.
        if changes.isEmpty { return self }
        var copy = self
        switch outcome {
        case .reply(var reply):
            for change in changes { change(&reply) }
            copy.outcome = .reply(reply)
        case .series(let series):
            let elements = series.elements.map { $0.changingReplies(by: changes) }
            copy.outcome = .series(ResponseSeries(elements: elements, order: series.order))
        case .handler, .live:
            if case .live(nil) = outcome { copy.outcome = .live { reply, _ in reply.response } }
            copy.laterChanges += changes
        case .failure, .never:
            break
        }
        return copy
    }
}
