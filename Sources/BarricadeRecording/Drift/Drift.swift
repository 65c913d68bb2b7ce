import Barricade

/// A way in which the real server's replies differ from all canned responses of a set.
///
/// ```swift
/// for await drift in barricade.drift { print(drift) }
/// ```
///
/// It is about the shape of replies, not their values: status, content type, and in JSON the keys,
/// types, `null`, formats of text, and words that are one of few.
public struct Drift: Sendable, Codable, Hashable {
    /// The kind of a difference.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A key is missing that every canned response has.
        case missingKey
        /// A key is there that no canned response has.
        case newKey
        /// The members of an object are one level further in or out.
        case nesting
        /// A value has another type, such as a number as text.
        case type
        /// A value is `null`, which it is in no canned response.
        case null
        /// An array has elements and none has them in a canned response, or the other way round.
        case elements
        /// A text has another format, such as a date with a time.
        case format
        /// A word is none of the few that canned responses have.
        case word
        /// The status is none that a canned response has.
        case status
        /// The content type is another.
        case contentType
        /// The body is empty, or is no longer JSON.
        case body
    }

    /// The name of the set.
    public let set: String
    /// The status of the reply.
    public let status: Int
    /// The kind of the difference.
    public let kind: Kind
    /// The JSON path of the place: `$.items[*].price`; `nil` if it is not in the JSON of the body.
    public let path: String?
    /// The set's side: `a number`.
    public let wants: String
    /// The server's side: `a number as text`.
    public let got: String
    /// The responses with the set's side: `"Regular" (profile.json) and 1 more`.
    public let source: String

    /// The difference in words: `$.zip: wants text as in "Regular" (profile.json), got a number`.
    public var difference: String {
        let place =
            path?.shortened
            ?? (kind == .contentType ? "content type" : kind == .status ? "status" : "body")
        return "\(place): wants \(wants) as in \(source), got \(got)"
    }
}

extension Drift: CustomStringConvertible {
    /// The set and the difference: `Profile: $.zip: wants text as in "Regular", got a number`.
    public var description: String { "\(set.shortened): \(difference)" }
}
