import Barricade
import Foundation

/// A reply while it arrives: its head, and its body so far, up to a size.
final class ReplyDraft: LiveObservation {
    /// Called at the end with the head, and the body unless it is too large.
    typealias Finish = @Sendable (LiveEnding, _ head: LiveReply?, _ body: Data?) -> Void

    private let mostBytes: Int
    private let finish: Finish
    private let state = Locked((head: LiveReply?.none, body: Data?.some(Data())))

    /// - Parameter finish: Called at the end, before the caller of the request learns of it.
    init(upTo mostBytes: Int, finish: @escaping Finish) {
        (self.mostBytes, self.finish) = (mostBytes, finish)
    }

    func receive(_ head: LiveReply) {
        state.withLock { $0.head = head }
    }

    func receive(_ data: Data) {
        state.withLock { state in
            state.body?.append(data)
            if state.body?.count ?? 0 > mostBytes { state.body = nil }
        }
    }

    func end(_ ending: LiveEnding) {
        let (head, body) = state.withLock { $0 }
        finish(ending, head, body)
    }
}

/// The bodies of recorded replies, in temporary files that are removed with the store.
final class BodyStore: Sendable {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("Barricade-\(UUID().uuidString).recording", isDirectory: true)

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a body to a new file.
    func file(of body: Exchange.Body) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(UUID().uuidString)
        try body.data().write(to: file)
        return file
    }
}
