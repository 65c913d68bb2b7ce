/// The reason why a pattern cannot be read, as the end of a sentence.
struct PatternFault: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
