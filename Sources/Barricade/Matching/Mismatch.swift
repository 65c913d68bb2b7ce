/// One clause of a matcher that a request does not meet: what the clause wants, what the request has.
///
/// Secrets are masked, and each value is shortened to 200 characters.
public struct Mismatch: Sendable, Hashable {
    /// What differs: `method`, `path`, `query item page`, `header Accept`, `JSON body`.
    public let subject: String
    /// What the matcher wants: `path /v1/profile`, `query item page "2"`.
    ///
    /// If a pattern cannot be read, the reason.
    public let wants: String
    /// What the request has: `/v1/profiles`, `"3"`, `none`; `nil` if a pattern cannot be read.
    public let got: String?
    /// How far apart the two are: 0 is the same, 1 has nothing in common.
    let distance: Double

    init(_ subject: String, _ difference: Difference, distance: Double) {
        self.subject = subject.shortened
        wants = difference.wants
        got = difference.got
        self.distance = distance
    }

    /// Makes the one of a clause that cannot be read, whose reason is told as a whole.
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

/// What a clause wants and what a request has, in words.
struct Difference {
    let wants: String
    let got: String

    init(wants: String, got: String) {
        self.wants = wants
        self.got = got
    }

    /// Makes that of a part which a request has once, shortened: `path /a`; got empty means none.
    init(_ part: String, _ wanted: String, got: String) {
        self.init(
            wants: "\(part) \(wanted.shortened)", got: got.isEmpty ? "none" : got.shortened)
    }
}
