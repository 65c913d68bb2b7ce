import Foundation

/// The sockets that listen on 127.0.0.1 and, if the system has it, on ::1, on the same port; or the
/// one that listens on another address.
struct Listener: Sendable {
    let sockets: [Socket]
    let port: UInt16

    /// Listens on a port; 0 means any free port.
    ///
    /// - Parameter address: The only address; `nil` means the loopback addresses.
    init(port: UInt16, at address: IPv4Address? = nil) throws(Socket.Fault) {
        if let address {
            let socket = try Self.listening(AF_INET, port: port, at: address)
            (sockets, self.port) = ([socket], try Self.port(of: socket))
            return
        }
        // A port that is free on one address may be in use on the other.
        for _ in 0..<(port == 0 ? 64 : 1) {
            let first = try Self.listening(AF_INET, port: port)
            do {
                let chosen = try Self.port(of: first)
                let second = try Self.listeningIfThereIs(AF_INET6, port: chosen)
                (sockets, self.port) = ([first, second].compactMap(\.self), chosen)
                return
            } catch {
                first.release()
                guard port == 0, error.code == EADDRINUSE else { throw error }
            }
        }
        throw Socket.Fault(call: "bind", code: EADDRINUSE)
    }

    func release() {
        for socket in sockets { socket.release() }
    }

    private static func listeningIfThereIs(
        _ family: CInt, port: UInt16
    ) throws(Socket.Fault) -> Socket? {
        do {
            return try listening(family, port: port)
        } catch {
            // The system has no IPv6, or none on its loopback interface.
            guard error.code == EAFNOSUPPORT || error.code == EADDRNOTAVAIL else { throw error }
            return nil
        }
    }

    private static func listening(
        _ family: CInt, port: UInt16, at address: IPv4Address? = nil
    ) throws(Socket.Fault) -> Socket {
        let socket = try Socket.stream(family)
        // Allows the port although connections of an earlier run are still in TIME_WAIT.
        socket.setOption(SOL_SOCKET, SO_REUSEADDR)
        if family == AF_INET6 { socket.setOption(CInt(IPPROTO_IPV6), IPV6_V6ONLY) }
        do throws(Socket.Fault) {
            try socket.attach(to: family, port: port, at: address)
            guard listen(socket.descriptor, 128) == 0 else {
                throw Socket.Fault(call: "listen", code: errno)
            }
            return socket
        } catch {
            socket.release()
            throw error
        }
    }

    private static func port(of socket: Socket) throws(Socket.Fault) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket.descriptor, $0, &length)
            }
        }
        guard status == 0 else { throw Socket.Fault(call: "getsockname", code: errno) }
        return UInt16(bigEndian: address.sin_port)
    }
}

extension Socket {
    /// Binds the socket to a port of an address, or of the family's loopback address; never of all.
    fileprivate func attach(
        to family: CInt, port: UInt16, at own: IPv4Address?
    ) throws(Fault) {
        let status: CInt
        if family == AF_INET6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            status = attach(to: &address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = own?.bits ?? INADDR_LOOPBACK.bigEndian
            status = attach(to: &address)
        }
        guard status == 0 else { throw Fault(call: "bind", code: errno) }
    }

    private func attach<Address>(to address: inout Address) -> CInt {
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
