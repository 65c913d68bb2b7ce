package import Barricade
import BarricadeCommon
import BarricadeFolder
package import Foundation

/// Coded by its name.
extension ResponseSet.Mode: Codable {}

extension BarricadeOverview {
    /// A response set, its responses, and its present selection and mode.
    package struct SetSummary: Sendable, Encodable, Hashable, Identifiable {
        /// An identifier for URLs, the same in each launch, made of letters, digits, `-` and `_`.
        package let id: String
        /// The name.
        package let name: String
        /// The name of its group; `nil` if it is in none.
        package let group: String?
        /// The requests that it claims, in words, with secrets masked: `GET /users/:id`.
        package var matcher: String { deferredMatcher.value }
        let deferredMatcher: DeferredPart<String>
        /// The responses, in order; their summaries are made when they are first read.
        package var responses: [ResponseSummary] { deferredResponses.value }
        let deferredResponses: DeferredPart<[ResponseSummary]>
        /// The name of the selected response; `nil` if the set has no responses.
        package let selectedResponse: String?
        /// The name of the default response; `nil` if the set has no responses.
        package let defaultResponse: String?
        /// The mode.
        package let mode: ResponseSet.Mode
        /// The number of its requests since the log was last cleared.
        package let requestCount: Int
        /// Whether it has ever had a request; clearing the log does not change this.
        package let isUsed: Bool
        /// The mistakes in its definition; usually none.
        package let faults: [String]
        /// The ways in which the real server's replies differ from its responses, in a sentence each.
        ///
        /// Only `BarricadeRecording` compares them. Registering the set again clears the list.
        package let drift: [String]
        /// Whether the set was made at run time.
        package let isMade: Bool
        /// A number that is another one once the set is registered again, or a response of it is
        /// made, replaced or removed, even if everything is as before then.
        package let version: Int

        private enum CodingKeys: String, CodingKey {
            case id, name, group
            case deferredMatcher = "matcher"
            case isMade
            case deferredResponses = "responses"
            case selectedResponse, defaultResponse, mode, requestCount, isUsed, faults, drift
            case version
        }

        /// Whether its selection or its mode differs from the default.
        package var isChanged: Bool { selectedResponse != defaultResponse || mode != .barricaded }

        /// Returns whether all is as in an earlier summary; what its version has is not compared.
        func isSame(as earlier: SetSummary) -> Bool {
            version == earlier.version && selectedResponse == earlier.selectedResponse
                && mode == earlier.mode && requestCount == earlier.requestCount
                && isUsed == earlier.isUsed && drift == earlier.drift
        }

        /// The response that is selected; `nil` if the set has no responses.
        package var selected: ResponseSummary? {
            selectedResponse.flatMap { self[$0] }
        }

        /// Returns the response of that name; `nil` if there is none.
        package subscript(response: String) -> ResponseSummary? {
            responses.first { $0.name == response }
        }
    }

    /// A summary of one response of a set.
    package struct ResponseSummary: Sendable, Encodable, Hashable, Identifiable {
        /// The kind of a response.
        package enum Kind: String, Sendable, Encodable {
            /// A status, header fields and a body.
            case reply
            /// A redirect to another URL.
            case redirect
            /// An error in place of a response.
            case error
            /// The real server's reply.
            case live
            /// No answer until the request times out.
            case neverAnswers
            /// Several responses, one after the other.
            case sequence
            /// Several responses, one of them at random.
            case weighted
            /// A handler's response, made from each request.
            case handler
        }

        /// The name, unique in its set.
        package let name: String
        /// The kind.
        package let kind: Kind
        /// The status code; `nil` unless it is the same each time.
        package let status: Int?
        /// The delay of the response or its set, in words; `nil` means the barricade's.
        package let delay: String?
        /// The outcome in a few words: `200 application/json after 5.0 seconds`.
        package let summary: String
        /// The outcome in words: `200 OK`, `401 unauthorized, after 2.0 seconds`.
        package let words: String
        /// Whether the response was made at run time, so that it can be edited.
        package let isMade: Bool

        /// The name.
        package var id: String { name }
    }
}

extension BarricadeOverview.ResponseSummary {
    init(_ prepared: PreparedResponse, isMade: Bool) {
        let response = prepared.definition
        self.isMade = isMade
        name = response.name
        let delay = prepared.delay.flatMap { $0 == .immediate ? nil : "\($0)" }
        let summary = response.summary.shortened
        (self.delay, self.summary) = (delay, summary)
        var status: HTTP.Status?
        switch response.outcome {
        case .reply(let reply):
            status = reply.status
            kind = reply.isRedirect ? .redirect : .reply
        case .failure: kind = .error
        case .live: kind = .live
        case .never: kind = .neverAnswers
        case .series(let series): kind = series.isInTurn ? .sequence : .weighted
        case .handler: kind = .handler
        }
        self.status = status?.rawValue
        words = status.map { $0.words + (delay.map { ", after \($0)" } ?? "") } ?? summary
    }
}

extension String {
    /// The text as an identifier for URLs, since names may hold slashes.
    package var identifierForURLs: String { Data(utf8).textForURLs }

    /// Makes the text of an identifier; `nil` if it is not one.
    package init?(identifierForURLs identifier: String) {
        let base64 = identifier.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64 + padding),
            let text = String(data: data, encoding: .utf8),
            text.identifierForURLs == identifier
        else { return nil }
        self = text
    }
}

extension Data {
    /// The bytes in base64 for URLs, without padding (RFC 4648, section 5).
    package var textForURLs: String {
        // By bytes: `replacing` takes ten times as long, for each of thousands of sets.
        let bytes = base64EncodedData().map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
}

/// A part of a summary that is made when it is first read; coded as its value.
final class DeferredPart<Value: Sendable & Encodable & Hashable>: Sendable, Encodable, Hashable {
    private enum State {
        case pending(@Sendable () -> Value)
        case made(Value)
    }

    private let state: Locked<State>

    /// Defers a value.
    ///
    /// - Parameter make: Makes the value, the same one each time; released with all that it retains
    ///   once the value is made.
    init(_ make: @escaping @Sendable () -> Value) {
        state = Locked(.pending(make))
    }

    var value: Value {
        switch state.withLock({ $0 }) {
        case .made(let value):
            return value
        case .pending(let make):
            // Not under the lock, since it may call users' code, such as that of their errors.
            let value = make()
            state.withLock { $0 = .made(value) }
            return value
        }
    }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    static func == (left: DeferredPart, right: DeferredPart) -> Bool {
        left === right || left.value == right.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
