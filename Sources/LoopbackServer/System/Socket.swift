#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A non-blocking socket that child processes do not inherit.
///
/// This file has all differences between the platforms' sockets.
struct Socket: Sendable {
    /// A system call that failed.
    struct Fault: Error, Equatable {
        let call: String
        let code: CInt
    }

    /// The result of sending or receiving.
    enum Transfer {
        case moved(Int)
        /// No bytes can be sent or received now.
        case blocked
        /// The other side has closed its half.
        case ended
        case broken
    }

    /// The result of accepting a connection.
    enum Acceptance {
        case accepted(Socket)
        /// No connection is waiting.
        case wouldBlock
        /// The process or the system is out of descriptors or memory.
        case exhausted
        /// The socket no longer listens, as in an app that was suspended.
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

    /// Makes a pair of connected sockets.
    static func pipe() throws(Fault) -> (reader: Socket, writer: Socket) {
        // Not a pipe: writing to a pipe with a closed reader sends SIGPIPE.
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
                // Pieces of a body are sent at once.
                accepted.setOption(CInt(IPPROTO_TCP), TCP_NODELAY)
                return .accepted(accepted)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN, EWOULDBLOCK: return .wouldBlock
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            // Linux reports pending network errors of a new connection here.
            case EPROTO, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, EOPNOTSUPP: continue
            default: return .broken
            }
        }
    }

    /// Reads the received bytes that fit in the buffer.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            guard errno != EINTR else { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .broken
        }
    }

    /// Sends as much as the system accepts now.
    func transmit(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        while true {
            let count = send(descriptor, bytes.baseAddress, bytes.count, Self.sendFlags)
            if count >= 0 { return .moved(count) }
            guard errno != EINTR else { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .broken
        }
    }

    /// Closes this half of the connection for sending.
    func finishSending() {
        _ = shutdown(descriptor, CInt(SHUT_WR))
    }

    func release() {
        close(descriptor)
    }

    /// Makes the next ``release()`` reset the connection.
    func resetAtRelease() {
        var reset = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
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

// The differences between platforms. A client that disconnects must not end the process with
// SIGPIPE: Apple platforms have an option for each socket, Linux a flag for each call.
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
        /// The connection has failed, or is closed on both sides; always reported.
        static let failure = Readiness(rawValue: CShort(POLLERR | POLLHUP | POLLNVAL))
    }

    /// Waits until a socket is ready or until a deadline; fills in the events.
    static func wait(for descriptors: inout [pollfd], until deadline: ContinuousClock.Instant?) {
        var milliseconds: CInt = -1
        if let deadline {
            // Rounded up, so that the deadline has passed when the wait is over.
            let left = max(ContinuousClock.now.duration(to: deadline), .zero)
            milliseconds = CInt(min(left / .milliseconds(1), 3_600_000).rounded(.up))
        }
        // After EINTR no event is filled in, and the caller waits again.
        for index in descriptors.indices { descriptors[index].revents = 0 }
        _ = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    }
}
