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
        case passThrough
        /// What the closure makes of the real server's answer, given likewise.
        case changedLive(CannedResponse.LiveChange, of: PreparedResponse)
        case never
        /// What the closure returns, after its own delay, given under the response's name.
        case handler(CannedResponse.Handler, of: PreparedResponse)
    }

    /// What the responses of a set have in common; a class, since handlers make one for each request.
    final class Context: Sendable {
        private let set: String
        private let origin: ResponseSet.Origin
        fileprivate let matcher: RequestMatcher
        /// How long those wait that do not say so themselves.
        let delay: ResponseDelay?
        /// Where the files of their bodies are looked for.
        let files: [FileLocation]
        let state: HandlerState

        init(_ set: ResponseSet, state: HandlerState) {
            self.set = set.name
            origin = set.origin
            matcher = set.matcher
            delay = set.delay
            files = set.files.map { [$0] } ?? state.files
            self.state = state
        }

        /// The segments that the set's patterns name.
        var pathNames: [String] { matcher.clause.pathNames }

        /// A response and where it is written, for messages.
        func title(of response: CannedResponse) -> String {
            "Response \"\(response.name.shortened)\" of set \"\(set.shortened)\" (\(origin.text))"
        }
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
    private let context: Context
    let fault: BarricadeError?
    let headers: HTTP.Headers
    /// The values of the `Set-Cookie` fields among them.
    let cookies: [String]
    /// Of these headers, those that tell one body from another.
    let validators: (tag: EntityTag?, date: String?)
    let file: BodyFile?
    private let series: PreparedSeries?
    /// Whether it was made for one request, by what a handler returned.
    let isForOneRequest: Bool
    /// What was made for a request, and serves later ones; shared by all that one handler returns.
    let made: Locked<Made>

    struct Made {
        /// What the latest request got.
        var latest: Given?
        /// The tag of a body in memory.
        var tag: EntityTag?
    }

    /// Makes a response ready.
    ///
    /// - Parameters:
    ///   - maker: The one whose handler has returned it; `nil` for any other.
    ///   - isInTurn: Whether a sequence serves it.
    init(
        _ response: CannedResponse, in context: Context, madeBy maker: PreparedResponse? = nil,
        isInTurn: Bool = false
    ) {
        self.response = response
        isForOneRequest = maker != nil
        made = maker?.made ?? Locked(Made())
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
        var headers = reply.headers
        if headers["Content-Type"] == nil, let contentType = reply.body.contentType {
            headers.append("Content-Type", contentType)
        }
        self.headers = headers
        cookies = headers.values(of: "Set-Cookie")
        validators = (headers["ETag"].map { EntityTag($0) }, headers["Last-Modified"])
        file =
            if case .file(let name, let location) = reply.body.kind {
                BodyFile(
                    FileTitle(name: name) { Self.ungivable(response, in: context) },
                    locations: location.map { [$0] } ?? context.files)
            } else {
                nil
            }
    }

    var name: String { response.name }

    /// Returns a request with the segments of its path that the set's pattern names, for users' code.
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
    var handlerState: HandlerState { context.state }

    /// Whether every request passes through, and its answer comes as it is.
    var isLive: Bool { if case .live(nil) = response.outcome { true } else { false } }

    /// What keeps the response from being given, a missing file among it; usually empty.
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
            throw ungivable(error)
        }
    }

    /// Whether the content type says that the body is JSON.
    private var isJSON: Bool {
        let type = headers["Content-Type"].flatMap { ContentType(parsing: $0) }?.name ?? ""
        return type == MediaType.json || type.hasSuffix("+json")
    }

    /// Returns all of a body that does not come in pieces.
    private func bytes(of reply: CannedResponse.Reply) throws(BarricadeError) -> Data {
        if case .data(let data) = reply.body.kind { return data }
        return try file?.find().data() ?? Data()
    }

    private func ungivable(_ error: BarricadeError) -> BarricadeError {
        BarricadeError(error.code, "\(Self.ungivable(response, in: context))\(error.message)")
    }

    /// What messages begin with that say in a sentence of their own why a response cannot be given.
    private static func ungivable(_ response: CannedResponse, in context: Context) -> String {
        "\(context.title(of: response)) cannot be given. "
    }

    /// Returns what a request gets whose values are put into the body.
    func setting(
        _ reply: CannedResponse.Reply, for request: BarricadeRequest
    ) throws(BarricadeError) -> CannedResponse {
        let data = try bytes(of: reply)
        do {
            return try reply.setting(in: data, for: request)
        } catch {
            throw ungivable(error)
        }
    }

    // MARK: Sequences

    /// How many requests a sequence has served; `nil` for any other response.
    var position: Int? { series?.position }

    /// Whether it is a sequence that leaves its requests to the next set once it is used up.
    var endsWithNextSet: Bool { series?.endsWithNextSet ?? false }

    /// Whether it is a sequence that is used up, and leaves its requests to the next set.
    var isForNextSet: Bool { series?.isForNextSet ?? false }

    /// Makes a sequence begin again.
    func restart() {
        series?.restart()
    }

    /// Returns the response that a request gets: this one, or the next of several.
    ///
    /// `nil` if they are used up, and the request is for the next set.
    func next(using random: RandomSource) throws(BarricadeError) -> PreparedResponse? {
        guard let series, fault == nil else { return self }
        guard let element = series.next(using: random) else {
            if series.endsWithNextSet { return nil }
            throw BarricadeError(
                .sequenceUsedUp,
                """
                \(context.title(of: response)) is a sequence that is used up: it has \
                answered \(series.length) requests.

                To fix: let it go on with then: .repeatLast or .cycle, or select it again to start anew.
                """)
        }
        return try element.next(using: random)
    }

    /// Returns a response that is made now, to be given under this one's name.
    func sibling(_ response: consuming CannedResponse) -> PreparedResponse {
        response.name = name
        return PreparedResponse(response, in: context, madeBy: self)
    }
}
