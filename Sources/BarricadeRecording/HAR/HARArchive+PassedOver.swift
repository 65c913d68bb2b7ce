extension HARArchive {
    /// An entry that was skipped.
    public struct PassedOver: Sendable, Hashable, CustomStringConvertible {
        /// Its number in the file, from 1.
        public let number: Int
        /// The line at which it starts.
        public let line: Int
        /// Its method and URL, with secrets masked.
        public let request: String
        /// The reason, as a sentence without its full stop.
        public let reason: String
        /// The redaction rule that would allow it; `nil` if there is none.
        public let fix: String?

        /// One line: `entry 3 (line 120)  GET https://a.com/b: its body is not in the file`.
        public var description: String { "entry \(number) (line \(line))  \(request): \(reason)" }
    }
}
