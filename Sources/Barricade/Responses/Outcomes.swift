public import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Several responses under one name; each request gets one of them.
package struct ResponseSeries: Sendable {
    package enum Order: Sendable {
        case inTurn(CannedResponse.SequenceEnd)
        case weighted([Double])
    }

    package let elements: [CannedResponse]
    package let order: Order

    package init(elements: [CannedResponse], order: Order) {
        self.elements = elements
        self.order = order
    }

    /// The reasons why it is unusable; usually empty.
    package var faults: [String] {
        guard !elements.isEmpty else { return ["it has no responses"] }
        switch order {
        case .inTurn:
            return elements.contains { ($0.repeats ?? 1) < 1 }
                ? ["one of its responses is served less than once"] : []
        case .weighted(let weights):
            let areUsable =
                weights.allSatisfy { $0 >= 0 && $0.isFinite } && weights.reduce(0, +) > 0
            return areUsable ? [] : ["its weights are negative or infinite, or all of them are 0"]
        }
    }

    /// Returns the number of requests that these elements answer in turn.
    func length(of indices: [Int]) -> Int {
        indices.reduce(0) { length, index in
            let (sum, isTooLong) = length.addingReportingOverflow(elements[index].turns)
            return isTooLong ? .max : sum
        }
    }

    /// Whether it serves its responses one after the other.
    package var isInTurn: Bool { if case .inTurn = order { true } else { false } }

    /// Returns the index of a request's element, given the number of requests before; `nil` past
    /// the end.
    ///
    /// - Parameter indices: The elements that may answer it, if they are in turn.
    func index(after served: Int, among indices: [Int], using random: RandomSource) -> Int? {
        switch order {
        case .weighted(let weights):
            var rest = random.fraction() * weights.reduce(0, +)
            for (index, weight) in weights.enumerated() where weight > 0 {
                rest -= weight
                if rest < 0 { return index }
            }
            return weights.lastIndex { $0 > 0 }
        case .inTurn(let end):
            var rest = end == .cycle ? served % length(of: indices) : served
            for index in indices {
                rest -= elements[index].turns
                if rest < 0 { return index }
            }
            return end == .fail || end == .nextSet ? nil : indices.last
        }
    }
}

extension CannedResponse {
    /// The behavior of a sequence after its last response.
    public enum SequenceEnd: Sendable, Equatable {
        /// The last response answers all further requests.
        case repeatLast
        /// The sequence starts again.
        case cycle
        /// Requests fail with an error that says that the sequence has ended.
        case fail
        /// Requests go to the next set that matches, as if this set did not exist.
        case nextSet
    }
}

extension CannedResponse {
    /// Makes a response that answers each request with the next of several.
    ///
    /// ```swift
    /// CannedResponse.sequence("Third Time Lucky") {
    ///     CannedResponse(status: .serviceUnavailable).times(2)
    ///     CannedResponse(json: ["ok": true])
    /// }
    /// ```
    ///
    /// Selecting it restarts it, even if it is selected already.
    /// ``Barricade/sequencePosition(for:)`` returns its position.
    public static func sequence(
        _ name: String = "", then end: CannedResponse.SequenceEnd = .repeatLast,
        @ListBuilder<CannedResponse> responses: () -> [CannedResponse]
    ) -> CannedResponse {
        CannedResponse(
            name, .series(ResponseSeries(elements: responses(), order: .inTurn(end))))
    }

    /// Makes a response that answers each request with a random one of several, by their weights.
    ///
    /// ```swift
    /// CannedResponse.weighted("Flaky", [(9, ok), (1, CannedResponse(error: .timedOut))])
    /// ```
    ///
    /// The choice comes from the barricade's seed: the same seed gives the same run.
    public static func weighted(
        _ name: String = "", _ responses: [(weight: Double, response: CannedResponse)]
    ) -> CannedResponse {
        let series = ResponseSeries(
            elements: responses.map(\.response), order: .weighted(responses.map(\.weight)))
        return CannedResponse(name, .series(series))
    }

    /// Returns the response to serve a number of times in a sequence.
    ///
    /// Outside of a ``sequence(_:then:responses:)`` it fails its requests.
    public func times(_ count: Int) -> CannedResponse {
        var copy = self
        copy.repeats = count
        return copy
    }

    /// The number of times that a sequence serves it, at least 1.
    fileprivate var turns: Int { max(repeats ?? 1, 1) }
}

