/// One clause of a matcher that a request does not meet: what it is about, found and expected.
public struct Mismatch: Sendable, Hashable {
    /// What differs: `method`, `path`, `query item page`, `header Accept`.
    public let subject: String
    /// What the request has, secrets masked; `nil` where only the expectation can be said.
    public let found: String?
    /// What the matcher expects.
    public let expected: String
    /// How far apart the two are: 0 is the same, 1 has nothing in common.
    let distance: Double

    init(_ subject: String, found: String?, expected: String, distance: Double = 1) {
        self.subject = subject
        self.found = found
        self.expected = expected
        self.distance = distance
    }
}

extension Mismatch: CustomStringConvertible {
    public var description: String {
        guard let found else { return "\(subject): \(expected)" }
        return "\(subject) is \(found), expected \(expected)"
    }
}
