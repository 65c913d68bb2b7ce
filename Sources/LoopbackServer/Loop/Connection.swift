import Barricade
import Foundation

/// One client's connection: one request at a time, each answered before the next is read.
///
/// Only the server's thread uses it.
final class Connection {
    enum Phase {
        /// It waits for a request, or reads one.
        case reading
        /// The handler is running.
        case handling
        /// The body of the response is being written.
        case streaming
        /// The response is complete, and is being sent.
        case sending
        /// Everything is sent. Input is discarded for a moment: closing at once could make the
        /// system discard the response before the client has read it.
        case lingering
    }

    /// One request and its response.
    struct Exchange: Hashable {
        let connection: Int
        let number: Int
    }

    let id: Int
    let socket: Socket
    let isRefused: Bool
    private let limits: LoopbackServer.Limits

    var reader: RequestReader
    var output = OutputQueue()
    private(set) var phase = Phase.reading
    private(set) var isOpen = true
    /// Whether the client has closed its half, and sends nothing more.
    var hasEnded = false

    private var exchangeNumber = 0
    private(set) var head: RequestHead?
    private var framing = FramedHead.Framing.nothing
    private var isKeptAlive = false
    /// Whether to close the connection at once when everything is sent.
    private var isCut = false
    /// Bytes of a stated length that have not been written; `nil` if none is stated.
    private(set) var unwrittenBytes: Int?
    /// The size of the body of the request that is being answered.
    private var bodyBytes = 0
    private(set) var isEventStream = false
    /// Called if it closes before the response is sent.
    private var onLoss: (@Sendable () -> Void)?
    private var task: Task<Void, Never>?
    private var writer: LoopbackServer.BodyWriter?

    /// When the request that is being read began.
    private var headStart: ContinuousClock.Instant
    /// When bytes were last read or sent, or output last began to wait.
    private var lastMove: ContinuousClock.Instant

    init(
        _ socket: Socket, id: Int, isRefused: Bool, limits: LoopbackServer.Limits,
        policy: LoopbackServer.OriginPolicy
    ) {
        self.socket = socket
        self.id = id
        self.isRefused = isRefused
        self.limits = limits
        reader = RequestReader(limits: limits, policy: policy)
        headStart = .now
        lastMove = .now
    }

    /// The bytes of a request's body that the server keeps for it.
    var keptBytes: Int { reader.bodyBytes + bodyBytes }

    var exchange: Exchange { Exchange(connection: id, number: exchangeNumber) }

    /// Whether it counts towards the limit of connections.
    var isCounted: Bool {
        guard !isRefused, !isEventStream else { return false }
        if case .lingering = phase { return false }
        return true
    }

    /// Whether a client that has closed its half wants nothing more.
    ///
    /// Usually it still wants its response, but no events.
    var isAbandoned: Bool {
        switch phase {
        case .lingering: true
        case .handling, .streaming: isEventStream || !limits.servesHalfClosed
        case .reading, .sending: isEventStream
        }
    }

    /// The moment at which it times out; `nil` while it waits for the handler.
    var deadline: ContinuousClock.Instant? {
        switch phase {
        case .reading:
            reader.isInHead
                ? headStart + limits.headTime
                : min(lastMove + limits.idleTime, headStart + limits.bodyTime)
        case .handling: nil
        case .streaming: output.isEmpty ? nil : lastMove + limits.idleTime
        case .sending: lastMove + limits.idleTime
        case .lingering: lastMove + .seconds(1)
        }
    }

    /// The socket's events to wait for.
    var interest: Socket.Readiness {
        var interest: Socket.Readiness = []
        // While a request is answered, others may arrive, but within a limit.
        let hasRoom = phase == .reading || phase == .lingering || reader.waitingBytes < 65_536
        if !hasEnded, hasRoom { interest.insert(.reading) }
        if !output.isEmpty { interest.insert(.writing) }
        return interest
    }

    // MARK: Reading

    func didReceive(_ bytes: UnsafeRawBufferPointer) {
        switch phase {
        case .lingering: return
        case .reading:
            lastMove = .now
            if !reader.isInRequest { headStart = lastMove }
        case .handling, .streaming, .sending: break
        }
        reader.append(bytes)
    }

    // MARK: Answering

    func beginHandling(_ head: RequestHead, bodyBytes: Int) {
        exchangeNumber += 1
        self.head = head
        self.bodyBytes = bodyBytes
        phase = .handling
    }

