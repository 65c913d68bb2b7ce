extension LoopbackServer {
    /// The most that a server takes from its clients, and how long it waits for them.
    package struct Limits: Sendable {
        /// Bytes of a request line, without its line break.
        package var requestLine = 8 * 1_024
        /// Bytes of all header fields of a request, with their line breaks.
        package var headers = 32 * 1_024
        /// Header fields of a request.
        package var headerFields = 100
        /// Bytes of a request's body.
        package var body = 4 * 1_024 * 1_024
        /// Connections at a time, event streams not counted.
        package var connections = 32
        /// Event streams at a time.
        package var eventStreams = 8
        /// Bytes of a streamed body that may wait for the client; writers wait above it.
        package var backlog = 256 * 1_024
        /// The time from the first byte of a request to the end of its header fields.
        package var headTime = Duration.seconds(5)
        /// The time in which nothing moves between requests, in a body, or in a response.
        package var idleTime = Duration.seconds(30)
        /// Whether a client that has ended its half still gets its response; otherwise it counts as
        /// gone, and its handler's task is cancelled.
        ///
        /// A program that ends looks the same as one that only has nothing more to say.
        package var servesHalfClosed = true

        /// Makes the limits that suit a page and its API.
        package init() {}
    }
}
