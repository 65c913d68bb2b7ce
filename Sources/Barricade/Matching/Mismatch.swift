/// A clause of a matcher that a request does not meet, with the wanted and the found value.
///
/// Secrets are masked, and each value is shortened to 200 characters.
public struct Mismatch: Sendable, Hashable {
    /// The part that differs: `method`, `path`, `query item page`, `header Accept`, `JSON body`.
    public let subject: String
    /// The wanted value: `path /v1/profile`, `query item page "2"`.
    ///
    /// The reason, if a pattern cannot be read.
    public let wants: String
    /// The found value: `/v1/profiles`, `"3"`, `none`; `nil` if a pattern cannot be read.
    public let got: String?
    /// The distance of the two: 0 means equal, 1 means nothing in common.
    package let distance: Double

    init(_ subject: String, _ difference: Difference, distance: Double) {
        self.subject = subject.shortened
        wants = difference.wants
        got = difference.got
        self.distance = distance
    }

    /// Makes the mismatch of a clause that cannot be read.
    init(unreadable reason: String, distance: Double) {
        subject = "pattern"
        wants = reason.shortened
        got = nil
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

/// The wanted and the found value, in words.
struct Difference {
    let wants: String
    let got: String

    init(wants: String, got: String) {
        self.wants = wants
        self.got = got
    }

    /// Makes the difference in a part that occurs once, shortened: `path /a`; an empty `got` means
    /// none.
    init(_ part: String, _ wanted: String, got: String) {
        self.init(
            wants: "\(part) \(wanted.shortened)", got: got.isEmpty ? "none" : got.shortened)
    }
}
