public import Barricade
import BarricadeCommon
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

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
        /// The members of an object have moved one level in.
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

extension Barricade {
    /// The differences of real replies from canned responses, each once, from now on.
    ///
    /// ```swift
    /// for await drift in barricade.drift { print(drift) }
    /// ```
    ///
    /// While the stream or an iterator of it exists, the barricade compares each real reply to a
    /// request of a set, such as one in mode live or recording, with the set's responses of that
    /// status. Loads do not wait for this. It skips bodies of more than 4 MB.
    ///
    /// It reports a difference once for each set, status, place and kind, and again only after the
    /// set's responses have changed. The log, `overview`, and on Apple platforms the system log
    /// show it too. The stream ends with the barricade.
    public var drift: AsyncStream<Drift> {
        AsyncStream { continuation in
            let place = registration(of: DriftWatch(of: self, telling: continuation))
            // The watch ends with the stream.
            continuation.onTermination = { _ in withExtendedLifetime(place) {} }
        }
    }
}

extension ResponseSet {
    /// Returns the differences of a real reply from all responses with its status.
    ///
    /// ```swift
    /// let (data, response) = try await session.data(from: url)
    /// let http = try #require(response as? HTTPURLResponse)
    /// #expect(profile.drift(of: data, http) == [])
    /// ```
    ///
    /// ``Drift`` says what is compared. It skips responses that are made for each request, such as
    /// by a handler, and files that cannot be read.
    ///
    /// - Parameters:
    ///   - data: The reply's body, decoded.
    ///   - response: The reply's status and header fields.
    ///   - files: The location of body files if the set has none; `nil` means the main bundle's
    ///     resources, then the working directory.
    public func drift(
        of data: Data, _ response: HTTPURLResponse, in files: FileLocation? = nil
    ) -> [Drift] {
        SetShape(self, files: files ?? .standard).compare(
            status: HTTP.Status(response.statusCode),
            contentType: response.value(forHTTPHeaderField: "Content-Type"), body: data
        ).drift
    }
}
