#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import Foundation

/// The messages to and from a browser: JSON that ends in a NUL byte (Chrome DevTools Protocol).
final class BrowserConnection: Sendable {
    typealias Reply = CheckedContinuation<JSONValue, any Error>
    typealias Listener = @Sendable (_ event: String, _ details: JSONValue) -> Void

    private struct State {
        var lastID = 0
        var isClosed = false
        var replies: [Int: Reply] = [:]
        var listeners: [String: Listener] = [:]
    }

    private let input: Locked<FileHandle>
    private let state = Locked(State())

    /// Begins to read, on a thread of its own.
    init(input: FileHandle, output: FileHandle) {
        self.input = Locked(input)
        let descriptor = output.fileDescriptor
        let thread = Thread { [self] in
            // The handle closes its descriptor when it goes.
            withExtendedLifetime(output) { read(descriptor) }
        }
        thread.name = "BrowserConnection"
        thread.start()
    }

    /// Sends a command, and returns its result.
    ///
    /// - Parameter session: The tab that it concerns; `nil` means the browser.
    @discardableResult
    func send(
        _ command: String, _ parameters: JSONValue = [:], session: String? = nil
    ) async throws -> JSONValue {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        var message: JSONValue = [
            "id": .integer(id), "method": .string(command), "params": parameters,
        ]
        message["sessionId"] = session.map { .string($0) }
        let data = try JSONEncoder().encode(message) + [0]
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { reply in
                let isClosed = state.withLock { state in
                    if !state.isClosed { state.replies[id] = reply }
                    return state.isClosed
                }
                if isClosed { return reply.resume(throwing: BrowserFault.ended) }
                if Task.isCancelled { return finish(id, .failure(CancellationError())) }
                do {
                    try input.withLock { try $0.write(contentsOf: data) }
                } catch {
                    finish(id, .failure(BrowserFault.ended))
                }
            }
        } onCancel: {
            finish(id, .failure(CancellationError()))
        }
    }

    /// Calls a function with each event of a tab; `nil` ends that.
    func listen(to session: String, _ listener: Listener?) {
        state.withLock { $0.listeners[session] = listener }
    }

    private func finish(_ id: Int, _ result: Result<JSONValue, any Error>) {
        state.withLock { $0.replies.removeValue(forKey: id) }?.resume(with: result)
    }

    // MARK: Reading

    private func read(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var message = Data()
        while true {
            let count = buffer.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return end() }
            var rest = buffer[..<count]
            while let end = rest.firstIndex(of: 0) {
                message += rest[..<end]
                receive(message)
                message = Data()
                rest = rest[(end + 1)...]
            }
            message += rest
        }
    }

    private func receive(_ data: Data) {
        // Not a decoder, which throws several errors for each text, and the tests trace each error.
        guard let message = try? JSONReader.read(data) else { return }
        if let id = message["id"]?.int {
            let fault = message["error"]?["message"]?.string
            let result = message["result"] ?? [:]
            finish(id, fault.map { .failure(BrowserFault.refused($0)) } ?? .success(result))
        } else if let event = message["method"]?.string, let session = message["sessionId"]?.string
        {
            let listener = state.withLock { $0.listeners[session] }
            listener?(event, message["params"] ?? [:])
        }
    }

    private func end() {
        let replies = state.withLock { state in
            state.isClosed = true
            defer { state.replies = [:] }
            return state.replies.values
        }
        replies.forEach { $0.resume(throwing: BrowserFault.ended) }
    }
}

/// What can go wrong between a test and the browser.
enum BrowserFault: Error, CustomStringConvertible {
    case ended
    case refused(String)
    case script(String)
    case timedOut(String)

    var description: String {
        switch self {
        case .ended: "The browser has ended."
        case .refused(let reason): "The browser refuses the command: \(reason)"
        case .script(let reason): "The script failed: \(reason)"
        case .timedOut(let wanted): "The page did not come to this in time: \(wanted)"
        }
    }
}
#endif
