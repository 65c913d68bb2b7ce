package import Barricade
package import Foundation

/// An HTTP/1.1 server for this machine only: it listens on 127.0.0.1 and ::1, and nowhere else,
/// unless it is given one other address.
///
/// One thread serves all connections; handlers are asynchronous, and run on other threads.
/// Malformed requests, and those that the policy refuses, reach no handler. The server stops with
/// its last reference.
package final class LoopbackServer: Sendable {
    /// A function that answers requests.
    ///
    /// Its task is cancelled if the server stops or the connection breaks.
    package typealias Handler = @Sendable (Request) async -> Response

    /// The time from a start to a stop.
    private struct Run {
        let port: UInt16
        let mailbox: Mailbox<Worker.Message>
        let end: Task<Void, Never>
    }

    private let policy: OriginPolicy
    private let limits: Limits
    private let address: IPv4Address?
    private let handler: Handler
    private let run = Locked<Run?>(nil)

    /// Makes a server that does not listen yet.
    ///
    /// - Parameter address: The only address to listen on, which is then the only host that its
    ///   requests may name; `nil`, the default, means the loopback addresses.
    package init(
        policy: OriginPolicy = .sameOrigin, limits: Limits = Limits(),
        at address: IPv4Address? = nil, handler: @escaping Handler
    ) {
        self.policy = address.map { policy.at($0) } ?? policy
        self.limits = limits
        self.address = address
        self.handler = handler
    }

    deinit {
        run.withLock { $0 }?.mailbox.post(.stop)
    }

    /// The port; `nil` unless the server listens.
    ///
    /// A system that suspends the app may close its sockets, which stops the server.
    package var port: UInt16? {
        run.withLock { $0.flatMap { $0.mailbox.isClosed ? nil : $0.port } }
    }

    /// The address of the server's root; `nil` unless the server listens.
    package var url: URL? {
        port.flatMap { URL(string: "http://127.0.0.1:\($0)/") }
    }

    /// Listens on a port, and returns its number.
    ///
    /// - Parameters:
    ///   - port: The port; 0 means any free port.
    ///   - triesNext: Whether to try the next 99 ports if that port is in use.
    /// - Throws: An error of code `cannotListen` if the port is in use, if the system does not let
    ///   the process listen, or if the server listens already.
    @discardableResult
    package func start(
        port: UInt16 = 0, triesNext: Bool = false
    ) throws(BarricadeError) -> UInt16 {
        #if os(watchOS)
        throw BarricadeError(cannotListen: "watchOS lets no app listen on a port.")
        #else
        try run.withLock { run throws(BarricadeError) in
            if let run, !run.mailbox.isClosed {
                throw BarricadeError(
                    cannotListen: """
                        The server listens on port \(run.port) already.

                        To fix: stop it before it starts again.
                        """)
            }
            let listener = try listener(on: port, triesNext: triesNext)
            let mailbox: Mailbox<Worker.Message>
            do throws(Socket.Fault) {
                mailbox = try Mailbox()
            } catch {
                listener.release()
                throw BarricadeError(call: error.call, code: error.code, port: port, at: address)
            }
            let (policy, limits, handler) = (policy, limits, handler)
            let (ends, end) = AsyncStream<Never>.makeStream()
            let thread = Thread {
                Worker(
                    listener: listener, mailbox: mailbox, policy: policy, limits: limits,
                    handler: handler
                ).run()
                end.finish()
            }
            thread.name = "LoopbackServer"
            thread.qualityOfService = .userInitiated
            thread.start()
            run = Run(port: listener.port, mailbox: mailbox, end: Task { for await _ in ends {} })
            return listener.port
        }
        #endif
    }

    /// Closes all connections, and returns when the port is free again.
    ///
    /// The tasks of handlers are cancelled. Then the server can start again, on the same port.
    package func stop() async {
        guard let run = run.withLock({ $0 }) else { return }
        run.mailbox.post(.stop)
        await run.end.value
    }

    private func listener(
        on port: UInt16, triesNext: Bool
    ) throws(BarricadeError) -> Listener {
        let last = triesNext && port > 0 ? port + min(99, .max - port) : port
        var candidate = port
        while true {
            do throws(Socket.Fault) {
                return try Listener(port: candidate, at: address)
            } catch {
                guard error.code == EADDRINUSE, candidate < last else {
                    throw BarricadeError(
                        call: error.call, code: error.code, port: candidate, at: address)
                }
                candidate += 1
            }
        }
    }
}

extension LoopbackServer {
    /// The limits on the size and the time of requests and connections.
    package struct Limits: Sendable {
        /// Bytes of a request line, without its line break.
        package var requestLine = 8 * 1_024
        /// Bytes of all header fields of a request, with their line breaks.
        package var headers = 32 * 1_024
        /// Header fields of a request.
        package var headerFields = 100
        /// Bytes of a request's body.
        package var body = 4 * 1_024 * 1_024
        /// Bytes of all requests' bodies at a time.
        package var bodies = 16 * 1_024 * 1_024
        /// Connections at a time, event streams not counted.
        package var connections = 128
        /// Event streams at a time.
        package var eventStreams = 8
        /// Bytes of a streamed body that may be unsent; above it, writers wait.
        package var backlog = 256 * 1_024
        /// The time from the first byte of a request to the end of its header fields.
        package var headTime = Duration.seconds(5)
        /// The time from the first byte of a request to the end of its body.
        package var bodyTime = Duration.seconds(300)
        /// The longest time without progress between requests, in a body, or in a response.
        package var idleTime = Duration.seconds(30)
        /// Whether a client that has closed its half still gets its response; otherwise it counts
        /// as disconnected, and its handler's task is cancelled.
        ///
        /// A client that exits looks the same as one that only has nothing more to send.
        package var servesHalfClosed = true

        /// Makes the limits that suit a page and its API.
        package init() {}
    }
}