    /// Keeps the task, to cancel it if the client disconnects.
    func keep(_ task: Task<Void, Never>, writer: LoopbackServer.BodyWriter? = nil) {
        self.task = task
        self.writer = writer
    }

    /// Queues the head of a response, and its body unless it is streamed.
    ///
    /// Returns the closure that writes a streamed body.
    func begin(
        _ response: LoopbackServer.Response, keepAlive: Bool, date: String
    ) -> (@Sendable (LoopbackServer.BodyWriter) async throws -> Void)? {
        let isLast = hasEnded && reader.waitingBytes == 0
        let made = FramedHead(
            of: response, to: head, keepAlive: keepAlive && !isLast, date: date)
        (framing, isKeptAlive, task) = (made.framing, made.isKeptAlive, nil)
        onLoss = response.onLoss
        if case .length(let count) = framing {
            unwrittenBytes = count
        } else {
            unwrittenBytes = nil
        }
        phase = .sending
        switch response.body {
        case .data(let data):
            queue(made.bytes)
            if framing != .nothing { queue(data) }
            return nil
        case .stream(let write), .events(let write):
            queue(made.bytes)
            guard framing != .nothing else { return nil }
            if case .events = response.body { isEventStream = true }
            phase = .streaming
            return write
        }
    }

    /// Queues a piece of a streamed body.
    func write(_ piece: Data) {
        switch framing {
        case .nothing: break
        case .connection: queue(piece, writtenBytes: piece.count)
        case .chunks:
            guard !piece.isEmpty else { return }
            let line = Data("\(String(piece.count, radix: 16))\r\n".utf8)
            queue(line + piece + Data("\r\n".utf8), writtenBytes: piece.count)
        case .length:
            unwrittenBytes? -= piece.count
            queue(piece, writtenBytes: piece.count)
        }
    }

    /// Ends a streamed body; if it is cut, the client can tell that it is incomplete.
    func endBody(isCut: Bool) {
        writer?.close()
        (task, writer, phase) = (nil, nil, .sending)
        lastMove = .now
        self.isCut = isCut || unwrittenBytes ?? 0 > 0
        if framing == .chunks, !self.isCut { queue(Data("0\r\n\r\n".utf8)) }
    }

    /// Queues bytes that belong to no response, such as `100 Continue`.
    func queue(_ bytes: Data, writtenBytes: Int = 0) {
        if output.isEmpty { lastMove = .now }
        output.append(bytes, writtenBytes: writtenBytes)
    }

    /// Sends as much as the system accepts; returns whether the connection still works.
    func flush() -> Bool {
        guard !output.isEmpty else { return true }
        let (isGood, sent, writtenBytes) = output.send(to: socket)
        if sent > 0 { lastMove = .now }
        if writtenBytes > 0 { writer?.didSend(writtenBytes) }
        return isGood
    }

    /// Ends the exchange after its response is sent; returns whether the connection stays open.
    func endResponse() -> Bool {
        onLoss = nil
        guard !isCut else { return false }
        lastMove = .now
        if isKeptAlive {
            (phase, head, isEventStream, bodyBytes) = (.reading, nil, false, 0)
            headStart = lastMove
            return true
        }
        socket.finishSending()
        phase = .lingering
        return !hasEnded
    }

    /// Sends what is no response, so that the client gets an error.
    ///
    /// A client that only meets the end of a connection takes it for one that the server no longer
    /// wanted, and sends its request again by itself; Firefox does so unless the connection is
    /// reset too.
    func breakOff() {
        let agent = head?.headers["User-Agent"] ?? ""
        if !Self.agentsOfOldServers.contains(where: agent.hasPrefix) {
            queue(Data("The connection was lost.\r\n".utf8))
            _ = flush()
        }
        socket.resetAtRelease()
    }

    /// The clients that take what is no response for that of a very old server (HTTP/0.9), but send
    /// no request again.
    private static let agentsOfOldServers = ["libwww-perl/", "LuaSocket "]

    /// Closes the connection, and cancels its handler and its writer.
    func close() {
        isOpen = false
        socket.release()
        writer?.close()
        if let task {
            // On another thread, since cancellation handlers may be slow and would block this one.
            DispatchQueue.global().async { task.cancel() }
        }
        if let onLoss { DispatchQueue.global().async(execute: onLoss) }
        (task, writer, onLoss) = (nil, nil, nil)
    }
}
