#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A descriptor that never blocks and that child processes do not inherit.
///
/// All that the platforms do differently with sockets is in this file.
struct Socket: Sendable {
    /// A system call that failed.
    struct Fault: Error, Equatable {
        let call: String
        let code: CInt
    }

    /// What became of an attempt to move bytes.
    enum Transfer {
        case moved(Int)
        /// Nothing can be moved now.
        case blocked
        /// The other side has ended its half.
        case ended
        case broken
    }

    /// What became of an attempt to accept a connection.
    enum Acceptance {
        case accepted(Socket)
        /// Nobody is waiting.
        case wouldBlock
        /// The process or the system has no descriptor or memory to spare.
        case exhausted
        /// The socket listens no more, as in an app that was suspended.
        case broken
    }

    let descriptor: CInt

    /// Makes a socket for connections.
    static func stream(_ family: CInt) throws(Fault) -> Socket {
        let made = Socket(descriptor: socket(family, streamType, 0))
        guard made.descriptor >= 0 else { throw Fault(call: "socket", code: errno) }
        made.configure()
        return made
    }

    /// Makes two ends, of which one reads what is written to the other.
    static func pipe() throws(Fault) -> (reader: Socket, writer: Socket) {
        // Not a pipe: writing to one whose reader has gone sends a signal.
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, streamType, 0, &ends) == 0 else {
            throw Fault(call: "socketpair", code: errno)
        }
        let pair = (reader: Socket(descriptor: ends[0]), writer: Socket(descriptor: ends[1]))
        pair.reader.configure()
        pair.writer.configure()
        return pair
    }

    /// Accepts the connection that has waited longest.
    func nextConnection() -> Acceptance {
        while true {
            let accepted = Socket(descriptor: accept(descriptor, nil, nil))
            if accepted.descriptor >= 0 {
                accepted.configure()
                // Pieces of a body go out as they come.
                accepted.setOption(CInt(IPPROTO_TCP), TCP_NODELAY)
                return .accepted(accepted)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN, EWOULDBLOCK: return .wouldBlock
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            // Linux reports the pending network errors of a new connection here too.
            case EPROTO, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, EOPNOTSUPP: continue
            default: return .broken
            }
        }
    }

    /// Reads what has come, as far as the buffer reaches.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            guard errno != EINTR else { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .broken
        }
    }

    /// Sends as much as the system takes now.
    func transmit(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        while true {
            let count = send(descriptor, bytes.baseAddress, bytes.count, Self.sendFlags)
            if count >= 0 { return .moved(count) }
            guard errno != EINTR else { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .broken
        }
    }

    /// Tells the other side that nothing more comes.
    func finishSending() {
        _ = shutdown(descriptor, CInt(SHUT_WR))
    }

    func release() {
        close(descriptor)
    }

    func setOption(_ level: CInt, _ name: CInt) {
        var on: CInt = 1
        setsockopt(descriptor, level, name, &on, socklen_t(MemoryLayout<CInt>.size))
    }

    private func configure() {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        preventSignals()
    }
}

// What the platforms do differently. A client that goes must not end the process by a signal: Apple
// platforms are told so once for each socket, Linux with each call.
extension Socket {
    #if canImport(Darwin)
    private static let streamType = SOCK_STREAM
    private static let sendFlags: CInt = 0

    private func preventSignals() { setOption(SOL_SOCKET, SO_NOSIGPIPE) }
    #else
    #if canImport(Musl)
    private static let streamType = SOCK_STREAM
    #else
    private static let streamType = CInt(SOCK_STREAM.rawValue)
    #endif
    private static let sendFlags = CInt(MSG_NOSIGNAL)

    private func preventSignals() {}
    #endif
}

extension Socket {
    /// The events that ``wait(for:until:)`` reports of a socket.
    struct Readiness: OptionSet {
        let rawValue: CShort

        static let reading = Readiness(rawValue: CShort(POLLIN))
        static let writing = Readiness(rawValue: CShort(POLLOUT))
        /// The connection is gone, or has ended on both sides; reported without being asked for.
        static let failure = Readiness(rawValue: CShort(POLLERR | POLLHUP | POLLNVAL))
    }

    /// Waits until something can be done, or until a deadline; fills in what can be done.
    static func wait(for descriptors: inout [pollfd], until deadline: ContinuousClock.Instant?) {
        var milliseconds: CInt = -1
        if let deadline {
            // Rounded up, so that the deadline has passed when the wait is over.
            let left = max(ContinuousClock.now.duration(to: deadline), .zero)
            milliseconds = CInt(min(left / .milliseconds(1), 3_600_000).rounded(.up))
        }
        // After EINTR nothing is filled in, and the caller simply waits again.
        for index in descriptors.indices { descriptors[index].revents = 0 }
        _ = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    }
}
