import Barricade

/// A way in which the real server's replies differ from all canned responses of a set.
///
/// ```swift
/// for await drift in barricade.drift { print(drift) }
/// ```
///
/// It concerns the shape of replies, not their values: status, content type, and in JSON the keys,
/// types, `null`, formats of text, and words out of a small set.
public struct Drift: Sendable, Codable, Hashable {
    /// The kind of a difference.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The reply lacks a key that every canned response has.
        case missingKey
        /// The reply has a key that no canned response has.
        case newKey
        /// The members of an object have moved one level in or out.
        case nesting
        /// A value has another type, such as a number as text.
        case type
        /// A value is `null`, but in no canned response.
        case null
        /// An array has elements, but in all canned responses it is empty; or the other way round.
        case elements
        /// A text has another format, such as a date with a time.
        case format
        /// A word is not among the few that canned responses have.
        case word
        /// No canned response has the status.
        case status
        /// The content type differs.
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
    /// The JSON path of the place: `$.items[*].price`; `nil` if it is not in a JSON body.
    public let path: String?
    /// The set's side: `a number`.
    public let wants: String
    /// The server's side: `a number as text`.
    public let got: String
    /// The responses that have the set's side: `"Regular" (profile.json) and 1 more`.
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
