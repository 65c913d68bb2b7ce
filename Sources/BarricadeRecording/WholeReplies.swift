import Barricade
import Foundation

/// The whole replies behind those that hold less: parts of a body, and the word that the client's
/// copy is still good.
///
/// `Source` is where an exchange came from.
struct WholeReplies<Source: Sendable>: Sendable {
    /// The parts of one body so far.
    private struct Parts: Sendable {
        var list: [(start: Int, data: Data)] = []
        var covered = IndexSet()
        var sources: [Source] = []
    }

    enum Result {
        case whole(Exchange)
        /// The reply is the earlier one again, which was not kept.
        case same
        /// It is a part, and others are missing.
        case part
    }

    /// The reason why a part alone is no reply.
    static var reason: PassingReason {
        PassingReason("its reply is a part of a body (status 206), and the others are missing")
    }

    /// The most bytes of parts that wait for others.
    private static var mostBytes: Int { 256 << 20 }

    private let keepsReplies: Bool
    /// The number of bytes that wait for others.
    private var size = 0
    private var parts: [[String]: Parts] = [:]
    /// The latest complete reply to each request; without its body, unless replies are kept.
    private var latest: [[String]: Exchange.Reply] = [:]

    /// - Parameter keepsReplies: Whether a copy that is good is replaced by the earlier reply.
    init(keepsReplies: Bool) {
        self.keepsReplies = keepsReplies
    }

    /// The sources of parts whose bodies are not complete.
    var waiting: [Source] { parts.values.flatMap(\.sources) }

    /// Returns an exchange with a whole reply, if there is one now.
    ///
    /// - Throws: The reason why there never is.
    mutating func whole(_ exchange: Exchange, from source: Source) throws(PassingReason) -> Result {
        guard case .reply(var reply) = exchange.outcome else { return .whole(exchange) }
        let request = exchange.request
        let key =
            ["\(request.method)", request.url] + request.varying.map { "\($0.name): \($0.value)" }
        switch reply.status {
        case 206:
            guard let body = try add(reply, of: key, from: source) else { return .part }
            (reply.status, reply.body) = (.ok, body)
            reply.headers["Content-Range"] = nil
        case 304:
            let known = latest[key]
            if reply.body.isEmpty || known?.body == reply.body {
                guard let known else {
                    throw PassingReason(
                        "its reply says that the client's copy is still good (status 304), and the "
                            + "copy is not there")
                }
                guard keepsReplies else { return .same }
                reply = known
            }
            reply.status = .ok
        case 416:
            throw PassingReason("it asks for a part that the body does not have (status 416)")
        default: break
        }
        if reply.status == .ok {
            latest[key] = reply
            if !keepsReplies { latest[key]?.body = Data() }
        }
        var exchange = exchange
        exchange.outcome = .reply(reply)
        return .whole(exchange)
    }

    /// Adds a part; returns the body if it is complete.
    private mutating func add(
        _ reply: Exchange.Reply, of request: [String], from source: Source
    ) throws(PassingReason) -> Data? {
        let text = reply.headers["Content-Range"] ?? ""
        let numbers = text.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
        guard text.lowercased().hasPrefix("bytes "), numbers.count == 3 else { throw Self.reason }
        let (first, last, size) = (numbers[0], numbers[1], numbers[2])
        guard first <= last, last < size, last - first == reply.body.count - 1 else {
            throw PassingReason(
                "its reply is a part of a body, of other bytes than its \"Content-Range\" says")
        }
        guard self.size + reply.body.count <= Self.mostBytes else { throw Self.reason }
        self.size += reply.body.count
        let version = ["ETag", "Last-Modified"].map { reply.headers[$0] ?? "" }
        let key = request + version + ["\(size)"]
        parts[key, default: Parts()].list.append((first, reply.body))
        parts[key]?.covered.insert(integersIn: first...last)
        parts[key]?.sources.append(source)
        guard parts[key]?.covered.count == size, let all = parts.removeValue(forKey: key) else {
            return nil
        }
        self.size -= all.list.reduce(0) { $0 + $1.data.count }
        var body = Data(count: size)
        for (start, data) in all.list {
            body.replaceSubrange(start..<start + data.count, with: data)
        }
        return body
    }
}
