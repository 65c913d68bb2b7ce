import Barricade
import Testing

/// A small HTTP/1.1 server on 127.0.0.1, which counts what reaches it.
///
/// One thread of its own accepts, reads and answers; it ends with ``close()``, or when the last
/// reference is gone.
final class LocalServer: Sendable {
    struct Request: Sendable {
        let method: String
        let target: String
        /// Header fields, their names in lower case.
        let headers: [String: String]
        let body: Data
    }

    struct Response: Sendable {
        var status = 200
        var headers: [(String, String)] = []
        var body = Data()
        /// What is sent only after ``LocalServer/release()``.
        var heldBody = Data()
        /// All that is written, in place of the head and the body; `nil` for a usual response.
        var bytes: Data?
        /// Whether the connection ends after the bytes.
        var ends = false

        /// Exactly these bytes.
        static func bytes(_ bytes: Data, ends: Bool) -> Response {
            Response(bytes: bytes, ends: ends)
        }

        static func text(_ text: String, status: Int = 200) -> Response {
            Response(status: status, body: Data(text.utf8))
        }

        static func redirect(to location: String, status: Int = 302) -> Response {
            Response(status: status, headers: [("Location", location)])
        }
    }

    let port: UInt16
    private let state: ServerState
    /// What keeps the port of a server that refuses connections from others.
    private let reserved: Socket?

    /// Makes a server that refuses every connection.
    static func refusing() throws -> LocalServer {
        try LocalServer(refusingAt: .bound())
    }

    private init(refusingAt socket: Socket) throws {
        port = try socket.port()
        reserved = socket
        state = ServerState(wake: try Socket.pipe().writer)
        state.ended.signal()
    }

    init(answer: @escaping @Sendable (Request) -> Response = { .text("live \($0.target)") }) throws
    {
        let listener = try Socket.listening()
        port = try listener.port()
        let (reader, writer) = try Socket.pipe()
        let state = ServerState(wake: writer)
        self.state = state
        reserved = nil
        Thread {
            ServerWorker(listener: listener, wake: reader, state: state, answer: answer).run()
        }.start()
    }

    deinit {
        close()
    }

    /// The URL of a path of this server.
    func url(_ path: String = "/") throws -> URL {
        try URL("http://127.0.0.1:\(port)\(path)")
    }

    var connections: Int { state.counts.withLock { $0.connections } }
    var requests: [Request] { state.counts.withLock { $0.requests } }

    /// How many connections were made so far, of which none is overlooked.
    ///
    /// Connections are accepted in the order in which they were made, so one made now comes last.
    func connectionsSoFar() throws -> Int {
        let last = try Socket.connect(to: port)
        defer { last.close() }
        last.write(Data("\(ServerState.lastMethod) / HTTP/1.1\r\n\r\n".utf8))
        state.arrived.wait()
        return connections
    }

    /// Waits until a request has come.
    func requestArrival() async {
        await state.events.wait { $0.contains(.request) }
    }

    /// Waits until a client has given up a connection.
    func connectionLoss() async {
        await state.events.wait { $0.contains(.loss) }
    }

    /// Has the rest of the bodies sent that are held.
    func release() {
        state.flags.withLock { $0.isReleased = true }
        state.wakeUp()
    }

    /// Closes all connections, and returns when the server's thread has ended.
    func close() {
        let isFirst = state.flags.withLock { flags in
            defer { flags.isClosed = true }
            return !flags.isClosed
        }
        guard isFirst else { return }
        state.wakeUp()
        state.ended.wait()
        reserved?.close()
    }
}

private final class ServerState: Sendable {
    struct Counts {
        var connections = 0
        var requests: [LocalServer.Request] = []
    }

    struct Flags {
        var isReleased = false
        var isClosed = false
    }

    enum Event: Sendable { case request, loss }

    let counts = Locked(Counts())
    let events = Events<Event>()
    let flags = Locked(Flags())
    let ended = DispatchSemaphore(value: 0)
    /// The method of a request that only says that all earlier connections have been accepted.
    static let lastMethod = "LAST"
    /// Signalled for each such request; its connection is not counted.
    let arrived = DispatchSemaphore(value: 0)
    private let wake: Socket

    init(wake: Socket) {
        self.wake = wake
    }

    deinit {
        wake.close()
    }

    func wakeUp() {
        wake.write([0])
    }
}

/// What the server's thread does, and what only it touches.
private final class ServerWorker {
    private final class Connection {
        let socket: Socket
        var received = Data()
        var held = Data()
        var hasRequest = false

