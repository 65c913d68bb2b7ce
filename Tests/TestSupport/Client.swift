/// A client that sends any bytes.
///
/// Its calls block, so they belong on a thread of their own, one at a time.
final class Client: @unchecked Sendable {
    struct Reply: Equatable, Sendable {
        let status: Int
        let reason: String
        /// Header fields in order, without the date.
        let fields: [String]
        let data: Data

        var body: String { String(decoding: data, as: UTF8.self) }

        subscript(name: String) -> String? {
            fields.first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }

        /// The response in one line, without what each text has: its type, and its length.
        ///
        /// ```
        /// 421 Misdirected Request | Connection: close | Not here.
        /// ```
        var summary: String {
            let usual = [
                "Content-Type: text/plain; charset=utf-8", "X-Content-Type-Options: nosniff",
                "Content-Length: \(body.utf8.count)",
            ]
            let own = fields.filter { $0 != "Cache-Control: no-store" }
            let shown = body.isEmpty ? own : own.filter { !usual.contains($0) } + [body]
            return (["\(status) \(reason)"] + shown).joined(separator: " | ")
        }
    }

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    let socket: Socket
    private var received: [UInt8] = []
    /// Where that begins which nobody has taken.
    private var start = 0
    private var isGone = false

    init(port: UInt16) throws {
        socket = try Socket.connect(to: port)
        socket.limitReading(milliseconds: 240_000)
    }

    deinit {
        if !isGone { socket.close() }
    }

    /// Closes the connection as a program that crashes does.
    func die() {
        isGone = true
        socket.reset()
    }

    func send(_ text: String) {
        socket.write(text.utf8)
    }

    /// Reads everything up to the end of the connection.
    func rest() -> String {
        while let more = socket.read() { received += more }
        return String(decoding: take(received.count - start), as: UTF8.self)
    }

    /// Reads until a text has come; returns what came before it.
    func text(before end: String) throws -> String {
        let bytes = try bytes(upTo: end)
        return String(decoding: bytes.dropLast(end.utf8.count), as: UTF8.self)
    }

    /// Reads one response, whose body has a length or comes in chunks.
    func reply(hasBody: Bool = true) throws -> Reply {
        let lines = try text(before: "\r\n\r\n").components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Fault(description: "no status line: \(lines[0])")
        }
        let fields = lines.dropFirst().filter { !$0.hasPrefix("Date: ") }
        let head = Reply(status: status, reason: "\(words[2])", fields: Array(fields), data: Data())
        guard hasBody else { return head }
        var body = Data()
        if head["Transfer-Encoding"] == "chunked" {
            while true {
                let line = try text(before: "\r\n")
                guard let size = Int(line, radix: 16) else {
                    throw Fault(description: "no chunk size: \(line)")
                }
                body += try bytes(count: size + 2).dropLast(2)
                if size == 0 { break }
            }
        } else {
            body = try bytes(count: head["Content-Length"].flatMap { Int($0) } ?? 0)
        }
        return Reply(status: status, reason: head.reason, fields: head.fields, data: body)
    }

    /// Takes what has come up to a text.
    private func bytes(upTo end: String) throws -> Data {
        let end = Array(end.utf8)
        var count = end.count
        while true {
            // By index: slices are slow where many threads of a debug build make them.
            while start + count <= received.count {
                var index = 0
                while index < end.count, received[start + count - end.count + index] == end[index] {
                    index += 1
                }
                if index == end.count { return take(count) }
                count += 1
            }
            try readMore()
        }
    }

    func bytes(count: Int) throws -> Data {
        while received.count - start < count { try readMore() }
        return take(count)
    }

    private func take(_ count: Int) -> Data {
        defer { start += count }
        return Data(received[start..<(start + count)])
    }

    private func readMore() throws {
        guard let more = socket.read() else {
            throw Fault(
                description: "ended after \(String(decoding: received[start...], as: UTF8.self))")
        }
        received.removeFirst(start)
        start = 0
        received += more
    }
}
