public import Foundation

/// One answer of a response set: a name, and what a request gets while it is selected.
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
/// The status is 200 and there is no body unless said otherwise. `Content-Type` comes from the
/// body, `Content-Length` from its size; headers given win over both. A response that cannot be
/// given as it is written (a status outside 100–599, a header with a line break, a missing file)
/// fails the request with the reason, and ``Barricade/validate()`` lists it beforehand.
public struct CannedResponse: Sendable {
    /// Header fields; the same as `HTTP.Headers`.
    public typealias Headers = HTTP.Headers
    /// A status code; the same as `HTTP.Status`.
    public typealias Status = HTTP.Status

    enum Outcome: Sendable {
        case reply(Reply)
        case failure(any Error)
        /// The real server answers; what it says may be changed.
        case live(LiveChange?)
        case never
        case series(ResponseSeries)
        case handler(Handler)
        case stateful(StatefulHandler)
    }

    /// What makes a response of a request; an error that it throws fails the load.
    public typealias Handler = @Sendable (BarricadeRequest) async throws -> CannedResponse

    struct Failure: Sendable {
        let error: any Error
        let point: FailurePoint
    }

    struct Reply: Sendable {
        var status: HTTP.Status
        var headers: HTTP.Headers
        var httpVersion: String
        var body: ResponseBody
        var failure: Failure?
        /// Whether it was made to send the client on, so that its location must be a URL.
        var isRedirect = false
        /// Whether the body's last byte is lost to a comma.
        var isMalformed = false
        /// The values that are put into its JSON for each request.
        var settings: [JSONSetting] = []
    }

    /// The name, unique in its set.
    public internal(set) var name: String
    /// How long it waits; `nil` leaves that to the set, then to the barricade.
    public let delay: ResponseDelay?
    let outcome: Outcome
    /// How many times a sequence serves it in turn; `nil` where nobody says, which is once.
    var repeats: Int?

    init(_ name: String, _ outcome: Outcome, delay: ResponseDelay?) {
        self.name = name
        self.delay = delay
        self.outcome = outcome
    }

    init(copying other: CannedResponse, outcome: Outcome) {
        self.init(other.name, outcome, delay: other.delay)
        repeats = other.repeats
    }

    /// Makes a response of a status, headers and any kind of body.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        httpVersion: String = "HTTP/1.1", body: ResponseBody = .none, delay: ResponseDelay? = nil
    ) {
        let reply = Reply(status: status, headers: headers, httpVersion: httpVersion, body: body)
        self.init(name, .reply(reply), delay: delay)
    }

    /// Makes a response of a JSON literal: `json: ["id": 7, "name": .string(name)]`.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        json: JSONValue,
        delay: ResponseDelay? = nil
    ) {
        self.init(name, status: status, headers: headers, body: .json(json), delay: delay)
    }

    /// Makes a response of JSON as text: `jsonText: #"{"id": 7}"#`.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        jsonText: String, delay: ResponseDelay? = nil
    ) {
        self.init(name, status: status, headers: headers, body: .jsonText(jsonText), delay: delay)
    }

    /// Makes a response of a model, encoded now; without an encoder given, by one that sorts keys.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        encoding value: any Encodable, encoder: JSONEncoder? = nil, delay: ResponseDelay? = nil
    ) {
        self.init(
            name, status: status, headers: headers, body: .encoding(value, encoder: encoder),
            delay: delay)
    }

    /// Makes a response of text in UTF-8.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:], text: String,
        delay: ResponseDelay? = nil
    ) {
        self.init(name, status: status, headers: headers, body: .text(text), delay: delay)
    }

    /// Makes a response of a file, read each time it is served; ``ResponseBody/file(_:in:contentType:)``
    /// says where it is looked for.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:], file: String,
        in location: FileLocation? = nil, delay: ResponseDelay? = nil
    ) {
        self.init(
            name, status: status, headers: headers, body: .file(file, in: location), delay: delay)
    }

    /// Makes a response of a file by its URL, read each time it is served.
    ///
    /// A URL that is no file URL fails the requests that it would answer.
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        file url: URL, delay: ResponseDelay? = nil
    ) {
        self.init(name, status: status, headers: headers, body: .file(url), delay: delay)
    }

    /// Makes a response that sends the client on to another URL, relative to the request's own.
    ///
    /// The request that it leads to is decided anew. A location that can never be a URL is a fault.
    public init(
        _ name: String = "", redirect location: String, status: HTTP.Status = .found,
        headers: HTTP.Headers = [:], delay: ResponseDelay? = nil
    ) {
        var headers = headers
        headers["Location"] = location
        let reply = Reply(
            status: status, headers: headers, httpVersion: "HTTP/1.1", body: .none, isRedirect: true
        )
        self.init(name, .reply(reply), delay: delay)
    }

    /// Makes a response that fails the load with an error of the URL loading system.
    public init(_ name: String = "", error code: URLError.Code, delay: ResponseDelay? = nil) {
        self.init(name, error: URLError(code), delay: delay)
    }

    /// Makes a response that fails the load; Apple platforms keep an error's domain and code only.
    public init(_ name: String = "", error: any Error, delay: ResponseDelay? = nil) {
        self.init(name, .failure(error), delay: delay)
    }

    /// Makes a response of a request, when it comes: its body, and the segments its path names.
    ///
    /// ```swift
    /// ResponseSet("User", on: .get("/users/:id")) {
    ///     CannedResponse("Echo") { request in
    ///         CannedResponse(json: ["id": .string(request.pathValues["id"] ?? "")])
    ///     }
    /// }
    /// ```
    ///
    /// It runs in a task of its own, which is cancelled with the load; a handler that takes longer
    /// than the request's timeout fails it with `URLError.timedOut`. An error that it throws fails
    /// the load. What it returns needs no name.
    public init(_ name: String = "", delay: ResponseDelay? = nil, handler: @escaping Handler) {
        self.init(name, .handler(handler), delay: delay)
    }

    /// Makes a response that never comes: the load fails at the request's timeout.
    public static func neverAnswers(_ name: String = "Never Answers") -> CannedResponse {
        CannedResponse(name, .never, delay: nil)
    }

    /// Makes a response that fails the load as a device without a network does.
    public static func offline(_ name: String = "Offline") -> CannedResponse {
        CannedResponse(name, error: .notConnectedToInternet)
    }

    /// Makes a response of a status that says that the server has failed; 500 by default.
    public static func serverError(
        _ name: String = "Server Error", status: HTTP.Status = .internalServerError
    ) -> CannedResponse {
        CannedResponse(name, status: status)
    }

    /// Makes a response that lets the request go to the real server.
    public static func live(_ name: String = "Live") -> CannedResponse {
        CannedResponse(name, .live(nil), delay: nil)
    }
}