        init(_ socket: Socket) {
            self.socket = socket
        }
    }

    private let listener: Socket
    private let wake: Socket
    private let state: ServerState
    private let answer: @Sendable (LocalServer.Request) -> LocalServer.Response
    private var connections: [Int32: Connection] = [:]

    init(
        listener: Socket, wake: Socket, state: ServerState,
        answer: @escaping @Sendable (LocalServer.Request) -> LocalServer.Response
    ) {
        self.listener = listener
        self.wake = wake
        self.state = state
        self.answer = answer
    }

    func run() {
        while !state.flags.withLock({ $0.isClosed }) {
            let ready = Socket.waitForReadable([listener, wake] + connections.values.map(\.socket))
            if ready.contains(wake.descriptor) { _ = wake.read() }
            if state.flags.withLock({ $0.isReleased }) { sendHeldBodies() }
            if ready.contains(listener.descriptor) { accept() }
            for connection in connections.values
            where ready.contains(connection.socket.descriptor) {
                read(connection)
            }
        }
        for connection in connections.values { connection.socket.close() }
        listener.close()
        wake.close()
        state.ended.signal()
    }

    private func accept() {
        guard let socket = listener.accept() else { return }
        connections[socket.descriptor] = Connection(socket)
        state.counts.withLock { $0.connections += 1 }
    }

    private func read(_ connection: Connection) {
        guard let bytes = connection.socket.read() else {
            close(connection)
            return state.events.add(.loss)
        }
        connection.received += bytes
        while let request = takeRequest(connection) {
            connection.hasRequest = true
            guard request.method != ServerState.lastMethod else {
                state.counts.withLock { $0.connections -= 1 }
                state.arrived.signal()
                continue
            }
            state.counts.withLock { $0.requests.append(request) }
            send(answer(request), to: request, on: connection)
            state.events.add(.request)
        }
    }

    private func close(_ connection: Connection) {
        connections[connection.socket.descriptor] = nil
        connection.socket.close()
    }

    private func sendHeldBodies() {
        for connection in connections.values where !connection.held.isEmpty {
            connection.socket.write(connection.held)
            connection.held = Data()
        }
    }

    private func send(
        _ response: LocalServer.Response, to request: LocalServer.Request,
        on connection: Connection
    ) {
        if let bytes = response.bytes {
            connection.socket.write(bytes)
            if response.ends { close(connection) }
            return
        }
        var head = "HTTP/1.1 \(response.status) Status\r\n"
        for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
        head += "Content-Length: \(response.body.count + response.heldBody.count)\r\n\r\n"
        connection.socket.write(
            Data(head.utf8) + (request.method == "HEAD" ? Data() : response.body))
        if state.flags.withLock({ $0.isReleased }) {
            connection.socket.write(response.heldBody)
        } else {
            connection.held = response.heldBody
        }
    }

    private func takeRequest(_ connection: Connection) -> LocalServer.Request? {
        let end = Data("\r\n\r\n".utf8)
        guard let head = connection.received.range(of: end) else { return nil }
        let lines = String(decoding: connection.received[..<head.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let rest = connection.received[head.upperBound...]
        if headers["expect"] != nil, rest.isEmpty, !connection.hasRequest {
            connection.socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            connection.hasRequest = true
        }
        let body: Data
        if headers["transfer-encoding"]?.lowercased() == "chunked" {
            guard let (decoded, left) = Self.dechunked(rest) else { return nil }
            (body, connection.received) = (decoded, left)
        } else {
            let length = headers["content-length"].flatMap { Int($0) } ?? 0
            guard rest.count >= length else { return nil }
            body = Data(rest.prefix(length))
            connection.received = Data(rest.dropFirst(length))
        }
        let parts = lines[0].split(separator: " ")
        return LocalServer.Request(
            method: parts.first.map(String.init) ?? "",
            target: parts.dropFirst().first.map(String.init) ?? "", headers: headers, body: body)
    }

    private static func dechunked(_ data: Data) -> (body: Data, rest: Data)? {
        var (body, rest) = (Data(), data)
        while let line = rest.range(of: Data("\r\n".utf8)) {
            let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16)
            guard let size, rest[line.upperBound...].count >= size + 2 else { return nil }
            body += rest[line.upperBound...].prefix(size)
            rest = Data(rest[line.upperBound...].dropFirst(size + 2))
            if size == 0 { return (body, rest) }
        }
        return nil
    }
}
