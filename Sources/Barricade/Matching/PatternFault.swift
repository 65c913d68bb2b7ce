/// The reason why a pattern cannot be read, as the end of a sentence.
package struct PatternFault: Error, Hashable {
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
