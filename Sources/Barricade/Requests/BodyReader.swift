import Foundation

/// Reads a body from its stream without ever blocking the thread that loads start on.
///
/// What the stream has at hand is read at once: that is all of a body that began as data, as bodies
/// do on Apple platforms. A stream that makes one wait is read on a thread of its own.
final class BodyReader: @unchecked Sendable {
    // Unchecked because a stream is not Sendable: it is read on one thread at a time, first where
    // the load starts, then on the thread made here.
    private let stream: InputStream
    private let isStopped = Mutex(false)
    private var data = Data()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// The size at which a stream is given up, since it may never end: 256 MiB.
    static let limit = 256 << 20
    /// How much is read at most where the load starts.
    private static let readAtOnce = 1 << 20

    init(_ stream: InputStream) {
        self.stream = stream
    }

    /// Reads what is at hand; `nil` where the rest has to be waited for.
    func readAtOnce() -> RequestBody? {
        guard Self.isOfPlatform(stream) else { return nil }
        stream.open()
        while data.count < Self.readAtOnce {
            switch stream.streamStatus {
            case .atEnd, .closed, .error: return readOn()
            default: break
            }
            guard stream.hasBytesAvailable else { return nil }
            if let body = readOn() { return body }
        }
        return nil
    }

    /// Reads the rest, then calls with the body; not at all once it was stopped.
    func readRest(_ then: @escaping @Sendable (RequestBody) -> Void) {
        let thread = Thread { [self] in
            // Not before: a stream of somebody's own may block even when it is asked for its status.
            if stream.streamStatus == .notOpen { stream.open() }
            var body: RequestBody?
            while body == nil, !isStopped.withLock({ $0 }) { body = readOn() }
            guard let body, !isStopped.withLock({ $0 }) else { return stream.close() }
            then(body)
        }
        thread.name = "Barricade.BodyReader"
        thread.start()
    }

    /// Gives up on the rest; a read that is under way ends when the stream lets it.
    func stop() {
        isStopped.withLock { $0 = true }
    }

    /// Whether what a stream has at hand can be told: a class of somebody's own may say that it has
    /// bytes and then block.
    private static func isOfPlatform(_ stream: InputStream) -> Bool {
        #if canImport(Darwin)
        Bundle(for: type(of: stream)).bundleIdentifier?.hasPrefix("com.apple.") ?? false
        #else
        type(of: stream) == InputStream.self
        #endif
    }

    /// Reads one piece; the body at the stream's end, `nil` before.
    private func readOn() -> RequestBody? {
        let count = stream.read(&buffer, maxLength: buffer.count)
        if count > 0 {
            data.append(contentsOf: buffer[..<count])
            guard data.count > Self.limit else { return nil }
            stream.close()
            data = Data()
            return .unreadable("its stream is longer than \(Self.limit >> 20) MiB")
        }
        defer { stream.close() }
        guard count < 0 || stream.streamStatus == .error else { return .data(data) }
        let reason = stream.streamError?.localizedDescription ?? "no reason given"
        return .unreadable("its stream failed after \(data.count) bytes: \(reason)")
    }
}
