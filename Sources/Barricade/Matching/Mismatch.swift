/// A clause of a matcher that a request does not meet, with the wanted and the found value.
///
/// Secrets are masked, and each value is shortened to 200 characters.
public struct Mismatch: Sendable, Equatable {
    /// The wanted value: `path /v1/profile`, `query item page "2"`.
    ///
    /// The reason, if a pattern cannot be read.
    package let wants: String
    /// The found value: `/v1/profiles`, `"3"`, `none`; `nil` if a pattern cannot be read.
    package let got: String?
}

extension Mismatch {
    /// Makes the mismatch of a part that occurs once, shortened: `path /a`; an empty `got` means
    /// none.
    init(_ part: String, _ wanted: String, got: String) {
        self.init(
            wants: "\(part) \(wanted.shortened(besides: got))",
            got: got.isEmpty ? "none" : got.shortened(besides: wanted))
    }

    /// Returns the mismatch with a note on what was found.
    func adding(_ note: String) -> Mismatch {
        Mismatch(wants: wants, got: got.map { "\($0) (\(note))" })
    }

    /// Makes the mismatch of an item that is missing among others with these names.
    init(wants: String, gotOnly names: [String]) {
        let names = Array(Set(names)).ordered(by: \.self)
        let quoted = NameSuggestion.quoted(names, limit: 5)
        let others = "only \(names == [""] ? "unnamed ones" : quoted)"
        self.init(wants: wants, got: names.isEmpty ? "none" : others)
    }

    /// Makes the mismatch of a body, or says why the body cannot be read.
    init(bodyWith wants: String, _ mismatch: () throws(BarricadeError) -> Mismatch) {
        do {
            self = try mismatch()
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

extension Mismatch: CustomStringConvertible {
    /// The mismatch in words: `wants path /v1/profile, got /v1/profiles`.
    public var description: String {
        guard let got else { return "never matches: \(wants)" }
        return "wants \(wants), got \(got)"
    }
}
