import Barricade

/// The reason why an entry of a HAR file is skipped.
struct PassingReason: Error, Hashable {
    /// A sentence without its full stop.
    let text: String
    /// The line of code that allows the entry; usually `nil`.
    let fix: String?

    init(_ text: String) {
        self.text = text
        fix = nil
    }

    /// Makes the reason of an entry that cannot be redacted.
    ///
    /// - Parameter error: The error of redaction; its last line is code that allows the entry.
    init(_ error: BarricadeError) {
        text = "its body cannot be searched for secrets"
        let parts = error.message.split(separator: "\n\nTo fix", maxSplits: 1)
        fix = parts.dropFirst().first?.split(separator: "\n").last.map {
            String($0.trimmingPrefix { $0 == " " })
        }
    }
}