/// The state of a barricade's handlers between requests: the items of its resources.
///
/// A resource is a definition that several barricades may share, such as those of parallel tests.
/// Its items are kept here, so that each barricade has its own.
package final class HandlerState: Sendable {
    /// The location of files.
    package let files: FileLocation
    package let random: RandomSource
    /// Tells the date.
    let date: @Sendable () -> Date
    private let entries = Locked<[(owner: any AnyObject & Sendable, value: any Sendable)]>([])

    init(files: FileLocation, random: RandomSource, date: @escaping @Sendable () -> Date) {
        self.files = files
        self.random = random
        self.date = date
    }

    /// Returns the state of an owner, made at the first call.
    package func value<Value: Sendable>(
        for owner: any AnyObject & Sendable, make: () -> Value
    ) -> Value {
        entries.withLock { entries in
            for entry in entries where entry.owner === owner {
                if let value = entry.value as? Value { return value }
            }
            let value = make()
            entries.append((owner, value))
            return value
        }
    }
}

/// A handler that needs its barricade's state.
package protocol StatefulHandler: Sendable {
    /// The resource that answers.
    var resource: any AnyObject & Sendable { get }

    /// Makes the response to a request.
    func answer(
        _ request: BarricadeRequest, in state: HandlerState
    ) async throws -> CannedResponse

    /// Returns the reason why it cannot answer; usually `nil`.
    func fault(in state: HandlerState) -> BarricadeError?
}

/// A change of a reply's body for each request, such as values that come from the request.
package protocol BodyRewriter: Sendable {
    /// Returns the reasons why it can never change this body; usually none.
    func faults(in body: ResponseBody) -> [String]

    /// Checks that it can change these bytes.
    ///
    /// - Parameter pathNames: The names of segments in the set's patterns.
    func check(_ data: Data, pathNames: [String]) throws(BarricadeError)

    /// Returns the bytes for a request.
    func rewritten(
        _ data: Data, for request: BarricadeRequest, at date: Date
    ) throws(BarricadeError) -> Data
}

extension CannedResponse {
    /// Makes a response that lets the request pass through and changes the real server's reply.
    ///
    /// ```swift
    /// CannedResponse.live("Sold Out") { reply, request in
    ///     var book: [String: JSONValue] = try reply.json()
    ///     book["stock"] = 0
    ///     return CannedResponse(
    ///         status: reply.status, headers: reply.headers, json: .object(book))
    /// }
    /// ```
    ///
    /// The closure gets the whole reply in memory, so do not use it for large downloads or endless
    /// streams. It runs as handlers do: an error that it throws fails the load, and its response
    /// needs no name. The app gets connection errors unchanged. A redirect makes a new request, so
    /// the closure sees the final reply only if this set claims that request too.
    public static func live(
        _ name: String = "Live",
        changing change:
            @escaping @Sendable (LiveReply, BarricadeRequest) async throws ->
            CannedResponse
    ) -> CannedResponse {
        CannedResponse(name, .live(change))
    }

    package typealias LiveChange =
        @Sendable (LiveReply, BarricadeRequest) async throws -> CannedResponse
}

/// The real server's reply, before the app gets it.
public struct LiveReply: Sendable {
    /// The status.
    public var status: HTTP.Status
    /// The header fields, without those about the body's encoding in transfer.
    public var headers: HTTP.Headers
    /// The body, decoded; empty if there is none.
    public var body: Data

    /// Makes a reply from Foundation's response to a request with this method.
    package init(_ response: HTTPURLResponse, _ body: Data, to method: HTTP.Method) {
        status = HTTP.Status(response.statusCode)
        self.body = body
        var headers = HTTP.Headers()
        for field in HTTP.Headers(describing: response.allHeaderFields).fields {
            let (name, value) = (field.name, field.value)
            switch name.lowercased() {
            case "set-cookie":
                for cookie in SetCookie.fields(joined: value) { headers.append(name, cookie) }
            case "content-encoding", "content-length", "transfer-encoding":
                // After HEAD they describe a body that was not sent.
                if method == .head { headers.append(name, value) }
            default:
                headers.append(name, value)
            }
        }
        self.headers = headers
    }

    /// Decodes the body as JSON.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` if it is not JSON (with the offset), or not
    ///   of that type (with the path to the value, but not the value).
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws(BarricadeError) -> Value {
        do {
            return try BarricadeRequest.decodeJSON(type, from: body, with: decoder)
        } catch {
            throw BarricadeError(error.code, "The real server's \(error.message)")
        }
    }

    /// The server's response, unchanged.
    public var response: CannedResponse {
        CannedResponse(status: status, headers: headers, body: .data(body).ofType(nil))
    }
}
