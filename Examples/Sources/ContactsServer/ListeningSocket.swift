import Foundation

/// A socket that only this machine reaches, with the few calls that the server needs.
struct ListeningSocket: Sendable {
    private let descriptor: Int32
    let port: UInt16

    init(port: UInt16) throws {
        #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
        #else
        let type = SOCK_STREAM
        #endif
        // A client that goes away must not end the process.
        signal(SIGPIPE, SIG_IGN)
        descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw Self.failure() }
        // So that the port is free again as soon as the process has ended.
        var on: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isListening else {
            let failure = Self.failure()
            close(descriptor)
            throw failure
        }
        self.port = UInt16(bigEndian: address.sin_port)
    }

    /// Waits for the next client; `nil` if there can be none.
    func nextConnection() -> FileHandle? {
        while true {
            let connection = accept(descriptor, nil, nil)
            if connection >= 0 {
                return FileHandle(fileDescriptor: connection, closeOnDealloc: true)
            }
            // A client may have gone again already.
            guard [EINTR, ECONNABORTED].contains(errno) else { return nil }
        }
    }

    private static func failure() -> any Error {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}
