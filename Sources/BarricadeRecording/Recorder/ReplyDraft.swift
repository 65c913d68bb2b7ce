package import Barricade
package import Foundation

/// A reply while it arrives: its head, and its body so far, up to a size.
package final class ReplyDraft: LiveObservation {
    /// Called at the end with the head, and the body unless it is too large.
    package typealias Finish = @Sendable (LiveEnding, _ head: LiveReply?, _ body: Data?) -> Void

    private let mostBytes: Int
    private let finish: Finish
    private let state = Locked((head: LiveReply?.none, body: Data?.some(Data())))

    /// - Parameter finish: Called at the end, before the caller of the request learns of it.
    package init(upTo mostBytes: Int, finish: @escaping Finish) {
        (self.mostBytes, self.finish) = (mostBytes, finish)
    }

    package func receive(_ head: LiveReply) {
        state.withLock { $0.head = head }
    }

    package func receive(_ data: Data) {
        state.withLock { state in
            state.body?.append(data)
            if state.body?.count ?? 0 > mostBytes { state.body = nil }
        }
    }

    package func end(_ ending: LiveEnding) {
        let (head, body) = state.withLock { $0 }
        finish(ending, head, body)
    }
}

extension Data {
    /// Returns the same bytes, mapped from a temporary file, so that long recordings use little
    /// memory; the file goes with the last copy.
    func inFile() throws -> Data {
        // A page is mapped as a whole, so smaller bodies stay.
        guard count > 16_384 else { return self }
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("Barricade-\(UUID().uuidString).recording")
        defer { try? FileManager.default.removeItem(at: file) }
        try write(to: file)
        return try Data(contentsOf: file, options: .alwaysMapped)
    }
}
