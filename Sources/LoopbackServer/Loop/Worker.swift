import Barricade
import Foundation

/// The event loop of a server's thread; only that thread uses it.
final class Worker {
    enum Message: Sendable {
        case response(LoopbackServer.Response, Connection.Exchange)
        case piece(Data, Connection.Exchange)
        case endOfBody(Connection.Exchange, isCut: Bool)
        case stop
    }

    private let listener: Listener
    private let mailbox: Mailbox<Message>
    private let policy: LoopbackServer.OriginPolicy
    private let limits: LoopbackServer.Limits
    private let handler: LoopbackServer.Handler

    private var connections: [Int: Connection] = [:]
    private var nextID = 0
    private var isStopped = false
    /// Descriptors for connections that come when the process has none left.
    private var reserve: [Socket] = []
    /// The end of a pause in accepting, while the process has no free descriptor.
    private var pauseEnd: ContinuousClock.Instant?
    private var dates = DateField()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(
        listener: Listener, mailbox: Mailbox<Message>, policy: LoopbackServer.OriginPolicy,
        limits: LoopbackServer.Limits, handler: @escaping LoopbackServer.Handler
    ) {
        self.listener = listener
        self.mailbox = mailbox
        self.policy = policy
        self.limits = limits
        self.handler = handler
    }

    /// Serves until it is told to stop, or the system has closed its listening sockets.
    func run() {
        fillReserve()
        while !isStopped {
            turn()
        }
        for connection in connections.values { connection.close() }
        for socket in reserve { socket.release() }
        listener.release()
        mailbox.close()
    }

    /// Whether connections use descriptors of the reserve, which they then give back soon.
    private var isShort: Bool { reserve.count < 8 }

    private func fillReserve() {
        while isShort, let spare = try? Socket.stream(AF_INET) { reserve.append(spare) }
    }

    /// Waits for events, and handles them.
    private func turn() {
        let polled = Array(connections.values)
        let listening = pauseEnd == nil ? listener.sockets : []
        var descriptors = [pollfd(mailbox.reader, .reading)]
        descriptors += listening.map { pollfd($0, .reading) }
        descriptors += polled.map { pollfd($0.socket, $0.interest) }
        let deadlines = polled.compactMap(\.deadline) + (pauseEnd.map { [$0] } ?? [])
        Socket.wait(for: &descriptors, until: deadlines.min())

        if !descriptors[0].readiness.isEmpty { mailbox.takeAll().forEach(handle) }
        serve(polled, descriptors[(1 + listening.count)...])
        for (socket, descriptor) in zip(listening, descriptors[1...])
        where !descriptor.readiness.isEmpty {
            accept(from: socket)
        }
        let now = ContinuousClock.now
        for connection in polled where connection.isOpen {
            if let deadline = connection.deadline, deadline <= now { expire(connection) }
        }
        if let end = pauseEnd, end <= now { pauseEnd = nil }
    }

    private func handle(_ message: Message) {
        switch message {
        case .response(let response, let exchange):
            guard let connection = connection(of: exchange) else { return }
            respond(with: response, on: connection)
        case .piece(let piece, let exchange):
            // A piece that was pushed after the end of the body is discarded.
            guard let connection = connection(of: exchange), connection.phase == .streaming
            else { return }
            connection.write(piece)
            endIfComplete(connection)
            progress(connection)
        case .endOfBody(let exchange, let isCut):
            guard let connection = connection(of: exchange), connection.phase == .streaming
            else { return }
            connection.endBody(isCut: isCut)
            progress(connection)
        case .stop:
            isStopped = true
        }
    }

    /// Returns the connection of an exchange that is not over.
    private func connection(of exchange: Connection.Exchange) -> Connection? {
        guard let connection = connections[exchange.connection], connection.exchange == exchange
        else { return nil }
        return connection
    }

    // MARK: Connections

    private func accept(from socket: Socket) {
        // Limited, since open connections wait too.
        for _ in 0..<64 {
            switch socket.nextConnection() {
            case .accepted(let client): add(client)
            case .wouldBlock: return
            case .exhausted:
                // The next connection gets a descriptor of the reserve.
                guard let spare = reserve.popLast() else {
                    pauseEnd = .now + .milliseconds(100)
                    return
                }
                spare.release()
            case .broken:
                isStopped = true
                return
            }
        }
    }

    private var countedConnections: Int { connections.values.count(where: \.isCounted) }

    private func add(_ socket: Socket) {
        // A client may have disconnected and made room.
        if countedConnections >= limits.connections { serveReady() }
        let isRefused = countedConnections >= limits.connections
        let others = connections.values.count { !$0.isCounted && !$0.isEventStream }
        // The number of connections that are being refused is limited too.
        guard !isRefused || others < limits.connections else { return socket.release() }
        nextID += 1
        let connection = Connection(
            socket, id: nextID, isRefused: isRefused, limits: limits, policy: policy)
        connections[nextID] = connection
        if isRefused {
            refuse(
                connection,
                Refusal(.serviceUnavailable, "This server has no connection to spare."))
        }
    }

    private func serve(_ connections: [Connection], _ descriptors: ArraySlice<pollfd>) {
        for (connection, descriptor) in zip(connections, descriptors)
        where connection.isOpen && !descriptor.readiness.isEmpty {
            serve(connection, descriptor)
        }
    }

    /// Serves the connections that are ready now.
    private func serveReady() {
        let polled = Array(connections.values)
        var descriptors = polled.map { pollfd($0.socket, $0.interest) }
        Socket.wait(for: &descriptors, until: .now)
        serve(polled, descriptors[...])
    }

