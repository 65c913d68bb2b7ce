/// A clause of a matcher that a request does not meet, with the wanted and the found value.
///
/// Secrets are masked, and each value is shortened to 200 characters.
public struct Mismatch: Sendable, Equatable {
    /// The part that differs: `method`, `path`, `query item page`, `header Accept`, `JSON body`.
    package let subject: String
    /// The wanted value: `path /v1/profile`, `query item page "2"`.
    ///
    /// The reason, if a pattern cannot be read.
    package let wants: String
    /// The found value: `/v1/profiles`, `"3"`, `none`; `nil` if a pattern cannot be read.
    package let got: String?
    /// The distance of the two: 0 means equal, 1 means nothing in common.
    package let distance: Double

    init(_ subject: String, _ difference: Difference, distance: Double) {
        self.subject = subject.shortened
        wants = difference.wants
        got = difference.got
        self.distance = distance
    }
}

extension Mismatch: CustomStringConvertible {
    /// The mismatch in words: `wants path /v1/profile, got /v1/profiles`.
    public var description: String {
        guard let got else { return "never matches: \(wants)" }
        return "wants \(wants), got \(got)"
    }
}

extension [Mismatch] {
    /// The distance of all clauses together; a mismatch does not hide later ones.
    package var distance: Double { reduce(0) { $0 + $1.distance } }
}

/// The wanted and the found value, in words.
package struct Difference {
    let wants: String
    /// `nil` if what is wanted cannot be read.
    let got: String?

    init(wants: String, got: String?) {
        self.wants = wants
        self.got = got
    }

    /// Makes the difference in a part that occurs once, shortened: `path /a`; an empty `got` means
    /// none.
    init(_ part: String, _ wanted: String, got: String) {
        self.init(wants: "\(part) \(wanted.shortened)", got: got.isEmpty ? "none" : got.shortened)
    }

    /// Makes the difference in a body, or says why the body cannot be read.
    init(bodyWith wants: String, _ difference: () throws(BarricadeError) -> Difference) {
        do {
            self = try difference()
        } catch {
            self.init(wants: wants, got: Self.phrase(for: error.message))
        }
    }

    /// Returns why a body cannot be read, as a noun phrase.
    private static func phrase(for message: String) -> String {
        if message == RequestBody.absence { return "no body" }
        return message.hasPrefix("body ")
            ? "a body that \(message.dropFirst("body ".count))"
            : "a body that cannot be read: \(message)"
    }
}
