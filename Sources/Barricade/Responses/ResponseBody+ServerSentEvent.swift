extension ResponseBody {
    /// One event of a stream of server-sent events (WHATWG HTML, section 9.2).
    public struct ServerSentEvent: Sendable, Hashable {
        /// Its lines as sent, with the empty line at the end.
        package let text: String

        /// Makes an event.
        ///
        /// - Parameters:
        ///   - data: Its data, with any number of lines; `nil` sends none.
        ///   - event: Its type; `nil` means `message`.
        ///   - id: The value that a client sends as `Last-Event-ID` when it reconnects.
        ///   - retry: The time that a client waits before it reconnects.
        public init(
            _ data: String?, event: String? = nil, id: String? = nil, retry: Duration? = nil
        ) {
            var lines: [String] = []
            if let event { lines.append("event: \(Self.oneLine(event))") }
            if let id { lines.append("id: \(Self.oneLine(id))") }
            if let retry {
                // From 0 to some 30 000 years, which fits an integer.
                lines.append("retry: \(Int64(min(max(retry / .milliseconds(1), 0), 1e15)))")
            }
            if let data { lines += Self.lines(data).map { "data: \($0)" } }
            text = lines.map { "\($0)\n" }.joined() + "\n"
        }

        private init(text: String) {
            self.text = text
        }

        /// A comment, which clients ignore; servers send comments to keep a connection open.
        public static func comment(_ text: String) -> ServerSentEvent {
            ServerSentEvent(text: lines(text).map { ": \($0)\n" }.joined() + "\n")
        }

        /// Lines end in CR, LF or both, and would end a field early.
        private static func lines(_ text: String) -> [Substring] {
            text.split(omittingEmptySubsequences: false) {
                $0 == "\n" || $0 == "\r\n" || $0 == "\r"
            }
        }

        private static func oneLine(_ text: String) -> String {
            lines(text).joined(separator: " ")
        }
    }
}
