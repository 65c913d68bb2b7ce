import Barricade
import Foundation

/// A reply while it passes: its head, and its body so far.
final class ReplyDraft: LiveObservation {
    /// What has come.
    struct Content: Sendable {
        fileprivate(set) var head: LiveReply?
        fileprivate(set) var body = Data()
        /// The file with the body so far, once that is large.
        fileprivate(set) var file: URL?
        fileprivate var handle: FileHandle?
        /// The reason why the body could not be kept.
        fileprivate(set) var fault: (any Error)?
    }

    private let largestBody: Int
    private let newFile: @Sendable () throws -> URL
    private let finish: @Sendable (LiveEnding, Content) -> Void
    private let state = Locked(Content())

    /// - Parameters:
    ///   - largestBody: The most bytes that are held in memory.
    ///   - newFile: Returns the place for a larger body, which is there until `finish` returns.
    ///   - finish: Called at the end, before the caller of the request learns of it.
    init(
        upTo largestBody: Int, thenIn newFile: @escaping @Sendable () throws -> URL,
        finish: @escaping @Sendable (LiveEnding, Content) -> Void
    ) {
        (self.largestBody, self.newFile, self.finish) = (largestBody, newFile, finish)
    }

    func receive(_ head: LiveReply) {
        state.withLock { $0.head = head }
    }

    func receive(_ data: Data) {
        state.withLock { state in
            guard state.fault == nil else { return }
            do {
                if let handle = state.handle { return try handle.write(contentsOf: data) }
                state.body.append(data)
                if state.body.count > largestBody { try spill(&state) }
            } catch {
                state.fault = error
                state.body = Data()
            }
        }
    }

    private func spill(_ state: inout Content) throws {
        let url = try newFile()
        try state.body.write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        try handle.seekToEnd()
        (state.file, state.handle, state.body) = (url, handle, Data())
    }

    func end(_ ending: LiveEnding) {
        let content = state.withLock { state in
            defer { state = Content() }
            return state
        }
        try? content.handle?.close()
        finish(ending, content)
        if let file = content.file { try? FileManager.default.removeItem(at: file) }
    }
}