extension CannedResponse: CustomStringConvertible {
    /// What a request gets, in a few words: `200 application/json after 5.0 seconds`.
    public var description: String {
        let delay = delay.flatMap { $0 == .none ? nil : " after \($0)" } ?? ""
        switch outcome {
        case .reply(let reply):
            let type = reply.headers["Content-Type"] ?? reply.body.contentType
            let shown = type?.split(separator: ";").first.map { " \($0)" } ?? ""
            let location = reply.status.isRedirection ? reply.headers["Location"] : nil
            let target = location.map { " to \(Secrets.masked(url: $0).shortened)" }
            return "\(reply.status)\(target ?? shown)\(delay)"
        case .failure(let error):
            let bare = error as NSError
            let name = (error as? URLError)?.code.name ?? "\(bare.domain) \(bare.code)"
            return "error \(name)\(delay)"
        case .live(nil):
            return "the real server"
        case .live:
            return "the real server, changed"
        case .never:
            return "no answer until the request times out"
        case .series(let series):
            let elements = series.elements.map(\.description).joined(separator: ", ")
            if case .weighted = series.order { return "one of \(elements)" }
            return "in turn \(elements)"
        case .handler, .stateful:
            return "a handler's answer\(delay)"
        }
    }
}

extension CannedResponse {
    /// What keeps the response from being given as it is written; usually empty.
    var faults: [String] {
        var faults: [String] = []
        if let fault = delay?.fault { faults.append(fault) }
        if case .series(let series) = outcome { faults += series.faults }
        if case .reply(let reply) = outcome {
            if !reply.status.isValid {
                faults.append("its status is \(reply.status), allowed are 100 to 599")
            }
            if let fault = reply.headers.fault { faults.append(fault) }
            if reply.isRedirect, let fault = Location(reply.headers["Location"] ?? "").fault {
                faults.append(fault)
            }
            if case .unusable(let reason) = reply.body.kind { faults.append(reason) }
            if case .pieces(let pieces) = reply.body.kind, let fault = pieces.fault {
                faults.append(fault)
            }
            faults += reply.settingFaults
            if reply.isMalformed, case .pieces = reply.body.kind {
                faults.append("its body comes in pieces, which malformingJSON() cannot change")
            }
            if let fault = reply.failure?.point.fault(for: reply.body) { faults.append(fault) }
        }
        return faults
    }
}
