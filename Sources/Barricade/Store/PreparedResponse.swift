import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A canned response, with everything that can be computed before a request comes.
package final class PreparedResponse: Sendable {
    /// The answer to a request.
    enum Answer: Sendable {
        case response(HTTPURLResponse, Content)
        case failure(any Error)
        case passThrough
        /// The closure's response to the real server's reply, under this response's name.
        case changedLive(CannedResponse.LiveChange, of: PreparedResponse)
        case never
        /// The closure's response, after its own delay, under this response's name.
        case handler(CannedResponse.Handler, of: PreparedResponse)
    }

    /// The values that a set's responses share; a class, since handlers make a response for each
    /// request.
    final class Context: Sendable {
        private let set: String
        private let origin: ResponseSet.Origin
        fileprivate let matcher: RequestMatcher
        /// The delay of responses that have none.
        package let delay: ResponseDelay?
        /// The locations of body files.
        package let files: [FileLocation]
        let state: HandlerState

        init(_ set: ResponseSet, state: HandlerState) {
            self.set = set.name
            origin = set.origin
            matcher = set.matcher
            delay = set.delay
            files = set.files.map { [$0] } ?? state.files
            self.state = state
        }

        /// The names of segments in the set's patterns.
        package var pathNames: [String] { matcher.clause.pathNames }

        /// Returns a response's name and place in the source, for messages.
        func title(of response: CannedResponse) -> String {
            "Response \"\(response.name.shortened)\" of set \"\(set.shortened)\" (\(origin.text))"
        }
    }

    /// The content after the head of a response; a class, since most requests share it.
    final class Content: Sendable {
        enum Body: Sendable {
            case whole(Data?)
            case file(FilePart)
            case pieces(BodyPieces)
        }

        package let body: Body
        /// The failure that ends the load before the end of the body.
        package let failure: CannedResponse.Failure?
        /// The values of the `Set-Cookie` fields.
        let cookies: [String]
        /// The head of a canned response; `nil` for a real server's.
        let head: ResponseHead?

        init(
            body: Body, failure: CannedResponse.Failure?, cookies: [String] = [],
            head: ResponseHead? = nil
        ) {
            self.body = body
            self.failure = failure
            self.cookies = cookies
            self.head = head
        }

        /// The same content after its cookies are stored.
        var withoutCookies: Content { Content(body: body, failure: failure, head: head) }
    }

    package let response: CannedResponse
    /// The delay of the response or its set; `nil` means the barricade's.
    package let delay: ResponseDelay?
    private let context: Context
    package let fault: BarricadeError?
    package let headers: HTTP.Headers
    /// The values of the `Set-Cookie` fields in `headers`.
    let cookies: [String]
    /// The headers that identify a version of the body.
    let validators: (tag: EntityTag?, date: String?)
    package let file: BodyFile?
    private let series: PreparedSeries?
    /// Whether a handler returned it, for one request.
    let isForOneRequest: Bool
    /// The cache for later requests, shared by all responses of one handler.
    let cache: Locked<Cache>

    /// Prepares a response.
    ///
    /// - Parameters:
    ///   - handler: The response whose handler has returned it; `nil` if none has.
    ///   - isInTurn: Whether it is part of a sequence.
    init(
        _ response: CannedResponse, in context: Context,
        returnedBy handler: PreparedResponse? = nil,
        isInTurn: Bool = false
    ) {
        self.response = response
        isForOneRequest = handler != nil
        cache = handler?.cache ?? Locked(Cache())
        self.context = context
        delay = response.delay ?? context.delay
        var faults = response.faults
        if response.delay == nil, let fault = context.delay?.fault { faults.append(fault) }
        if let repeats = response.repeats, !isInTurn {
            faults.append("times(\(repeats)) is for the responses of a sequence, .sequence { … }")
        }
        fault =
            faults.isEmpty
            ? nil
            : BarricadeError(
                .invalidDefinition,
                """
                \(context.title(of: response)) cannot be given: \
                \(faults.joined(separator: "; ")).
                """)
        series =
            if case .series(let series) = response.outcome {
                PreparedSeries(series, named: response.name, in: context)
            } else {
                nil
            }
        guard case .reply(let reply) = response.outcome else {
            headers = [:]
            cookies = []
            validators = (nil, nil)
            file = nil
            return
        }
        headers = reply.completeHeaders
        cookies = headers.values(of: "Set-Cookie")
        validators = (headers["ETag"].map { EntityTag($0) }, headers["Last-Modified"])
        file =
            if case .file(let name, let location) = reply.body.kind {
                BodyFile(
                    FileTitle(name: name) { Self.unusable(response, in: context) },
                    locations: location.map { [$0] } ?? context.files)
            } else {
                nil
            }
    }

    package var name: String { response.name }

    /// Returns a request with the values of the named segments, for users' code.
    func withPathValues(_ request: BarricadeRequest) -> BarricadeRequest {
        var request = request
        request.pathValues = context.matcher.clause.pathValues(in: request)
        return request
    }

    /// Runs a user's code; what it cannot read of a body is said with the names of response and set.
    func naming<Value: Sendable>(
        _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch let error as BarricadeError where error.code == .unreadableBody {
            throw BarricadeError(
                error.code, "\(context.title(of: response)) cannot be given: \(error.message).")
        }
    }

    /// The state of its barricade's handlers.
    package var handlerState: HandlerState { context.state }

    /// Whether every request passes through, and its reply stays unchanged.
    package var isLive: Bool { if case .live(nil) = response.outcome { true } else { false } }

    /// Whether no request gets an answer.
    var neverAnswers: Bool { if case .never = response.outcome { true } else { false } }

    /// Returns the reasons why the response is unusable, such as a missing file; usually empty.
    func check() -> [BarricadeError] {
        if let fault { return [fault] }
        if case .stateful(let handler) = response.outcome {
            return [handler.check(context.state)].compactMap(\.self)
        }
        do {
            if case .reply(let reply) = response.outcome { try check(reply) }
            return series?.check() ?? []
        } catch {
            return [error]
        }
    }

    private func check(_ reply: CannedResponse.Reply) throws(BarricadeError) {
        let data = try bytes(of: reply)
        if reply.settings.isEmpty, isJSON { try file?.checkJSON(data) }
        do throws(BarricadeError) {
            try reply.checkSettings(in: data, pathNames: context.pathNames)
        } catch {
            throw unusable(error)
        }
    }

    /// Whether the content type says that the body is JSON, and nothing that it is compressed.
    private var isJSON: Bool {
        guard headers["Content-Encoding"] == nil else { return false }
        let type = headers["Content-Type"].flatMap { ContentType(parsing: $0) }?.name ?? ""
        return type == MediaType.json || type.hasSuffix("+json")
    }

    /// Returns the whole body, if it does not come in pieces.
    private func bytes(of reply: CannedResponse.Reply) throws(BarricadeError) -> Data {
        if case .data(let data) = reply.body.kind { return data }
        return try file?.find().data() ?? Data()
    }

    private func unusable(_ error: BarricadeError) -> BarricadeError {
        BarricadeError(error.code, "\(Self.unusable(response, in: context))\(error.message)")
    }

    /// Returns the beginning of messages whose next sentence says why a response cannot be given.
    private static func unusable(_ response: CannedResponse, in context: Context) -> String {
        "\(context.title(of: response)) cannot be given. "
    }

    /// Returns the response to a request whose values are set in the body.
    func setting(
        _ reply: CannedResponse.Reply, for request: BarricadeRequest
    ) throws(BarricadeError) -> CannedResponse {
        let data = try bytes(of: reply)
        do {
            return try reply.setting(in: data, for: request, state: handlerState)
        } catch {
            throw unusable(error)
        }
    }

    // MARK: Sequences

    /// The number of requests that a sequence has answered; `nil` for any other response.
    var position: Int? { series?.position }

    /// Whether it is a sequence that ends with the next set.
    var endsWithNextSet: Bool { series?.endsWithNextSet ?? false }

    /// Whether it is a sequence that has ended, and leaves its requests to the next set.
    var isForNextSet: Bool { series?.isForNextSet ?? false }

    /// Restarts a sequence.
    func restart() {
        series?.restart()
    }

    /// Returns the response to a request: this one, or the next of a sequence.
    ///
    /// `nil` if the sequence has ended, and the request is for the next set.
    package func next(using random: RandomSource) throws(BarricadeError) -> PreparedResponse? {
        guard let series, fault == nil else { return self }
        guard let element = series.next(using: random) else {
            if series.endsWithNextSet { return nil }
            throw BarricadeError(
                .sequenceUsedUp,
                """
                \(context.title(of: response)) is a sequence that is used up: it has \
                answered \(series.length == 1 ? "1 request" : "\(series.length) requests").

                To fix: continue it with then: .repeatLast or .cycle, or select it again to restart it.
                """)
        }
        return try element.next(using: random)
    }

    /// Returns the response that a random source picks: this one, or any of a sequence or choice.
    func picked(using random: RandomSource) -> PreparedResponse {
        guard let series, fault == nil else { return self }
        return series.picked(using: random)
    }

    /// Prepares a response that a handler has made now, under this one's name.
    func prepared(_ response: consuming CannedResponse) -> PreparedResponse {
        response.name = name
        return PreparedResponse(response, in: context, returnedBy: self)
    }
}
