import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A canned response with all that can be made before a request comes.
final class PreparedResponse: Sendable {
    /// What a request gets.
    enum Answer: Sendable {
        case response(HTTPURLResponse, Content)
        case failure(any Error)
        case live
        case never
        /// What the closure returns, after its own delay.
        case handler(@Sendable () async throws -> PreparedResponse)
    }

    /// What follows the head of a response.
    struct Content: Sendable {
        enum Body: Sendable {
            case whole(Data?)
            case pieces(BodyPieces)
        }

        var body: Body
        /// What ends the load in place of the end of the body.
        var failure: CannedResponse.Failure?
        /// The values of the `Set-Cookie` fields.
        var cookies: [String] = []

        /// The same, once its cookies are stored.
        var withoutCookies: Content { Content(body: body, failure: failure) }
    }

    let response: CannedResponse
    /// The wait that the response or its set asks for; `nil` leaves it to the barricade.
    let delay: ResponseDelay?
    private let set: ResponseSet
    private let files: [FileLocation]
    private let fault: BarricadeError?
    private let headers: HTTPHeaders
    private let cookies: [String]
    private let file: BodyFile?
    private let elements: [PreparedResponse]
    /// How many requests a sequence has served since it was selected.
    private let served = Mutex(0)
    /// The latest response built; the next request is for the same URL more often than not.
    private let latest = Mutex<(url: URL, length: Int?, response: HTTPURLResponse)?>(nil)

    init(_ response: CannedResponse, of set: ResponseSet, files: [FileLocation]) {
        self.response = response
        self.set = set
        self.files = files
        delay = response.delay ?? set.delay
        let faults =
            response.faults + (response.delay == nil ? [set.delay?.fault] : []).compactMap(\.self)
        fault =
            faults.isEmpty
            ? nil
            : BarricadeError(
                .invalidDefinition,
                """
                Response "\(response.name)" of set "\(set.name)" (\(set.origin.text)) cannot be given: \
                \(faults.joined(separator: "; ")).
                """)
        elements =
            if case .series(let series) = response.outcome {
                series.elements.map { element in
                    // A fault in an element is one of the whole, which has the name.
                    var element = element
                    element.name = response.name
                    return PreparedResponse(element, of: set, files: files)
                }
            } else {
                []
            }
        guard case .reply(let reply) = response.outcome else {
            headers = [:]
            cookies = []
            file = nil
            return
        }
        var headers = reply.headers
        if headers["Content-Type"] == nil, let contentType = reply.body.contentType {
            headers.append("Content-Type", contentType)
        }
        self.headers = headers
        cookies = headers.values(of: "Set-Cookie")
        file =
            if case .file(let name, let location) = reply.body.kind {
                BodyFile(name: name, locations: location.map { [$0] } ?? files)
            } else {
                nil
            }
    }

    var name: String { response.name }

    /// Whether every request goes to the real server.
    var isLive: Bool { if case .live = response.outcome { true } else { false } }

    /// What keeps the response from being given, a missing file among it; empty as a rule.
    func check() -> [BarricadeError] {
        if let fault { return [fault] }
        do {
            _ = try file?.read()
            return elements.flatMap { $0.check() }
        } catch {
            return [
                BarricadeError(
                    error.code,
                    """
                    Response "\(name)" of set "\(set.name)" (\(set.origin.text)) cannot be given. \
                    \(error.message)
                    """)
            ]
        }
    }

    // MARK: Sequences

    /// How many requests a sequence has served; `nil` for any other response.
    var position: Int? {
        guard case .series(let series) = response.outcome, case .inTurn = series.order else {
            return nil
        }
        return served.withLock { $0 }
    }

    /// Makes a sequence begin again.
    func restart() {
        served.withLock { $0 = 0 }
        elements.forEach { $0.restart() }
    }

    /// Returns the response that a request gets: this one, or the next of several.
    func next(using random: RandomSource) throws(BarricadeError) -> PreparedResponse {
        guard case .series(let series) = response.outcome, fault == nil else { return self }
        let before = served.withLock { served in
            defer { served += 1 }
            return served
        }
        guard let index = series.index(after: before, using: random) else {
            throw BarricadeError(
                .sequenceUsedUp,
                """
                Response "\(name)" of set "\(set.name)" (\(set.origin.text)) is a sequence that is used \
                up: it has answered \(series.length) requests.

                To fix: let it go on with then: .repeatLast or .cycle, or select it again to start anew.
                """)
        }
        return try elements[index].next(using: random)
    }

    /// Returns a response that is made now, to be given under this one's name.
    func sibling(_ response: CannedResponse) -> PreparedResponse {
        var response = response
        response.name = name
        return PreparedResponse(response, of: set, files: files)
    }

    // MARK: Answering

    /// Makes the answer to a request, reading the body's file if there is one.
    func answer(to request: BarricadeRequest) -> Answer {
        if let fault { return .failure(fault) }
        switch response.outcome {
        case .live:
            return .live
        case .never:
            return .never
        case .failure(let error):
            return .failure(error.located(at: request.url))
        case .handler(let handler):
            return .handler { [self] in sibling(try await handler(request)) }
        case .series:
            // The next one is asked in its place; only a fault gets here, and has been given.
            return .never
        case .reply(let reply):
            do {
                return try answer(reply, to: request)
            } catch {
                return .failure(error)
            }
        }
    }

    private func answer(
        _ reply: CannedResponse.Reply, to request: BarricadeRequest
    ) throws(BarricadeError) -> Answer {
        let body: Content.Body
        let length: Int?
        if let file {
            let data = try file.read()
            (body, length) = (.whole(data), data.count)
        } else {
            switch reply.body.kind {
            case .data(let data): (body, length) = (.whole(data), data.count)
            case .pieces(let pieces): (body, length) = (.pieces(pieces), pieces.size)
            case .none, .file, .unusable: (body, length) = (.whole(nil), nil)
            }
        }
        guard let response = httpResponse(reply, to: request.url, length: length) else {
            return .failure(URLError(.badServerResponse))
        }
        var failure = reply.failure
        if let planned = failure {
            failure = .init(error: planned.error.located(at: request.url), point: planned.point)
        }
        return .response(response, Content(body: body, failure: failure, cookies: cookies))
    }

    private func httpResponse(
        _ reply: CannedResponse.Reply, to url: URL, length: Int?
    ) -> HTTPURLResponse? {
        let built = latest.withLock { latest in
            latest.flatMap { $0.url == url && $0.length == length ? $0.response : nil }
        }
        if let built { return built }
        var headers = headers
        if headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil, let length {
            headers.append("Content-Length", "\(length)")
        }
        let response = HTTPURLResponse(
            url: url, statusCode: reply.status.rawValue, httpVersion: reply.httpVersion,
            headerFields: headers.joined)
        if let response {
            latest.withLock { $0 = (url, length, response) }
        }
        return response
    }
}

extension Error {
    /// The error with the URL it is about, which those of the URL loading system carry.
    fileprivate func located(at url: URL) -> any Error {
        guard let error = self as? URLError, error.failingURL == nil else { return self }
        var userInfo = error.userInfo
        userInfo[NSURLErrorFailingURLErrorKey] = url
        return URLError(error.code, userInfo: userInfo)
    }
}
