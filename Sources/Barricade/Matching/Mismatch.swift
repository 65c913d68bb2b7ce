/// One clause of a matcher that a request does not meet: what it is about, found and expected.
public struct Mismatch: Sendable, Hashable {
    /// What differs: `method`, `path`, `query item page`, `header Accept`.
    public let subject: String
    /// What the request has, secrets masked; `nil` where subject and expectation say it all.
    ///
    /// It is shortened to 200 characters, as are the others.
    public let found: String?
    /// What the matcher expects, secrets masked.
    public let expected: String
    /// Whether the matcher asks for something, such as a header, that others do not mind.
    let isDemand: Bool
    /// How far apart the two are: 0 is the same, 1 has nothing in common.
    let distance: Double

    init(
        _ subject: String, found: String?, expected: String, isDemand: Bool = false,
        distance: Double
    ) {
        self.subject = subject.shortened
        self.found = found?.shortened
        self.expected = expected.shortened
        self.isDemand = isDemand
        self.distance = distance
    }

    /// Makes the one of a clause that cannot be read, whose reason is told as a whole.
    init(unreadable reason: String, distance: Double) {
        subject = "never matches:"
        found = nil
        expected = reason
        isDemand = false
        self.distance = distance
    }
}

extension Mismatch: CustomStringConvertible {
    /// The mismatch as one says it of the request: `path is /v1/profiles, expected /v1/profile`.
    public var description: String {
        guard let found else { return "\(subject) \(expected)" }
        return "\(subject) is \(found), expected \(expected)"
    }

    /// The mismatch as one says it of the set: `path is /v1/profile, expected here /v1/profiles`.
    var descriptionOfSet: String {
        guard let found else { return "\(subject) \(expected)" }
        return isDemand
            ? "needs \(subject): \(expected), here \(found)"
            : "\(subject) is \(expected), expected here \(found)"
    }
}
