import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server on 127.0.0.1 that answers each request with the body it got.
final class BodyEcho: Sendable {
    let port: Int
    private let listener: Int32
    private let heads = Locked<[String]>([])

    /// The head of each request so far.
    var requestHeads: [String] { heads.current }

    var url: String { "http://127.0.0.1:\(port)" }

    init() throws {
        #if os(Linux)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        port = Int(UInt16(bigEndian: address.sin_port))
        let heads = heads
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.serve(connection, heads) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func serve(_ connection: Int32, _ heads: Locked<[String]>) {
        defer { close(connection) }
        var received = Data()
        func receive() -> Bool {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connection, &buffer, buffer.count, 0)
            if count > 0 { received += buffer[..<count] }
            return count > 0
        }
        func send(_ data: Data) {
            var rest = Array(data)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
        let blankLine = Data("\r\n\r\n".utf8)
        while received.range(of: blankLine) == nil { guard receive() else { return } }
        guard let end = received.range(of: blankLine) else { return }
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        heads.withLock { $0.append(head) }
        received = Data(received[end.upperBound...])
        let fields = head.lowercased()
        if fields.contains("expect: 100-continue") {
            send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        if fields.contains("transfer-encoding: chunked") {
            while !received.reversed().starts(with: "0\r\n\r\n".utf8.reversed()) {
                guard receive() else { return }
            }
            received = unchunked(received)
        } else if let length = fields.firstMatch(of: /content-length: (\d+)/)?.output.1 {
            while received.count < Int(length) ?? 0 { guard receive() else { return } }
        }
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(received.count)\r\nConnection: close"
        send(Data(answer.utf8) + blankLine + received)
    }

    private static func unchunked(_ data: Data) -> Data {
        var body = Data()
        var rest = data
        while let lineEnd = rest.range(of: Data("\r\n".utf8)) {
            let size = Int(String(decoding: rest[..<lineEnd.lowerBound], as: UTF8.self), radix: 16)
            guard let size, size > 0 else { return body }
            body += rest[lineEnd.upperBound...].prefix(size)
            rest = Data(rest[lineEnd.upperBound...].dropFirst(size + 2))
        }
        return body
    }
}
