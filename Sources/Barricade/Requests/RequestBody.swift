public import Foundation

/// The body of a request, from any source.
///
/// A body is read once, from `httpBody`, a stream, or an upload task. A body that the platform
/// hides is ``unreadable(_:)``, never empty.
public enum RequestBody: Sendable, Equatable {
    /// No body; empty data is a body.
    case none
    /// The whole body.
    case data(Data)
    /// The beginning of a body that is longer than the request log's limit.
    case truncated(Data, size: Int)
    /// A body, or possible body, that cannot be read, with the reason.
    case unreadable(String)

    /// The available bytes; `nil` if there is no body, or it cannot be read.
    public var data: Data? {
        switch self {
        case .data(let data), .truncated(let data, _): data
        case .none, .unreadable: nil
        }
    }

    /// The error text for reading a missing body.
    static let absence = "request has no body"

    /// Returns the body, or its beginning if it is longer than a limit.
    func cut(to limit: Int) -> RequestBody {
        guard case .data(let data) = self, data.count > limit else { return self }
        return .truncated(Data(data.prefix(limit)), size: data.count)
    }
}

extension RequestBody: CustomStringConvertible {
    /// The size, never the content: `17 bytes`.
    public var description: String {
        switch self {
        case .none: "no body"
        case .data(let data): data.count.counted("byte")
        case .truncated(let data, let size): "\(data.count) of \(size) bytes"
        case .unreadable(let reason): "not readable: \(reason)"
        }
    }
}

/// A body with its parsed content, cached when a matcher first needs it.
final class BodyContent: Sendable {
    /// The body as it was sent.
    let sent: RequestBody
    /// The header field `Content-Encoding`; `nil` if there is none.
    private let coding: String?
    /// The most bytes to keep of an inflated body.
    private let limit: Int
    private let readings = Locked(Readings())

    /// The parts read of the body; `nil` if that has not been tried.
    struct Readings: Sendable {
        typealias Reading<Value> = Result<Value, BarricadeError>

        fileprivate var inflated: Result<RequestBody, Never>?
        var json: Reading<JSONValue>?
        var form: Result<HTTP.Items, Never>?
        var parts: Reading<[HTTP.MultipartPart]>?
        var operationNames: Reading<[String]>?
    }

    /// The shared content of all requests without a body.
    static let none = BodyContent(.none)

    init(_ sent: RequestBody, coding: String? = nil, limit: Int = .max) {
        (self.sent, self.coding, self.limit) = (sent, coding, limit)
    }

    /// The body, inflated at first use.
    var body: RequestBody {
        guard let coding, case .data(let data) = sent, !data.isEmpty else { return sent }
        return read(\.inflated) { Self.inflated(data, coding).cut(to: limit) }
    }

    private static func inflated(_ data: Data, _ coding: String) -> RequestBody {
        if coding.lowercased() == "identity" { return .data(data) }
        guard let format = Inflate.Format(coding: coding) else {
            return .unreadable("compressed as \(coding.shortened), which is not known here")
        }
        do {
            return .data(try Inflate.data(data, format))
        } catch {
            return .unreadable(error.message)
        }
    }

    /// Returns the content with a shorter body, and without anything cached from it.
    func cut(to limit: Int) -> BodyContent {
        if sent == .none { return self }
        guard coding != nil else { return BodyContent(sent.cut(to: limit)) }
        // Without its end, it could not be inflated.
        let isLong = sent.data?.count ?? 0 > limit
        return isLong
            ? BodyContent(body.cut(to: limit)) : BodyContent(sent, coding: coding, limit: limit)
    }

    /// Returns what is read of the body, at first use.
    func read<Value: Sendable, Failure: Error>(
        _ reading: WritableKeyPath<Readings, Result<Value, Failure>?>,
        _ read: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let known = readings.withLock({ $0[keyPath: reading] }) { return try known.get() }
        let result = Result(catching: read)
        readings.withLock { $0[keyPath: reading] = result }
        return try result.get()
    }
}

/// A reader of a body stream, on its own thread, since any stream may block: one of a pipe blocks
/// even when it is opened.
///
/// A queue would use one of Dispatch's some 255 threads, which all loads need.
final class BodyReader: @unchecked Sendable {
    // Unchecked because a stream is not Sendable: only the thread made here uses it.
    private let stream: InputStream
    private let progress: @Sendable () -> Void
    private let isStopped = Locked(false)
    private var data = Data()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// The size at which it stops reading, since a stream may never end: 256 MiB.
    static let limit = 256 << 20

    /// Makes a reader.
    ///
    /// - Parameter progress: Called after each piece.
    init(_ stream: InputStream, progress: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.progress = progress
    }

    /// Reads the stream, then calls the closure with the body, unless it has been stopped.
    func read(_ then: @escaping @Sendable (RequestBody) -> Void) {
        Thread.detachNewThread { [self] in
            guard !isStopped.withLock({ $0 }) else { return }
            // A custom stream may block even in its status.
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

    /// Stops reading; a pending read ends when the stream returns.
    @Sendable func stop() {
        isStopped.withLock { $0 = true }
    }

    /// Reads one piece; returns the body at the stream's end, `nil` before.
    private func readOn() -> RequestBody? {
        let count = stream.read(&buffer, maxLength: buffer.count)
        if count > 0 {
            data.append(buffer, count: count)
            guard data.count > Self.limit else { return nil }
            stream.close()
            data = Data()
            return .unreadable("its stream is longer than \(Self.limit >> 20) MiB")
        }
        defer { stream.close() }
        let hasFailed = stream.streamStatus == .error
        guard count < 0 || hasFailed else { return .data(data) }
        // Only a stream that has failed may be asked for its error on Linux (6.3.1).
        let reason = hasFailed ? stream.streamError?.localizedDescription : nil
        return .unreadable(
            "its stream failed after \(data.count) bytes: \(reason ?? "no reason given")")
    }
}
