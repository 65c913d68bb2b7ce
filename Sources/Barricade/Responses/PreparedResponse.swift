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

    /// What follows the head of a response; a class, since most requests get the same.
    final class Content: Sendable {
        enum Body: Sendable {
            case whole(Data?)
            case file(FilePart)
            case pieces(BodyPieces)
        }

        let body: Body
        /// What ends the load in place of the end of the body.
        let failure: CannedResponse.Failure?
        /// The values of the `Set-Cookie` fields.
        let cookies: [String]

        init(body: Body, failure: CannedResponse.Failure?, cookies: [String] = []) {
            self.body = body
            self.failure = failure
            self.cookies = cookies
        }

        /// The same, once its cookies are stored.
        var withoutCookies: Content { Content(body: body, failure: failure) }
    }

    let response: CannedResponse
    /// The wait that the response or its set asks for; `nil` leaves it to the barricade.
    let delay: ResponseDelay?
    private let set: ResponseSet
    private let files: [FileLocation]
    let fault: BarricadeError?
    let headers: HTTPHeaders
    /// The values of the `Set-Cookie` fields among them.
    let cookies: [String]
    /// Of these headers, those that tell one body from another.
    let validators: (tag: EntityTag?, date: String?)
    let file: BodyFile?
    private let elements: [PreparedResponse]
    /// Whether it was made for one request, by what a handler returned.
    let isForOneRequest: Bool
    /// How many requests a sequence has served since it was selected.
    private let served = Mutex(0)
    /// What was made for a request, and serves later ones; shared by all that one handler returns.
    let made: Mutex<Made>

    struct Made {
        /// What the latest request got.
        var latest: Given?
        /// The tag of a body in memory.
        var tag: EntityTag?
    }

    init(
        _ response: CannedResponse, of set: ResponseSet, files: [FileLocation],
        madeBy maker: PreparedResponse? = nil
    ) {
        self.response = response
        isForOneRequest = maker != nil
        made = maker?.made ?? Mutex(Made())
        self.set = set
        self.files = files
        delay = response.delay ?? set.delay
        var faults = response.faults
        if response.delay == nil, let fault = set.delay?.fault { faults.append(fault) }
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
            validators = (nil, nil)
            file = nil
            return
        }
        var headers = reply.headers
        if headers["Content-Type"] == nil, let contentType = reply.body.contentType {
            headers.append("Content-Type", contentType)
        }
        self.headers = headers
        cookies = headers.values(of: "Set-Cookie")
        validators = (headers["ETag"].map { EntityTag($0) }, headers["Last-Modified"])
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
            _ = try file?.find().data()
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
        return PreparedResponse(response, of: set, files: files, madeBy: self)
    }
}
