/// Why a pattern cannot be read, as the end of a sentence about it.
struct PatternFault: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