    private func serve(_ connection: Connection, _ descriptor: pollfd) {
        let hasFailed = !descriptor.readiness.isDisjoint(with: .failure)
        var mayRead = hasFailed || descriptor.readiness.contains(.reading)
        progress(connection)
        while mayRead, connection.isOpen {
            if connection.interest.contains(.reading) {
                // After a failure, the bytes that arrived before it are read first.
                mayRead = receive(connection) && hasFailed
            } else {
                mayRead = false
                if hasFailed { drop(connection) }
            }
            progress(connection)
            if connection.keptBytes > 0 { limitBodies() }
        }
    }

    /// Reads once; returns whether there were any bytes.
    private func receive(_ connection: Connection) -> Bool {
        let transfer = buffer.withUnsafeMutableBytes { buffer in
            let transfer = connection.socket.receive(into: buffer)
            if case .moved(let count) = transfer {
                connection.didReceive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
            return transfer
        }
        switch transfer {
        case .moved: return true
        case .blocked: break
        case .ended:
            connection.hasEnded = true
            if connection.isAbandoned { drop(connection) }
        case .broken: drop(connection)
        }
        return false
    }

    /// Refuses the largest of the bodies that are being read if they take too much memory together.
    private func limitBodies() {
        let kept = connections.values.reduce(0) { $0 + $1.keptBytes }
        guard kept > limits.bodies,
            let largest = connections.values.filter({ $0.phase == .reading })
                .max(by: { $0.keptBytes < $1.keptBytes })
        else { return }
        largest.reader.refuse()
        refuse(largest, Refusal(.serviceUnavailable, "This server has no memory to spare."))
        progress(largest)
    }

    /// Sends output and reads requests, as far as possible without waiting.
    private func progress(_ connection: Connection) {
        while connection.isOpen {
            guard connection.flush() else { return drop(connection) }
            switch connection.phase {
            case .sending where connection.output.isEmpty:
                if !connection.endResponse() { drop(connection) }
            case .reading:
                guard readOn(connection) else { return }
            case .handling, .streaming, .sending, .lingering:
                return
            }
        }
    }

    /// Handles the next event of the received bytes; returns whether there may be another.
    private func readOn(_ connection: Connection) -> Bool {
        switch connection.reader.next() {
        case .incomplete:
            if connection.hasEnded { drop(connection) }
            return false
        case .expectation:
            connection.queue(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        case .request(let request, let head):
            connection.beginHandling(head, bodyBytes: request.body.count)
            ask(request, for: connection)
        case .refusal(let refusal):
            refuse(connection, refusal)
        }
        return true
    }

    private func expire(_ connection: Connection) {
        guard connection.phase == .reading, connection.reader.isInRequest else {
            return drop(connection)
        }
        refuse(connection, Refusal(408, "The request did not come in time."))
        progress(connection)
    }

    private func drop(_ connection: Connection) {
        guard connection.isOpen else { return }
        connections[connection.id] = nil
        connection.close()
        fillReserve()
        pauseEnd = nil
    }

    // MARK: Responses

    private func ask(_ request: LoopbackServer.Request, for connection: Connection) {
        let (exchange, mailbox, handler) = (connection.exchange, mailbox, handler)
        connection.keep(
            Task {
                let response = await handler(request)
                mailbox.post(.response(response, exchange))
            })
    }

    private func refuse(_ connection: Connection, _ refusal: Refusal) {
        _ = connection.begin(
            refusal.response, keepAlive: false, date: dates.now())
        if connection.isRefused { progress(connection) }
    }

    private func respond(with response: LoopbackServer.Response, on connection: Connection) {
        if let disconnection = response.disconnection {
            if disconnection == .breakOff { connection.breakOff() }
            return drop(connection)
        }
        send(response, on: connection)
        progress(connection)
    }

    private func send(_ response: LoopbackServer.Response, on connection: Connection) {
        guard let head = connection.head else { return }
        var response = response
        if case .events = response.body, head.method != .head {
            // A client that waits for events does not close its half, so this one has disconnected.
            guard !connection.hasEnded else { return drop(connection) }
            if connections.values.count(where: \.isEventStream) >= limits.eventStreams {
                response = .text(
                    "This server has no event stream to spare.\n", status: .serviceUnavailable)
            }
        }
        policy.apply(to: &response, for: head)
        let write = connection.begin(
            response.sendable, keepAlive: head.isKeptAlive && !isShort, date: dates.now())
        if let write { stream(write, on: connection) }
    }

    private func stream(
        _ write: @escaping @Sendable (LoopbackServer.BodyWriter) async throws -> Void,
        on connection: Connection
    ) {
        let (exchange, mailbox) = (connection.exchange, mailbox)
        let writer = LoopbackServer.BodyWriter(
            backlog: limits.backlog, length: connection.unwrittenBytes
        ) {
            mailbox.post(.piece($0, exchange))
        }
        connection.keep(
            Task {
                do {
                    try await write(writer)
                    mailbox.post(.endOfBody(exchange, isCut: false))
                } catch {
                    mailbox.post(.endOfBody(exchange, isCut: true))
                }
            }, writer: writer)
        endIfComplete(connection)
    }

    /// Ends a body of a stated length with its last byte: whatever comes later would be read as the
    /// next response.
    private func endIfComplete(_ connection: Connection) {
        if connection.unwrittenBytes == 0 { connection.endBody(isCut: false) }
    }
}

extension pollfd {
    fileprivate init(_ socket: Socket, _ interest: Socket.Readiness) {
        self.init(fd: socket.descriptor, events: interest.rawValue, revents: 0)
    }

    fileprivate var readiness: Socket.Readiness { Socket.Readiness(rawValue: revents) }
}
