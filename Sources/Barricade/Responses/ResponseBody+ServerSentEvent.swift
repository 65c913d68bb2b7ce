extension ResponseBody {
    /// One event of a stream of server-sent events (WHATWG HTML, section 9.2).
    public struct ServerSentEvent: Sendable, Hashable {
        /// Its lines as they are sent, with the empty one that ends it.
        let text: String

        /// Makes an event.
        ///
        /// - Parameters:
        ///   - data: What it carries, of any number of lines; `nil` sends none.
        ///   - event: Its type; `nil` means `message`.
        ///   - id: What a client sends as `Last-Event-ID` when it comes back.
        ///   - retry: How long a client waits before it does.
        public init(
            _ data: String?, event: String? = nil, id: String? = nil, retry: Duration? = nil
        ) {
            var lines: [String] = []
            if let event { lines.append("event: \(Self.oneLine(event))") }
            if let id { lines.append("id: \(Self.oneLine(id))") }
            if let retry {
                // Between none and some 30 000 years, which an integer holds.
                lines.append("retry: \(Int64(min(max(retry / .milliseconds(1), 0), 1e15)))")
            }
            if let data { lines += Self.lines(data).map { "data: \($0)" } }
            text = lines.map { "\($0)\n" }.joined() + "\n"
        }

        private init(text: String) {
            self.text = text
        }

        /// A comment, which clients pass over; servers send them to keep a connection open.
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
