import Barricade

/// The messages to a thread that waits for sockets, and the socket that wakes it.
final class Mailbox<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        var isClosed = false
    }

    /// The socket that is readable when there are messages.
    let reader: Socket
    private let writer: Socket
    private let state = Locked(State())

    var isClosed: Bool { state.withLock { $0.isClosed } }

    init() throws(Socket.Fault) {
        (reader, writer) = try Socket.pipe()
    }

    deinit {
        close()
    }

    /// Adds a message, and wakes the thread; a closed mailbox discards it.
    func post(_ message: Message) {
        state.withLock { state in
            guard !state.isClosed else { return }
            // Under the lock, since a closed descriptor may be in use again elsewhere. If the
            // pair is full, the thread will wake anyway.
            if state.messages.isEmpty {
                withUnsafeBytes(of: UInt8(0)) { _ = writer.transmit($0) }
            }
            state.messages.append(message)
        }
    }

    /// Takes all messages, in order of arrival.
    func takeAll() -> [Message] {
        // Emptied first, so that a message that arrives now wakes the thread again.
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            while case .moved = reader.receive(into: buffer) {}
        }
        return state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// Closes it for good, and discards unread messages.
    func close() {
        let unread = state.withLock { state -> [Message] in
            guard !state.isClosed else { return [] }
            state.isClosed = true
            reader.release()
            writer.release()
            defer { state.messages = [] }
            return state.messages
        }
        // Released outside the lock, since a message's deinitializer may run any code.
        _ = consume unread
    }
}
