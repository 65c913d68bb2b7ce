import Barricade

/// The messages to a thread that waits for sockets, and what wakes it for them.
final class Mailbox<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        var isClosed = false
    }

    /// What the thread waits for, beside its other sockets.
    let reader: Socket
    private let writer: Socket
    private let state = Locked(State())

    init() throws(Socket.Fault) {
        (reader, writer) = try Socket.pipe()
    }

    deinit {
        close()
    }

    /// Adds a message, and wakes the thread; a closed mailbox forgets it.
    func post(_ message: Message) {
        state.withLock { state in
            guard !state.isClosed else { return }
            // Under the lock, since the descriptor is another's once it is closed. If the pair is
            // full the thread is going to wake anyway.
            if state.messages.isEmpty {
                withUnsafeBytes(of: UInt8(0)) { _ = writer.transmit($0) }
            }
            state.messages.append(message)
        }
    }

    /// Takes all messages, in order of arrival.
    func takeAll() -> [Message] {
        // First, so that a message that comes now wakes the thread again.
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            while case .moved = reader.receive(into: buffer) {}
        }
        return state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// Closes it for good, and lets go of what nobody has read.
    func close() {
        let unread = state.withLock { state -> [Message] in
            guard !state.isClosed else { return [] }
            state.isClosed = true
            reader.release()
            writer.release()
            defer { state.messages = [] }
            return state.messages
        }
        // Released outside the lock, since messages may own anything.
        _ = consume unread
    }
}

/// Something that happens once, for any number of tasks to wait for.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    var isOpen: Bool { state.withLock { $0.isOpen } }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
