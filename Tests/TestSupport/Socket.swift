// Calls of the system that methods of the same names hide.
private func acceptConnection(on descriptor: CInt) -> CInt { accept(descriptor, nil, nil) }
private func closeDescriptor(_ descriptor: CInt) { _ = close(descriptor) }

/// A file descriptor with the few calls that the local server needs, spelled once for all platforms.
struct Socket: Sendable {
    struct Failure: Error {
        let call: String
        let code = errno
    }

    let descriptor: Int32

    /// A socket that has a port, where connections are refused until it listens.
    static func bound() throws -> Socket {
        let socket = try stream()
        var address = loopback(port: 0)
        let status = withSockaddr(&address) { bind(socket.descriptor, $0, $1) }
        guard status == 0 else { throw Failure(call: "bind") }
        return socket
    }

    static func listening() throws -> Socket {
        let socket = try bound()
        guard listen(socket.descriptor, 128) == 0 else { throw Failure(call: "listen") }
        return socket
    }

    static func connect(to port: UInt16) throws -> Socket {
        try connect(to: "127.0.0.1", port)
    }

    /// A pipe, for waking a thread that waits.
    static func pipe() throws -> (reader: Socket, writer: Socket) {
        var ends: [Int32] = [0, 0]
        let status = socketpair(AF_UNIX, streamType, 0, &ends)
        guard status == 0 else { throw Failure(call: "socketpair") }
        return (Socket(descriptor: ends[0]), Socket(descriptor: ends[1]))
    }

    /// The port that the system has chosen.
    func port() throws -> UInt16 {
        var address = Self.loopback(port: 0)
        let status = Self.withSockaddr(&address) { pointer, length in
            var length = length
            return getsockname(descriptor, UnsafeMutablePointer(mutating: pointer), &length)
        }
        guard status == 0 else { throw Failure(call: "getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }

    func accept() -> Socket? {
        let accepted = acceptConnection(on: descriptor)
        guard accepted >= 0 else { return nil }
        return Socket(own: accepted)
    }

    /// Reads what is there; `nil` at the end or after an error.
    func read() -> Data? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        // A debugger that looks at the process interrupts it.
        repeat {
            count = recv(descriptor, &buffer, buffer.count, 0)
        } while count < 0 && errno == EINTR
        return count > 0 ? Data(buffer[..<count]) : nil
    }

    /// Writes all of it; what the other side does not want any more is lost.
    func write(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)[...]
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func close() {
        closeDescriptor(descriptor)
    }

    /// Waits until one of the sockets has something to read; returns their descriptors.
    static func waitForReadable(_ sockets: [Socket]) -> Set<Int32> {
        var waiting = sockets.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        _ = poll(&waiting, .init(waiting.count), -1)
        return Set(waiting.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Makes a socket of a family of addresses.
    static func stream(_ family: CInt = AF_INET) throws -> Socket {
        let descriptor = socket(family, streamType, 0)
        guard descriptor >= 0 else { throw Failure(call: "socket") }
        return Socket(own: descriptor)
    }

    #if canImport(Glibc)
    private static let streamType = CInt(SOCK_STREAM.rawValue)
    #else
    private static let streamType = SOCK_STREAM
    #endif

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }

    private static func withSockaddr(
        _ address: inout sockaddr_in,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

extension Socket {
    /// Keeps it from processes that other tests start, where it would stay open, and its broken
    /// pipes from the process.
    fileprivate init(own descriptor: CInt) {
        self.init(descriptor: descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        set(SO_NOSIGPIPE, to: CInt(1))
        #endif
    }
}
