import Foundation

/// Reads a body from its stream on a thread of its own, since any stream may make one wait: a file
/// that is a pipe even does when it is opened.
///
/// A queue would take one of the threads that Dispatch has, some 255, without which nothing loads.
final class BodyReader: @unchecked Sendable {
    // Unchecked because a stream is not Sendable: it is touched on the thread made here only.
    private let stream: InputStream
    private let progress: @Sendable () -> Void
    private let isStopped = Locked(false)
    private var data = Data()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// The size at which a stream is given up, since it may never end: 256 MiB.
    static let limit = 256 << 20

    /// Makes a reader.
    ///
    /// - Parameter progress: Hears of each piece that has been read.
    init(_ stream: InputStream, progress: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.progress = progress
    }

    /// Reads the stream, then calls with the body; not at all once it was stopped.
    func read(_ then: @escaping @Sendable (RequestBody) -> Void) {
        Thread.detachNewThread { [self] in
            guard !isStopped.withLock({ $0 }) else { return }
            // A stream of somebody's own may block even when it is asked for its status.
            if stream.streamStatus == .notOpen { stream.open() }
            var body: RequestBody?
            while body == nil, !isStopped.withLock({ $0 }) {
                body = readOn()
                progress()
            }
            guard let body, !isStopped.withLock({ $0 }) else { return stream.close() }
            then(body)
        }
    }

    /// Gives up on the rest; a read that is under way ends when the stream lets it.
    @Sendable func stop() {
        isStopped.withLock { $0 = true }
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
